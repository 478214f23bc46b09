// Everything the page asks the server for.  An answer that is not good is an ApiError with words for the reader.
import { wordsOf } from "../words/catalogues.svelte";
import type {
  About, Attempt, Comparison, Exploration, Games, GameTree, GivenTree, Hint, Imported, Language, Lobby, Moment, NewMatch, OfferKind, MatchAnswer,
  Preview, Reading, Rules, SeatAnswer, Study, Watching, Words,
} from "./types";

const TIMEOUT_MS = 20_000;

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly text: Words,
    readonly data: Record<string, unknown> = {},
  ) {
    super(`${status} ${code}: ${text.en}`);
  }

  /** Nobody answered, so that trying again may help. */
  get offline(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

function isWords(value: unknown): value is Words {
  return typeof value === "object" && value !== null && "en" in value;
}

async function request(method: "GET" | "POST", path: string, body?: unknown): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(method === "POST"
        ? { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? {}) }
        : {}),
    });
  } catch {
    throw new ApiError(0, "offline", wordsOf("server_unreachable"));
  }
  let data: unknown;
  try {
    data = answer.status === 204 ? null : await answer.json();
  } catch {
    throw new ApiError(answer.status, "unreadable", wordsOf("answer_unreadable"));
  }
  if (answer.ok) return data;
  const problem = (typeof data === "object" && data !== null ? data : {}) as Record<string, unknown>;
  const code = typeof problem["error"] === "string" ? problem["error"] : "unknown";
  throw new ApiError(answer.status, code, isWords(problem["text"]) ? problem["text"] : wordsOf("answer_unreadable"), problem);
}

async function text(path: string): Promise<string> {
  let answer: Response;
  try {
    answer = await fetch(path, { credentials: "same-origin", signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    throw new ApiError(0, "offline", wordsOf("server_unreachable"));
  }
  if (answer.ok) return answer.text();
  const wait = Number(answer.headers.get("retry-after")) || 1;
  throw new ApiError(answer.status, "unreadable", wordsOf("answer_unreadable"), { wait });
}

const get = async <T>(path: string): Promise<T> => (await request("GET", path)) as T;
const post = async <T>(path: string, body?: unknown): Promise<T> => (await request("POST", path, body)) as T;
const at = (id: string, rest = ""): string => `/api/matches/${encodeURIComponent(id)}${rest}`;

export const api = {
  games: () => get<Games>("/api/games"),
  rules: (game: string, language: Language, theme: "light" | "dark" | "contrast") =>
    get<Rules>(`/api/games/${encodeURIComponent(game)}/rules?language=${language}&theme=${theme}`),
  preview: (ruleset: string) => get<Preview>(`/api/preview?ruleset=${encodeURIComponent(ruleset)}`),
  lobby: () => get<Lobby>("/api/lobby"),
  create: (wish: NewMatch) => post<SeatAnswer>("/api/matches", wish),
  match: (id: string) => get<MatchAnswer>(at(id)),
  join: (id: string, wish: { key: string; invitation?: string; name?: string }) => post<SeatAnswer>(at(id, "/join"), wish),
  seat: (id: string, token: string) => post<MatchAnswer>(at(id, "/seat"), { token }),
  move: (id: string, move: string, made: number) => post<MatchAnswer>(at(id, "/moves"), { move, at: made }),
  back: (id: string, to: number, made: number) => post<MatchAnswer>(at(id, "/back"), { to, at: made }),
  offer: (id: string, kind: OfferKind, answer?: "accept" | "decline" | "withdraw") =>
    post<MatchAnswer>(at(id, "/offers"), answer ? { kind, answer } : { kind }),
  /** One's seat at the rematch, which is made or asked for where there is none; while it is only asked for, the present match. */
  rematch: (id: string) => post<SeatAnswer>(at(id, "/rematch")),
  resign: (id: string) => post<MatchAnswer>(at(id, "/resign")),
  claim: (id: string) => post<MatchAnswer>(at(id, "/claim")),
  chat: (id: string, text: string) => post<MatchAnswer>(at(id, "/chat"), { text }),
  hint: (id: string, made: number) => post<Hint>(at(id, "/hint"), { at: made }),
  /** A turn tried in place of the one that was played after so many moves. */
  attempt: (id: string, made: number, moves: readonly string[]) => post<Attempt>(at(id, "/attempt"), { at: made, moves }),
  /** Erases both names and the chat of a match for good. */
  erase: (id: string) => post<MatchAnswer>(at(id, "/erase")),
  /** The games of a text, each at its end; `ruleset` is that of transcripts. */
  readGames: (text: string, ruleset: string | null) => post<Imported>("/api/import", { text, ...(ruleset ? { ruleset } : {}) }),
  about: () => get<About>("/api/about"),
  /** A finished match with all its moves, to be analysed. */
  tree: (id: string) => get<GameTree>(at(id, "/tree")),
  /** The position that moves lead to; it tells what those after the first `since` have changed. */
  moment: (position: string, moves: readonly string[] = [], since = 0) => post<Moment>("/api/analysis/moment", { position, moves, since }),
  readings: (position: string) => post<{ readings: Reading[] }>("/api/analysis/readings", { position }),
  compare: (position: string, ruleset: string) => post<Comparison>("/api/analysis/compare", { position, ruleset }),
  /** The one game of a text, to be gone through. */
  readGame: (text: string, ruleset: string | null = null) => post<GameTree>("/api/games/read", { text, ...(ruleset ? { ruleset } : {}) }),
  writeGame: (tree: GivenTree) => post<{ record: string }>("/api/games/write", tree),
  record: (id: string) => text(at(id, "/record")),
  /** The name under which anybody may watch one's match; null where there is none. */
  publicLink: (id: string) => get<{ name: string | null }>(at(id, "/link")),
  setPublicLink: (id: string, open: boolean) => post<{ name: string | null }>(at(id, "/link"), { open }),
  publicGame: (name: string) => get<MatchAnswer>(`/api/public/${encodeURIComponent(name)}`),
  watching: () => get<Watching>("/api/watch"),
  /** What was played from a position. */
  explorer: (position: string) => get<Exploration>(`/api/explorer?position=${encodeURIComponent(position)}`),
  study: (id: string) => get<Study>(`/api/studies/${encodeURIComponent(id)}`),
  studyRecord: (id: string) => text(`/api/studies/${encodeURIComponent(id)}/record`),
  addStudy: (record: string) => post<{ id: string; secret: string }>("/api/studies", { record }),
  changeStudy: (id: string, secret: string, record: string) => post<unknown>(`/api/studies/${encodeURIComponent(id)}/change`, { secret, record }),
  deleteStudy: (id: string, secret: string) => post<unknown>(`/api/studies/${encodeURIComponent(id)}/delete`, { secret }),
  recordAddress: (id: string) => at(id, "/record"),
};
