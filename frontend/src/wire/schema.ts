// Written from the server's schema by `make types`; not by hand.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * About
         * @description How this service is run.
         */
        About: {
            /** Explorer */
            explorer: boolean;
            /** Keep Days */
            keep_days: number;
            /** Version */
            version: string;
        };
        /**
         * AnalyseMessage
         * @description Has the engine look at a position, for so many seconds at the most, in place of the one it looked at before.
         */
        AnalyseMessage: {
            /** Id */
            id: number;
            /**
             * Lines
             * @default 1
             */
            lines: number;
            /** Moves */
            moves?: string[];
            /** Position */
            position: string;
            /**
             * Seconds
             * @default 8
             */
            seconds: number;
            /**
             * Threat
             * @default false
             */
            threat: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "analyse";
        };
        /**
         * AnalysisMessage
         * @description What the socket of analyses sends.
         */
        AnalysisMessage: components["schemas"]["LinesMessage"] | components["schemas"]["SurveyedMessage"] | components["schemas"]["DoneMessage"] | components["schemas"]["RefusedAnalysisMessage"] | components["schemas"]["PingMessage"];
        /**
         * AskedComparison
         * @description A position, and other rules for it.
         */
        AskedComparison: {
            /** Moves */
            moves?: string[];
            /** Position */
            position: string;
            /** Ruleset */
            ruleset: string;
        };
        /**
         * AskedMessage
         * @description What the socket of analyses takes.
         */
        AskedMessage: components["schemas"]["AnalyseMessage"] | components["schemas"]["SurveyMessage"] | components["schemas"]["StopMessage"] | components["schemas"]["PongMessage"];
        /**
         * AskedMoment
         * @description A position to look at; it tells what the moves after the first `since` have changed, 100 of them at the most.
         */
        AskedMoment: {
            /** Moves */
            moves?: string[];
            /** Position */
            position: string;
            /**
             * Since
             * @default 0
             */
            since: number;
        };
        /**
         * At
         * @description The number of moves the question is about.
         */
        At: {
            /** At */
            at: number;
        };
        /**
         * Attempt
         * @description A turn tried in place of the one that was played after `at` moves, as far as it has come.
         */
        Attempt: {
            /** At */
            at: number;
            board: components["schemas"]["Cells"];
            goals: components["schemas"]["Pair"] | null;
            /** Holders */
            holders: {
                [key: string]: ("first" | "second") | null;
            };
            judged: components["schemas"]["Attempted"] | null;
            /** Lines */
            lines: {
                [key: string]: string[];
            };
            /** Mid Turn */
            mid_turn: boolean;
            /** Moves */
            moves: components["schemas"]["Choice"][];
            /** Played */
            played: components["schemas"]["PlayedMove"][];
            /** Position */
            position: string;
            prompt: components["schemas"]["Words"];
            reserves: components["schemas"]["Pair"] | null;
            score: components["schemas"]["Pair"];
            /** @enum {string} */
            side: "first" | "second";
            stones: components["schemas"]["Pair"];
            /** Zones */
            zones: components["schemas"]["Zone"][];
        };
        /**
         * Attempted
         * @description What a turn that was tried is worth to whoever made it.
         */
        Attempted: {
            /** Better */
            better: boolean;
            /** Lead */
            lead?: number;
            /** Proved */
            proved: boolean;
            /**
             * Verdict
             * @enum {string}
             */
            verdict: "good" | "inaccuracy" | "mistake" | "blunder";
            /** Win */
            win: number;
        };
        /**
         * Back
         * @description Going back to `to` moves when `at` are made.
         */
        Back: {
            /** At */
            at: number;
            /** To */
            to: number;
        };
        /**
         * BetterTurn
         * @description What would have been better: of the turn that was played the moves up to `at`, then these to its end.
         */
        BetterTurn: {
            /** At */
            at: number;
            /** Lead */
            lead?: number;
            /** Moves */
            moves: components["schemas"]["PlayedMove"][];
            /** Proved */
            proved: boolean;
            /** Win */
            win: number;
        };
        /**
         * BrowserEngine
         * @description The engine for browsers, and the evaluations there are; where several fit a ruleset, the first is for it.
         */
        BrowserEngine: {
            /** Module */
            module: string | null;
            /** Weights */
            weights: components["schemas"]["EngineWeights"][];
        };
        /**
         * ByoyomiClock
         * @description Minutes for the whole game, then periods of so many seconds for a turn.
         */
        ByoyomiClock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "byoyomi";
            /** Minutes */
            minutes: number;
            /** Periods */
            periods: number;
            /** Seconds */
            seconds: number;
        };
        /**
         * Can
         * @description What the match has to offer now, whoever asks.
         */
        Can: {
            /** Chat */
            chat: boolean;
            /** Claim */
            claim: boolean;
            /** Draw */
            draw: boolean;
            /** Hint */
            hint: boolean;
            /** Rematch */
            rematch: boolean;
            /** Resign */
            resign: boolean;
            /** Takeback */
            takeback: boolean;
            /** Undo */
            undo: boolean;
        };
        /**
         * Cells
         * @description A board in reading order: x first, o second, . empty, # no cell.
         */
        Cells: {
            /** Cells */
            cells: string;
            /** Height */
            height: number;
            /** Width */
            width: number;
        };
        /**
         * ChangedStudy
         * @description Another record for a study; the secret came when it was made.
         */
        ChangedStudy: {
            /** Record */
            record: string;
            /** Secret */
            secret: string;
        };
        /**
         * Chat
         * @description Something to say.
         */
        Chat: {
            /** Text */
            text: string;
        };
        /**
         * ChatMessage
         * @description A line of chat.
         */
        ChatMessage: {
            /** At */
            at: number;
            /** Name */
            name: string | null;
            side: ("first" | "second") | null;
            /** Text */
            text: string;
        };
        /**
         * Choice
         * @description A legal move: the cells to click in order, what it changes, whether it ends the turn.
         */
        Choice: {
            /** Cells */
            cells: string[];
            /** Ends Turn */
            ends_turn: boolean;
            /** Events */
            events: components["schemas"]["Event"][];
            /** Move */
            move: string;
        };
        /**
         * ClockChoice
         * @description A clock that is offered by name.
         */
        ClockChoice: {
            /** Clock */
            clock: components["schemas"]["NoClock"] | components["schemas"]["FischerClock"] | components["schemas"]["ByoyomiClock"] | components["schemas"]["DaysClock"];
            label: components["schemas"]["Words"];
            /** Name */
            name: string;
        };
        /**
         * Comment
         * @description What is said about a moment of the main line.
         */
        Comment: {
            /** At */
            at: number;
            /** Text */
            text: string;
        };
        /**
         * Comparison
         * @description The moves of a position under two rulesets, the best first.
         */
        Comparison: {
            /** Here */
            here: components["schemas"]["ValuedMove"][];
            /** There */
            there: components["schemas"]["ValuedMove"][];
        };
        /**
         * DaysClock
         * @description Days for a turn.
         */
        DaysClock: {
            /** Days */
            days: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "days";
        };
        /**
         * DoneMessage
         * @description The engine has done what was asked; `proved` where deeper search would find nothing more.
         */
        DoneMessage: {
            /** Id */
            id: number;
            /** Proved */
            proved: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "done";
        };
        /**
         * Ending
         * @description How a game ended, by its rules or beyond them; not `decided`, it was broken off.
         */
        Ending: {
            /** Decided */
            decided: boolean;
            /** How */
            how: string;
            /** Rule */
            rule: string;
            winner: ("first" | "second") | null;
        };
        /**
         * EngineLine
         * @description One of the best lines: its turns, and how likely the first side is to win.
         */
        EngineLine: {
            /** Lead */
            lead?: number;
            /** Proved */
            proved: boolean;
            /** Turns */
            turns: components["schemas"]["LineTurn"][];
            /** Win */
            win: number;
        };
        /**
         * EngineWeights
         * @description A trained evaluation of a game.
         */
        EngineWeights: {
            /** Game */
            game: string;
            /** Name */
            name: string;
            /** Numbers */
            numbers: (number | null)[];
        };
        /**
         * ErrorCounts
         * @description How many errors of each kind.
         */
        ErrorCounts: {
            /** Blunder */
            blunder: number;
            /** Inaccuracy */
            inaccuracy: number;
            /** Mistake */
            mistake: number;
        };
        /**
         * Event
         * @description One change a move makes.
         */
        Event: {
            /** Cell */
            cell?: string;
            /**
             * Kind
             * @enum {string}
             */
            kind: "placed" | "turned" | "moved" | "captured" | "given" | "passed" | "swapped";
            /** @enum {string} */
            side: "first" | "second";
            /** To */
            to?: string;
        };
        /**
         * Exploration
         * @description A position and what was played from it, positions that are mirror images counted as one.
         */
        Exploration: {
            /** Position */
            position: string;
            /** @enum {string} */
            side: "first" | "second";
            /** Sources */
            sources: components["schemas"]["Source"][];
        };
        /**
         * Explored
         * @description A move: in how many games it was made, how they ended, and what engines think of it.
         */
        Explored: {
            /** Draws */
            draws: number;
            /** First */
            first: number;
            /** Games */
            games: number;
            /** Lead */
            lead: number | null;
            /** Move */
            move: string;
            /** Proved */
            proved: boolean;
            sample: components["schemas"]["turncoat__service__explorer_view__Sample"] | null;
            /** Second */
            second: number;
            /** Win */
            win: number | null;
        };
        /**
         * Faces
         * @description The faces of the stones.
         */
        Faces: {
            /** First */
            first: string;
            /** Second */
            second: string;
        };
        /**
         * FieldValue
         * @description A value a field of a position may have.
         */
        FieldValue: {
            label: components["schemas"]["Words"];
            /** Value */
            value: string;
        };
        /**
         * FischerClock
         * @description Minutes for the whole game, and seconds more for every turn.
         */
        FischerClock: {
            /** Increment */
            increment: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "fischer";
            /** Minutes */
            minutes: number;
        };
        /**
         * Game
         * @description A game and its options.
         */
        Game: {
            credit: components["schemas"]["Words"];
            /** Explain */
            explain: {
                [key: string]: components["schemas"]["Words"];
            };
            /** Fields */
            fields: components["schemas"]["PositionField"][];
            /** Looks */
            looks: components["schemas"]["Look"][];
            /** Name */
            name: string;
            /** Options */
            options: components["schemas"]["Option"][];
            /** Refusals */
            refusals: {
                [key: string]: components["schemas"]["Refusal"];
            };
            /** Ruleset */
            ruleset: string;
            sample: components["schemas"]["turncoat__web__response_models__Sample"];
            sides: components["schemas"]["Sides"];
            summary: components["schemas"]["Words"];
            title: components["schemas"]["Words"];
            wins: components["schemas"]["Sides"];
            /** Zones */
            zones: {
                [key: string]: components["schemas"]["Words"];
            };
        };
        /**
         * Games
         * @description Everything a new match can be made of.
         */
        Games: {
            /** Clocks */
            clocks: components["schemas"]["ClockChoice"][];
            /** Games */
            games: components["schemas"]["Game"][];
            /** Levels */
            levels: components["schemas"]["Level"][];
        };
        /**
         * GamesText
         * @description Games as text; `ruleset` is that of bare transcripts, which otherwise must fit one game alone.
         */
        GamesText: {
            /** Ruleset */
            ruleset?: string | null;
            /** Text */
            text: string;
        };
        /**
         * GameTree
         * @description A game with its variations: the first position, what is noted about it, and every move.
         */
        GameTree: {
            board: components["schemas"]["Cells"];
            /** From Start */
            from_start: boolean;
            /** Game */
            game: string;
            goals: components["schemas"]["Pair"] | null;
            /** Headers */
            headers: {
                [key: string]: string;
            };
            /** Holders */
            holders: {
                [key: string]: ("first" | "second") | null;
            };
            /** Nodes */
            nodes: components["schemas"]["TreeNode"][];
            /** Position */
            position: string;
            reserves: components["schemas"]["Pair"] | null;
            root: components["schemas"]["Noted"];
            /** Ruleset */
            ruleset: string;
            score: components["schemas"]["Pair"];
            /** @enum {string} */
            side: "first" | "second";
            start: components["schemas"]["Start"];
            stones: components["schemas"]["Pair"];
            /** Zones */
            zones: components["schemas"]["Zone"][];
        };
        /**
         * GivenNode
         * @description A move of a tree, after the node of that number: nodes are numbered from 1 as they are listed, 0 is the root.
         */
        GivenNode: {
            /** After */
            after: number;
            /**
             * Comment
             * @default
             */
            comment: string;
            /** Move */
            move: string;
            /** Symbols */
            symbols?: string[];
            worth?: components["schemas"]["GivenWorth"] | null;
        };
        /**
         * GivenNotes
         * @description What is noted about a position.
         */
        GivenNotes: {
            /**
             * Comment
             * @default
             */
            comment: string;
            /** Symbols */
            symbols?: string[];
            worth?: components["schemas"]["GivenWorth"] | null;
        };
        /**
         * GivenTree
         * @description A game with its variations, to be written as text.
         */
        GivenTree: {
            /** Headers */
            headers?: {
                [key: string]: string;
            };
            /** Nodes */
            nodes?: components["schemas"]["GivenNode"][];
            /** Position */
            position: string;
            /**
             * @default {
             *       "comment": "",
             *       "symbols": []
             *     }
             */
            root: components["schemas"]["GivenNotes"];
        };
        /**
         * GivenWorth
         * @description What is thought of a position.
         */
        GivenWorth: {
            /** Depth */
            depth?: number | null;
            /**
             * Proved
             * @default false
             */
            proved: boolean;
            /** Win */
            win: number;
        };
        /**
         * Gone
         * @description From when on a side that is away may be claimed against; null where it may not.
         */
        Gone: {
            /** First */
            first: number | null;
            /** Second */
            second: number | null;
        };
        /**
         * Health
         * @description That all is well.
         */
        Health: {
            /**
             * Status
             * @constant
             */
            status: "ok";
            /** Version */
            version: string;
        };
        /**
         * Here
         * @description Who is connected: each side, and how many watch.
         */
        Here: {
            /** First */
            first: boolean;
            /** Second */
            second: boolean;
            /** Watching */
            watching: number;
        };
        /**
         * Hint
         * @description What the engine would play.
         */
        Hint: {
            /** At */
            at: number;
            /** Cells */
            cells: string[];
            /** Events */
            events: components["schemas"]["Event"][];
            /** Line */
            line: string[];
            /** Move */
            move: string;
            /** Proved */
            proved: boolean;
            text: components["schemas"]["Words"];
            /** Win */
            win: number;
        };
        /**
         * HistoryUpdate
         * @description How the history goes on: so many of its moves stay, then come these.
         */
        HistoryUpdate: {
            /** Kept */
            kept: number;
            /** Played */
            played: components["schemas"]["PlayedMove"][];
        };
        /**
         * Imported
         * @description What was found in a text.
         */
        Imported: {
            /** Games */
            games: components["schemas"]["ImportedGame"][];
            /** Left Out */
            left_out: number;
            /** Unreadable */
            unreadable: components["schemas"]["Unreadable"][];
        };
        /**
         * ImportedGame
         * @description A game at its end.
         */
        ImportedGame: {
            /** At */
            at: number;
            board: components["schemas"]["Cells"];
            /** Date */
            date: string | null;
            /** From Start */
            from_start: boolean;
            /** Game */
            game: string;
            goals: components["schemas"]["Pair"] | null;
            /** Holders */
            holders: {
                [key: string]: ("first" | "second") | null;
            };
            names: components["schemas"]["Names"];
            /** Position */
            position: string;
            /** Record */
            record: string;
            reserves: components["schemas"]["Pair"] | null;
            result: components["schemas"]["Ending"] | null;
            /** Ruleset */
            ruleset: string;
            score: components["schemas"]["Pair"];
            stones: components["schemas"]["Pair"];
            /** Zones */
            zones: components["schemas"]["Zone"][];
        };
        /**
         * InPeriod
         * @description Of each side, whether its minutes are gone, so that its time is that of a byo-yomi period.
         */
        InPeriod: {
            /** First */
            first: boolean;
            /** Second */
            second: boolean;
        };
        /**
         * Join
         * @description Taking the open seat; with a secret `key` of the client's it may be repeated and gets the same seat.
         */
        Join: {
            /** Invitation */
            invitation?: string | null;
            /** Key */
            key?: string | null;
            /** Name */
            name?: string | null;
        };
        /**
         * JudgedMessage
         * @description The positions and turns that are judged anew, each in place of what was known of it.
         */
        JudgedMessage: {
            /** Left */
            left: number;
            /** Positions */
            positions: components["schemas"]["Outlook"][];
            sides: components["schemas"]["ReviewSides"];
            /** Turns */
            turns: components["schemas"]["JudgedTurn"][];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "judged";
        };
        /**
         * JudgedTurn
         * @description A turn, from the position after `begin` moves to that after `end`, and what it was worth to whoever made it.
         */
        JudgedTurn: {
            /** Before */
            before: number;
            /** Begin */
            begin: number;
            better: components["schemas"]["BetterTurn"] | null;
            /** End */
            end: number;
            /** Forced */
            forced: boolean;
            /** Kept */
            kept: number;
            /** Proved */
            proved: boolean;
            /** @enum {string} */
            side: "first" | "second";
            /** Steps */
            steps: ("good" | "inaccuracy" | "mistake" | "blunder")[];
            /** Turn */
            turn: number;
            /** Turning */
            turning: boolean;
            /**
             * Verdict
             * @enum {string}
             */
            verdict: "good" | "inaccuracy" | "mistake" | "blunder";
        };
        /**
         * Level
         * @description A strength of the computer; it answers within so many seconds.
         */
        Level: {
            label: components["schemas"]["Words"];
            /** Name */
            name: string;
            /** Seconds */
            seconds: number;
        };
        /**
         * Line
         * @description A position: another one and the moves from there.
         */
        Line: {
            /** Moves */
            moves?: string[];
            /** Position */
            position: string;
        };
        /**
         * LinesMessage
         * @description What the engine has found by now.
         */
        LinesMessage: {
            /** Deepest */
            deepest: number;
            /** Depth */
            depth: number;
            /** Id */
            id: number;
            /** Lines */
            lines: components["schemas"]["EngineLine"][];
            /** Nodes */
            nodes: number;
            /** Seconds */
            seconds: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "lines";
        };
        /**
         * LineTurn
         * @description A turn of a line; what it changes is told of the first alone.
         */
        LineTurn: {
            /** Events */
            events?: components["schemas"]["Event"][];
            /** Moves */
            moves: string[];
            /** @enum {string} */
            side: "first" | "second";
        };
        /**
         * LiveMessage
         * @description What a match's live socket sends, and its stream as one line each.
         */
        LiveMessage: components["schemas"]["SetupMessage"] | components["schemas"]["UpdateMessage"] | components["schemas"]["PresenceMessage"] | components["schemas"]["ThinkingMessage"] | components["schemas"]["RefusedMessage"] | components["schemas"]["PingMessage"];
        /**
         * Lobby
         * @description The matches that wait.
         */
        Lobby: {
            /** Waiting */
            waiting: components["schemas"]["Waiting"][];
        };
        /**
         * LobbyMessage
         * @description What the lobby's live socket sends.
         */
        LobbyMessage: components["schemas"]["Lobby"] | components["schemas"]["PingMessage"];
        /**
         * Look
         * @description A way to draw a game.
         */
        Look: {
            faces: components["schemas"]["Faces"];
            label: components["schemas"]["Words"];
            /** Name */
            name: string;
            /** Stones */
            stones: string;
            /** Surface */
            surface: string;
            /** Zones */
            zones: {
                [key: string]: string;
            };
        };
        /**
         * MatchAnswer
         * @description A match, and the sides that whoever asks plays.
         */
        MatchAnswer: {
            match: components["schemas"]["View"];
            /** You */
            you: ("first" | "second")[];
        };
        /**
         * Moment
         * @description A position that is analysed, and what may be done in it.
         */
        Moment: {
            /** At */
            at: number;
            board: components["schemas"]["Cells"];
            /** Game */
            game: string;
            goals: components["schemas"]["Pair"] | null;
            /** Holders */
            holders: {
                [key: string]: ("first" | "second") | null;
            };
            /** Lines */
            lines: {
                [key: string]: string[];
            };
            /** Mid Turn */
            mid_turn: boolean;
            /** Moves */
            moves: components["schemas"]["Choice"][];
            /** Options Text */
            options_text: components["schemas"]["Words"][];
            /** Played */
            played: components["schemas"]["PlayedMove"][];
            /** Position */
            position: string;
            prompt: components["schemas"]["Words"];
            reserves: components["schemas"]["Pair"] | null;
            result: components["schemas"]["Result"] | null;
            /** Ruleset */
            ruleset: string;
            score: components["schemas"]["Pair"];
            /** @enum {string} */
            side: "first" | "second";
            start: components["schemas"]["Start"];
            stones: components["schemas"]["Pair"];
            /** Threat */
            threat: string | null;
            /** Zones */
            zones: components["schemas"]["Zone"][];
        };
        /**
         * Move
         * @description A move; `at` is how many are made already.
         */
        Move: {
            /** At */
            at: number;
            /** Move */
            move: string;
        };
        /**
         * MoveMessage
         * @description A move; `at` is how many are made already.
         */
        MoveMessage: {
            /** At */
            at: number;
            /** Move */
            move: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "move";
        };
        /**
         * Names
         * @description Who played each side, as far as the text tells.
         */
        Names: {
            /** First */
            first: string | null;
            /** Second */
            second: string | null;
        };
        /**
         * NewMatch
         * @description A match to be made.
         */
        NewMatch: {
            /**
             * Clock
             * @default {
             *       "kind": "none"
             *     }
             */
            clock: components["schemas"]["NoClock"] | components["schemas"]["FischerClock"] | components["schemas"]["ByoyomiClock"] | components["schemas"]["DaysClock"];
            /**
             * Kind
             * @enum {string}
             */
            kind: "local" | "computer" | "friend" | "lobby";
            /** Level */
            level?: string | null;
            /** Moves */
            moves?: string[] | null;
            /** Name */
            name?: string | null;
            /** Ruleset */
            ruleset: string;
            /**
             * Side
             * @default random
             * @enum {string}
             */
            side: "first" | "second" | "random";
        };
        /**
         * NewStudy
         * @description A study to be shown to others: the record of a game with its variations and comments.
         */
        NewStudy: {
            /** Record */
            record: string;
        };
        /**
         * NoClock
         * @description No clock.
         */
        NoClock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "none";
        };
        /**
         * NodeWorth
         * @description What is noted of a position of a tree.
         */
        NodeWorth: {
            /** Depth */
            depth?: number | null;
            /** Lead */
            lead?: number;
            /** Proved */
            proved: boolean;
            /** Win */
            win: number;
        };
        /**
         * Noted
         * @description What is noted about a position of a tree; what is left out is not.
         */
        Noted: {
            /** Comment */
            comment?: string;
            /** Symbols */
            symbols?: string[];
            worth?: components["schemas"]["NodeWorth"];
        };
        /**
         * Nothing
         * @description No data.
         */
        Nothing: Record<string, never>;
        /**
         * Offer
         * @description An offer, or the answer to one.
         */
        Offer: {
            /** Answer */
            answer?: ("accept" | "decline" | "withdraw") | null;
            /**
             * Kind
             * @enum {string}
             */
            kind: "draw" | "takeback" | "rematch";
        };
        /**
         * Offers
         * @description Who has offered what.
         */
        Offers: {
            draw: ("first" | "second") | null;
            rematch: ("first" | "second") | null;
            takeback: ("first" | "second") | null;
        };
        /**
         * Option
         * @description An option of a game; where `free`, other values may be typed.
         */
        Option: {
            /** Default */
            default: string;
            explain: components["schemas"]["Words"];
            /** Free */
            free: boolean;
            label: components["schemas"]["Words"];
            /** Name */
            name: string;
            /** Values */
            values: components["schemas"]["Value"][];
        };
        /**
         * Outlook
         * @description What the engine thinks of the position after `at` moves; sides as they are played at the end of the match.
         */
        Outlook: {
            /** At */
            at: number;
            /** Lead */
            lead?: number;
            /** Proved */
            proved: boolean;
            /** Win */
            win: number;
        };
        /**
         * Pair
         * @description A number for each side.
         */
        Pair: {
            /** First */
            first: number;
            /** Second */
            second: number;
        };
        /**
         * PingMessage
         * @description That the line still stands.
         */
        PingMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ping";
        };
        /**
         * PlayedMove
         * @description A move that was made, and what it changed.
         */
        PlayedMove: {
            /** At Ms */
            at_ms: number;
            /** Events */
            events: components["schemas"]["Event"][];
            /** Holders */
            holders?: {
                [key: string]: ("first" | "second") | null;
            };
            left?: components["schemas"]["Pair"];
            /** Move */
            move: string;
            periods?: components["schemas"]["Pair"];
            reserves?: components["schemas"]["Pair"];
            score?: components["schemas"]["Pair"];
            /** @enum {string} */
            side: "first" | "second";
            /** Turn */
            turn: number;
        };
        /**
         * PongMessage
         * @description The answer to a ping; with `echo` a ping is asked for.
         */
        PongMessage: {
            /**
             * Echo
             * @default false
             */
            echo: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pong";
        };
        /**
         * PositionField
         * @description A field of a game's position texts, for a form; without values it is typed, and may be left empty.
         */
        PositionField: {
            explain: components["schemas"]["Words"];
            label: components["schemas"]["Words"];
            /** Name */
            name: string;
            /** Values */
            values: components["schemas"]["FieldValue"][];
        };
        /**
         * PresenceMessage
         * @description Somebody has come or gone.
         */
        PresenceMessage: {
            /** As Of */
            as_of: number;
            gone: components["schemas"]["Gone"];
            here: components["schemas"]["Here"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "presence";
        };
        /**
         * Preview
         * @description The start of a ruleset, the ruleset in its canonical form.
         */
        Preview: {
            board: components["schemas"]["Cells"];
            /** Game */
            game: string;
            goals: components["schemas"]["Pair"] | null;
            /** Holders */
            holders: {
                [key: string]: ("first" | "second") | null;
            };
            /** Numbers */
            numbers: number[];
            /** Options Text */
            options_text: components["schemas"]["Words"][];
            /** Position */
            position: string;
            reserves: components["schemas"]["Pair"] | null;
            /** Ruleset */
            ruleset: string;
            score: components["schemas"]["Pair"];
            /** @enum {string} */
            side: "first" | "second";
            stones: components["schemas"]["Pair"];
            /** Warnings */
            warnings: components["schemas"]["Words"][];
            /** Zones */
            zones: components["schemas"]["Zone"][];
        };
        /**
         * Problem
         * @description A refusal: a stable code, words for people, and what else a program needs (`legal`, `match`, `you`…).
         */
        Problem: {
            /** Error */
            error: string;
            text: components["schemas"]["Words"];
        } & {
            [key: string]: unknown;
        };
        /**
         * PublicLink
         * @description Whether anybody may watch by a link.
         */
        PublicLink: {
            /** Open */
            open: boolean;
        };
        /**
         * PublicName
         * @description The name under which anybody may watch a match; null where there is none.
         */
        PublicName: {
            /** Name */
            name: string | null;
        };
        /**
         * Reading
         * @description The same position under one option changed, and what that does to the moves.
         */
        Reading: {
            ended: components["schemas"]["Words"] | null;
            /** Gone */
            gone: string[];
            /** New */
            new: string[];
            option: components["schemas"]["Words"];
            /** Position */
            position: string;
            /** Ruleset */
            ruleset: string;
            value: components["schemas"]["Words"];
        };
        /**
         * Readings
         * @description What else the rules could be in a position.
         */
        Readings: {
            /** Readings */
            readings: components["schemas"]["Reading"][];
        };
        /**
         * Record
         * @description A game as text.
         */
        Record: {
            /** Record */
            record: string;
        };
        /**
         * Refusal
         * @description Why a cell cannot be chosen.
         */
        Refusal: {
            /** Rule */
            rule: string;
            text: components["schemas"]["Words"];
        };
        /**
         * RefusedAnalysisMessage
         * @description A message was refused: the code and words of the error, and the `id` of what was asked.
         */
        RefusedAnalysisMessage: {
            /** Error */
            error: string;
            /**
             * Id
             * @default null
             */
            id: number | null;
            text: components["schemas"]["Words"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "refused";
        } & {
            [key: string]: unknown;
        };
        /**
         * RefusedMessage
         * @description A message was refused: the code and words of the error, and the move it is about.
         */
        RefusedMessage: {
            /**
             * At
             * @default null
             */
            at: number | null;
            /** Error */
            error: string;
            /**
             * Move
             * @default null
             */
            move: string | null;
            text: components["schemas"]["Words"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "refused";
        } & {
            [key: string]: unknown;
        };
        /**
         * Result
         * @description How the match ended; beyond the rules: resigned, time, left, agreed, withdrawn.
         */
        Result: {
            /** Cells */
            cells: string[];
            /** Ended */
            ended: string | null;
            /** Reason */
            reason: string;
            /** Rule */
            rule: string | null;
            text: components["schemas"]["Words"];
            winner: ("first" | "second") | null;
        };
        /**
         * ReviewLine
         * @description What the live socket of a review sends, and its stream as one line each.
         */
        ReviewLine: components["schemas"]["ReviewMessage"] | components["schemas"]["JudgedMessage"] | components["schemas"]["RefusedMessage"] | components["schemas"]["PingMessage"];
        /**
         * ReviewMessage
         * @description All of the review that is known.
         */
        ReviewMessage: {
            /** Left */
            left: number;
            /** Positions */
            positions: components["schemas"]["Outlook"][];
            sides: components["schemas"]["ReviewSides"];
            /** Total */
            total: number;
            /** Turns */
            turns: components["schemas"]["JudgedTurn"][];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "review";
        };
        /**
         * ReviewSides
         * @description Both sides, as they are played at the end of the match.
         */
        ReviewSides: {
            first: components["schemas"]["SideReview"];
            second: components["schemas"]["SideReview"];
        };
        /**
         * Rules
         * @description The rules of a game: HTML without scripts, its diagrams inline.
         */
        Rules: {
            /** Game */
            game: string;
            /** Html */
            html: string;
            /**
             * Language
             * @example en
             * @example ja
             */
            language: string;
            /** Title */
            title: string;
        };
        /**
         * Seat
         * @description A seat in the match.
         */
        Seat: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "person" | "computer" | "open";
            /** Level */
            level: string | null;
            /** Name */
            name: string | null;
        };
        /**
         * SeatAnswer
         * @description A match where seats were just taken.
         */
        SeatAnswer: {
            /** Invitation */
            invitation?: string;
            match: components["schemas"]["View"];
            tokens: components["schemas"]["Tokens"];
            /** You */
            you: ("first" | "second")[];
        };
        /**
         * Seats
         * @description Both seats, by the side they play now.
         */
        Seats: {
            first: components["schemas"]["Seat"];
            second: components["schemas"]["Seat"];
        };
        /**
         * SeatToken
         * @description The token of a seat, to take it on this device.
         */
        SeatToken: {
            /** Token */
            token: string;
        };
        /**
         * SetupMessage
         * @description The match as it stands: at once, and whenever a client must start afresh.
         */
        SetupMessage: {
            match: components["schemas"]["View"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "setup";
            /** You */
            you: ("first" | "second")[];
        };
        /**
         * Side
         * @description One of the two sides; games show them as Black and White, Light and Dark, Symbols and Numbers.
         * @enum {string}
         */
        Side: "first" | "second";
        /**
         * SideReview
         * @description How well a side has played.
         */
        SideReview: {
            /** Accuracy */
            accuracy: number | null;
            steps: components["schemas"]["ErrorCounts"];
            turns: components["schemas"]["ErrorCounts"];
        };
        /**
         * Sides
         * @description What a game calls its sides.
         */
        Sides: {
            first: components["schemas"]["Words"];
            second: components["schemas"]["Words"];
        };
        /**
         * SocketMessage
         * @description What a match's live socket takes.
         */
        SocketMessage: components["schemas"]["MoveMessage"] | components["schemas"]["PongMessage"] | components["schemas"]["SyncMessage"];
        /**
         * Source
         * @description Where games come from: `server` for the public games played here, else the name of a set; most played first.
         */
        Source: {
            /** Moves */
            moves: components["schemas"]["Explored"][];
            /** Name */
            name: string;
        };
        /**
         * Start
         * @description The beginning of a match.
         */
        Start: {
            /** Cells */
            cells: string;
            /** Holders */
            holders?: {
                [key: string]: ("first" | "second") | null;
            };
            left?: components["schemas"]["Pair"];
            periods?: components["schemas"]["Pair"];
            reserves?: components["schemas"]["Pair"];
            score?: components["schemas"]["Pair"];
        };
        /**
         * StopMessage
         * @description Nobody looks any more: nothing is to be analysed.
         */
        StopMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "stop";
        };
        /**
         * Study
         * @description A study; the board is that of the end of its main line, and all variations are in the record.
         */
        Study: {
            board: components["schemas"]["Cells"];
            /** Comments */
            comments: components["schemas"]["Comment"][];
            /** Game */
            game: string;
            goals: components["schemas"]["Pair"] | null;
            /** History */
            history: components["schemas"]["PlayedMove"][];
            /** Holders */
            holders: {
                [key: string]: ("first" | "second") | null;
            };
            /** Id */
            id: string;
            /** Options Text */
            options_text: components["schemas"]["Words"][];
            /** Position */
            position: string;
            /** Record */
            record: string;
            reserves: components["schemas"]["Pair"] | null;
            /** Ruleset */
            ruleset: string;
            score: components["schemas"]["Pair"];
            start: components["schemas"]["Start"];
            stones: components["schemas"]["Pair"];
            /** Title */
            title: string;
            /** Zones */
            zones: components["schemas"]["Zone"][];
        };
        /**
         * StudyMade
         * @description A study just made, and the secret with which it may be changed and deleted.
         */
        StudyMade: {
            /** Id */
            id: string;
            /** Secret */
            secret: string;
        };
        /**
         * StudySecret
         * @description The secret of a study.
         */
        StudySecret: {
            /** Secret */
            secret: string;
        };
        /**
         * SurveyedMessage
         * @description What is thought, at a glance, of the position after `at` moves.
         */
        SurveyedMessage: {
            /** At */
            at: number;
            /** Id */
            id: number;
            /** Lead */
            lead?: number;
            /** Proved */
            proved: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "surveyed";
            /** Win */
            win: number;
        };
        /**
         * SurveyMessage
         * @description Has the engine glance at the positions after so many moves, once nothing else is to be looked at.
         */
        SurveyMessage: {
            /** At */
            at: number[];
            /** Id */
            id: number;
            /** Moves */
            moves?: string[];
            /** Position */
            position: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "survey";
        };
        /**
         * SyncMessage
         * @description Asks for a setup: the client has missed an update.
         */
        SyncMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "sync";
        };
        /**
         * ThinkingMessage
         * @description A computer begins to think.
         */
        ThinkingMessage: {
            /** @enum {string} */
            side: "first" | "second";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "thinking";
        };
        /**
         * Times
         * @description Milliseconds left at `as_of`; in byo-yomi, once the minutes are gone, of the present period.
         */
        Times: {
            /** As Of */
            as_of: number;
            /** First */
            first: number;
            in_period?: components["schemas"]["InPeriod"];
            periods?: components["schemas"]["Pair"];
            running: ("first" | "second") | null;
            /** Second */
            second: number;
        };
        /**
         * Tokens
         * @description Seat tokens by side, handed out once; a bot sends one as `Authorization: Bearer TOKEN`.
         */
        Tokens: {
            /** First */
            first?: string | null;
            /** Second */
            second?: string | null;
        };
        /**
         * TreeNode
         * @description A move of a tree, after the node of that number; nodes are numbered from 1 in the order listed, 0 is the root.
         */
        TreeNode: {
            /** After */
            after: number;
            /** Comment */
            comment?: string;
            played: components["schemas"]["PlayedMove"];
            /** Symbols */
            symbols?: string[];
            worth?: components["schemas"]["NodeWorth"];
        };
        /**
         * TriedMoves
         * @description The moves tried of a turn, in place of the one that was played after `at` moves.
         */
        TriedMoves: {
            /** At */
            at: number;
            /** Moves */
            moves: string[];
        };
        /**
         * Sample
         * @description A game in which a move was made, and how many moves it had then.
         */
        turncoat__service__explorer_view__Sample: {
            /** At */
            at: number;
            /** Id */
            id: string;
        };
        /**
         * Sample
         * @description The board of a game under way, for pictures.
         */
        turncoat__web__response_models__Sample: {
            board: components["schemas"]["Cells"];
            /** Zones */
            zones: components["schemas"]["Zone"][];
        };
        /**
         * Unreadable
         * @description A game that could not be read: its number in the text, from 1, and why.
         */
        Unreadable: {
            /** Number */
            number: number;
            text: components["schemas"]["Words"];
        };
        /**
         * UpdateMessage
         * @description What has changed since the version it builds on.
         */
        UpdateMessage: {
            changed: components["schemas"]["ViewChanges"];
            /** Chat */
            chat?: components["schemas"]["ChatMessage"][];
            history?: components["schemas"]["HistoryUpdate"];
            /** Since */
            since: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "update";
            /** Version */
            version: number;
            /** You */
            you?: ("first" | "second")[];
        };
        /**
         * Value
         * @description A value an option may have.
         */
        Value: {
            label: components["schemas"]["Words"];
            /** Numbers */
            numbers: number[];
            /** Value */
            value: string;
        };
        /**
         * ValuedMove
         * @description A legal move and what is thought of it.
         */
        ValuedMove: {
            /** Lead */
            lead?: number;
            /** Move */
            move: string;
            /** Proved */
            proved: boolean;
            /** Win */
            win: number;
        };
        /**
         * View
         * @description What one connection is shown of a match: legal moves and lines only where the decision is its own.
         */
        View: {
            /** At */
            at: number;
            board: components["schemas"]["Cells"];
            can: components["schemas"]["Can"];
            /** Chat */
            chat: components["schemas"]["ChatMessage"][];
            /** Clock */
            clock: components["schemas"]["NoClock"] | components["schemas"]["FischerClock"] | components["schemas"]["ByoyomiClock"] | components["schemas"]["DaysClock"];
            /** Created */
            created: number;
            /** Game */
            game: string;
            goals: components["schemas"]["Pair"] | null;
            /** History */
            history: components["schemas"]["PlayedMove"][];
            /** Holders */
            holders: {
                [key: string]: ("first" | "second") | null;
            };
            /** Id */
            id: string;
            /**
             * Kind
             * @enum {string}
             */
            kind: "local" | "computer" | "friend" | "lobby";
            /** Lines */
            lines: {
                [key: string]: string[];
            };
            /** Mid Turn */
            mid_turn: boolean;
            /** Moves */
            moves: components["schemas"]["Choice"][];
            note: components["schemas"]["Words"] | null;
            offers: components["schemas"]["Offers"];
            /** Options Text */
            options_text: components["schemas"]["Words"][];
            /** Position */
            position: string;
            /** Previous */
            previous: string | null;
            prompt: components["schemas"]["Words"];
            /** Rematch */
            rematch: string | null;
            reserves: components["schemas"]["Pair"] | null;
            result: components["schemas"]["Result"] | null;
            /** Ruleset */
            ruleset: string;
            score: components["schemas"]["Pair"];
            seats: components["schemas"]["Seats"];
            /** @enum {string} */
            side: "first" | "second";
            start: components["schemas"]["Start"];
            /**
             * Status
             * @enum {string}
             */
            status: "open" | "playing" | "over";
            stones: components["schemas"]["Pair"];
            times: components["schemas"]["Times"] | null;
            /** Turn */
            turn: number;
            /** Version */
            version: number;
            /** Zones */
            zones: components["schemas"]["Zone"][];
        };
        /**
         * ViewChanges
         * @description The fields of a view that changed, each with its whole new value, and no others.
         */
        ViewChanges: {
            /** At */
            at?: number;
            board?: components["schemas"]["Cells"];
            can?: components["schemas"]["Can"];
            /** Clock */
            clock?: components["schemas"]["NoClock"] | components["schemas"]["FischerClock"] | components["schemas"]["ByoyomiClock"] | components["schemas"]["DaysClock"];
            /** Created */
            created?: number;
            /** Game */
            game?: string;
            goals?: components["schemas"]["Pair"] | null;
            /** Holders */
            holders?: {
                [key: string]: ("first" | "second") | null;
            };
            /** Id */
            id?: string;
            /**
             * Kind
             * @enum {string}
             */
            kind?: "local" | "computer" | "friend" | "lobby";
            /** Lines */
            lines?: {
                [key: string]: string[];
            };
            /** Mid Turn */
            mid_turn?: boolean;
            /** Moves */
            moves?: components["schemas"]["Choice"][];
            note?: components["schemas"]["Words"] | null;
            offers?: components["schemas"]["Offers"];
            /** Options Text */
            options_text?: components["schemas"]["Words"][];
            /** Position */
            position?: string;
            /** Previous */
            previous?: string | null;
            prompt?: components["schemas"]["Words"];
            /** Rematch */
            rematch?: string | null;
            reserves?: components["schemas"]["Pair"] | null;
            result?: components["schemas"]["Result"] | null;
            /** Ruleset */
            ruleset?: string;
            score?: components["schemas"]["Pair"];
            seats?: components["schemas"]["Seats"];
            /** @enum {string} */
            side?: "first" | "second";
            start?: components["schemas"]["Start"];
            /**
             * Status
             * @enum {string}
             */
            status?: "open" | "playing" | "over";
            stones?: components["schemas"]["Pair"];
            times?: components["schemas"]["Times"] | null;
            /** Turn */
            turn?: number;
            /** Zones */
            zones?: components["schemas"]["Zone"][];
        };
        /**
         * Waiting
         * @description A match that waits for somebody; `side` is the one still free.
         */
        Waiting: {
            /** Clock */
            clock: components["schemas"]["NoClock"] | components["schemas"]["FischerClock"] | components["schemas"]["ByoyomiClock"] | components["schemas"]["DaysClock"];
            /** Game */
            game: string;
            /** Id */
            id: string;
            /** Name */
            name: string | null;
            /** Ruleset */
            ruleset: string;
            /** @enum {string} */
            side: "first" | "second";
            /** Since */
            since: number;
        };
        /**
         * Watched
         * @description The running games that have gone on since the last message.
         */
        Watched: {
            /** Games */
            games: components["schemas"]["WatchedGame"][];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "watched";
        };
        /**
         * WatchedGame
         * @description A public game at a glance.
         */
        WatchedGame: {
            /** At */
            at: number;
            board: components["schemas"]["Cells"];
            /** Clock */
            clock: components["schemas"]["NoClock"] | components["schemas"]["FischerClock"] | components["schemas"]["ByoyomiClock"] | components["schemas"]["DaysClock"];
            /** Game */
            game: string;
            /** Id */
            id: string;
            /** Last */
            last: components["schemas"]["Event"][];
            result: components["schemas"]["Words"] | null;
            /** Ruleset */
            ruleset: string;
            score: components["schemas"]["Pair"];
            seats: components["schemas"]["Seats"];
            /** @enum {string} */
            side: "first" | "second";
            /** Since */
            since: number;
            /** Turn */
            turn: number;
            winner: ("first" | "second") | null;
            /** Zones */
            zones: components["schemas"]["Zone"][];
        };
        /**
         * Watching
         * @description All there is to watch: what goes on, latest move first; what ended lately, latest first, and closest first.
         */
        Watching: {
            /** Close */
            close: components["schemas"]["WatchedGame"][];
            /** Finished */
            finished: components["schemas"]["WatchedGame"][];
            /** Running */
            running: components["schemas"]["WatchedGame"][];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "watching";
        };
        /**
         * WatchMessage
         * @description What the live socket of the games to watch sends.
         */
        WatchMessage: components["schemas"]["Watching"] | components["schemas"]["Watched"] | components["schemas"]["PingMessage"];
        /**
         * Words
         * @description A text for people by language: always in English, and in every other that has its own words for it.
         */
        Words: {
            /** En */
            en: string;
        } & {
            [key: string]: string;
        };
        /**
         * Zone
         * @description Cells that a board marks out.
         */
        Zone: {
            /** Cells */
            cells: string[];
            /** Kind */
            kind: string;
            /** Name */
            name?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
