// A move on its way to the server: over the socket, and over HTTP where the socket is closed or silent. A repeat changes nothing,
// so the same move may go both ways; whichever answers first decides.

import { api, ApiError } from "../wire/api";
import { withRetries } from "../wire/retry";
import type { ClientMessage, MatchAnswer, Refused, View } from "../wire/types";

/** How long the socket may be silent about a move before it is sent over HTTP too. */
const ANSWER_MS = 3000;
/** How long a move waits for a connection before it is tried again. */
const WAIT_MS = 5000;
/** Refusals by a server that is in trouble, which may be over soon. */
const PASSING: readonly string[] = ["busy", "store_failed"];

interface MoveInFlight {
  readonly move: string;
  /** How many moves had been made before. */
  readonly at: number;
  settled: boolean;
  /** Runs while only the socket has been used. */
  timer?: ReturnType<typeof setTimeout> | undefined;
  refusal?: ApiError;
  /** Nobody has answered a request: the move waits for the connection. */
  offline?: boolean;
  readonly resolve: (answer: MatchAnswer | null) => void;
  readonly reject: (error: unknown) => void;
}

export class MoveSender {
  #inFlight: MoveInFlight | null = null;

  /** `send` says whether the socket is open and has taken the message; `onhold` is told whether a move waits for somebody to answer. */
  constructor(
    private readonly id: string,
    private readonly send: (message: ClientMessage) => boolean,
    private readonly onhold: (held: boolean) => void = () => undefined,
  ) {}

  /** Waits until the server has the move: for its answer where that came by a request. An ApiError says why it is refused. */
  play(move: string, at: number): Promise<MatchAnswer | null> {
    return new Promise<MatchAnswer | null>((resolve, reject) => {
      const flight: MoveInFlight = {
        move, at, settled: false,
        resolve: (answer) => (this.#settle(flight), resolve(answer)),
        reject: (error) => (this.#settle(flight), reject(error)),
      };
      this.#inFlight = flight;
      if (this.send({ type: "move", move, at })) flight.timer = setTimeout(() => this.#request(flight), ANSWER_MS);
      else this.#request(flight);
    });
  }

  /** The socket has closed: what was sent over it may never arrive. */
  connectionLost(): void {
    if (this.#inFlight?.timer !== undefined && !this.#inFlight.offline) this.#request(this.#inFlight);
  }

  /** A new view, which may show that the move was made. */
  seen(view: View): void {
    const flight = this.#inFlight;
    if (flight && view.history[flight.at]?.move === flight.move) flight.resolve(null);
  }

  /** The server refused. Whether it refused the move in flight, so that a new setup is needed before the refusal is shown. */
  refused(refusal: Refused): boolean {
    const flight = this.#inFlight;
    if (!flight || refusal.move !== flight.move || refusal.at !== flight.at) return false;
    if (PASSING.includes(refusal.error)) {
      this.connectionLost();
      return false;
    }
    flight.refusal = new ApiError(409, refusal.error, refusal.text, refusal);
    return true;
  }

  /** A new setup has arrived: the refused move is not on the board. */
  setUp(): void {
    const flight = this.#inFlight;
    if (flight?.refusal) flight.reject(flight.refusal);
    else if (flight?.offline) this.#request(flight);
  }

  #request(flight: MoveInFlight): void {
    clearTimeout(flight.timer);
    flight.timer = undefined;
    withRetries(() => api.move(this.id, flight.move, flight.at), () => flight.settled).then(flight.resolve, (error: unknown) => {
      const nobody = error instanceof ApiError && error.offline && !PASSING.includes(error.code);
      if (flight.settled || !nobody) return flight.reject(error);
      // A repeat changes nothing: the move waits and is tried again, once the socket is open or after a while.
      flight.offline = true;
      this.onhold(true);
      flight.timer = setTimeout(() => this.#request(flight), WAIT_MS);
    });
  }

  #settle(flight: MoveInFlight): void {
    flight.settled = true;
    clearTimeout(flight.timer);
    if (flight.offline) this.onhold(false);
    if (this.#inFlight === flight) this.#inFlight = null;
  }
}
