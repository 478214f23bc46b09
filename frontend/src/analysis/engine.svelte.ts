// The engine's side of an analysis: whether it is wanted, what it looks at, and what it has found.

import type { NodeWorth, Words } from "../wire/types";
import type { Analyst, Found } from "./analyst";

export interface Wish {
  on: boolean;
  lines: number;
}

const KEY = "turncoat.engine";
const SECONDS = 8;
/** How much longer every "deeper" takes, and the longest. */
const [LONGER, LONGEST] = [2.5, 60];
export const MOST_LINES = 5;

/** What it looks at, and under which name. */
export interface Subject {
  id: number;
  position: string;
  /** The same board with the other side to move, where that is looked at. */
  threat: string | null;
}

export class EngineView {
  on = $state(true);
  lines = $state(2);
  /** The board with the other side to move is looked at. */
  threat = $state(false);
  /** What is found of the position looked at. */
  found: Found | null = $state.raw(null);
  busy = $state(false);
  proved = $state(false);
  error: Words | null = $state.raw(null);
  /** A line that is pointed at. */
  pointed: number | null = $state(null);
  #seconds = SECONDS;
  #subject: Subject | null = null;
  #stop: (() => void) | null = null;
  #stopSurvey: (() => void) | null = null;
  /** What was asked for last. */
  #surveyed = "";
  /** Positions of the line are being glanced at. */
  surveying = $state(false);
  /** What was found before, so that whoever comes back sees it at once. */
  readonly #known = new Map<string, { found: Found; proved: boolean; seconds: number }>();

  /** `think` is told what is thought of a position. */
  constructor(private readonly analyst: Analyst, private readonly think: (id: number, worth: NodeWorth) => void) {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Wish>;
      if (typeof kept.on === "boolean") this.on = kept.on;
      if (typeof kept.lines === "number" && kept.lines >= 1 && kept.lines <= MOST_LINES) this.lines = Math.round(kept.lines);
    } catch {
      // As usual.
    }
  }

  /** Another number of lines, or none at all. */
  wish(wish: Partial<Wish>): void {
    if (wish.on !== undefined) this.on = wish.on;
    if (wish.lines !== undefined) this.lines = Math.max(1, Math.min(MOST_LINES, wish.lines));
    try {
      localStorage.setItem(KEY, JSON.stringify({ on: this.on, lines: this.lines } satisfies Wish));
    } catch {
      // It lasts as long as the page.
    }
  }

  get #name(): string {
    return this.#subject ? `${this.#subject.id} ${this.#subject.threat !== null} ${this.lines}` : "";
  }

  /** Looks at something else; null where nobody looks or there is nothing to be found. */
  look(subject: Subject | null): void {
    this.rest();
    this.#subject = subject;
    this.#seconds = SECONDS;
    this.pointed = null;
    const known = this.#known.get(this.#name);
    this.found = known?.found ?? null;
    this.proved = known?.proved ?? false;
    this.error = null;
    if (subject && !(known && (known.proved || known.seconds >= SECONDS - 0.5))) this.#begin();
  }

  /** Looks on, for longer. */
  deeper(): void {
    this.#seconds = Math.min(LONGEST, Math.max(this.#seconds, this.found?.seconds ?? 0) * LONGER);
    this.#begin();
  }

  get canDeeper(): boolean {
    return this.on && !this.busy && !this.proved && this.found !== null && this.found.seconds < LONGEST - 1;
  }

  #begin(): void {
    const subject = this.#subject;
    if (!subject) return;
    this.busy = true;
    this.error = null;
    const name = this.#name;
    const depth = this.found?.depth ?? 0;
    this.#stop = this.analyst.analyse({ position: subject.position, threat: subject.threat, lines: this.lines, seconds: this.#seconds }, {
      found: (found) => {
        if (found.depth < depth) return; // what was known before is deeper
        this.found = found;
        const proved = found.lines.every((line) => line.proved);
        this.#known.set(name, { found, proved, seconds: found.seconds });
        const [best] = found.lines;
        if (best && subject.threat === null) {
          const { win, lead } = best;
          this.think(subject.id, { win, proved: best.proved, ...(lead === undefined ? {} : { lead }), depth: found.depth });
        }
      },
      done: (proved) => {
        this.busy = false;
        this.proved = proved || (this.found?.lines.every((line) => line.proved) ?? false);
        if (this.found) this.#known.set(name, { found: this.found, proved: this.proved, seconds: Math.max(this.#seconds, this.found.seconds) });
      },
      failed: (why) => {
        this.busy = false;
        this.error = why;
      },
    });
  }

  /** Nothing is looked at for now. */
  rest(): void {
    this.#stop?.();
    this.#stop = null;
    this.busy = false;
  }

  /** Glances at positions of a line, a few at a time; what it could not see it does not look at again at once. */
  survey(position: string, moves: readonly string[], at: readonly number[], onjudged: (at: number, worth: NodeWorth) => void): void {
    const name = `${moves.slice(0, Math.max(...at)).join(" ")} ${at.join(" ")}`;
    if (name === this.#surveyed) return;
    this.#surveyed = name;
    this.surveying = true;
    this.#stopSurvey = this.analyst.survey(position, moves, at, onjudged, () => (this.surveying = false));
  }

  endSurvey(): void {
    this.#stopSurvey?.();
    this.#stopSurvey = null;
    this.#surveyed = "";
    this.surveying = false;
  }

  close(): void {
    this.rest();
    this.endSurvey();
    this.analyst.close();
  }
}
