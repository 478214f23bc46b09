// Lengths and shapes that surfaces, stones and marks share, in units of the picture: a cell is 64 wide.

import { indexOf, placeOf, type Cells } from "./grid";
import { GEOMETRY } from "./shapes";
import type { Look, Zone, Zones } from "./types";

export const SIZE = GEOMETRY.cell;
export const RADIUS = GEOMETRY.stone.radius;
const { frame: FRAME, coordinates: COORDINATES } = GEOMETRY;

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
  for (const zone of zones) {
    const role = roleOf(look, zone);
    if (role) byRole.set(role, [...(byRole.get(role) ?? []), zone.cells.map((cell) => indexOf(board, cell))]);
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

/** The frame around so many columns and rows, with or without coordinates, and the whole picture's size: coordinates
 * stand above and on the left, and where there are none the frame is slim. */
export interface Frame {
  /** Left and top. */
  near: number;
  /** Right and bottom. */
  far: number;
  width: number;
  height: number;
  /** How large coordinates are: they grow with the board, so that they can be read on a large one. */
  letters: number;
}

export function frameOf(columns: number, rows: number, coordinates: boolean): Frame {
  const grown = Math.min(Math.max(Math.max(columns, rows) / COORDINATES.usual, 1), COORDINATES.most);
  const [near, far] = [coordinates ? FRAME.wide * grown : FRAME.slim, FRAME.slim];
  return { near, far, width: columns * SIZE + near + far, height: rows * SIZE + near + far, letters: COORDINATES.size * grown };
}

/** What a zone is to a look. */
export function roleOf(look: Look, zone: Zone): string | undefined {
  return look.zones[zone.kind];
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
  const { inset: low, step } = GEOMETRY.blocked;
  const high = SIZE - low;
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

/** Lines that join the cells of each contour, corner to corner and side to side, as one path. */
export function contours(on: Geometry): string {
  const lines: string[] = [];
  for (const cells of on.zones.get("contour") ?? []) {
    const places = cells.map((cell) => ({ at: on.place(cell), middle: on.middle(cell) }));
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
  const step = GEOMETRY.wood.grain;
  const hold = (y: number): string => tidy(Math.min(Math.max(y, 2), height - 2));
  for (let number = 0; number < height / step; number += 1) {
    const y = number * step + 5 + 3 * Math.sin(number * 2.4);
    const bend = 6 * Math.sin(number * 1.3);
    const ends = [y, y + bend, y - bend, y + 2 * Math.sin(number * 0.7)].map(hold);
    const d = `M0 ${ends[0]}C${tidy(width / 3)} ${ends[1]} ${tidy((width * 2) / 3)} ${ends[2]} ${width} ${ends[3]}`;
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
export function arrow(from: Point, to: Point, short: number = GEOMETRY.arrow.short): string {
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [ax, ay] = [(to[0] - from[0]) / long, (to[1] - from[1]) / long];
  const at = (forward: number, aside: number): string =>
    `${tidy(from[0] + ax * forward - ay * aside)} ${tidy(from[1] + ay * forward + ax * aside)}`;
  const { half, head } = GEOMETRY.arrow;
  const tip = long - short;
  const neck = tip - GEOMETRY.arrow.long;
  const points = [at(0, -half), at(neck, -half), at(neck, -head), at(tip, 0), at(neck, head), at(neck, half), at(0, half)];
  return `M${points.join("L")}Z`;
}

/** Suit and number of the coin on a cell: one of a piecepack's 24, the same every time and everywhere. */
export function coinOf(cell: number): { suit: number; value: number } {
  const which = (((cell * cell * 31 + cell * 977) >> 3) * 7) % 24;
  return { suit: which % 4, value: Math.floor(which / 4) };
}

/** How wide and how high a stone is: no two pebbles are quite alike. */
export function radii(kind: string, cell: number): Point {
  if (kind !== "pebbles") return [RADIUS, RADIUS];
  const [wide, high] = GEOMETRY.stone.uneven;
  return [RADIUS - ((cell * 7) % 5) * wide, RADIUS - ((cell * 11) % 7) * high];
}

/** At most two decimals. */
const tidy = (value: number): string => String(Math.round(value * 100) / 100);
