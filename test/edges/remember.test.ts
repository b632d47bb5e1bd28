import { expect, test } from "vitest";
import { memoized } from "../../src/core/edges/remember.ts";

/** A memoized function and the texts for which it was really computed, in order. */
function reader() {
  const read: string[] = [];
  const length = memoized((text: string) => {
    read.push(text.slice(0, 1));
    return text.length;
  });
  return { read, length };
}

test("a repeated text is computed once", () => {
  const { read, length } = reader();
  expect([length("abc"), length("d"), length("abc")]).toEqual([3, 1, 3]);
  expect(read).toEqual(["a", "d"]);
});

test("long texts are not cached, because whole turns would fill the memory of an import", () => {
  const { read, length } = reader();
  for (const letter of ["a", "b", "c", "d", "a"]) length(letter.repeat(200_000));
  expect(read).toEqual(["a", "b", "c", "d", "a"]);
});
