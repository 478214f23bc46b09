// An analysis: the tree of moves, the position looked at, what may be played there, and every edit until it is undone.

import { applyEvents } from "../board/animation";
import { after, opening, type GamePosition } from "../game/positions";
import { GameViewer } from "../game/viewer.svelte";
import { api, ApiError } from "../wire/api";
import type { Board, GameTree, GivenTree, Moment, Move, MoveEvent, NodeWorth, Words } from "../wire/types";
import { wordsOf } from "../words/catalogues.svelte";
import * as trees from "./tree";
import type { Notes, Tree, TreeNode } from "./tree";

/** How many edits can be undone. */
const MOST_UNDONE = 100;
/** The server takes no larger trees. */
export const MOST_MOVES = 3000;
const DEEPEST = 600;

/** What it was shared as, and the secret with which that is changed. */
export interface Study {
  id: string;
  secret: string;
}

/** What an analysis begins with, and what is kept of it. */
export interface Begin {
  /** The first position as text, and the same as a moment of a game. */
  position: string;
  ruleset: string;
  game: string;
  first: GamePosition;
  /** What lies on the board. */
  board: Board;
  headers: Readonly<Record<string, string>>;
  tree: Tree;
  worths: ReadonlyMap<number, NodeWorth>;
  study: Study | null;
}

export function beginOf(from: GameTree): Begin {
  const worths = new Map<number, NodeWorth>();
  for (const [number, node] of from.nodes.entries()) if (node.worth) worths.set(number + 1, node.worth);
  if (from.root.worth) worths.set(0, from.root.worth);
  const tree = trees.grown(from.root, from.nodes);
  const first = opening(from.start, from.board.width, from.board.height);
  return { position: from.position, ruleset: from.ruleset, game: from.game, first, headers: from.headers, board: from.board, tree, worths, study: null };
}

/** From a position, with the moves that were made from it. */
export function beginFrom(position: string, moment: Moment): Begin {
  const { width, height } = moment.board;
  let [tree, id] = [trees.seedling, 0];
  for (const played of moment.played) ({ tree, id } = trees.add(tree, id, played));
  const first = opening(moment.start, width, height);
  return { position, ruleset: moment.ruleset, game: moment.game, first, headers: {}, board: moment.board, tree, worths: new Map(), study: null };
}

interface Pending {
  board: Board;
  events: readonly MoveEvent[];
}

export class Analysis {
  readonly viewer = new GameViewer(undefined, true);
  readonly position: string;
  readonly ruleset: string;
  readonly game: string;
  headers: Readonly<Record<string, string>> = $state.raw({});
  study: Study | null = $state.raw(null);
  tree: Tree = $state.raw(trees.seedling);
  /** What is thought of positions, by their nodes. */
  worths: ReadonlyMap<number, NodeWorth> = $state.raw(new Map());
  /** What the server has told of positions, by their nodes. */
  #moments: ReadonlyMap<number, Moment> = $state.raw(new Map());
  #through = $state(0);
  #before: readonly { tree: Tree; id: number }[] = $state.raw([]);
  /** A move on its way. */
  pending: Pending | null = $state.raw(null);
  error: Words | null = $state.raw(null);
  readonly line: readonly TreeNode[] = $derived(trees.lineThrough(this.tree, this.#through));
  readonly main: readonly TreeNode[] = $derived(trees.mainLine(this.tree));
  readonly #first: GamePosition;
  readonly #positions = new Map<number, GamePosition>();
  readonly #asking = new Set<number>();

  constructor(begin: Begin) {
    this.position = begin.position;
    this.ruleset = begin.ruleset;
    this.game = begin.game;
    this.headers = begin.headers;
    this.study = begin.study;
    this.#first = begin.first;
    this.worths = begin.worths;
    this.tree = begin.tree;
    this.goTo(0);
  }

  /** The node whose position is looked at. */
  get current(): TreeNode {
    return this.line[this.viewer.position.at] ?? this.tree.root;
  }

  /** What the server has told of the position looked at; null while it has not. */
  get moment(): Moment | null {
    return this.#moments.get(this.current.id) ?? null;
  }

  momentOf(id: number): Moment | null {
    return this.#moments.get(id) ?? null;
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  /** Whether anything was ever changed. */
  touched = $state(false);

  // Where one looks

  goTo(id: number): void {
    const depth = Math.max(0, trees.pathTo(this.tree, id).length - 1);
    this.#through = depth ? id : 0;
    this.#feed(depth);
  }

  /** To a move of the main line. */
  goToMain(at: number): void {
    this.goTo(this.main[Math.min(at, this.main.length - 1)]!.id);
  }

  /** To the variation before or after this one or, where none leaves here, back to where this one began. */
  branch(by: 1 | -1): void {
    const path = trees.pathTo(this.tree, this.current.id);
    for (let at = path.length - 1; at > 0; at -= 1) {
      const siblings = path[at - 1]!.children;
      const to = siblings[siblings.indexOf(path[at]!) + by];
      if (to) return this.goTo(to.id);
      if (by < 0 && at < path.length - 1 && siblings.length > 1) return this.goTo(path[at]!.id);
    }
  }

  #feed(at: number): void {
    const positions: GamePosition[] = [];
    for (const node of this.line) {
      const known = this.#positions.get(node.id);
      const before = positions.at(-1);
      const now = known ?? (before && node.played ? after(before, node.played) : this.#first);
      if (!known) this.#positions.set(node.id, now);
      positions.push(now);
    }
    this.viewer.feed(positions);
    this.viewer.go(at);
  }

  /** The moves that lead to a node. */
  movesTo(id: number): string[] {
    return trees.pathTo(this.tree, id).slice(1).map((node) => node.played!.move);
  }

  /** Asks what may be played in the position looked at, unless that is known or asked already. */
  async look(): Promise<void> {
    const { id } = this.current;
    if (this.#moments.has(id) || this.#asking.has(id)) return;
    this.#asking.add(id);
    try {
      const moves = this.movesTo(id);
      this.#keep(id, await api.moment(this.position, moves, moves.length));
      this.error = null;
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#asking.delete(id);
    }
  }

  #keep(id: number, moment: Moment): void {
    this.#moments = new Map(this.#moments).set(id, moment);
  }

  #fail(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    this.error = error.text;
  }

  // Moves

  async play(move: Move): Promise<void> {
    const { current: from, moment } = this;
    if (this.pending || !moment) return;
    const known = from.children.find((child) => child.played?.move === move.move);
    if (known) return this.goTo(known.id);
    this.pending = { board: { ...moment.board, cells: applyEvents(moment.board, move.events) }, events: move.events };
    await this.#extend(from.id, [move.move]);
    this.pending = null;
  }

  /** A line of moves from the position looked at, as far as the last of them. */
  async playLine(moves: readonly string[]): Promise<void> {
    if (!this.pending) await this.#extend(this.current.id, moves);
  }

  async #extend(from: number, moves: readonly string[]): Promise<void> {
    const lead = this.movesTo(from);
    if (trees.count(this.tree) + moves.length > MOST_MOVES || lead.length + moves.length > DEEPEST) {
      this.error = wordsOf("analysis_full");
      return;
    }
    try {
      const moment = await api.moment(this.position, [...lead, ...moves], lead.length);
      let [tree, id] = [this.tree, from];
      for (const played of moment.played) ({ tree, id } = trees.add(tree, id, played));
      this.error = null;
      this.#keep(id, moment);
      this.#edit(tree, id);
    } catch (error) {
      this.#fail(error);
    }
  }

  // Edits

  #edit(tree: Tree, id: number): void {
    if (tree !== this.tree) {
      this.#before = [...this.#before, { tree: this.tree, id: this.current.id }].slice(-MOST_UNDONE);
      this.tree = tree;
      this.touched = true;
    }
    this.goTo(id);
  }

  note(notes: Notes): void {
    this.#edit(trees.note(this.tree, this.current.id, notes), this.current.id);
  }

  /** A symbol for the move looked at, in place of the one it has; the same once more takes it away. */
  mark(symbol: string): void {
    const { symbols } = this.current;
    const others = symbols.filter((each) => !(trees.SYMBOLS as readonly string[]).includes(each));
    this.note({ symbols: symbols.includes(symbol) ? others : [symbol, ...others] });
  }

  promote(): void {
    const { id } = this.current;
    this.#edit(trees.promote(this.tree, id), id);
  }

  get canPromote(): boolean {
    return !trees.isMain(this.tree, this.current.id);
  }

  remove(): void {
    const path = trees.pathTo(this.tree, this.current.id);
    this.#edit(trees.remove(this.tree, this.current.id), path.at(-2)?.id ?? 0);
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (!last) return;
    this.#before = this.#before.slice(0, -1);
    this.tree = last.tree;
    this.goTo(last.id);
  }

  /** What it is shared as from now on, and under which title. */
  share(study: Study | null, title = this.headers["event"] ?? ""): void {
    const { event: _, ...others } = this.headers;
    this.headers = title ? { ...others, event: title } : others;
    this.study = study;
    this.touched = true;
  }

  // What is thought of it

  think(id: number, worth: NodeWorth): void {
    const known = this.worths.get(id);
    if (known && !worth.proved && (known.proved || (known.depth ?? 0) > (worth.depth ?? 0))) return;
    this.worths = new Map(this.worths).set(id, worth);
  }

  /** Places of a line of which nothing is thought yet. */
  unknown(line: readonly TreeNode[]): number[] {
    return line.flatMap((node, at) => (this.worths.has(node.id) ? [] : [at]));
  }

  /** As the server writes it. */
  given(): GivenTree {
    const worth = (id: number) => {
      const found = this.worths.get(id);
      return found ? { win: found.win, proved: found.proved, depth: found.depth ?? null } : null;
    };
    const { comment, symbols } = this.tree.root;
    const nodes = trees.given(this.tree, worth) as NonNullable<GivenTree["nodes"]>;
    return { position: this.position, headers: { ...this.headers }, root: { comment, symbols: [...symbols], worth: worth(0) }, nodes };
  }

  /** All of it, to be gone on with later. */
  begin(): Begin {
    const { position, ruleset, game, headers, tree, worths, study } = this;
    return { position, ruleset, game, headers, tree, worths, study, first: this.#first, board: this.viewer.position.board };
  }
}
