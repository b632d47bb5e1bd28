import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pairKey } from "../../src/core/edges/pair-key.ts";
import { bestEdges, EDGES_PER_PASS, EDGES_PER_UNIT, findEdges } from "../../src/core/edges/propose.ts";
import { relationOf } from "../../src/core/edges/relation.ts";
import { sharedSubject, subjectOf } from "../../src/core/edges/subject.ts";
import type { Item } from "../../src/core/items/item.ts";
import { scenario } from "../scenarios/scenario.ts";
import { cpuMs } from "../support/cpu-time.ts";
import { unit } from "../support/units.ts";

const proposeEdges = (fresh: readonly Item[], olders: readonly Item[], known: ReadonlySet<string>) =>
  bestEdges(findEdges(fresh, olders), known);

const RUNS = process.env.TIDEMARK_LONG === "1" ? 2000 : 100;

const relation = (newer: string, older: string, topic = "general"): string | undefined =>
  relationOf(unit(newer, { topic }), unit(older, { topic }))?.relation;

const holds = (expected: string | undefined, pairs: readonly (readonly [string, string])[]): void => {
  const wrong = pairs.filter(([newer, older]) => relation(newer, older) !== expected);
  expect(wrong.map((pair) => pair.join("  |  "))).toEqual([]);
};

describe("the relation of a newer unit to an older one", () => {
  scenario("edges.confirms", () => {
    const newer = unit("Sessions live in  Redis!", { kind: "fact" });
    expect(relationOf(newer, unit("sessions live in Redis."))).toEqual({
      relation: "confirms",
      confidence: 0.95,
      rationale: "says the same in the same words",
    });
  });

  scenario("edges.enriches", () => {
    holds("enriches", [
      ["Sessions live in Redis on the second host, with a TTL.", "Sessions live in Redis."],
      ["Sessions live in Redis.", "Sessions live in Redis on the second host, with a TTL."],
      // 9 common words of 11 give 0.818, and of 10 give 0.9.
      [
        "alpha beta gamma delta epsilon zeta theta iota kappa lambda",
        "alpha beta gamma delta epsilon zeta theta iota kappa",
      ],
      // 14 common words of 17 give 0.823.
      [`${words(14)} red green`, `${words(14)} blue`],
    ]);
    holds(undefined, [
      // 13 common words of 16 give 0.8125.
      [`${words(13)} red green`, `${words(13)} blue`],
      ["Redis", "Sessions live in Redis."],
    ]);
  });

  scenario("edges.replaces", () => {
    holds("replaces", [
      ["Use vitest instead of jest.", "Tests run with jest."],
      ["Replace moment with dayjs.", "Dates are parsed with moment."],
      ["We switch to cookies for the login session.", "The login session is kept in a token."],
      ["Migrate the billing jobs to Temporal.", "Billing jobs run in cron."],
      ["The XML export is deprecated.", "The export writes XML."],
      ["Drop the staging cluster.", "There is a staging cluster in Frankfurt."],
      ["Remove the feature flags.", "Feature flags guard every release."],
      ["Sessions no longer live in Redis.", "Sessions live in Redis."],
      ["This supersedes the naming rule for migrations.", "Naming rule: migrations carry a date."],
      ["Amends the retention rule: audit logs stay a year.", "Retention rule: logs stay a month."],
      ["We move from Jenkins to Buildkite.", "Jenkins builds every branch."],
      ["Vitest statt Jest verwenden.", "Tests laufen mit Jest."],
      ["Die Sitzung liegt nicht mehr in Redis.", "Die Sitzung liegt in Redis."],
      ["Usamos vitest en lugar de jest.", "Las pruebas corren con jest."],
      ["Ya no guardamos la sesión en Redis.", "Guardamos la sesión en Redis."],
      ["On prend vitest au lieu de jest.", "Les tests tournent avec jest."],
      ["Usamos vitest em vez de jest.", "Os testes rodam com jest."],
      ["Usiamo vitest al posto di jest.", "I test girano con jest."],
      ["Берём vitest вместо jest.", "Тесты запускаем через jest."],
      ["用 vitest 而不是 jest。", "测试用 jest 跑。"],
      ["会话不再使用 Redis。", "会话存在 Redis 里。"],
      ["jestの代わりにvitestを使う。", "テストはjestで動かす。"],
      ["jest 대신 vitest를 쓴다.", "테스트는 jest로 돌린다."],
    ]);
    const found = relationOf(
      unit("Keep the session in a cookie instead of a token."),
      unit("The session is kept in a token."),
    );
    expect(found?.rationale).toBe('says "instead of"; both about: token, keep, session');
  });

  scenario("edges.challenges", () => {
    holds(
      "challenges",
      [
        ["Commits must not be signed.", "Commits must be signed."],
        ["Never squash the release branch.", "Always squash the release branch."],
        ["The API listens on port 9090.", "The API listens on port 8080."],
        [
          "However, the nightly import writes duplicate rows.",
          "The nightly import never writes duplicate rows twice.",
        ],
        ["Contrary to the handbook, invoices carry the net price.", "Invoices carry the gross price."],
        ["Aber die Rechnung trägt den Nettopreis.", "Die Rechnung trägt den Bruttopreis, Preis je Position."],
      ].map(([newer = "", older = ""]) => [newer, older] as const),
    );
  });

  scenario("edges.no-guess", () => {
    holds(undefined, [
      ["Use pnpm for installing.", "Use vitest for tests."],
      ["Run the linter first.", "Run the migrations last."],
      ["We drop support for Windows 7.", "Invoices are rounded per line."],
      ["Use SSE instead of polling.", "Invoices are rounded per line."],
      ["However, invoices are late.", "The proxy buffers responses."],
      ["The cache is warm.", "Postgres listens on port 5433."],
    ]);
    expect(relation("Remove the old billing report.", "Billing runs at night.", "billing")).toBeUndefined();
    expect(relation("Remove the old billing report.", "The billing report runs at night.", "billing")).toBe(
      "replaces",
    );
    const [newer, older] = [
      unit("Use vitest instead of jest.", { topic: "a" }),
      unit("Tests run with jest.", { topic: "b" }),
    ];
    expect(proposeEdges([newer], [older], new Set())).toEqual([]);
  });

  test.each([
    ["run the build", "run the deploy", 0],
    ["use the cache", "use the queue", 0],
    ["the session cookie expires", "a cookie for every session", 2],
  ])("%s and %s share subject words of weight %s, rounded down", (a, b, weight) => {
    expect(Math.floor(sharedSubject(subjectOf(a), subjectOf(b)).weight)).toBe(weight);
  });
});

describe("proposed edges", () => {
  const day = (n: number): string => `2026-02-${String(n).padStart(2, "0")}T00:00:00.000Z`;

  scenario("edges.newer-to-older", () => {
    const [early, late] = ["Tests run with jest.", "Use vitest instead of jest."];
    const older = unit(early, { id: "dec_z", last_seen_at: day(1) });
    const newer = unit(late, { id: "dec_a", last_seen_at: day(2) });
    expect(ends(proposeEdges([newer], [older], new Set()))).toEqual([["dec_a", "dec_z"]]);
    // The direction follows the time of the statements, not the order in which they were read.
    expect(ends(proposeEdges([older], [newer], new Set()))).toEqual([["dec_a", "dec_z"]]);
    const [first, second] = [
      { ...older, last_seen_at: day(2), evidence: [4] },
      { ...newer, evidence: [3, 9] },
    ];
    expect(ends(proposeEdges([first, second], [], new Set()))).toEqual([["dec_a", "dec_z"]]);
    expect(ends(proposeEdges([{ ...newer, status: "resolved" }], [older], new Set()))).toEqual([]);
    expect(ends(proposeEdges([newer], [{ ...older, removed: true }], new Set()))).toEqual([]);
  });

  test("a unit that amends another replaces it, even with another topic and other words", () => {
    const older = unit("Retention is two weeks.", { id: "dec_1", topic: "logs" });
    const newer = unit("Make it thirty.", {
      id: "dec_2",
      topic: "other",
      amends: "dec_1",
      last_seen_at: day(2),
    });
    expect(proposeEdges([newer], [older], new Set())).toEqual([
      {
        newer: "dec_2",
        older: "dec_1",
        topic: "other",
        relation: "replaces",
        confidence: 0.92,
        rationale: "names the statement that it changes",
      },
    ]);
  });

  scenario("edges.once-and-bounded", () => {
    const olders = Array.from({ length: 30 }, (_, i) =>
      unit(`Tests of part ${i} run with jest.`, { id: `dec_${i}`, last_seen_at: day(1) }),
    );
    const fresh = Array.from({ length: 12 }, (_, i) =>
      unit(`Part ${i}: use vitest instead of jest.`, { id: `dec_new${i}`, last_seen_at: day(3) }),
    );
    const found = proposeEdges(fresh, olders, new Set());
    expect(found).toHaveLength(EDGES_PER_PASS);
    const perUnit = fresh.map(({ id }) => found.filter(({ newer }) => newer === id).length);
    expect(Math.max(...perUnit)).toBe(EDGES_PER_UNIT);
    const sureness = found.map(({ confidence }) => confidence);
    expect(sureness).toEqual([...sureness].sort((a, b) => b - a));
    const known = new Set(found.map(({ newer, older }) => pairKey(older, newer)));
    const next = proposeEdges(fresh, olders, known);
    expect(next.filter(({ newer, older }) => known.has(pairKey(newer, older)))).toEqual([]);
  });

  test("for any units, pairs are unique, limits hold and edges point from newer to older units", () => {
    fc.assert(
      fc.property(fc.array(statement(), { maxLength: 14 }), fc.nat(14), (texts, cut) => {
        const units = texts.map((text, i) => unit(text, { id: `dec_${i}`, last_seen_at: day((i % 5) + 1) }));
        const found = proposeEdges(units.slice(0, cut), units.slice(cut), new Set());
        const keys = found.map(({ newer, older }) => pairKey(newer, older));
        const at = (id: string): string => units.find((each) => each.id === id)?.last_seen_at ?? "";
        expect(new Set(keys).size).toBe(keys.length);
        expect(found.length).toBeLessThanOrEqual(EDGES_PER_PASS);
        expect(found.every(({ newer, older }) => newer !== older && at(newer) >= at(older))).toBe(true);
        expect(proposeEdges(units.slice(0, cut), units.slice(cut), new Set())).toEqual(found);
      }),
      { numRuns: RUNS },
    );
  });

  test("the relation of any two texts is deterministic", () => {
    fc.assert(
      fc.property(anyText(), anyText(), (a, b) => {
        expect(relationOf(unit(a), unit(b))).toEqual(relationOf(unit(a), unit(b)));
      }),
      { numRuns: RUNS },
    );
  });

  test("long texts full of signs are compared in less than 5 s of processor time", () => {
    const dense = [
      "not a, ".repeat(600),
      "1 2 3 ".repeat(700),
      "instead of ".repeat(400),
      "about the ".repeat(500),
      "不".repeat(4000),
    ];
    const spent = cpuMs(() => {
      for (const a of dense) for (const b of dense) relationOf(unit(a), unit(`${b}.`));
    });
    expect(spent).toBeLessThan(5000);
  });
});

const words = (count: number): string =>
  "alpha beta gamma delta epsilon zeta theta iota kappa lambda sigma omega rho chi psi tau"
    .split(" ")
    .slice(0, count)
    .join(" ");

const ends = (edges: readonly { newer: string; older: string }[]): string[][] =>
  edges.map(({ newer, older }) => [newer, older]);

function anyText(): fc.Arbitrary<string> {
  return fc.oneof(statement(), fc.string({ maxLength: 200, unit: "grapheme" }), fc.string({ maxLength: 60 }));
}

function statement(): fc.Arbitrary<string> {
  const part = fc.constantFrom(
    ..."use never always must not instead of jest vitest port 8080 9090 session cookie but however no longer drop redis тест не 端口 改成 しない 대신".split(
      " ",
    ),
  );
  return fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(" "));
}
