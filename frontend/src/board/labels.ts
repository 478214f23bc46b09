// Labels: what a cell says to those who cannot see it, and what it explains to those who ask.

import { fill, say, t } from "../words";
import type { BySide, Words } from "../wire/types";
import { markAt, type Cells } from "./grid";
import type { Choice } from "./paths";
import { roleOf } from "./geometry";
import { sideOf, type MoveEvent, type Look, type Zone, type Zones } from "./types";

/** What a game calls its sides and zones, and why some zones are as they are. */
export interface Names {
  sides: BySide<Words> | null;
  zones: Record<string, Words>;
  explain: Record<string, Words>;
}

export function sideName(names: Names, side: "first" | "second"): string {
  return names.sides ? say(names.sides[side]) : side === "first" ? t.side_first : t.side_second;
}

/** The zones a cell lies in. */
export function zonesOf(zones: Zones, cell: string): Zones {
  return zones.filter((zone) => zone.cells.includes(cell));
}

/** What a zone is called: as this one if the game has words for it, else as any of its kind. */
export function zoneName(names: Names, { kind, name = "" }: Zone): string {
  const known = names.zones[`${kind}_${name}`] ?? names.zones[kind];
  return known ? fill(known, { which: name }) : "";
}

/** Why a cell of the zone is as it is; the zone's name where nothing more is to be said. */
export function zoneReason(names: Names, zone: Zone): string {
  const why = names.explain[zone.kind];
  return why ? say(why) : zoneName(names, zone) || t.cell_unavailable;
}

/** The effect of a move in a few words, such as `turns e4 e5`. */
export function effect(events: readonly MoveEvent[]): string {
  const landings = events.filter((each) => each.kind === "moved").map((each) => each.to);
  const cells = (kind: MoveEvent["kind"]): string =>
    events.filter((each) => each.kind === kind && !landings.includes(each.cell)).map((each) => each.cell).join(" ");
  const parts: string[] = [];
  if (cells("turned")) parts.push(t.turns_cells({ cells: cells("turned") }));
  if (events.some((each) => each.kind === "captured")) {
    const taken = events.filter((each) => each.kind === "captured").map((each) => each.cell).join(" ");
    parts.push(t.takes_cells({ cells: taken }));
  }
  return parts.join(t.comma);
}

export interface CellContext {
  board: Cells;
  zones: Zones;
  look: Look;
  names: Names;
  choice: Choice | undefined;
  chosen: boolean;
}

/** One line for a screen reader: the cell, what lies there, where it is, what can be done. */
export function cellLabel(cell: string, context: CellContext): string {
  const side = sideOf(markAt(context.board, cell));
  const parts = [side ? t.cell_stone({ cell, side: sideName(context.names, side) }) : t.cell_empty({ cell })];
  // A zone without a role in the look (an area that is only a part of the rules) or a mere panel says nothing here.
  const places = zonesOf(context.zones, cell).filter((zone) => !["panel", undefined].includes(roleOf(context.look, zone)));
  parts.push(...places.map((zone) => zoneName(context.names, zone)).filter(Boolean));
  if (context.chosen) parts.push(t.cell_chosen);
  if (context.choice) parts.push(choiceLabel(context.choice));
  return parts.join(t.comma);
}

function choiceLabel(choice: Choice): string {
  if (choice.mark === "stay") return t.choose_stay;
  if (choice.mark === "ring") return t.choose_ring;
  const first = choice.moves[0];
  const told = choice.moves.length === 1 && first ? effect(first.events) : "";
  const plain = choice.mark === "take" ? t.choose_take : t.choose_dot;
  return told && choice.mark === "dot" ? `${plain}${t.comma}${told}` : plain;
}
