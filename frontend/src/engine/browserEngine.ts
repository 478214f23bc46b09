// The engine on the visitor's own machine. It looks at one position at a time, in a worker, and says what it finds as it finds it; where
// there is none, or it fails, the server's engine is asked.

import { PAUSES, type Change, type Ending, type FoundLine, type LineTurn, type RulesetNumbers } from "./instance.js";
import type { FromWorker, ToWorker } from "./messages";
import { worthOf, type Worth } from "./worth";

const MEMORY = 32; // MiB of hash tables: a phone has them to spare, and minutes of search fit in
const EVERY = 100; // milliseconds between two reports at the least: the first depths take less than a frame

export interface Request {
  ruleset: RulesetNumbers;
  /** The position's text, with or without the ruleset in front. */
  position: string;
  /** What was played from there. */
  moves?: readonly string[];
  /** How many of the best lines, 1 to 5. */
  lines: number;
  seconds?: number;
  nodes?: number;
}

export interface EngineLine extends Worth {
  /** The line by whole turns; of the first also what it changes. */
  turns: (LineTurn & { events?: Change[] })[];
}

/** What is found by now. */
export interface Found {
  depth: number;
  deepest: number;
  nodes: number;
  seconds: number;
  /** The best first. */
  lines: EngineLine[];
}

export interface Listener {
  found(found: Found): void;
  /** It is through; `proved` where nothing deeper could be found, `ended` where the game is over and nothing was to be found. */
  done(proved: boolean, ended: Ending | null): void;
  /** It will find nothing, for a reason that is no reader's business. */
  failed(why: string): void;
}

/** What `GET /api/engine` says. */
interface Offer {
  module: string | null;
  weights: { name: string; game: string; numbers: (number | null)[] }[];
}

/** What is being looked at. */
interface Job {
  id: number;
  listener: Listener;
  found: FoundLine[];
  scale: number;
  told: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

async function fetched(path: string): Promise<Response> {
  const answer = await fetch(path, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

export class BrowserEngine {
  #worker: Worker | null = null;
  /** The ruleset the worker serves. */
  #served = "";
  #number = 0;
  #job: Job | null = null;
  readonly #weights = new Map<string, Promise<ArrayBuffer>>();

  private constructor(
    private readonly module: WebAssembly.Module,
    private readonly offer: Offer,
  ) {}

  /** The engine; null where this browser cannot run it or this server has none. */
  static async open(): Promise<BrowserEngine | null> {
    if (typeof WebAssembly !== "object" || typeof Worker !== "function") return null;
    try {
      const offer = (await (await fetched("/api/engine")).json()) as Offer;
      return offer.module === null ? null : new BrowserEngine(await WebAssembly.compileStreaming(fetched(offer.module)), offer);
    } catch {
      return null; // an old browser, a policy, a lost connection: the server is asked, and says what is wrong with it
    }
  }

  /** Looks at a position, in place of the one it looked at before; what comes back stops it. */
  analyse(request: Request, listener: Listener): () => void {
    this.#leave();
    const job: Job = { id: (this.#number += 1), listener, found: [], scale: 1, told: 0, timer: undefined };
    this.#job = job;
    void this.#begin(request, job).catch((problem: unknown) => this.#fail(job, String(problem)));
    return () => {
      if (this.#job === job) this.#leave();
    };
  }

  /** Ends its thread and gives its memory back. */
  close(): void {
    this.#leave();
    this.#end();
  }

  async #begin({ ruleset, position, moves = [], lines, seconds = 0, nodes = 0 }: Request, job: Job): Promise<void> {
    const weights = await this.#weightsFor(ruleset);
    if (this.#job !== job) return;
    this.#serve(ruleset, weights);
    const text = position.slice(position.startsWith(ruleset.game) ? position.indexOf(" ") + 1 : 0);
    this.#tell({ type: "analyse", id: job.id, position: text, moves, limits: { lines, seconds, nodes } });
  }

  /** Makes sure that there is a worker, and that it serves this ruleset. */
  #serve(ruleset: RulesetNumbers, weights: ArrayBuffer | null): void {
    const name = `${ruleset.game} ${ruleset.numbers.join(" ")}`;
    if (this.#worker && this.#served === name) return;
    this.#end();
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data);
    worker.onerror = (event) => this.#job && this.#fail(this.#job, event.message || "the worker failed");
    [this.#worker, this.#served] = [worker, name];
    this.#tell({ type: "open", module: this.module, ruleset, memory: MEMORY, weights });
  }

  /** The trained evaluation for a ruleset; null where there is none. */
  #weightsFor({ game, numbers }: RulesetNumbers): Promise<ArrayBuffer> | null {
    const fits = (wanted: (number | null)[]): boolean => wanted.every((each, index) => each === null || each === numbers[index]);
    const name = this.offer.weights.find((each) => each.game === game && fits(each.numbers))?.name;
    if (name === undefined) return null;
    const known = this.#weights.get(name);
    if (known) return known;
    const asked = fetched(`/api/engine/${name}`).then((answer) => answer.arrayBuffer());
    this.#weights.set(name, asked);
    asked.catch(() => this.#weights.delete(name)); // the next time it may come
    return asked;
  }

  #receive(message: FromWorker): void {
    const job = this.#job;
    if (!job || (message.type !== "failed" && message.id !== job.id)) return;
    if (message.type === "failed") this.#fail(job, message.why);
    else if (message.type === "lines") {
      [job.found, job.scale] = [message.lines, message.scale];
      job.timer ??= setTimeout(() => this.#report(job), Math.max(0, job.told + EVERY - performance.now()));
    } else {
      this.#report(job);
      this.#job = null;
      job.listener.done(job.found.length > 0 && job.found.every((line) => line.proved), message.ended);
    }
  }

  /** Tells what was found since the last report. */
  #report(job: Job): void {
    if (job.timer === undefined) return;
    clearTimeout(job.timer);
    [job.timer, job.told] = [undefined, performance.now()];
    const most = (of: (line: FoundLine) => number): number => Math.max(...job.found.map(of));
    job.listener.found({
      depth: job.found[0]?.depth ?? 0,
      deepest: most((line) => line.deepest),
      nodes: most((line) => line.nodes),
      seconds: most((line) => line.micros) / 1e6,
      lines: job.found.map((line) => ({
        turns: line.turns.map((turn, index) => (index === 0 ? { ...turn, events: line.events } : turn)),
        ...worthOf(line, job.scale),
      })),
    });
  }

  /** Nobody waits for it any more. */
  #leave(): void {
    const job = this.#job;
    if (!job) return;
    this.#job = null;
    clearTimeout(job.timer);
    if (PAUSES) this.#tell({ type: "stop", id: job.id });
    else this.#end(); // it would not listen
  }

  #fail(job: Job, why: string): void {
    if (this.#job !== job) return;
    this.#job = null;
    clearTimeout(job.timer);
    this.#end();
    job.listener.failed(why);
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#served = "";
  }

  #tell(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }
}
