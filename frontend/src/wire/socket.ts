// A socket that reconnects by itself, reports its state, and notices silence.

export type ConnectionState = "connecting" | "open" | "lost";

export interface Listener<Message> {
  message(message: Message): void;
  state?(state: ConnectionState): void;
}

export interface Connection {
  /** Sends if the socket is open; otherwise false, and the caller uses HTTP. */
  send(message: object): boolean;
  /** Tries again now instead of at the next turn of the clock. */
  retry(): void;
  /** Replaces a socket that seems dead. */
  restart(): void;
  close(): void;
}

const FIRST_DELAY_MS = 400;
const LONGEST_DELAY_MS = 8_000;
/** The server speaks at least this often; longer silence means the connection died unnoticed. */
const SILENCE_MS = 60_000;
/** The server's word that what was asked for does not exist: asking again would not help. */
const NOT_FOUND = 4404;

/** How long to wait before the next try: twice as long each time, with some chance so that not all come at once. */
export function reconnectDelay(attempts: number, chance = Math.random()): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempts) * (0.75 + chance / 2);
}

/** Listens on a path such as /api/matches/ID/live until closed. */
export function connect<Message extends { type?: string }>(path: string, listener: Listener<Message>): Connection {
  let socket: WebSocket | null = null;
  let attempts = 0;
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;

  function restartWatchdog(): void {
    clearTimeout(watchdog);
    watchdog = setTimeout(restart, SILENCE_MS);
  }

  function open(): void {
    clearTimeout(timer);
    if (closed) return;
    listener.state?.("connecting");
    const current = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
    socket = current;
    restartWatchdog();
    current.onopen = () => {
      if (current !== socket) return;
      attempts = 0;
      listener.state?.("open");
    };
    current.onmessage = (event: MessageEvent<string>) => {
      if (current !== socket) return;
      restartWatchdog();
      const message = JSON.parse(event.data) as Message;
      if (message.type === "ping") current.send('{"type":"pong"}');
      else listener.message(message);
    };
    current.onclose = (event: CloseEvent) => {
      if (current !== socket || closed) return;
      socket = null;
      clearTimeout(watchdog);
      if (event.code === NOT_FOUND) return;
      listener.state?.("lost");
      timer = setTimeout(open, reconnectDelay(attempts++));
    };
  }

  function retry(): void {
    if (!closed && socket === null) open();
  }

  /** A dead socket would take its time to close: nobody waits for it. */
  function restart(): void {
    if (closed || socket === null) return;
    const dead = socket;
    socket = null;
    dead.close();
    open();
  }

  function becameVisible(): void {
    if (document.visibilityState === "visible") retry();
  }

  addEventListener("online", retry);
  document.addEventListener("visibilitychange", becameVisible);
  open();
  return {
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    retry,
    restart,
    close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(watchdog);
      removeEventListener("online", retry);
      document.removeEventListener("visibilitychange", becameVisible);
      socket?.close();
      socket = null;
    },
  };
}
