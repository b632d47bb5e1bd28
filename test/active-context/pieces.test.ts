import fc from "fast-check";
import { expect, test } from "vitest";
import { commentAtEnd, withoutComments } from "../../src/core/active-context/document/heading.ts";
import { mergedOrder } from "../../src/core/active-context/document/merge-order.ts";
import type { MergePart } from "../../src/core/active-context/document/merge-tree.ts";
import { parse } from "../../src/core/active-context/document/parse.ts";
import { isInside, leavesRoot } from "../../src/core/active-context/document/path-inside.ts";
import { yamlValue } from "../../src/core/active-context/document/print.ts";
import { SECTIONS } from "../../src/core/active-context/document/sections.ts";
import { reorderBlocks } from "../../src/core/active-context/document/splice.ts";
import { lint } from "../../src/core/active-context/lint/lint.ts";
import { NOW } from "../support/clean-context.ts";
import { holds } from "../support/property.ts";

const folder = fc.stringMatching(/^[a-z]{1,4}$/);
const steps = fc.array(fc.constantFrom<string>("..", "a", "b"), { maxLength: 6 });

test("a path leaves its root if it goes up more often than down, whatever empty steps it contains", async () => {
  await holds(
    fc.property(steps, fc.constantFrom(".", "", "./."), fc.nat(6), (parts, nothing, at) => {
      const depths = parts.map((_, i) =>
        parts.slice(0, i + 1).reduce((depth, part) => depth + (part === ".." ? -1 : 1), 0),
      );
      const leaves = depths.some((depth) => depth < 0);
      expect(leavesRoot(parts.join("/"))).toBe(leaves);
      expect(leavesRoot(parts.toSpliced(at, 0, nothing).join("/"))).toBe(leaves);
      expect(isInside(`x/${parts.toSpliced(at, 0, nothing).join("\\")}`)).toBe(
        depths.every((depth) => depth >= -1),
      );
    }),
  );
});

test("a line is its text and the comment at its end, and the comment includes the spaces before it", async () => {
  await holds(
    fc.property(folder, fc.constantFrom("", " ", "   "), folder, (text, blanks, remark) => {
      const line = `${text}${blanks}<!-- ${remark} -->`;
      expect(commentAtEnd(line)).toBe(`${blanks}<!-- ${remark} -->`);
      expect(withoutComments(line) + commentAtEnd(line)).toBe(line);
      expect(commentAtEnd(`${text}\\<!-- ${remark} -->`)).toBe("");
      expect(commentAtEnd(`${line} more`)).toBe("");
    }),
  );
});

const partsOf = (ids: readonly string[]): MergePart[] => ids.map((id) => ({ id }) as MergePart);

test("a merge keeps the order of the side that moved parts, and puts a new part after its predecessor", async () => {
  const ids = ["a", "b", "c", "d"];
  await holds(
    fc.property(fc.shuffledSubarray(ids, { minLength: ids.length }), fc.nat(3), (moved, at) => {
      const base = partsOf(ids);
      const grown = ids.toSpliced(at + 1, 0, "new");
      const expected = moved.toSpliced(moved.indexOf(ids[at] ?? "") + 1, 0, "new");
      expect(mergedOrder({ base, person: partsOf(grown), program: partsOf(moved) })).toEqual(expected);
      expect(mergedOrder({ base, person: partsOf(moved), program: partsOf(grown) })).toEqual(expected);
    }),
  );
});

test.each(["true_false", "yes_no", "count"])(
  "a field of the type %s is not quoted in YAML, as text would be",
  (type) => {
    const names = SECTIONS.flatMap(({ fields, entry }) => [...fields, ...(entry?.fields ?? [])])
      .filter((field) => field.type === type)
      .map(({ name }) => name);
    const value = type === "count" ? "3" : type === "yes_no" ? "yes" : "true";
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(yamlValue(name, value)).toBe(value);
    expect(yamlValue("goal", value)).not.toBe(value);
  },
);

test.each([
  [400, 0],
  [401, 1],
])("a file of %d lines has %d findings that it is too long", (count, times) => {
  const document = parse(`# Active Context\n${"\n".repeat(count - 1)}`);
  expect(document.lines).toHaveLength(count);
  const found = lint(document, { now: NOW, root: "/r", branch: "main" });
  expect(found.filter(({ code }) => code === "file.long")).toHaveLength(times);
});

test("reordering blocks keeps the text of an unclosed comment", () => {
  const document = parse("# A\n\n## One\n\n<!-- open\n\n## Two\n\n- y\n");
  expect(document.unclosed.length).toBeGreaterThan(0);
  const moved = reorderBlocks(document, [
    { from: 0, to: 2 },
    { from: 6, to: 9 },
    { from: 2, to: 6 },
  ]);
  expect(moved.lines.map(({ text }) => text).filter((text) => text !== "")).toEqual([
    ...["# A", "## Two", "- y", "## One", "<!-- open"],
  ]);
});
