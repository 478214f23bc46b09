// Moves on their way between the page and the server in miniature.

import { FakeServer } from "./fakeServer";
import { type Screen, sitDown } from "./screen";

export const EMPTY = "........";
export const B1 = { move: "b1", at: 0 };

/** The moves that came by request. */
export const requested = (server: FakeServer): Record<string, unknown>[] => server.sent("/moves").map((each) => each.body);

/** What happens without the page being told. */
export function missed(server: FakeServer, happens: () => void): void {
  server.deadLine = true;
  happens();
  server.deadLine = false;
}

/** A page whose line cannot be opened. */
export async function withoutLine(you: ("first" | "second")[] = ["first"]): Promise<{ server: FakeServer; screen: Screen }> {
  const server = new FakeServer(you);
  server.noLine = true;
  return { server, screen: await sitDown(server) };
}
