// A match as this page knows it: the newest view, what was done here but not yet confirmed, and the connection to the server.

import { go } from "../app/route.svelte";
import { applyChanges } from "../board/animation";
import { api, ApiError } from "../wire/api";
import { connect, type Connection, type ConnectionState } from "../wire/socket";
import { saveMatch } from "../wire/seatTokens";
import type { Board, Change, Hint, LiveMessage, Move, OfferKind, Personal, Side, View, Words } from "../wire/types";
import { ServerTime } from "./clock";
import { takebackTarget, changesBetween } from "./changes";

type Answer = "accept" | "decline" | "withdraw";

const ATTEMPTS = 4;
const RETRY_MS = 900;

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
  sending = $state(false);
  /** The changes that led to the board as shown. */
  changes: readonly Change[] | null = $state.raw(null);
  /** The reader's own move, on the board before the server has confirmed it. */
  #pending: { at: number; board: Board } | null = $state.raw(null);
  /** Boards seen here, by the number of moves made: what one can look back at. */
  boards: ReadonlyMap<number, Board> = $state.raw(new Map());
  readonly serverTime = new ServerTime();
  #socket: Connection | null = null;
  #queue: Promise<void> = Promise.resolve();
  readonly #queued = new Set<string>();

  constructor(readonly id: string, private readonly onupdate: (before: View | null, now: View) => void) {}

  /** The board to show: a step ahead of the server while a move is on its way. */
  get board(): Board | null {
    return this.#pending?.board ?? this.view?.board ?? null;
  }

  get pending(): boolean {
    return this.#pending !== null;
  }

  /** Whether the reader decides now. */
  get myTurn(): boolean {
    const view = this.view;
    return view !== null && view.status === "playing" && this.you.includes(view.side) && !this.#pending;
  }

  async open(): Promise<void> {
    const tokens = new URLSearchParams(location.hash.slice(1));
    try {
      const seat = tokens.get("seat");
      this.#apply(seat ? await api.seat(this.id, seat) : await api.match(this.id));
      // The token must not stay in the address bar, where it would be copied along with the link.
      if (seat) history.replaceState(null, "", location.pathname);
      void this.#loadBoards();
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
      state: (state) => (this.connection = state),
    });
  }

  #receive(message: LiveMessage): void {
    if (message.type === "view") this.#apply(message);
    else if (message.type === "presence") {
      this.serverTime.sync(message.as_of);
      this.presence = message.here;
      this.claimableFrom = message.gone;
    } else if (message.type === "refused" && message.match) this.#apply({ match: message.match, you: [...this.you] });
  }

  #apply(update: Personal): void {
    const [before, now] = [this.view, update.match];
    this.error = null;
    if (now.times) this.serverTime.sync(now.times.as_of);
    if (before && now.version <= before.version) {
      // Nothing new but the time: the same view comes by every line there is.
      if (now.version === before.version && now.at === before.at) [this.view, this.you] = [now, update.you];
      return;
    }
    this.you = update.you;
    const shown = this.board?.cells;
    if (before && shown !== undefined) this.changes = changesBetween(shown, before, now);
    if (!before || before.at !== now.at || now.status === "over") {
      this.hint = null;
      this.notice = null;
    }
    if (this.#pending && (now.at >= this.#pending.at || !this.sending)) this.#pending = null;
    this.view = now;
    this.#keepBoard(now);
    this.onupdate(before, now);
  }

  #keepBoard(now: View): void {
    const boards = new Map([...this.boards].filter(([at]) => at < now.at));
    this.boards = boards.set(now.at, now.board);
  }

  /** Boards from before this page was opened; without them one can look back as far as one has watched. */
  async #loadBoards(): Promise<void> {
    const [view, known] = [this.view, this.boards.size];
    if (!view || view.at + 1 <= known) return;
    try {
      const { boards } = await api.boards(this.id);
      const past = boards.slice(0, this.view?.at ?? 0).map((cells, at) => [at, { ...view.board, cells }] as const);
      this.boards = new Map([...past, ...this.boards]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** Plays a move at once before the reader's eyes, and tells the server, again if need be: a repeat changes nothing. */
  async play(move: Move): Promise<void> {
    const view = this.view;
    if (!view || this.#pending) return;
    this.notice = null;
    this.hint = null;
    this.changes = move.changes;
    const pending = { at: view.at + 1, board: { ...view.board, cells: applyChanges(view.board, move.changes) } };
    this.#pending = pending;
    await this.#enqueue(() => api.move(this.id, move.move, view.at));
    if (this.#pending === pending) {
      this.changes = null;
      this.#pending = null;
    }
  }

  /** Sends requests one after the other: the socket may bring a view before its request is answered, and what
   * the reader does on seeing it must not be lost. What has a name is sent once, however often it is pressed. */
  #enqueue(request: () => Promise<Personal>, name = "", retry = true): Promise<void> {
    if (name && this.#queued.has(name)) return this.#queue;
    if (name) this.#queued.add(name);
    this.sending = true;
    const sent: Promise<void> = this.#queue
      .catch(() => undefined)
      .then(() => this.#request(request, retry))
      .finally(() => {
        this.#queued.delete(name);
        if (this.#queue === sent) this.sending = false;
      });
    this.#queue = sent;
    return sent;
  }

  async #request(request: () => Promise<Personal>, retry: boolean): Promise<void> {
    try {
      this.#apply(await (retry ? withRetries(request) : request()));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#rejected(error);
    }
  }

  #rejected(error: ApiError): void {
    const match = error.data["match"] as View | undefined;
    if (match) this.#apply({ match, you: [...this.you] });
    this.notice = error.text;
  }

  takeback(): Promise<void> {
    const view = this.view;
    if (!view) return Promise.resolve();
    return this.#enqueue(() => api.back(this.id, takebackTarget(view, this.you), view.at), "back");
  }

  offer(kind: OfferKind, answer?: Answer): Promise<void> {
    return this.#enqueue(() => api.offer(this.id, kind, answer), `${answer ?? "offer"} ${kind}`);
  }

  /** Goes to the rematch with one's seat; where there is none yet it is made, or the other side asked. */
  rematch(): Promise<void> {
    return this.#enqueue(async () => {
      const seated = await api.rematch(this.id);
      if (seated.match.id === this.id) return seated;
      saveMatch(seated);
      go(`/m/${seated.match.id}`);
      return { match: this.view ?? seated.match, you: [...this.you] };
    }, "rematch");
  }

  resign(): Promise<void> {
    return this.#enqueue(() => api.resign(this.id), "resign");
  }

  claim(): Promise<void> {
    return this.#enqueue(() => api.claim(this.id), "claim");
  }

  /** Whether the message has arrived for certain. It is not sent again by itself: others would read it twice. */
  async sendChat(text: string): Promise<boolean> {
    let arrived = false;
    await this.#enqueue(
      async () => {
        const update = await api.chat(this.id, text);
        arrived = true;
        return update;
      },
      "",
      false,
    );
    return arrived;
  }

  async join(invitation: string | null, name: string): Promise<void> {
    await this.#enqueue(async () => {
      const seated = await api.join(this.id, { ...(invitation ? { invitation } : {}), ...(name ? { name } : {}) });
      saveMatch(seated);
      return seated;
    }, "join");
    if (this.you.length) {
      history.replaceState(null, "", location.pathname);
      // The open line was made by a watcher; a new one carries the seat.
      this.#connect();
    }
  }

  async requestHint(): Promise<void> {
    const view = this.view;
    if (!view || this.sending) return;
    this.sending = true;
    const queue = this.#queue;
    const shown = this.board?.cells;
    try {
      const hint = await api.hint(this.id, view.at);
      if (this.view?.at === view.at && this.board?.cells === shown) this.hint = hint;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.notice = error.text;
    } finally {
      if (this.#queue === queue) this.sending = false;
    }
  }
}

async function withRetries<T>(request: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ApiError) || !error.offline || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * attempt));
    }
  }
}
