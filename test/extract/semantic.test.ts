import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Finding } from "../../src/core/extract/finding.ts";
import { readSemantic } from "../../src/core/extract/programs/semantic.ts";
import { createItem } from "../../src/core/items/life.ts";
import { checkDraft } from "../../src/core/tape/check.ts";
import type { Payload, StoredEvent } from "../../src/core/tape/event.ts";
import { upcastAll } from "../../src/core/tape/read.ts";
import {
  SEMANTIC,
  SEMANTIC_LIST_MAX,
  type SemanticType,
} from "../../src/core/tape/semantic/semantic-types.ts";
import { turn } from "../../src/testing/contract-drafts.ts";
import { scenario } from "../scenarios/scenario.ts";
import { holds } from "../support/property.ts";

type EventInput = readonly [type: SemanticType, payload: Payload];

/** Stored events of one session. */
const events = (...told: readonly EventInput[]): StoredEvent[] =>
  told.map(([type, payload], n) => ({
    ...turn(`e${n + 1}`, { type, payload, at: 1000 * (n + 1) }),
    position: n + 1,
    payloadHash: "",
    hash: "",
  }));

const read = (...told: readonly EventInput[]) => readSemantic(upcastAll(events(...told)));

/** The fields of a finding, in the order of the table. */
const row = ({ kind, confidence, topic, text, source_key }: Finding) => [
  kind,
  confidence,
  topic,
  text,
  source_key,
];

const T = "truth.upserted";
const truth = (more: Payload): EventInput => [T, { key: "k", statement: "It is so", ...more }];
const spec = (more: Payload): EventInput => ["task.spec_set", { task: "pg", ...more }];
const blocked = (text: string): EventInput => ["blocker.recorded", { id: "b1", text }];
const checked = (more: Payload): EventInput => ["verification.recorded", { key: "unit", ...more }];

type Row = readonly [what: string, told: EventInput, ...rows: readonly (readonly unknown[])[]];

const goal = ["decision", 0.88, "task goal", "Move to PostgreSQL", "task pg goal"];
const level = "Verification level of task pg: strict";
const why = {
  failed_checks: ["a.test.ts", "b.test.ts"],
  missing_evidence: ["coverage"],
  root_cause: "The clock runs.",
  recommendation: "Fix it",
};
const whole =
  "Verification unit (strict): failed. Failed checks: a.test.ts; b.test.ts. Missing evidence: coverage. " +
  "Root cause: The clock runs. Recommendation: Fix it";

const TABLE: readonly Row[] = [
  ["a truth", truth({ kind: "build_tool" }), ["fact", 0.72, "build tool", "It is so", "truth k fact"]],
  ["a truth without a kind", truth({}), ["fact", 0.72, "fact", "It is so", "truth k fact"]],
  ["a truth without a key", [T, { statement: " It is so " }], ["fact", 0.72, "fact", "It is so", undefined]],
  [
    "a truth with the severity error",
    truth({ severity: "error" }),
    ["trap", 0.92, "fact", "It is so", "truth k trap"],
  ],
  [
    "a truth with the severity warn",
    truth({ severity: "warn" }),
    ["trap", 0.8, "fact", "It is so", "truth k trap"],
  ],
  [
    "a truth with the severity info",
    truth({ severity: "info" }),
    ["fact", 0.72, "fact", "It is so", "truth k fact"],
  ],
  [
    "a truth of a kind that ends in failure",
    truth({ kind: "testFailure" }),
    ["trap", 0.72, "test failure", "It is so", "truth k trap"],
  ],
  [
    "a truth of the kind diagnostic",
    truth({ kind: "ts-diagnostic" }),
    ["trap", 0.72, "ts diagnostic", "It is so", "truth k trap"],
  ],
  [
    "a truth of the kind verifier",
    truth({ kind: "VERIFIER" }),
    ["trap", 0.72, "verifier", "It is so", "truth k trap"],
  ],
  [
    "a truth of the kind blocker",
    truth({ kind: "APIBlocker" }),
    ["trap", 0.72, "api blocker", "It is so", "truth k trap"],
  ],
  [
    "a truth of the kind constraint",
    truth({ kind: "api.constraint" }),
    ["constraint", 0.72, "api constraint", "It is so", "truth k constraint"],
  ],
  [
    "a constraint with the severity error",
    truth({ kind: "constraint", severity: "error" }),
    ["trap", 0.92, "constraint", "It is so", "truth k trap"],
  ],
  ["a kind without letters", truth({ kind: "!?" }), ["fact", 0.72, "fact", "It is so", "truth k fact"]],
  ["a goal", spec({ goal: "Move to PostgreSQL" }), goal],
  [
    "a goal without a task, which belongs to the session",
    ["task.spec_set", { goal: "Ship it" }],
    ["decision", 0.88, "task goal", "Ship it", "task s1 goal"],
  ],
  [
    "constraints",
    spec({ constraints: ["No downtime", "Prefer plain SQL"] }),
    ["constraint", 0.84, "task constraint", "No downtime", "task pg constraint no downtime"],
    ["preference", 0.82, "task constraint", "Prefer plain SQL", "task pg constraint prefer plain sql"],
  ],
  [
    "a verification level",
    spec({ verification_level: "strict" }),
    ["constraint", 0.78, "task verification", level, "task pg verification level"],
  ],
  [
    "a blocker",
    blocked("The proxy is down"),
    ["trap", 0.9, "blocker", "The proxy is down", "blocker b1 trap"],
  ],
  [
    "a blocker that is a guess",
    blocked("It might be the proxy"),
    ["hypothesis", 0.62, "blocker", "It might be the proxy", "blocker b1 hypothesis"],
  ],
  [
    "a status",
    ["task.status_set", { task: "pg", status: "done", detail: "All of it." }],
    ["pattern", 0.68, "task status", "Status of task pg: done. All of it", "task pg status"],
  ],
  [
    "a status with a passed verification",
    ["task.status_set", { status: "done", verification: "passed" }],
    ["pattern", 0.68, "task status", "Status: done", "task s1 status"],
    ["lesson", 0.9, "task verification", "Verification: passed", "task s1 verification passed"],
  ],
  ...(["failed", "missing"] as const).map(
    (verification): Row => [
      `a status whose verification is ${verification}`,
      ["task.status_set", { task: "pg", status: "open", verification }],
      ["pattern", 0.68, "task status", "Status of task pg: open", "task pg status"],
      [
        ...["trap", 0.92, "task verification", `Verification of task pg: ${verification}`],
        "task pg verification failed",
      ],
    ],
  ),
  [
    "a skill",
    ["skill.completed", { name: "release-notes", outputs: ["CHANGELOG.md", "a tag"] }],
    [
      "lesson",
      0.92,
      "skill release-notes",
      "Skill release-notes: CHANGELOG.md; a tag",
      "skill release-notes",
    ],
  ],
  [
    "a skill without outputs",
    ["skill.completed", { name: "lint" }],
    ["lesson", 0.92, "skill lint", "Skill lint: completed", "skill lint"],
  ],
  [
    "a check that passed",
    checked({ outcome: "pass" }),
    ["lesson", 0.82, "verification", "Verification unit: passed", "verification unit passed"],
  ],
  [
    "a check that failed",
    checked({ level: "strict", outcome: "fail", ...why }),
    ["lesson", 0.9, "verification", whole, "verification unit failed"],
  ],
  [
    "a check without a key",
    ["verification.recorded", { outcome: "fail" }],
    ["lesson", 0.9, "verification", "Verification: failed", undefined],
  ],
  ["a resolved truth", ["truth.resolved", { key: "k" }]],
  ["a resolved blocker", ["blocker.resolved", { id: "b1" }]],
];

describe("the findings of each event", () => {
  for (const [what, told, ...rows] of TABLE)
    test(what, () => {
      expect(read(told).findings.map(row)).toEqual(rows);
    });

  scenario("semantic.units", () => {
    const { findings } = read(...TABLE.map(([, told]) => told));
    expect(findings.map(row)).toEqual(TABLE.flatMap(([, , ...rows]) => rows));
    expect(new Set(TABLE.map(([, [type]]) => type))).toEqual(SEMANTIC);
    for (const { certainty, origin, evidence, at, kind, quiet } of findings) {
      expect([certainty, origin, evidence.map((position) => position * 1000)]).toEqual([
        ...["explicit", "program", [at]],
      ]);
      expect(quiet).toBe(kind === "pattern" ? true : undefined);
    }
  });

  test("a trap from a truth has a severity, other findings have none", () => {
    const { findings } = read(truth({ severity: "warn" }), truth({ kind: "failure" }), truth({}));
    expect(findings.map(({ fields }) => fields)).toEqual([
      { severity: "warn" },
      { severity: "info" },
      undefined,
    ]);
  });

  const kindOf = (told: EventInput) => read(told).findings[0]?.kind;

  test.each([
    ..."might maybe possibly suspect suspects suspected likely seems seem seemed".split(" "),
    ...["could be", "could\n be", "appears to", "appear to", "MIGHT"],
  ])('a blocker with the words "%s" is a hypothesis', (word) => {
    expect(kindOf(blocked(`The proxy ${word} down`))).toBe("hypothesis");
  });

  test.each(["almighty", "unlikely", "could not be", "appears", "suspicious", "likelyhood", "seemingly"])(
    'a blocker with the words "%s" is no hypothesis',
    (word) => expect(kindOf(blocked(`The proxy ${word} down`))).toBe("trap"),
  );

  test.each([
    ..."prefer prefers preferred always never avoid avoids".split(" "),
    ...["use only", "stick with", "sticks with", "default to", "defaults to", "Always"],
  ])('a constraint with the words "%s" is a preference', (word) => {
    expect(kindOf(spec({ constraints: [`We ${word} SQL`] }))).toBe("preference");
  });

  test.each(["preference", "use", "only use", "nevertheless", "unavoidable", "default"])(
    'a constraint with the words "%s" is no preference',
    (word) => expect(kindOf(spec({ constraints: [`We ${word} SQL`] }))).toBe("constraint"),
  );

  test("a composed text over the limit is cut between characters", () => {
    const outputs = Array.from({ length: SEMANTIC_LIST_MAX }, () => "🦀".repeat(500));
    const text = read(["skill.completed", { name: "x", outputs }]).findings[0]?.text ?? "";
    expect(text.length).toBeLessThanOrEqual(4000);
    expect(text).toMatch(/^Skill x: 🦀+(?:; 🦀+)*…$/u);
  });

  test("forgotten events and other types of events give no findings", () => {
    const forgotten = events(truth({})).map((event) => ({ ...event, payload: null }));
    const said = { ...turn("t"), position: 9, payloadHash: "", hash: "" };
    expect(readSemantic(upcastAll([...forgotten, said]))).toEqual({ findings: [], resolutions: [] });
  });
});

describe("the statements that each event ends", () => {
  const ends = (...told: readonly EventInput[]) =>
    read(...told).resolutions.map(({ source_key, reason, evidence }) => [source_key, reason, evidence]);

  scenario("semantic.resolves", () => {
    expect(ends(["truth.resolved", { key: "k" }])).toEqual([
      ["truth k fact", "truth resolved", 1],
      ["truth k trap", "truth resolved", 1],
      ["truth k constraint", "truth resolved", 1],
    ]);
    expect(ends(["truth.resolved", { key: "k", reason: "It is mended" }])[0]?.[1]).toBe("It is mended");
    expect(ends(["blocker.resolved", { id: "b1" }])).toEqual([
      ["blocker b1 trap", "blocker resolved", 1],
      ["blocker b1 hypothesis", "blocker resolved", 1],
    ]);
    expect(ends(["blocker.resolved", { id: "b1", reason: "Restarted" }])[0]?.[1]).toBe("Restarted");
    expect(ends(checked({ outcome: "pass" }))).toEqual([
      ["verification unit failed", "told again: passed", 1],
    ]);
    expect(ends(["task.status_set", { task: "pg", status: "done", verification: "passed" }])).toEqual([
      ["task pg verification failed", "told again: passed", 1],
    ]);
  });

  test("a new event for a key ends the statements of other kinds from the same key", () => {
    const told = [
      [truth({}), ["truth k trap", "truth k constraint"]],
      [truth({ severity: "error" }), ["truth k fact", "truth k constraint"]],
      [truth({ kind: "constraint" }), ["truth k fact", "truth k trap"]],
      [blocked("It might be the proxy"), ["blocker b1 trap"]],
      [blocked("It is the proxy"), ["blocker b1 hypothesis"]],
      [checked({ outcome: "fail" }), ["verification unit passed"]],
    ] as const;
    for (const [event, keys] of told) {
      const { findings, resolutions } = read(event);
      expect(resolutions.map(({ source_key }) => source_key)).toEqual(keys);
      expect(keys).not.toContain(findings[0]?.source_key);
    }
  });

  test.each([
    ["a truth without a key", [T, { statement: "It is so" }]],
    ["a blocker without an id", ["blocker.recorded", { text: "It is down" }]],
    ["a passed check without a key", ["verification.recorded", { outcome: "pass" }]],
    ["a spec", spec({ goal: "Ship it", constraints: ["No downtime"] })],
    ["a status without a verification", ["task.status_set", { status: "open" }]],
  ] as readonly (readonly [string, EventInput])[])("%s ends nothing", (_, told) =>
    expect(ends(told)).toEqual([]),
  );

  test("keys that contain words of our source keys do not collide with them", () => {
    const { findings, resolutions } = read(
      ["verification.recorded", { key: "a", outcome: "pass" }],
      ["verification.recorded", { key: "a failed", outcome: "fail" }],
      ["verification.recorded", { key: "a passed", outcome: "fail" }],
    );
    const over = resolutions.map(({ source_key }) => source_key);
    expect(findings.filter(({ source_key }) => over.includes(String(source_key)))).toEqual([]);
  });
});

/** Random events that are valid for their schema. */
function anyEventInput(): fc.Arbitrary<EventInput> {
  const text = (max: number) =>
    fc.string({ unit: "binary", minLength: 1, maxLength: max }).filter((said) => /\S/.test(said));
  const words = text(300);
  const [name, list] = [text(200), fc.array(text(80), { maxLength: SEMANTIC_LIST_MAX })];
  const of = (type: SemanticType, needed: object, may: object): fc.Arbitrary<EventInput> =>
    fc
      .record<Payload>({ ...needed, ...may } as never, { requiredKeys: Object.keys(needed) as never })
      .map((payload) => [type, payload]);
  return fc.oneof(
    of(
      T,
      { statement: words },
      { key: name, kind: name, severity: one("error", "warn", "info"), evidence: list },
    ),
    of("truth.resolved", { key: name }, { reason: words }),
    of("task.spec_set", { goal: words }, { task: name, constraints: list, verification_level: name }),
    of(
      "task.status_set",
      { status: name },
      { task: name, verification: one("passed", "failed", "missing"), detail: words },
    ),
    of("blocker.recorded", { text: words }, { id: name }),
    of("blocker.resolved", { id: name }, { reason: words }),
    of("skill.completed", { name }, { outputs: list }),
    of(
      "verification.recorded",
      { outcome: one("pass", "fail") },
      {
        ...{ key: name, level: name, root_cause: words, recommendation: words },
        ...{ failed_checks: list, missing_evidence: list },
      },
    ),
  );
}

const one = (...words: readonly string[]) => fc.constantFrom(...words);

scenario("semantic.total", async () => {
  await holds(
    fc.property(fc.array(anyEventInput(), { maxLength: 12 }), (told) => {
      const tape = events(...told);
      for (const { position, payload, ...header } of tape)
        checkDraft({ ...header, payload: payload as Payload });
      const reading = readSemantic(upcastAll(tape));
      expect(readSemantic(upcastAll(structuredClone(tape)))).toEqual(reading);
      for (const { kind, text, topic, confidence, fields, at, evidence } of reading.findings) {
        const given = { ...fields, text, topic, confidence };
        expect(createItem(kind, given, { id: "x", at, now: at, evidence }).payload.item.text).toBe(
          text.trim(),
        );
      }
    }),
  );
});
