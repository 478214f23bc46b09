// A socket that comes back by itself, says how it is doing, and notices silence.

export type LinkState = "connecting" | "open" | "lost";

export interface Listener<Message> {
  message(message: Message): void;
  state?(state: LinkState): void;
}

export interface Link {
  /** Sends if the line is open; otherwise false, and the caller asks by other means. */
  send(message: object): boolean;
  /** Tries again now instead of at the next turn of the clock. */
  retry(): void;
  close(): void;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8_000;
/** The server speaks at least this often; more silence than that is a line that died unnoticed. */
const SILENCE_MS = 60_000;
/** The server's word that what was asked for does not exist: asking again would not help. */
const GONE = 4404;

/** How long to wait before the next try: twice as long each time, with some chance so that not all come at once. */
export function wait(tries: number, chance = Math.random()): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries) * (0.75 + chance / 2);
}

/** Listens on a path such as /api/matches/ID/live until closed. */
export function listen<Message extends { type?: string }>(path: string, listener: Listener<Message>): Link {
  let socket: WebSocket | null = null;
  let tries = 0;
  let closed = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  let watch: ReturnType<typeof setTimeout> | undefined;

  function heard(): void {
    clearTimeout(watch);
    watch = setTimeout(() => socket?.close(), SILENCE_MS);
  }

  function open(): void {
    clearTimeout(again);
    if (closed) return;
    listener.state?.("connecting");
    const mine = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
    socket = mine;
    heard();
    mine.onopen = () => {
      if (mine !== socket) return;
      tries = 0;
      listener.state?.("open");
    };
    mine.onmessage = (event: MessageEvent<string>) => {
      if (mine !== socket) return;
      heard();
      const message = JSON.parse(event.data) as Message;
      if (message.type === "ping") mine.send('{"type":"pong"}');
      else listener.message(message);
    };
    mine.onclose = (event: CloseEvent) => {
      if (mine !== socket || closed) return;
      socket = null;
      clearTimeout(watch);
      if (event.code === GONE) return;
      listener.state?.("lost");
      again = setTimeout(open, wait(tries++));
    };
  }

  function retry(): void {
    if (!closed && socket === null) open();
  }

  function shown(): void {
    if (document.visibilityState === "visible") retry();
  }

  addEventListener("online", retry);
  document.addEventListener("visibilitychange", shown);
  open();
  return {
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    retry,
    close() {
      closed = true;
      clearTimeout(again);
      clearTimeout(watch);
      removeEventListener("online", retry);
      document.removeEventListener("visibilitychange", shown);
      socket?.close();
      socket = null;
    },
  };
}
