import fc from "fast-check";
import { expect, test } from "vitest";
import {
  SHARED_BEGIN,
  SHARED_END,
  type SharedContent,
  type SharedFile,
  withSharedBlock,
} from "../../src/core/share/shared-block.ts";
import { scenario } from "../scenarios/scenario.ts";
import { holds } from "../support/property.ts";

/** The statements that belong into the block; `earlier` are lines that the memory wrote and no longer shares. */
function content(decisions: readonly string[], earlier: readonly string[] = []): SharedContent {
  const ours = new Set([...decisions, ...earlier]);
  return {
    sections: [
      { heading: "## Decisions", lines: decisions },
      { heading: "## Constraints", lines: [] },
    ],
    isOurs: (line) => ours.has(line),
  };
}

const ADYEN = "- Cards are charged through Adyen (2026-03-01)";
const STRIPE = "- Cards are charged through Stripe (2026-01-01)";

function shared(file: SharedFile): string {
  if (file.outcome === "refused") throw new Error(file.why);
  return file.text;
}

const block = (...lines: string[]): string => [SHARED_BEGIN, ...lines, SHARED_END, ""].join("\n");

scenario("share.around", () => {
  for (const before of [
    "",
    "# Mine\n",
    "# Mine\n\ntext",
    "# Mine\r\n\r\ntext\r\n",
    "\uFEFF# Mine\n",
    "\n\n",
  ]) {
    const after = shared(withSharedBlock(before, content([ADYEN])));
    expect(after.startsWith(before)).toBe(true);
    expect(after).toContain(ADYEN);
    expect(/(?<!\r)\n/.test(after)).toBe(!before.includes("\r\n"));
    expect(shared(withSharedBlock(after, content([ADYEN])))).toBe(after);
  }
});

scenario("share.within", () => {
  const own = "My own line in the block";
  const before = `top\n${block("## Decisions", "", STRIPE, own, "- Another memory's line (2026-02-02)", "")}end\n`;
  const after = withSharedBlock(before, content([ADYEN], [STRIPE]));
  expect(after).toMatchObject({ added: 1, dropped: 1, others: 2 });
  expect(shared(after)).toBe(
    `top\n${block("## Decisions", "", own, "- Another memory's line (2026-02-02)", ADYEN, "")}end\n`,
  );
});

test("a line that somebody edited stays, and the original line is added again", () => {
  const edited = ADYEN.replace("Adyen", "Adyen and Stripe");
  const after = withSharedBlock(block("## Decisions", "", edited, ""), content([ADYEN]));
  expect(shared(after)).toBe(block("## Decisions", "", edited, ADYEN, ""));
});

test("a deleted block is added again, and a section without lines is removed", () => {
  expect(shared(withSharedBlock("# Mine\n", content([ADYEN])))).toContain(
    block("## Decisions", "", ADYEN, ""),
  );
  expect(shared(withSharedBlock(block("## Decisions", "", ADYEN, ""), content([], [ADYEN])))).toBe(block());
});

const REFUSED: readonly (readonly [string, string])[] = [
  ["a duplicated block", `${block(ADYEN)}${block(ADYEN)}`],
  ["nested marks", `${SHARED_BEGIN}\n${block(ADYEN)}${SHARED_END}\n`],
  ["a block without an end", `${SHARED_BEGIN}\n${ADYEN}\n`],
  ["an end without a beginning", `mine\n${SHARED_END}\n`],
  ["marks in the wrong order", `${SHARED_END}\nmine\n${SHARED_BEGIN}\n`],
  ["a conflict in the block", block("<<<<<<< HEAD", ADYEN, "=======", STRIPE, ">>>>>>> other")],
  ["a conflict around the block", `<<<<<<< HEAD\n${block(ADYEN)}=======\n${block(STRIPE)}>>>>>>> other\n`],
];

scenario("share.refused", () => {
  for (const [what, before] of REFUSED)
    expect(withSharedBlock(before, content([ADYEN], [STRIPE])), what).toMatchObject({ outcome: "refused" });
  const torn = withSharedBlock(`${SHARED_BEGIN}\n- Mine\n`, content([ADYEN], []));
  expect(torn).toMatchObject({ why: "it has 1 begin and 0 end marks of the shared block", line: 1 });
});

/** Random files with lines of people, of this memory and of another one, with block marks anywhere. */
const handLine = fc.oneof(
  fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[\r\n]/g, " ")),
  fc.constantFrom("## Decisions", "## Mine", "", "=======", "- Mine (2026-02-02)", "```"),
);
const line = fc.oneof(
  { weight: 5, arbitrary: handLine },
  { weight: 2, arbitrary: fc.constantFrom(ADYEN, STRIPE) },
  { weight: 1, arbitrary: fc.constantFrom(SHARED_BEGIN, SHARED_END) },
  { weight: 1, arbitrary: fc.constantFrom("<<<<<<< HEAD", ">>>>>>> other") },
);
const file = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom("\n", "\r\n"), fc.boolean(), fc.boolean())
  .map(([lines, eol, isEnded, isBlocked]) => {
    const plain = lines.filter((each) => !/tidemark:shared/.test(each));
    const third = Math.floor(plain.length / 3);
    const whole = [
      ...plain.slice(0, third),
      SHARED_BEGIN,
      ...plain.slice(third, -third || undefined),
      SHARED_END,
      ...plain.slice(plain.length - third),
    ];
    return `${(isBlocked ? whole : lines).join(eol)}${isEnded ? eol : ""}`;
  });

/** The lines that people wrote: all lines except those, the marks and the headings of this memory, and empty lines. */
function handWritten(text: string): string[] {
  const ours = new Set([ADYEN, STRIPE, SHARED_BEGIN, SHARED_END, "## Decisions", "## Constraints", ""]);
  return text.split(/\r?\n/).filter((each) => !ours.has(each.trim()));
}

scenario("share.nothing-lost", () =>
  holds(
    fc.property(file, fc.subarray([ADYEN, STRIPE]), (before, wanted) => {
      const after = withSharedBlock(before, content(wanted, [ADYEN, STRIPE]));
      if (after.outcome === "refused") return;
      expect(handWritten(after.text)).toEqual(handWritten(before));
      expect(shared(withSharedBlock(after.text, content(wanted, [ADYEN, STRIPE])))).toBe(after.text);
      const begin = before.indexOf(SHARED_BEGIN);
      if (begin >= 0) expect(after.text.startsWith(before.slice(0, begin))).toBe(true);
      if (begin >= 0) expect(after.text.endsWith(before.slice(before.indexOf(SHARED_END)))).toBe(true);
    }),
    400,
  ),
);
