// A match as this page knows it: the newest view, what was done here but not yet confirmed, and the line to the server.

import { go } from "../app/route.svelte";
import { applied } from "../board/motion";
import { api, ApiError } from "../wire/api";
import { listen, type Link, type LinkState } from "../wire/live";
import { remember } from "../wire/mine";
import type { Board, Change, Hint, LiveMessage, Move, OfferKind, Personal, Side, View, Words } from "../wire/types";
import { ServerTime } from "./clock";
import { backTo, changesTo } from "./follow";

type Answer = "accept" | "decline" | "withdraw";

const TRIES = 4;
const AGAIN_MS = 900;

export interface Presence {
  first: boolean;
  second: boolean;
  watching: number;
}

export class LiveMatch {
  view: View | null = $state.raw(null);
  you: readonly Side[] = $state.raw([]);
  problem: ApiError | null = $state.raw(null);
  link: LinkState = $state("connecting");
  here: Presence | null = $state.raw(null);
  /** The moments from which a side that is away may be claimed against. */
  gone: { first: number | null; second: number | null } | null = $state.raw(null);
  thinking: Side | null = $state(null);
  /** Something the reader should know, until the next move. */
  notice: Words | null = $state.raw(null);
  hint: Hint | null = $state.raw(null);
  sending = $state(false);
  /** The changes that led to the board as shown. */
  changes: readonly Change[] | null = $state.raw(null);
  #ahead: { at: number; board: Board } | null = $state.raw(null);
  /** Boards seen here, by the number of moves made: what one can look back at. */
  seen: ReadonlyMap<number, Board> = $state.raw(new Map());
  readonly time = new ServerTime();
  #link: Link | null = null;
  #line: Promise<void> = Promise.resolve();
  readonly #asked = new Set<string>();

  constructor(readonly id: string, private readonly onview: (before: View | null, now: View) => void) {}

  /** The board to show: a step ahead of the server while a move is on its way. */
  get board(): Board | null {
    return this.#ahead?.board ?? this.view?.board ?? null;
  }

  get ahead(): boolean {
    return this.#ahead !== null;
  }

  /** Whether the reader decides now. */
  get mine(): boolean {
    const view = this.view;
    return view !== null && view.status === "playing" && this.you.includes(view.side) && !this.#ahead;
  }

  async open(): Promise<void> {
    const tokens = new URLSearchParams(location.hash.slice(1));
    try {
      const seat = tokens.get("seat");
      this.#take(seat ? await api.seat(this.id, seat) : await api.match(this.id));
      // The token must not stay in the address bar, where it would be copied along with the link.
      if (seat) history.replaceState(null, "", location.pathname);
      void this.#lookBack();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.problem = error;
      if (!error.offline) return;
    }
    this.#listen();
  }

  close(): void {
    this.#link?.close();
  }

  retry(): void {
    this.#link?.retry();
  }

  #listen(): void {
    this.#link?.close();
    this.#link = listen<LiveMessage>(`/api/matches/${encodeURIComponent(this.id)}/live`, {
      message: (message) => this.#heard(message),
      state: (state) => (this.link = state),
    });
  }

  #heard(message: LiveMessage): void {
    if (message.type === "view") this.#take(message);
    else if (message.type === "presence") {
      this.time.heard(message.as_of);
      this.here = message.here;
      this.gone = message.gone;
    }
    else if (message.type === "thinking") this.thinking = message.side;
    else if (message.type === "refused" && message.match) this.#take({ match: message.match, you: [...this.you] });
  }

  #take(told: Personal): void {
    const [before, now] = [this.view, told.match];
    this.problem = null;
    this.you = told.you;
    if (now.times) this.time.heard(now.times.as_of);
    if (before && now.version <= before.version) {
      // Nothing new but the time: the same view comes by every line there is.
      if (now.version === before.version && now.at === before.at) this.view = now;
      return;
    }
    const shown = this.board?.cells;
    if (before && shown !== undefined) this.changes = changesTo(shown, before, now);
    if (!before || before.at !== now.at || now.status === "over") {
      this.thinking = null;
      this.hint = null;
      this.notice = null;
    }
    if (this.#ahead && (now.at >= this.#ahead.at || !this.sending)) this.#ahead = null;
    this.view = now;
    this.#remember(now);
    this.onview(before, now);
  }

  #remember(now: View): void {
    const seen = new Map([...this.seen].filter(([at]) => at < now.at));
    this.seen = seen.set(now.at, now.board);
  }

  /** Boards from before this page was opened; without them one can look back as far as one has watched. */
  async #lookBack(): Promise<void> {
    const [view, known] = [this.view, this.seen.size];
    if (!view || view.at + 1 <= known) return;
    try {
      const { boards } = await api.boards(this.id);
      const past = boards.slice(0, this.view?.at ?? 0).map((cells, at) => [at, { ...view.board, cells }] as const);
      this.seen = new Map([...past, ...this.seen]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** Plays a move at once before the reader's eyes, and tells the server, again if need be: a repeat changes nothing. */
  async play(move: Move): Promise<void> {
    const view = this.view;
    if (!view || this.#ahead) return;
    this.notice = null;
    this.hint = null;
    this.changes = move.changes;
    const ahead = { at: view.at + 1, board: { ...view.board, cells: applied(view.board, move.changes) } };
    this.#ahead = ahead;
    await this.#send(() => api.move(this.id, move.move, view.at));
    if (this.#ahead === ahead) {
      this.changes = null;
      this.#ahead = null;
    }
  }

  /** Tells the server one thing after the other: the live line may bring a view before its request is answered, and what
   * the reader does on seeing it must not be lost. What has a name is asked once, however often it is pressed. */
  #send(ask: () => Promise<Personal>, name = ""): Promise<void> {
    if (name && this.#asked.has(name)) return this.#line;
    if (name) this.#asked.add(name);
    this.sending = true;
    const told: Promise<void> = this.#line
      .catch(() => undefined)
      .then(() => this.#tell(ask))
      .finally(() => {
        this.#asked.delete(name);
        if (this.#line === told) this.sending = false;
      });
    this.#line = told;
    return told;
  }

  async #tell(ask: () => Promise<Personal>): Promise<void> {
    try {
      this.#take(await patiently(ask));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#refused(error);
    }
  }

  #refused(error: ApiError): void {
    this.#ahead = null;
    this.changes = null;
    const match = error.data["match"] as View | undefined;
    if (match) this.#take({ match, you: [...this.you] });
    this.notice = error.text;
  }

  back(): Promise<void> {
    const view = this.view;
    if (!view) return Promise.resolve();
    return this.#send(() => api.back(this.id, backTo(view, this.you), view.at), "back");
  }

  /** Back to the beginning of the turn under way. */
  backToTurn(): Promise<void> {
    const view = this.view;
    if (!view?.mid_turn) return Promise.resolve();
    const to = view.history.findIndex((each) => each.turn === view.history.at(-1)?.turn);
    return this.#send(() => api.back(this.id, to, view.at), "back");
  }

  offer(kind: OfferKind, answer?: Answer): Promise<void> {
    return this.#send(() => api.offer(this.id, kind, answer), `${answer ?? "offer"} ${kind}`);
  }

  /** Goes to the rematch with one's seat; where there is none yet it is made, or the other side asked. */
  rematch(): Promise<void> {
    return this.#send(async () => {
      const seated = await api.rematch(this.id);
      if (seated.match.id === this.id) return seated;
      remember(seated);
      go(`/m/${seated.match.id}`);
      return { match: this.view ?? seated.match, you: [...this.you] };
    }, "rematch");
  }

  resign(): Promise<void> {
    return this.#send(() => api.resign(this.id), "resign");
  }

  claim(): Promise<void> {
    return this.#send(() => api.claim(this.id), "claim");
  }

  say(text: string): Promise<void> {
    return this.#send(() => api.chat(this.id, text));
  }

  async join(invitation: string | null, name: string): Promise<void> {
    await this.#send(async () => {
      const seated = await api.join(this.id, { ...(invitation ? { invitation } : {}), ...(name ? { name } : {}) });
      remember(seated);
      return seated;
    }, "join");
    if (this.you.length) {
      history.replaceState(null, "", location.pathname);
      // The open line was made by a watcher; a new one carries the seat.
      this.#listen();
    }
  }

  async ask(): Promise<void> {
    const view = this.view;
    if (!view || this.sending) return;
    this.sending = true;
    try {
      const hint = await api.hint(this.id, view.at);
      if (this.view?.at === view.at) this.hint = hint;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.notice = error.text;
    } finally {
      this.sending = false;
    }
  }
}

async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || !error.offline || tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS * tries));
    }
  }
}
