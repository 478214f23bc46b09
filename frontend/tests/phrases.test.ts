import { expect, test } from "vitest";
import { phrases } from "../src/words/phrases";

test("a Japanese sentence breaks between phrases and never within a word", () => {
  expect(phrases("記号の手番：数字のコインを挟むマスにコインを置いてください。")).toEqual([
    "記号の", "手番：", "数字の", "コインを", "挟む", "マスに", "コインを", "置いてください。",
  ]);
  expect(phrases("黒の手番：b4から連鎖が続きます。")).toEqual(["黒の", "手番：", "b4から", "連鎖が", "続きます。"]);
});

test("a polite prefix stays with its word", () => {
  expect(phrases("次のお知らせとご案内")).toEqual(["次の", "お知らせと", "ご案内"]);
});

test("what has no Japanese letters stays whole", () => {
  expect(phrases("Choose a stone, then where.")).toEqual(["Choose a stone, then where."]);
});
