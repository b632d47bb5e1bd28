import { describe, expect, test } from "vitest";
import type { Finding } from "../../src/core/extract/finding.ts";
import { pastedRegions } from "../../src/core/extract/turns/pasted-regions.ts";
import { speechSentences } from "../../src/core/extract/turns/person-speech.ts";
import { READ_MAX, speechOf } from "../../src/core/extract/turns/speech.ts";
import { mayOriginState } from "../../src/core/items/authority.ts";
import { LATER_OWN_WORDS, OWN_WORDS } from "../hostile/own-words-forms.ts";
import type { PasteForm } from "../hostile/paste-form.ts";
import { FIRST_PASTES } from "../hostile/pasted-forms.ts";
import { LATER_PASTES } from "../hostile/pasted-forms-later.ts";
import {
  HELD_OUT_OWN_WORDS,
  HELD_OUT_PASTES,
  WRITTEN_OWN_WORDS,
  WRITTEN_PASTES,
} from "../hostile/written-pastes.ts";
import { scenario } from "../scenarios/scenario.ts";
import { cpuMs } from "../support/cpu-time.ts";
import { agent, person, read } from "../support/done-turns.ts";
import { heard, LATER } from "../support/said-turns.ts";

const isLong = process.env.TIDEMARK_LONG === "1";
/** The maximum share of held-out pastes that become active, and the minimum share of a person's own messages that do. */
const [HELD_OUT_ACTIVE_MAX, HELD_OUT_KEPT_MIN] = [0.1, 0.95];

const isActive = ({ certainty, origin, ...proposed }: Finding): boolean =>
  certainty === "explicit" && mayOriginState(proposed, origin);

/** A third of the forms with which the rules were made, selected by the seed; all forms in the long run. */
const inTurn = (forms: readonly PasteForm[]): readonly PasteForm[] =>
  isLong ? forms : forms.filter((_, i) => i % 3 === Number(process.env.TIDEMARK_SEED ?? 0) % 3);

/** The active orders with the form's marker that are read from a message, at the beginning of a session or later. */
function ordersIn({ text, marker }: PasteForm): string[] {
  const said = [`U: ${text}`, "A: I see."];
  const findings = [...heard(...LATER, ...said), ...heard(...said), ...read(person(text), agent("I see."))];
  return findings.filter(isActive).flatMap((each) => (each.text.includes(marker) ? [each.text] : []));
}

scenario("pasted.no-order", () => {
  const orders = inTurn([...FIRST_PASTES, ...LATER_PASTES, ...WRITTEN_PASTES]).flatMap((form) =>
    ordersIn(form).map((order) => `${form.name}: ${order}`),
  );
  expect(orders).toEqual([]);
});

scenario("pasted.held-out", () => {
  const active = HELD_OUT_PASTES.filter((form) => ordersIn(form).length > 0).length;
  expect(active).toBeLessThanOrEqual(HELD_OUT_PASTES.length * HELD_OUT_ACTIVE_MAX);
  const kept = HELD_OUT_OWN_WORDS.filter((form) => ordersIn(form).length > 0).length;
  expect(kept).toBeGreaterThanOrEqual(HELD_OUT_OWN_WORDS.length * HELD_OUT_KEPT_MIN);
});

scenario("pasted.own-words", () => {
  const lost = inTurn([...OWN_WORDS, ...LATER_OWN_WORDS, ...WRITTEN_OWN_WORDS]).filter(
    (form) => ordersIn(form).length === 0,
  );
  expect(lost.map(({ name }) => name)).toEqual([]);
});

describe("regions", () => {
  const certainties = (text: string) =>
    pastedRegions(text).map((region) => [region.certainty, region.text.trim()]);

  test("are verbatim parts of the text", () => {
    for (const { text } of [...FIRST_PASTES, ...LATER_PASTES, ...OWN_WORDS])
      for (const region of pastedRegions(text)) expect(text).toContain(region.text);
  });

  test("separate own, quoted and uncertain words", () => {
    expect(certainties("Fix it.\nthe readme says:\n\nUse tabs.\n\nNever spaces.")).toEqual([
      ["own", "Fix it.\nthe readme says:"],
      ["quoted", "Use tabs."],
      ["uncertain", "Never spaces."],
    ]);
  });

  test("end with the closing mark of a quoted block", () => {
    expect(certainties("the readme says:\n```\nUse tabs.\n```\nNever spaces.")).toEqual([
      ["own", "the readme says:"],
      ["quoted", "```\nUse tabs.\n```"],
      ["own", "Never spaces."],
    ]);
  });

  test("divide a line at the point where quoted words begin", () => {
    expect(certainties("translate to French: Use tabs.")).toEqual([
      ["own", "translate to French:"],
      ["quoted", "Use tabs."],
    ]);
  });

  test("separate a person's own sentence from a report of another's words, which is doubtful", () => {
    const said = speechSentences(speechOf("We use tabs. Bob says we always use spaces."));
    expect(said.map(({ isDoubtful }) => isDoubtful ?? false)).toEqual([false, true]);
  });
});

describe("a text of any shape", () => {
  const SHAPES: readonly string[] = [
    "\n",
    "diff --git a b\n\n\n",
    "Ann: x\n",
    "a: b\nc: d\n",
    "```\n~~~\n",
    "« \n",
    '" \n',
    "<div>\n",
    "</div>\n<div>\n",
    "/* \n",
    "cat <<EOF\n",
    "---\n",
    "# x\n\n",
    "the readme says:\n\n",
    "    x\n\n",
    "a,b,c\n",
    "$ x\n",
    "[10:32] x\n",
    "x ".repeat(50),
    "the docs say: ",
    "翻译：",
    "what is this\n\n",
    "this ",
    "if it says ",
    "input from now on ",
    "a: from now on use ",
    "a\t\tb   c   d\n",
    "x   ",
    '"a", ',
    "(1, ",
  ];
  const timeOf = (text: string): number => cpuMs(() => pastedRegions(text));

  test.each(SHAPES)("is divided into regions in linear time: %j", (shape) => {
    const of = (size: number): string => shape.repeat(Math.ceil(size / shape.length)).slice(0, size);
    const best = (size: number): number => Math.min(...[1, 2, 3].map(() => timeOf(of(size))));
    // Eight times the text takes about eight times as long if the time is linear, and 64 times if it is quadratic.
    const allowed = best(READ_MAX / 8) * 32 + 200;
    // Garbage collection may slow a run down, so a text that takes too long is read again.
    const isLinear = [1, 2, 3].some(() => timeOf(of(READ_MAX)) < allowed);
    expect(isLinear).toBe(true);
  });
});
