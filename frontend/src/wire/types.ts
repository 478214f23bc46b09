// What travels between the page and the server, by the names the page uses.  The shapes are the server's own.
import type { components } from "./schema";

type Shapes = components["schemas"];

/** The code of a language, such as `ja`. */
export type Language = string;
export type Side = "first" | "second";
export type BySide<T> = { first: T; second: T };

export type Words = Shapes["Words"];
export type Look = Shapes["Look"];
export type Option = Shapes["Option"];
export type Game = Shapes["Game"];
export type Level = Shapes["Level"];
export type ClockChoice = Shapes["ClockChoice"];
export type Clock = ClockChoice["clock"];
export type Games = Shapes["Games"];
export type Rules = Shapes["Rules"];
export type Board = Shapes["Cells"];
export type Preview = Shapes["Preview"];
export type MoveEvent = Shapes["Event"];
/** A legal move: the cells to click, in order; none for a move that is a button. */
export type Move = Shapes["Choice"];
export type Seat = Shapes["Seat"];
export type Times = Shapes["Times"];
export type Result = Shapes["Result"];
export type ChatMessage = Shapes["ChatMessage"];
export type Start = Shapes["Start"];
export type PlayedMove = Shapes["PlayedMove"];
export type View = Shapes["View"];
export type Zones = View["zones"];
export type Zone = Zones[number];
export type MatchKind = View["kind"];
export type OfferKind = Shapes["Offer"]["kind"];
export type MatchAnswer = Shapes["MatchAnswer"];
export type SeatAnswer = Shapes["SeatAnswer"];
export type NewMatch = Shapes["NewMatch"];
export type Waiting = Shapes["Waiting"];
export type Lobby = Shapes["Lobby"];
export type WatchedGame = Shapes["WatchedGame"];
export type Watching = Shapes["Watching"];
/** What the live socket of the games to watch says. */
export type WatchMessage = Shapes["WatchMessage"];
export type Explored = Shapes["Explored"];
export type Exploration = Shapes["Exploration"];
export type Study = Shapes["Study"];
export type Hint = Shapes["Hint"];
export type Outlook = Shapes["Outlook"];
export type JudgedTurn = Shapes["JudgedTurn"];
export type BetterTurn = Shapes["BetterTurn"];
export type ReviewSides = Shapes["ReviewSides"];
export type Verdict = JudgedTurn["verdict"];
export type ImportedGame = Shapes["ImportedGame"];
export type Imported = Shapes["Imported"];
export type About = Shapes["About"];
export type Attempt = Shapes["Attempt"];
/** What the live socket of a review says. */
export type ReviewLine = Shapes["ReviewLine"];
/** A position that is analysed, and what may be done in it. */
export type Moment = Shapes["Moment"];
export type GameTree = Shapes["GameTree"];
export type TreeNodeSent = Shapes["TreeNode"];
export type GivenTree = Shapes["GivenTree"];
export type GivenNode = Omit<Shapes["GivenNode"], "comment"> & { comment?: string };
/** What is thought of a position: the first side's chance, and whether it is proved. */
export type NodeWorth = Omit<Shapes["EngineLine"], "turns"> & { depth?: number | null };
export type EngineLine = Shapes["EngineLine"];
export type Reading = Shapes["Reading"];
export type Comparison = Shapes["Comparison"];
export type PositionField = Shapes["PositionField"];
/** What the socket of analyses says, and what the page says over it. */
export type AnalysisMessage = Shapes["AnalysisMessage"];
export type AskedAnalysis = Shapes["AnalyseMessage"] | Shapes["SurveyMessage"];

/** What has changed since a version; what is absent has not. */
export type Update = Pick<Shapes["UpdateMessage"], "type" | "since" | "version" | "changed"> & Partial<Shapes["UpdateMessage"]>;
export type Refused = Shapes["RefusedMessage"];
/** What the live socket of a match says. */
export type LiveMessage = Exclude<Shapes["LiveMessage"], Shapes["UpdateMessage"]> | Update;
/** What the page says over it. */
export type ClientMessage = Shapes["MoveMessage"] | Shapes["SyncMessage"];
