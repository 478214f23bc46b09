// A game that anybody may watch: as it stands, and while it is played every move as it comes.

import { positionsOf } from "../game/positions";
import { GameViewer } from "../game/viewer.svelte";
import { applyUpdate } from "../match/updates";
import { api, ApiError } from "../wire/api";
import { withRetries } from "../wire/retry";
import { connect, type Connection, type ConnectionState } from "../wire/socket";
import type { LiveMessage, View, Words } from "../wire/types";
import { wordsOf } from "../words/catalogues.svelte";

export class PublicGame {
  view: View | null = $state.raw(null);
  error: ApiError | null = $state.raw(null);
  /** Why nothing more is shown of it. */
  gone: Words | null = $state.raw(null);
  connection: ConnectionState = $state("connecting");
  readonly viewer = new GameViewer();
  #socket: Connection | null = null;

  constructor(readonly name: string) {}

  /** Shows it, at a moment if one is given. */
  async open(at: number | null = null): Promise<void> {
    this.error = null;
    try {
      const { match } = await withRetries(() => api.publicGame(this.name));
      this.#show(match);
      if (at !== null) this.viewer.go(at);
      if (match.status !== "over") this.#follow();
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      this.error = problem;
    }
  }

  close(): void {
    this.#socket?.close();
    this.#socket = null;
  }

  #follow(): void {
    this.#socket = connect<LiveMessage>(`/api/public/${encodeURIComponent(this.name)}/live`, {
      message: (message) => this.#receive(message),
      state: (state) => (this.connection = state),
    });
  }

  #receive(message: LiveMessage): void {
    if (message.type === "setup") this.#show(message.match);
    else if (message.type === "update" && this.view) {
      const now = applyUpdate(this.view, message);
      if (now === "gap") this.#socket?.restart();
      else if (now !== "known") this.#show(now);
    } else if (message.type === "refused") {
      // The link was withdrawn: what is on the screen goes too.
      this.gone = message.error === "no_such_match" ? wordsOf("public_withdrawn") : message.text;
      this.close();
    }
  }

  #show(view: View): void {
    this.view = view;
    this.viewer.feed(positionsOf(view.start, view.history, view, this.viewer.positions));
  }
}
