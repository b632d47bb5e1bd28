import { describe, expect, test } from "vitest";
import { workingMemory } from "../../src/core/bundle/working.ts";
import type { ItemRow } from "../../src/core/items/items-view.ts";
import { commandLine } from "../../src/surfaces/verbs/command-line.ts";
import { unit } from "../support/units.ts";

const NOW = Date.parse("2026-02-01T00:00:00Z");

function row(text: string, more: Partial<ItemRow> = {}): ItemRow {
  const seen = { label: "dec#1", created_by: "ana", changed_by: "ana", position: 1 };
  return { ...unit(text), ...seen, ...more, text } as ItemRow;
}

type Asked = { readonly session?: string; readonly chars?: number };

function page(lists: { readonly [section: string]: readonly ItemRow[] }, asked: Asked = {}): string {
  const { session = "s1", chars = 2400 } = asked;
  const sections = new Map(
    Object.entries(lists).map(([name, items]) => [name, { items, total: items.length }]),
  );
  const labels = new Map([
    ["a", "con#1"],
    ["b", "con#2"],
  ]);
  return workingMemory({ session, sections, labels, now: NOW, command: commandLine }, chars).text;
}

const linesOf = (items: readonly ItemRow[]): readonly string[] =>
  page({ threads: items }).match(/^- .*$/gm) ?? [];

const steps = (...all: readonly [text: string, status: string][]) =>
  all.map(([text, status]) => ({ text, status }));

describe("a line of the page", () => {
  test.each<[what: string, item: ItemRow, line: string]>([
    ["a unit and its label", row("Use pnpm"), "Use pnpm [dec#1, user]"],
    [
      "what to do to avoid a trap",
      row("make hangs.", { kind: "trap", instead: "Use ninja" }),
      "make hangs. Instead: Use ninja [dec#1, user]",
    ],
    [
      "that a hypothesis is not proved",
      row("It is the proxy", { kind: "hypothesis" }),
      "Not proved: It is the proxy [dec#1, user]",
    ],
    [
      "the progress of a plan, and the step in progress as the next one",
      row("Move", {
        kind: "plan",
        status: "in_progress",
        steps: steps(["a", "todo"], ["b", "in_progress"], ["c", "done"]),
      }),
      "Move (in_progress 1/3; next: b) [dec#1, user]",
    ],
    [
      "the first step to do if none is in progress",
      row("Move", {
        kind: "plan",
        status: "blocked",
        steps: steps(["a", "done"], ["b", "todo"], ["c", "todo"]),
      }),
      "Move (blocked 1/3; next: b) [dec#1, user]",
    ],
    [
      "no next step if all are done",
      row("Move", { kind: "plan", status: "in_progress", steps: steps(["a", "done"]) }),
      "Move (in_progress 1/1) [dec#1, user]",
    ],
    ["a plan without steps", row("Move", { kind: "plan", status: "todo" }), "Move (todo) [dec#1, user]"],
    [
      "until when something holds",
      row("Freeze", { expires_at: "2026-02-01T00:00:00.001Z" }),
      "Freeze [dec#1, user, until 2026-02-01]",
    ],
    [
      "since when it is expired",
      row("Freeze", { expires_at: "2026-02-01T00:00:00.000Z" }),
      "Freeze [dec#1, user, expired 2026-02-01]",
    ],
    [
      "which two items conflict",
      row("They clash", { kind: "insight", type: "conflict", about: ["a", "b"] }),
      "con#1 and con#2 cannot both be followed: tidemark review [dec#1, tidemark]",
    ],
    [
      "which of two items may be replaced",
      row("It was replaced", { kind: "insight", type: "evolves_pending", about: ["a", "b"] }),
      "One of con#1 and con#2 may replace the other: tidemark review [dec#1, tidemark]",
    ],
    [
      "the text of a finding if one of its two items is unknown",
      row("They clash", { kind: "insight", type: "conflict", about: ["a", "gone"] }),
      "They clash [dec#1, tidemark]",
    ],
    ["a text without its line breaks and tags", row("a\n## b <x>"), "a ## b ‹x› [dec#1, user]"],
  ])("shows %s", (_, item, line) => expect(linesOf([item])).toEqual([`- ${line}`]));

  /** A line has at most 220 UTF-16 units; "- " and " [dec#1, user]" leave this many for the text. */
  const ROOM = 204;
  test.each([
    ["that fits is whole", "x".repeat(ROOM), "x".repeat(ROOM)],
    ["is cut where it does not fit", "x".repeat(ROOM + 1), `${"x".repeat(ROOM - 1)}…`],
    ["is not cut inside a character", "🦀".repeat(ROOM), `${"🦀".repeat(ROOM / 2 - 1)}…`],
    [
      "is not cut inside a character at an odd offset",
      `x${"🦀".repeat(ROOM)}`,
      `x${"🦀".repeat(ROOM / 2 - 1)}…`,
    ],
  ])("%s", (_, text, cut) => expect(linesOf([row(text)])).toEqual([`- ${cut} [dec#1, user]`]));
});

test("items are ordered by when they were last seen, not by when they were recorded", () => {
  const [late, early] = ["2026-01-09T00:00:00.000Z", "2026-01-02T00:00:00.000Z"];
  const items = [
    row("said early", { last_seen_at: early, position: 2, label: "dec#2" }),
    row("said late", { last_seen_at: late, position: 1, label: "dec#1" }),
  ];
  expect(linesOf(items)).toEqual(["- said late [dec#1, user]", "- said early [dec#2, user]"]);
});

test("of two items of equal confidence and age, the one recorded last comes first", () => {
  const [first, last] = [
    row("came first", { position: 1, label: "dec#1" }),
    row("came last", { position: 2, label: "dec#2" }),
  ];
  for (const items of [
    [first, last],
    [last, first],
  ])
    expect(linesOf(items)).toEqual(["- came last [dec#2, user]", "- came first [dec#1, user]"]);
});

test("a page over its limit drops lines from its longest section, and from the last of equally long ones", () => {
  const [a, b, c] = [row("a"), row("b"), row("c")];
  const lists = { decisions: [a, b], traps: [a, b], lessons: [c] };
  const whole = page(lists);
  expect(page(lists, { chars: whole.length })).toBe(whole);
  const shorter = page(lists, { chars: whole.length - 1 });
  const counts = [...shorter.matchAll(/^## (.+)\n((?:- .+\n)*)/gm)].map(([, title, lines = ""]) => [
    title,
    lines.split("\n").length - 1,
  ]);
  expect(counts.filter(([, count]) => count !== 0)).toEqual([
    ["Decisions", 2],
    ["Traps", 1],
    ["Lessons", 1],
  ]);
});

test.each([
  ["x".repeat(40), "x".repeat(40)],
  ["x".repeat(41), `${"x".repeat(39)}…`],
])("the page names its session, shortened to 40 characters: %s", (session, name) =>
  expect(page({}, { session })).toContain(`Working memory of session ${name}. Notes`),
);
