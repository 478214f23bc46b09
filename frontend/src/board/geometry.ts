// Lengths and shapes that surfaces, stones and marks share, in units of the picture: a cell is 64 wide.

import { indexOf, placeOf, type Cells } from "./grid";
import type { Look, Zones } from "./types";

export const SIZE = 64;
export const RADIUS = 25;
/** Coordinates stand above and on the left; where there are none the frame is slim. */
const FRAME = { wide: 27, slim: 13 } as const;

export type Point = readonly [number, number];

/** The picture of one board: how many columns and rows, which cells are there, and where each is seen. */
export interface Geometry {
  columns: number;
  rows: number;
  width: number;
  height: number;
  cells: readonly number[];
  /** Cells of each zone, by the role the look gives it. */
  zones: ReadonlyMap<string, readonly (readonly number[])[]>;
  place: (cell: number) => Point;
  middle: (cell: number) => Point;
}

export function geometry(board: Cells, zones: Zones, look: Look, flipped: boolean): Geometry {
  const place = (cell: number): Point => placeOf(board, cell, flipped);
  const byRole = new Map<string, number[][]>();
  for (const [name, cells] of Object.entries(zones)) {
    const role = roleOf(look, name);
    if (role) byRole.set(role, [...(byRole.get(role) ?? []), cells.map((cell) => indexOf(board, cell))]);
  }
  return {
    columns: board.width,
    rows: board.height,
    width: board.width * SIZE,
    height: board.height * SIZE,
    cells: [...board.cells].flatMap((mark, cell) => (mark === "#" ? [] : [cell])),
    zones: byRole,
    place,
    middle: (cell) => {
      const [column, row] = place(cell);
      return [(column + 0.5) * SIZE, (row + 0.5) * SIZE];
    },
  };
}

/** The frame around so many columns and rows, with or without coordinates, and the whole picture's size. */
export interface Frame {
  /** Left and top. */
  near: number;
  /** Right and bottom. */
  far: number;
  width: number;
  height: number;
}

export function frameOf(columns: number, rows: number, coordinates: boolean): Frame {
  const [near, far] = [coordinates ? FRAME.wide : FRAME.slim, FRAME.slim];
  return { near, far, width: columns * SIZE + near + far, height: rows * SIZE + near + far };
}

/** What a zone is to a look: `base b2` is looked up by its first word. */
export function roleOf(look: Look, zone: string): string | undefined {
  return look.zones[zone.split(" ")[0] ?? zone];
}

/** The rectangle around cells: left, top, width, height. */
export function bounds(on: Geometry, cells: readonly number[]): readonly [number, number, number, number] {
  const places = cells.map(on.place);
  const [left, top] = [Math.min(...places.map(([x]) => x)), Math.min(...places.map(([, y]) => y))];
  const [right, bottom] = [Math.max(...places.map(([x]) => x)), Math.max(...places.map(([, y]) => y))];
  return [left * SIZE, top * SIZE, (right - left + 1) * SIZE, (bottom - top + 1) * SIZE];
}

/** Slanted lines within a cell, as one path. */
export function hatch(on: Geometry, cells: readonly number[]): string {
  const lines: string[] = [];
  const [low, high, step] = [10, SIZE - 10, 11];
  for (const cell of cells) {
    const [x, y] = on.place(cell).map((at) => at * SIZE) as [number, number];
    for (let number = -3; number <= 3; number += 1) {
      const by = number * step;
      const [first, last] = [Math.max(low, low + by), Math.min(high, high + by)];
      lines.push(`M${x + first} ${y + high + low - first + by}L${x + last} ${y + high + low - last + by}`);
    }
  }
  return lines.join("");
}

/** Lines that join the cells of each ring, corner to corner and side to side, as one path. */
export function contours(on: Geometry): string {
  const lines: string[] = [];
  for (const ring of on.zones.get("ring") ?? []) {
    const places = ring.map((cell) => ({ at: on.place(cell), middle: on.middle(cell) }));
    for (const [number, one] of places.entries()) {
      for (const other of places.slice(number + 1)) {
        const apart = Math.max(Math.abs(one.at[0] - other.at[0]), Math.abs(one.at[1] - other.at[1]));
        if (apart === 1) lines.push(`M${one.middle.join(" ")}L${other.middle.join(" ")}`);
      }
    }
  }
  return lines.join("");
}

/** Long flowing lines of wood, never quite parallel. */
export function grain(width: number, height: number): { d: string; thick: number }[] {
  const lines: { d: string; thick: number }[] = [];
  const hold = (y: number): number => Math.round(Math.min(Math.max(y, 2), height - 2) * 10) / 10;
  for (let number = 0; number < height / 9; number += 1) {
    const y = number * 9 + 5 + 3 * Math.sin(number * 2.4);
    const bend = 6 * Math.sin(number * 1.3);
    const ends = [y, y + bend, y - bend, y + 2 * Math.sin(number * 0.7)].map(hold);
    const d = `M0 ${ends[0]}C${width / 3} ${ends[1]} ${(width * 2) / 3} ${ends[2]} ${width} ${ends[3]}`;
    lines.push({ d, thick: 0.7 + (number % 3) * 0.55 });
  }
  return lines;
}

/** The lines between cells, as one path. */
export function gridLines(on: Geometry): string {
  const lines: string[] = [];
  for (let column = 1; column < on.columns; column += 1) lines.push(`M${column * SIZE} 0V${on.height}`);
  for (let row = 1; row < on.rows; row += 1) lines.push(`M0 ${row * SIZE}H${on.width}`);
  return lines.join("");
}

/** An arrow from the middle of one cell to the rim of the stone on another. */
export function arrow(from: Point, to: Point, short = RADIUS + 3): string {
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [ax, ay] = [(to[0] - from[0]) / long, (to[1] - from[1]) / long];
  const at = (forward: number, aside: number): string =>
    `${(from[0] + ax * forward - ay * aside).toFixed(1)} ${(from[1] + ay * forward + ax * aside).toFixed(1)}`;
  const tip = long - short;
  const neck = tip - 13;
  const points = [at(0, -3.2), at(neck, -3.2), at(neck, -9.5), at(tip, 0), at(neck, 9.5), at(neck, 3.2), at(0, 3.2)];
  return `M${points.join("L")}Z`;
}

/** Suits of a coin: the ground of its face, and its symbol within a circle of radius 1. */
export const SUITS = [
  { colour: "#9a3329", shape: "M0-.5A.5.5 0 1 1 0 .5A.5.5 0 1 1 0-.5Z", rays: true },
  { colour: "#23272d", shape: "M.42-.9A.95.95 0 1 0 .42.9A.78.78 0 1 1 .42-.9Z", rays: false },
  { colour: "#27507f", shape: "M-.9.62V-.48L-.42-.02L0-.8L.42-.02L.9-.48V.62Z", rays: false },
  { colour: "#2c6350", shape: "M-.74-.8H.74V.06C.74.56.34.82 0 1C-.34.82-.74.56-.74.06Z", rays: false },
] as const;

/** Which of a piecepack's 24 coins lies on a cell: suit and number, the same every time and everywhere. */
export function coinOf(cell: number): { suit: (typeof SUITS)[number]; number: number } {
  const which = (((cell * cell * 31 + cell * 977) >> 3) * 7) % 24;
  return { suit: SUITS[which % 4]!, number: Math.floor(which / 4) };
}
