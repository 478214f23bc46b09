// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { find, momentOf } from "../../src/app/route.svelte";
import { embedCode, fileAddress, pageAddress } from "../../src/share/addresses";

const moment = (query: string): number | null => momentOf(new URLSearchParams(query));

describe("a link to a moment", () => {
  it("names the page and the number of moves", () => {
    expect(pageAddress("/g/abc", 12)).toBe(`${location.origin}/g/abc?at=12`);
    expect(pageAddress("/g/abc", 0)).toBe(`${location.origin}/g/abc?at=0`);
    expect(pageAddress("/g/abc", null)).toBe(`${location.origin}/g/abc`);
    expect(fileAddress("/api/matches/m", "board.png", 3)).toBe("/api/matches/m/board.png?at=3");
    expect(embedCode("abc", 4)).toContain(`src="${location.origin}/embed/abc?at=4"`);
  });

  it("is read back, and nonsense is none", () => {
    expect([moment("at=12"), moment("at=0"), moment("at=000007")]).toEqual([12, 0, 7]);
    for (const query of ["", "at=", "at=-1", "at=1.5", "at=1e3", "at=1234567", "at=x"]) expect(moment(query)).toBeNull();
  });

  it.each([
    ["/g/abc", { page: "public", name: "abc" }],
    ["/study/abc", { page: "study", id: "abc" }],
    ["/watch", { page: "watch" }],
    ["/g", { page: "missing" }],
    ["/g/a/b", { page: "missing" }],
    ["/watch/x", { page: "missing" }],
  ])("%s names its page", (path, route) => expect(find(path)).toEqual(route));
});
