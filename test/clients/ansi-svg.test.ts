import { expect, test } from "vitest";
import { runsOf, svgOf } from "./ansi-svg.ts";

test.each([
  ["plain", [["plain", 0, "#d8dee9"]]],
  [
    "a\u001b[31mred\u001b[39mb",
    [
      ["a", 0, "#d8dee9"],
      ["red", 1, "#e06c75"],
      ["b", 4, "#d8dee9"],
    ],
  ],
  [
    "\u001b[38;2;1;2;3mx\u001b[0my",
    [
      ["x", 0, "#010203"],
      ["y", 1, "#d8dee9"],
    ],
  ],
  ["\u001b[38;5;196mx", [["x", 0, "#ff0000"]]],
  ["\u001b[38;5;232;1mx", [["x", 0, "#080808"]]],
])("%j is split into runs with a column and a colour", (line, expected) => {
  expect(runsOf(line).map(({ text, column, color }) => [text, column, color])).toEqual(expected);
});

test("a picture contains the escaped text and no escape sequences of the terminal", () => {
  const picture = svgOf("\u001b[1m$ a <b> & c\u001b[0m  \n\n", { columns: 20, title: "T" });
  expect(picture).toContain('font-weight="bold">$ a &lt;b&gt; &amp; c</text>');
  expect(picture).not.toContain("\u001b");
  expect(picture.match(/<text /g)).toHaveLength(1);
});
