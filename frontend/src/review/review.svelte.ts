// The review of a match as it comes: all that is known at once, then position by position; whoever comes later has it at once.

import { connect, type Connection, type ConnectionState } from "../wire/socket";
import type { JudgedTurn, Outlook, ReviewLine, ReviewSides, Words } from "../wire/types";

export class LiveReview {
  /** What is thought of positions, by how many moves lead to them. */
  outlooks: ReadonlyMap<number, Outlook> = $state.raw(new Map());
  /** The turns judged so far, in order. */
  turns: readonly JudgedTurn[] = $state.raw([]);
  sides: ReviewSides | null = $state.raw(null);
  error: Words | null = $state.raw(null);
  connection: ConnectionState = $state("connecting");
  #left = $state(1);
  #total = $state(1);
  #socket: Connection | null = null;
  #paused = false;

  constructor(readonly id: string) {}

  /** How much of it is done, from 0 to 1. */
  get progress(): number {
    return 1 - this.#left / this.#total;
  }

  get done(): boolean {
    return this.#left === 0;
  }

  open(): void {
    this.close();
    this.#paused = false;
    this.error = null;
    this.#socket = connect<ReviewLine>(`/api/matches/${encodeURIComponent(this.id)}/review`, {
      message: (message) => this.#receive(message),
      state: (state) => (this.connection = state),
    });
  }

  /** Somebody looks, or nobody does any more: then the engine need not go on. */
  look(looking: boolean): void {
    if (!looking) return this.#pause();
    if (this.#paused) this.open();
  }

  #pause(): void {
    this.#paused = this.#socket !== null && !this.done;
    if (this.#paused) this.close();
  }

  close(): void {
    this.#socket?.close();
    this.#socket = null;
  }

  /** The turn that a position belongs to: the one whose moves led there. */
  turnAt(at: number): JudgedTurn | null {
    return this.turns.find((turn) => turn.begin < at && at <= turn.end) ?? null;
  }

  #receive(message: ReviewLine): void {
    if (message.type === "ping") return;
    if (message.type === "refused") {
      this.error = message.text;
      return this.close();
    }
    const afresh = message.type === "review";
    this.outlooks = new Map([...(afresh ? [] : this.outlooks), ...message.positions.map((each) => [each.at, each] as const)]);
    const turns = new Map([...(afresh ? [] : this.turns), ...message.turns].map((turn) => [turn.turn, turn]));
    this.turns = [...turns.values()].sort((one, other) => one.turn - other.turn);
    this.sides = message.sides;
    this.#left = message.left;
    if (afresh) this.#total = Math.max(1, message.total);
    if (this.done) this.close();
  }
}
