// A match as this page knows it: the newest view, what was done here but not yet confirmed, and the connection to the server.
// Views come over the socket, as a setup and then updates, and whole in answers to requests; the version orders them all.

import { go, momentOf, place } from "../app/route.svelte";
import { applyEvents } from "../board/animation";
import { api, ApiError } from "../wire/api";
import { joinMatch } from "../wire/join";
import { withRetries } from "../wire/retry";
import { saveMatch } from "../wire/seatTokens";
import { connect, type Connection, type ConnectionState } from "../wire/socket";
import type { Board, Hint, LiveMessage, Move, MoveEvent, OfferKind, MatchAnswer, Side, Update, View, Words } from "../wire/types";
import { ServerTime } from "./clock";
import { positionsOf } from "../game/positions";
import { takebackTarget } from "../game/turns";
import { GameViewer } from "../game/viewer.svelte";
import { MoveSender } from "./moveSender";
import { RequestQueue } from "./requestQueue.svelte";
import { applyUpdate } from "./updates";

type Answer = "accept" | "decline" | "withdraw";

export interface Presence {
  first: boolean;
  second: boolean;
  watching: number;
}

export class LiveMatch {
  view: View | null = $state.raw(null);
  you: readonly Side[] = $state.raw([]);
  error: ApiError | null = $state.raw(null);
  connection: ConnectionState = $state("connecting");
  presence: Presence | null = $state.raw(null);
  /** The moments from which a side that is away may be claimed against. */
  claimableFrom: { first: number | null; second: number | null } | null = $state.raw(null);
  /** Something the reader should know, until the next move. */
  notice: Words | null = $state.raw(null);
  hint: Hint | null = $state.raw(null);
  #hinting = $state(false);
  /** The notice is that nobody answers, which is over once somebody does. */
  #unreachable = false;
  /** The reader's own move, on the board before the server has confirmed it. */
  #pending: { at: number; board: Board; events: readonly MoveEvent[] } | null = $state.raw(null);
  /** The match as far as its stones have come to rest: whatever is said about it is said of this, so that nothing is told ahead. */
  shown: View | null = $state.raw(null);
  /** Views whose stones are still on their way, in order. */
  #coming: View[] = [];
  readonly viewer = new GameViewer((board) => this.#rest(board));
  /** The reader's move waits for somebody to answer. */
  held = $state(false);
  /** Whether the window is open from which the reader shares it. */
  sharing = $state(false);
  /** The offer that the reader took back last. */
  withdrawn: OfferKind | null = null;
  /** An invitation brought the reader here, and somebody else has taken the seat. */
  tooLate = $state(false);
  readonly serverTime = new ServerTime();
  readonly #requests = new RequestQueue();
  readonly #moves: MoveSender;
  #socket: Connection | null = null;
  /** How many messages have come over the socket. */
  #received = 0;
  /** A setup has been asked for and has not come. */
  #syncing = false;

  constructor(readonly id: string, private readonly onupdate: (before: View | null, now: View) => void) {
    this.#moves = new MoveSender(id, (message) => this.#socket?.send(message) ?? false, (held) => (this.held = held));
  }

  /** The board to show: a step ahead of the server while a move is on its way. */
  get board(): Board | null {
    return this.#pending?.board ?? this.view?.board ?? null;
  }

  get pending(): boolean {
    return this.#pending !== null;
  }

  /** What the move on its way changes. */
  get events(): readonly MoveEvent[] {
    return this.#pending?.events ?? [];
  }

  /** Whether the server has not answered yet. */
  get sending(): boolean {
    return this.pending || this.#hinting || this.#requests.busy;
  }

  /** Whether the reader decides now. */
  get myTurn(): boolean {
    const view = this.view;
    return view !== null && view.status === "playing" && this.you.includes(view.side) && !this.#pending;
  }

  /** Whether the stones rest and the reader is to be asked to decide. */
  get asked(): boolean {
    return this.myTurn && !this.#coming.length;
  }

  async open(): Promise<void> {
    const tokens = new URLSearchParams(location.hash.slice(1));
    try {
      const seat = tokens.get("seat");
      this.#show(seat ? await api.seat(this.id, seat) : await api.match(this.id));
      // The token must not stay in the address bar, where it would be copied along with the link.
      if (seat) history.replaceState(null, "", location.pathname);
      this.tooLate = tokens.has("join") && !this.you.length && this.view?.status !== "open";
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.error = error;
      if (!error.offline) return;
    }
    this.#connect();
  }

  close(): void {
    this.#socket?.close();
  }

  retry(): void {
    this.#socket?.retry();
  }

  #connect(): void {
    this.#socket?.close();
    this.#socket = connect<LiveMessage>(`/api/matches/${encodeURIComponent(this.id)}/live`, {
      message: (message) => this.#receive(message),
      state: (state) => {
        // Where no socket can be opened at all, the match is requested at every attempt.
        if (state === "lost" && this.connection === "connecting") void this.#poll();
        this.connection = state;
        if (state !== "open") this.#moves.connectionLost();
        else if (this.#unreachable) this.notice = null;
      },
    });
  }

  async #poll(): Promise<void> {
    try {
      this.#show(await api.match(this.id));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  #receive(message: LiveMessage): void {
    this.#received += 1;
    if (message.type === "setup") {
      this.#syncing = false;
      this.#show(message);
      this.#moves.setUp();
    } else if (message.type === "update") this.#update(message);
    else if (message.type === "presence") {
      this.serverTime.sync(message.as_of);
      this.presence = message.here;
      this.claimableFrom = message.gone;
    } else if (message.type === "refused" && this.#moves.refused(message) && message.error !== "stale") this.#sync();
  }

  #update(update: Update): void {
    const now = this.view ? applyUpdate(this.view, update) : "gap";
    if (now === "gap") this.#sync();
    else if (now !== "known") this.#show({ match: now, you: update.you ?? [...this.you] });
  }

  /** Asks for the whole match: something is missing here. */
  #sync(): void {
    this.#syncing ||= this.#socket?.send({ type: "sync" }) ?? false;
  }

  /** Shows a match as it stands, unless something newer is known. */
  #show({ match: now, you }: MatchAnswer): void {
    const before = this.view;
    this.error = null;
    if (now.times) this.serverTime.sync(now.times.as_of);
    if (before && now.version <= before.version) {
      // Nothing new but the time, and perhaps the seat.
      if (now.version === before.version) [this.view, this.you] = [now, you];
      return;
    }
    this.you = you;
    if (!before || before.at !== now.at || now.status === "over") {
      this.hint = null;
      this.notice = null;
    }
    if (this.#pending && now.at >= this.#pending.at) this.#pending = null;
    this.view = now;
    this.viewer.feed(positionsOf(now.start, now.history, now, this.viewer.positions));
    if (!before) this.viewer.go(momentOf(place.query) ?? now.at); // a link may lead to a moment of the game
    this.#moves.seen(now);
    this.#coming.push(now);
    if (!this.viewer.shows(now.board)) this.reveal();
  }

  /** The stones of a board have come to rest: what has led there can be told. */
  #rest(board: Board): void {
    const last = this.#coming.findLastIndex((view) => view.board === board);
    this.reveal(last + 1);
  }

  /** Tells what is still to be told, or the first few of it. */
  reveal(count = this.#coming.length): void {
    for (const view of this.#coming.splice(0, count)) {
      const before = this.shown;
      this.shown = view;
      this.onupdate(before, view);
    }
  }

  /** Plays a move at once before the reader's eyes, and has it sent; one that is refused comes off the board again. */
  async play(move: Move): Promise<void> {
    const view = this.view;
    if (!view || this.#pending) return;
    this.notice = null;
    this.hint = null;
    const pending = { at: view.at + 1, board: { ...view.board, cells: applyEvents(view.board, move.events) }, events: move.events };
    this.#pending = pending;
    const received = this.#received;
    try {
      const answer = await this.#moves.play(move.move, view.at);
      if (answer) {
        this.#show(answer);
        // The socket has not reported the move: it may be dead, and would not report the opponent's either.
        if (this.connection === "open" && this.#received === received) this.#socket?.restart();
      }
    } catch (error) {
      this.#refuse(error);
      if (this.view?.history[view.at]?.move === move.move) this.notice = null; // it was made, and only the answer was lost
    }
    if (this.#pending === pending) this.#pending = null;
  }

  #request(request: () => Promise<MatchAnswer>, name = "", retry = true): Promise<void> {
    return this.#requests.add(async () => {
      try {
        this.#show(await (retry ? withRetries(request) : request()));
      } catch (error) {
        this.#refuse(error);
      }
    }, name);
  }

  /** Tells why something was refused; the match as it stands may come with that. */
  #refuse(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    const match = error.data["match"] as View | undefined;
    if (match) this.#show({ match, you: (error.data["you"] as Side[] | undefined) ?? [...this.you] });
    this.notice = error.text;
    this.#unreachable = error.offline;
  }

  takeback(): Promise<void> {
    const view = this.view;
    if (!view) return Promise.resolve();
    return this.#request(() => api.back(this.id, takebackTarget(view, this.you), view.at), "back");
  }

  offer(kind: OfferKind, answer?: Answer): Promise<void> {
    this.withdrawn = answer === "withdraw" ? kind : null;
    return this.#request(() => api.offer(this.id, kind, answer), `${answer ?? "offer"} ${kind}`);
  }

  /** Goes to the rematch with one's seat; where there is none yet it is made, or the other side asked. */
  rematch(): Promise<void> {
    return this.#request(async () => {
      const seated = await api.rematch(this.id);
      if (seated.match.id === this.id) return seated;
      saveMatch(seated);
      go(`/m/${seated.match.id}`);
      return { match: this.view ?? seated.match, you: [...this.you] };
    }, "rematch");
  }

  resign(): Promise<void> {
    return this.#request(() => api.resign(this.id), "resign");
  }

  claim(): Promise<void> {
    return this.#request(() => api.claim(this.id), "claim");
  }

  /** Whether the message has arrived for certain. It is not sent again by itself: others would read it twice. */
  async sendChat(text: string): Promise<boolean> {
    let arrived = false;
    const before = this.view?.chat.length ?? 0;
    await this.#request(
      async () => {
        const update = await api.chat(this.id, text);
        arrived = true;
        return update;
      },
      "",
      false,
    );
    // The socket may have delivered the message though the answer was lost.
    const told = this.view?.chat.slice(before).some((line) => line.text === text && line.side !== null && this.you.includes(line.side));
    if (told) this.notice = null;
    return arrived || told === true;
  }

  async join(invitation: string | null, name: string): Promise<void> {
    const wish = { ...(invitation ? { invitation } : {}), ...(name ? { name } : {}) };
    await this.#request(() => joinMatch(this.id, wish), "join", false);
    if (this.you.length) {
      history.replaceState(null, "", location.pathname);
      // The open socket belongs to a spectator; a new one carries the seat.
      this.#connect();
    }
  }

  async requestHint(): Promise<void> {
    const view = this.view;
    if (!view || this.sending) return;
    this.#hinting = true;
    const shown = this.board?.cells;
    try {
      const hint = await api.hint(this.id, view.at);
      if (this.view?.at === view.at && this.board?.cells === shown) this.hint = hint;
    } catch (error) {
      this.#refuse(error);
    } finally {
      this.#hinting = false;
    }
  }
}
