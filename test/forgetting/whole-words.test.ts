import fc from "fast-check";
import { expect, test } from "vitest";
import { fold, isWholeWord } from "../../src/core/forget/fold.ts";
import { holds } from "../support/property.ts";

const inside = fc.constantFrom("a", "Z", "7", "é", "ж");
const border = fc.constantFrom("", " ", ".", "-", "\n", '"', "（", "東", "\\n", "%20");

const isWhole = (before: string, word: string, after: string): boolean => {
  const start = fold(before).length;
  return isWholeWord(fold(before + word + after), start, start + fold(word).length);
};

test("a word is whole between borders and not inside a longer word", async () => {
  const word = fc.stringMatching(/^[a-z]{2,5}$/);
  await holds(
    fc.property(word, border, border, inside, (text, before, after, letter) => {
      expect(isWhole(before, text, after.replace(/^[\\%].*/, ""))).toBe(true);
      expect(isWhole(letter, text, after)).toBe(false);
      expect(isWhole(before, text, letter)).toBe(false);
    }),
  );
});
