import { beforeEach, expect, test } from "vitest";
import { choices } from "../../src/board/paths";
import { cellLabel, effect, zoneName, zoneReason, type CellContext } from "../../src/board/labels";
import { settings } from "../../src/app/settings.svelte";
import type { MoveEvent, Look, Move } from "../../src/wire/types";

const both = (en: string, ja: string) => ({ en, ja });
const names = {
  sides: { first: both("Black", "黒"), second: both("White", "白") },
  zones: { base: both("Corner Base {which}", "コーナー拠点{which}"), base_center: both("Center Base", "センター拠点"), closed: both("closed cells", "打てないマス"), tile: both("tile {which}", "タイル{which}") },
  explain: { closed: both("Not here (R3).", "ここには打てません（R3）。") },
};
const look: Look = {
  name: "one", label: both("", ""), surface: "wood", stones: "discs", faces: { first: "dark", second: "light" },
  zones: { base: "marked", closed: "blocked", tile: "panel" },
};
const board = { width: 3, height: 1, cells: "xo." };
const closed = { kind: "closed", cells: ["c1"] };
const zones = [
  { kind: "base", name: "a1", cells: ["a1"] }, { kind: "base", name: "center", cells: ["b1"] }, closed,
  { kind: "tile", name: "1", cells: ["a1", "b1"] }, { kind: "area", cells: ["a1", "b1", "c1"] },
];
const turn: MoveEvent = { kind: "turned", side: "first", cell: "b1" };
const move: Move = { move: "c1", cells: ["c1"], events: [{ kind: "placed", side: "first", cell: "c1" }, turn], ends_turn: true };
const context = (more: Partial<CellContext> = {}): CellContext => ({ board, zones, look, names, choice: undefined, chosen: false, ...more });

beforeEach(() => {
  settings.language = "en";
});

test("a cell says what lies there and where it is, but nothing of panels", () => {
  expect(cellLabel("a1", context())).toBe("a1 Black, Corner Base a1");
  expect(cellLabel("b1", context())).toBe("b1 White, Center Base");
  expect(cellLabel("c1", context())).toBe("c1 empty, closed cells");
});

test("a cell says what can be done and what it would turn", () => {
  const choice = choices([move], [], board).get("c1");
  expect(cellLabel("c1", context({ choice, zones: [] }))).toBe("c1 empty, you can play here, turns b1");
  expect(cellLabel("a1", context({ chosen: true, zones: [] }))).toBe("a1 Black, selected");
});

test("the language switches at once", () => {
  settings.language = "ja";
  expect(cellLabel("a1", context())).toBe("a1 黒、コーナー拠点a1");
  expect(zoneReason(names, closed)).toBe("ここには打てません（R3）。");
});

test("a zone without a reason says its name", () => {
  expect(zoneReason(names, zones[0]!)).toBe("Corner Base a1");
  expect(zoneName(names, { kind: "unknown", cells: [] })).toBe("");
});

test("an effect names what turns and what is taken, not the stone that travels", () => {
  expect(effect([turn, { kind: "turned", side: "first", cell: "d4" }])).toBe("turns b1 d4");
  expect(effect([{ kind: "moved", side: "first", cell: "b1", to: "c1" }, { kind: "turned", side: "first", cell: "c1" }])).toBe("");
  expect(effect([{ kind: "captured", side: "second", cell: "c1" }, { kind: "moved", side: "first", cell: "b1", to: "c1" }])).toBe("captures c1");
});
