// The server's engine, over one socket for as long as it is asked something.

import { connect, type Connection } from "../wire/socket";
import type { AnalysisMessage, AskedAnalysis, NodeWorth } from "../wire/types";
import type { Analyst, Listener, Request } from "./analyst";

interface Survey {
  onjudged: (at: number, worth: NodeWorth) => void;
  done: () => void;
}

/** What a socket's message may hold. */
const LONGEST = 4000;

export class ServerAnalyst implements Analyst {
  #socket: Connection | null = null;
  #number = 0;
  /** What is being asked, to be asked again where the line was lost. */
  readonly #asked = new Map<"analyse" | "survey", AskedAnalysis & { id: number }>();
  readonly #listeners = new Map<number, Listener>();
  readonly #surveys = new Map<number, Survey>();

  analyse(request: Request, listener: Listener): () => void {
    const id = (this.#number += 1);
    this.#listeners.clear();
    this.#listeners.set(id, listener);
    this.#ask("analyse", { type: "analyse", id, ...request, threat: request.threat !== null, moves: [] });
    return () => this.#leave("analyse", id);
  }

  survey(position: string, moves: readonly string[], at: readonly number[], onjudged: Survey["onjudged"], done: () => void): () => void {
    const id = (this.#number += 1);
    const message = { type: "survey" as const, id, position, moves: moves.slice(0, Math.max(0, ...at)), at: [...at] };
    if (JSON.stringify(message).length > LONGEST) return () => undefined;
    this.#surveys.clear();
    this.#surveys.set(id, { onjudged, done });
    this.#ask("survey", message);
    return () => this.#leave("survey", id);
  }

  close(): void {
    this.#asked.clear();
    this.#listeners.clear();
    this.#surveys.clear();
    this.#socket?.close();
    this.#socket = null;
  }

  #ask(kind: "analyse" | "survey", message: AskedAnalysis & { id: number }): void {
    this.#asked.set(kind, message);
    // What cannot be sent now is sent as soon as the line is open.
    if (this.#socket) this.#socket.send(message);
    else {
      this.#socket = connect<AnalysisMessage>("/api/analysis/live", {
        message: (message) => this.#receive(message),
        state: (state) => state === "open" && this.#askAll(),
      });
    }
  }

  #askAll(): void {
    for (const message of this.#asked.values()) this.#socket?.send(message);
  }

  /** Nobody waits for it any more. */
  #leave(kind: "analyse" | "survey", id: number): void {
    this.#listeners.delete(id);
    this.#surveys.delete(id);
    if (this.#asked.get(kind)?.id !== id) return;
    this.#asked.delete(kind);
    this.#socket?.send({ type: "stop" });
    this.#askAll();
  }

  #receive(message: AnalysisMessage): void {
    if (message.type === "ping") return;
    const id = message.id ?? -1;
    const [hearing, survey] = [this.#listeners.get(id), this.#surveys.get(id)];
    if (message.type === "lines") hearing?.found(message);
    else if (message.type === "surveyed") survey?.onjudged(message.at, message);
    else {
      if (hearing || survey) this.#asked.delete(hearing ? "analyse" : "survey");
      this.#listeners.delete(id);
      this.#surveys.delete(id);
      if (message.type === "refused") {
        if (hearing || id === -1) [...(hearing ? [hearing] : this.#listeners.values())].forEach((each) => each.failed(message.text));
      } else hearing?.done(message.proved);
      survey?.done();
    }
  }
}
