// The public games there are to watch, kept up to date by the server.

import { api, ApiError } from "../wire/api";
import { connect, type Connection, type ConnectionState } from "../wire/socket";
import type { WatchedGame, Watching, WatchMessage } from "../wire/types";

/** The games with those that have gone on in the place of what was known of them. */
export function goneOn(running: readonly WatchedGame[], changed: readonly WatchedGame[]): WatchedGame[] {
  const known = new Map(changed.map((each) => [each.id, each]));
  return running.map((each) => known.get(each.id) ?? each);
}

export class LiveWatching {
  found: Watching | null = $state.raw(null);
  error: ApiError | null = $state.raw(null);
  connection: ConnectionState = $state("connecting");
  #socket: Connection | null = null;

  open(): void {
    this.close();
    this.error = null;
    api.watching().then(
      (found) => (this.found ??= found),
      (problem: unknown) => {
        if (!(problem instanceof ApiError)) throw problem;
        this.error = problem;
      },
    );
    this.#socket = connect<WatchMessage>("/api/watch/live", {
      message: (message) => this.#receive(message),
      state: (state) => (this.connection = state),
    });
  }

  close(): void {
    this.#socket?.close();
    this.#socket = null;
  }

  #receive(message: WatchMessage): void {
    this.error = null;
    if (message.type === "watching") this.found = message;
    else if (message.type === "watched" && this.found) this.found = { ...this.found, running: goneOn(this.found.running, message.games) };
  }
}
