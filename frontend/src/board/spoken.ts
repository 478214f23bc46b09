// What a cell says to those who cannot see it, and what it explains to those who ask.

import { say, t } from "../words";
import type { BySide, Words } from "../wire/types";
import { markAt, type Cells } from "./grid";
import type { Choice } from "./paths";
import { roleOf } from "./shapes";
import { sideOf, type Change, type Look, type Zones } from "./types";

export interface Names {
  sides: BySide<Words> | null;
  zones: Record<string, Words>;
}

export function sideName(names: Names, side: "first" | "second"): string {
  return names.sides ? say(names.sides[side]) : side === "first" ? t.side_first : t.side_second;
}

/** The zones a cell lies in, by name; tiles say nothing that a player needs. */
export function zonesOf(zones: Zones, cell: string): string[] {
  return Object.keys(zones).filter((zone) => zones[zone]?.includes(cell));
}

export function zoneName(names: Names, look: Look, zone: string): string {
  const own = names.zones[zone];
  if (own) return say(own);
  const which = zone.split(" ")[1] ?? "";
  switch (roleOf(look, zone)) {
    case "base":
      return t.zone_base;
    case "border":
      return t.zone_border;
    case "closed":
      return t.zone_closed;
    case "ring":
      return t.zone_ring({ which });
    default:
      return "";
  }
}

/** The effect of a move in a few words, such as `turns e4 e5`. */
export function effect(changes: readonly Change[]): string {
  const landing = changes.find((each) => each.kind === "moved")?.to;
  const cells = (kind: Change["kind"]): string =>
    changes.filter((each) => each.kind === kind && each.cell !== landing).map((each) => each.cell).join(" ");
  const parts: string[] = [];
  if (cells("turned")) parts.push(t.turns_cells({ cells: cells("turned") }));
  if (changes.some((each) => each.kind === "captured")) {
    const taken = changes.filter((each) => each.kind === "captured").map((each) => each.cell).join(" ");
    parts.push(t.takes_cells({ cells: taken }));
  }
  return parts.join(t.comma);
}

export interface Asked {
  board: Cells;
  zones: Zones;
  look: Look;
  names: Names;
  choice: Choice | undefined;
  chosen: boolean;
}

/** One line for a screen reader: the cell, what lies there, where it is, what can be done. */
export function cellLabel(cell: string, asked: Asked): string {
  const side = sideOf(markAt(asked.board, cell));
  const parts = [side ? t.cell_stone({ cell, side: sideName(asked.names, side) }) : t.cell_empty({ cell })];
  const places = zonesOf(asked.zones, cell).filter((zone) => roleOf(asked.look, zone) !== "tile");
  parts.push(...places.map((zone) => zoneName(asked.names, asked.look, zone)).filter(Boolean));
  if (asked.chosen) parts.push(t.cell_chosen);
  if (asked.choice) parts.push(choiceLabel(asked.choice));
  return parts.join(t.comma);
}

function choiceLabel(choice: Choice): string {
  if (choice.mark === "stay") return t.choose_stay;
  if (choice.mark === "ring") return t.choose_ring;
  const first = choice.moves[0];
  const told = choice.moves.length === 1 && first ? effect(first.changes) : "";
  const plain = choice.mark === "take" ? t.choose_take : t.choose_dot;
  return told && choice.mark === "dot" ? `${plain}${t.comma}${told}` : plain;
}
