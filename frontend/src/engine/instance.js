// One engine of one ruleset: the WebAssembly module (native/wasm) behind a few functions, for whoever has a thread to
// spare. Plain JavaScript, so that tests and benchmarks drive it in Node.js exactly as the worker does in a browser.

/**
 * @typedef {{game: string, numbers: readonly number[]}} RulesetNumbers a game and the values of its options
 * @typedef {import("../wire/types").MoveEvent} Change
 * @typedef {{side: "first" | "second", moves: string[]}} LineTurn
 * @typedef {{depth: number, deepest: number, value: number, nodes: number, micros: number, proved: boolean, turns: LineTurn[], events: Change[]}} FoundLine
 *   `events` are what its first turn changes, `value` is for the side to move
 * @typedef {"first" | "second" | "nobody"} Ending who won
 * @typedef {{lines: number, depth?: number, nodes?: number, seconds?: number}} Limits what is left out is without limit
 */

/** What was wrong with a ruleset, a position or weights; the instance is of no more use. */
export class EngineFailed extends Error {}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
// The standard's way for compiled code to wait; without it an analysis is deaf until it ends.
const wasm = /** @type {any} */ (WebAssembly);

/** Whether an analysis can hear of `stop` while it runs. */
export const PAUSES = typeof wasm.Suspending === "function" && typeof wasm.promising === "function";

/** Lets whatever waits for this thread have its turn. */
function pause() {
  return new Promise((resume) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resume(undefined);
    };
    channel.port2.postMessage(null);
  });
}

export class Instance {
  /** @type {any} */
  #wasm = null;
  /** @type {(lines: FoundLine[]) => void} */
  #found = () => {};

  /**
   * @param {WebAssembly.Module} module
   * @param {RulesetNumbers} ruleset
   * @param {number} memory of its hash tables, in MiB
   * @param {ArrayBuffer | Uint8Array | null} weights as the server sends them; null for the general estimate
   * @param {boolean} pauses
   * @returns {Promise<Instance>}
   */
  static async open(module, { game, numbers }, memory, weights, pauses = PAUSES) {
    const made = new Instance();
    const host = {
      now: () => performance.now(),
      lines: (/** @type {number} */ at, /** @type {number} */ size) => made.#found(JSON.parse(made.#text(at, size))),
      fail: (/** @type {number} */ at, /** @type {number} */ size) => {
        throw new EngineFailed(made.#text(at, size));
      },
      pause: pauses ? new wasm.Suspending(pause) : () => {},
    };
    const { exports } = await WebAssembly.instantiate(module, { host });
    made.#wasm = { ...exports, run: pauses ? wasm.promising(exports["analyse"]) : exports["analyse"] };
    made.#wasm._initialize();
    const name = encoder.encode(game);
    const content = new Uint8Array(4 * numbers.length + name.length);
    numbers.forEach((number, index) => new DataView(content.buffer).setInt32(4 * index, number, true));
    content.set(name, 4 * numbers.length);
    made.#give(content);
    made.#wasm.open(numbers.length, name.length, memory * 2 ** 20);
    if (weights) made.#wasm.load(made.#give(new Uint8Array(weights)));
    return made;
  }

  /** How much value makes the odds of winning e to 1. */
  get scale() {
    return /** @type {number} */ (this.#wasm.scale());
  }

  /**
   * Analyses until a limit is reached or `stop` is called; nothing is found where the game is over.
   * @param {string} position without the ruleset in front
   * @param {Limits} limits
   * @param {(lines: FoundLine[]) => void} found called with the lines of every finished depth, best first
   * @param {readonly string[]} moves made from the position
   * @returns {Promise<Ending | null>} how the game ended there; null where it goes on
   */
  async analyse(position, { lines, depth = 0, nodes = 0, seconds = 0 }, found, moves = []) {
    this.#found = found;
    const size = this.#give(encoder.encode(moves.length ? `${position}\n${moves.join(" ")}` : position));
    const ended = this.#wasm.ended(size);
    if (ended < 0) await this.#wasm.run(size, lines, depth, nodes, seconds * 1e6);
    return ended < 0 ? null : /** @type {Ending} */ (["nobody", "first", "second"][ended]);
  }

  /** Ends the analysis, where it can hear of it (`PAUSES`). */
  stop() {
    this.#wasm.stop();
  }

  /** Forgets what was found, as if it were new. */
  forget() {
    this.#wasm.forget();
  }

  /** @param {Uint8Array} content */
  #give(content) {
    const at = this.#wasm.room(content.length);
    new Uint8Array(this.#wasm.memory.buffer, at, content.length).set(content);
    return content.length;
  }

  /**
   * @param {number} at
   * @param {number} size
   */
  #text(at, size) {
    return decoder.decode(new Uint8Array(this.#wasm.memory.buffer, at, size));
  }
}
