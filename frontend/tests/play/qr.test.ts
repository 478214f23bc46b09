import { expect, test } from "vitest";
import { qr, qrPath } from "../../src/play/qr";

const address = "http://127.0.0.1:8000/m/abcdefgh#join=0123456789";

test("a code is square and has its three corners", () => {
  const rows = qr(address)!;
  expect(rows).toHaveLength(29);
  const corner = (x: number, y: number): string => [0, 1, 2, 3, 4, 5, 6].map((by) => (rows[y]![x + by] ? "#" : ".")).join("");
  expect([corner(0, 0), corner(22, 0), corner(0, 22)]).toEqual(Array(3).fill("#######"));
  expect([corner(0, 1), corner(0, 2)]).toEqual(["#.....#", "#.###.#"]);
});

test("longer texts take larger codes, too long ones none", () => {
  expect([1, 17, 18, 78, 106, 134, 154, 192, 230, 271].map((long) => qr("x".repeat(long))!.length)).toEqual([
    21, 21, 25, 33, 37, 41, 45, 49, 53, 57,
  ]);
  expect(qr("x".repeat(272))).toBeNull();
});

test("dark cells are one path", () => {
  expect(qrPath([[true, false], [false, true]])).toBe("M0 0h1v1h-1zM1 1h1v1h-1z");
});
