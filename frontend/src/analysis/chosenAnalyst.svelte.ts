// Where the engine runs: on this device where that can be and is wished, else on the server. What one of them was doing the other goes on
// with.

import type { NodeWorth } from "../wire/types";
import type { Analyst, Listener, Request } from "./analyst";
import { ServerAnalyst } from "./serverAnalyst";

export type Place = "device" | "server";

const KEY = "turncoat.engine.place";

/** Opens the engine on this device; null where there is none. */
export type Open = (ruleset: string, onlost: () => void) => Promise<Analyst | null>;

/** Its code comes when it is first wanted. */
async function openDevice(ruleset: string, onlost: () => void): Promise<Analyst | null> {
  const { DeviceAnalyst } = await import("./deviceAnalyst");
  return DeviceAnalyst.open(ruleset, onlost);
}

/** Something to be done, wherever. */
interface Task {
  begin: (analyst: Analyst) => () => void;
  stop: (() => void) | null;
}

export class ChosenAnalyst implements Analyst {
  /** Where it is wished to run. */
  wish: Place = $state("device");
  /** This device has turned out to have no engine, or one that fails. */
  unable = $state(false);
  readonly place: Place = $derived(this.wish === "device" && !this.unable ? "device" : "server");
  readonly #tasks = new Map<"analyse" | "survey", Task>();
  #device: Promise<Analyst | null> | null = null;
  #closed = false;

  constructor(
    private readonly ruleset: string,
    private readonly server: Analyst = new ServerAnalyst(),
    private readonly open: Open = openDevice,
  ) {
    try {
      if (localStorage.getItem(KEY) === "server") this.wish = "server";
    } catch {
      // As usual.
    }
  }

  /** Has it run elsewhere from now on. */
  choose(place: Place): void {
    if (place === this.wish) return;
    this.#pause();
    this.wish = place;
    try {
      localStorage.setItem(KEY, place);
    } catch {
      // It lasts as long as the page.
    }
    this.#resume();
  }

  analyse(request: Request, listener: Listener): () => void {
    return this.#give("analyse", (analyst) => analyst.analyse(request, listener));
  }

  survey(position: string, moves: readonly string[], at: readonly number[], onjudged: (at: number, worth: NodeWorth) => void, done: () => void): () => void {
    const left = new Set(at);
    const judged = (place: number, worth: NodeWorth): void => {
      left.delete(place);
      onjudged(place, worth);
    };
    return this.#give("survey", (analyst) => analyst.survey(position, moves, [...left], judged, done));
  }

  close(): void {
    this.#closed = true;
    this.#tasks.clear();
    this.server.close();
    void this.#device?.then((device) => device?.close());
  }

  #give(kind: "analyse" | "survey", begin: Task["begin"]): () => void {
    const task: Task = { begin, stop: null };
    this.#tasks.get(kind)?.stop?.();
    this.#tasks.set(kind, task);
    void this.#begin(task);
    return () => {
      if (this.#tasks.get(kind) === task) this.#tasks.delete(kind);
      task.stop?.();
    };
  }

  async #begin(task: Task): Promise<void> {
    const { place } = this;
    const analyst = place === "device" ? await this.#opened() : this.server;
    const wanted = !task.stop && [...this.#tasks.values()].includes(task);
    if (!analyst || !wanted || this.#closed || place !== this.place) return; // whoever changed the place began it again
    task.stop = task.begin(analyst);
  }

  async #opened(): Promise<Analyst | null> {
    this.#device ??= this.open(this.ruleset, () => this.#lose()).catch(() => null); // the server is asked, and says what is wrong with it
    const device = await this.#device;
    if (this.#closed) device?.close();
    else if (!device) this.#lose();
    return device;
  }

  /** The server goes on with what this device cannot do. */
  #lose(): void {
    if (this.unable) return;
    const device = this.#device;
    this.#pause();
    this.unable = true;
    void device?.then((each) => each?.close());
    this.#resume();
  }

  #pause(): void {
    for (const task of this.#tasks.values()) {
      task.stop?.();
      task.stop = null;
    }
  }

  #resume(): void {
    if (!this.#closed) for (const task of this.#tasks.values()) void this.#begin(task);
  }
}
