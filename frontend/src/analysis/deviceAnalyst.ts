// The engine on the visitor's own machine, as an analysis asks it: the position looked at first, and the rest of the line while there is
// nothing else to look at.

import { BrowserEngine, type Listener as EngineListener } from "../engine/browserEngine";
import type { RulesetNumbers } from "../engine/instance.js";
import { api } from "../wire/api";
import type { NodeWorth } from "../wire/types";
import type { Analyst, Listener, Request } from "./analyst";

/** What a glance at a position may take. */
const GLANCE = { lines: 1, nodes: 20_000, seconds: 1 };
const WINS = { first: 1, nobody: 0.5, second: 0 };

interface Survey {
  position: string;
  moves: readonly string[];
  /** What is still to be glanced at. */
  left: number[];
  onjudged: (at: number, worth: NodeWorth) => void;
  done: () => void;
}

export class DeviceAnalyst implements Analyst {
  #looking: Request | null = null;
  #survey: Survey | null = null;
  #stopGlance: (() => void) | null = null;

  constructor(
    private readonly engine: Pick<BrowserEngine, "analyse" | "close">,
    private readonly ruleset: RulesetNumbers,
    /** Told where the engine fails: it says nothing more. */
    private readonly onlost: () => void,
  ) {}

  /** For a ruleset; null where this browser, this server or these rules have no such engine. */
  static async open(ruleset: string, onlost: () => void): Promise<DeviceAnalyst | null> {
    const [{ game, numbers }, engine] = await Promise.all([api.preview(ruleset), BrowserEngine.open()]);
    return engine && numbers.length ? new DeviceAnalyst(engine, { game, numbers }, onlost) : null;
  }

  analyse(request: Request, listener: Listener): () => void {
    this.#interrupt();
    this.#looking = request;
    const stop = this.engine.analyse(
      { ruleset: this.ruleset, position: request.threat ?? request.position, lines: request.lines, seconds: request.seconds },
      this.#listener((found) => listener.found(found), (proved) => {
        this.#looking = null;
        listener.done(proved);
        this.#glance();
      }),
    );
    return () => {
      if (this.#looking !== request) return;
      this.#looking = null;
      stop();
      queueMicrotask(() => this.#glance()); // the next position may be asked for at once
    };
  }

  survey(position: string, moves: readonly string[], at: readonly number[], onjudged: Survey["onjudged"], done: () => void): () => void {
    const survey: Survey = { position, moves, left: [...at], onjudged, done };
    this.#interrupt();
    this.#survey = survey;
    this.#glance();
    return () => {
      if (this.#survey !== survey) return;
      this.#interrupt();
      this.#survey = null;
    };
  }

  close(): void {
    this.#looking = this.#survey = this.#stopGlance = null;
    this.engine.close();
  }

  #interrupt(): void {
    this.#stopGlance?.();
    this.#stopGlance = null;
  }

  /** Glances at the next position of the line, unless there is something to be looked at. */
  #glance(): void {
    const survey = this.#survey;
    if (!survey || this.#looking || this.#stopGlance) return;
    const [at] = survey.left;
    if (at === undefined) {
      this.#survey = null;
      return survey.done();
    }
    let worth: NodeWorth | null = null;
    const moves = survey.moves.slice(0, at);
    this.#stopGlance = this.engine.analyse(
      { ruleset: this.ruleset, position: survey.position, moves, ...GLANCE },
      this.#listener(
        ({ lines: [best] }) => {
          if (best) worth = { win: best.win, proved: best.proved, ...(best.lead === undefined ? {} : { lead: best.lead }) };
        },
        (_, ended) => {
          this.#stopGlance = null;
          survey.left.shift();
          const judged = ended ? { win: WINS[ended], proved: true } : worth;
          if (judged) survey.onjudged(at, judged);
          this.#glance();
        },
      ),
    );
  }

  #listener(found: EngineListener["found"], done: EngineListener["done"]): EngineListener {
    return { found, done, failed: () => this.onlost() };
  }
}
