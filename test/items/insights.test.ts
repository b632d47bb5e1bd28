import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ProposedEdge } from "../../src/core/edges/propose.ts";
import { conflictOf } from "../../src/core/insights/conflict.ts";
import {
  CONFLICTS_PER_UNIT,
  INSIGHTS_PER_PASS,
  insightKey,
  insightsFor,
} from "../../src/core/insights/find-insights.ts";
import type { Item } from "../../src/core/items/item.ts";
import { scenario } from "../scenarios/scenario.ts";
import { unit } from "../support/units.ts";

const RUNS = process.env.TIDEMARK_LONG === "1" ? 2000 : 200;

type Pair = readonly [string, string];
const signal = ([a, b]: Pair): string | undefined => conflictOf(unit(a), unit(b))?.signal;
const inConflict = (pairs: readonly Pair[]): string[] =>
  pairs.filter((pair) => signal(pair) !== undefined).map((pair) => pair.join("  |  "));
const allOf = (pairs: readonly Pair[]): string[] => pairs.map((pair) => pair.join("  |  "));

describe("two units that cannot both be followed", () => {
  const SIGNS: readonly Pair[] = [
    ["Commits must be signed.", "Commits must not be signed."],
    ["Always squash before merging.", "Never squash."],
    ["Use default exports.", "Avoid default exports."],
    ["Enable strict mode in the compiler.", "Strict mode stays disabled."],
    ["Direct pushes to main are allowed.", "Direct pushes to main are forbidden."],
    ["Allow anonymous uploads.", "Deny anonymous uploads."],
    ["A changelog line is required for every PR.", "No changelog line in PRs."],
    ["Alt text is required on images.", "Alt text on images is optional."],
    ["Don’t mock the database.", "Mock the database."],
    ["Never disable certificate checks.", "Disable certificate checks."],
    ["Commits müssen signiert sein.", "Commits dürfen nicht signiert sein."],
    ["Immer vor dem Merge rebasen.", "Niemals rebasen."],
    ["Anonyme Uploads sind erlaubt.", "Anonyme Uploads sind verboten."],
    ["Usa siempre exportaciones por defecto.", "Evita las exportaciones por defecto."],
    ["Siempre firma los commits.", "Nunca firmes los commits."],
    ["Toujours signer les commits.", "Ne jamais signer les commits."],
    ["Sempre assine os commits.", "Nunca assine os commits."],
    ["Usa sempre gli export di default.", "Evita gli export di default."],
    ["Всегда подписывай коммиты.", "Никогда не подписывай коммиты."],
    ["提交必须签名。", "提交不要签名。"],
    ["コミットには必ず署名する。", "コミットには署名しないでください。"],
    ["커밋에 항상 서명한다.", "커밋에 서명하지 마세요."],
    ["We release on Thursdays.", "No deployments on Thursday, Friday or the weekend."],
    ["Releases go out on Tuesday.", "Never deploy on Tuesday."],
  ];
  const VALUES: readonly Pair[] = [
    ["The API listens on port 8080.", "The API listens on port 9090."],
    ["The request timeout is 30 seconds.", "Request timeout: 60s."],
    ["Line length is 100.", "Line length is 120."],
    ["We target Node 20.", "We target Node 22."],
    ["Max 3 retries.", "Eight retries at most."],
    ["Use tabs for indentation.", "Indentation is with spaces."],
    ["The release branch is called main.", "The release branch is develop."],
    ["Install packages with pnpm.", "Install packages with npm."],
    ["Uploads are limited to 5 MB.", "Uploads are limited to 20 MB."],
    ["Sensors report every minute.", "Sensors report every 10 seconds."],
    ["Der Timeout beträgt 30 Sekunden.", "Der Timeout beträgt 60 Sekunden."],
    ["El puerto de la API es 8080.", "El puerto de la API es 9090."],
    ["Le port de l'API est 8080.", "Le port de l'API est 9090."],
    ["A porta da API é 8080.", "A porta da API é 9090."],
    ["La porta dell'API è 8080.", "La porta dell'API è 9090."],
    ["Таймаут запроса 30 секунд.", "Таймаут запроса 60 секунд."],
    ["接口端口是 8080。", "接口端口是 9090。"],
    ["APIのポートは8080です。", "APIのポートは9090です。"],
    ["API 포트는 8080이다.", "API 포트는 9090이다."],
  ];
  /** Pairs of similar statements under one topic that do not conflict. */
  const BOTH: readonly Pair[] = [
    ["Never commit to main.", "Always run the tests before committing to main."],
    ["The API listens on port 8080.", "Postgres listens on port 5433."],
    ["The request timeout is 30 seconds.", "The upload timeout is 5 minutes."],
    ["The request timeout is 60 seconds.", "The request timeout is 1 minute."],
    ["The request timeout is 60.", "The request timeout is 60 seconds."],
    ["The cache TTL is 5 minutes.", "The session TTL is 30 days."],
    ["Deploy only after review.", "Never deploy on Fridays."],
    ["Never push without tests.", "Push after the tests pass."],
    ["Never log passwords.", "Always log the request id."],
    ["Errors must not be swallowed.", "Errors must be logged."],
    ["No default exports, use named exports.", "Use named exports."],
    ["Use moment for nothing, use dayjs.", "Use dayjs for dates."],
    ["Use Node 20.", "Use Python 3.12."],
    ["Use REST for the public API.", "Use gRPC between services."],
    ["Yaml no, too fragile.", "Toml for the config file."],
    ["The database is Postgres.", "The database is PostgreSQL."],
    ["Commit messages in English.", "Commit-Nachrichten auf Englisch."],
    ["All endpoints require auth.", "The health endpoint needs no auth."],
    ["The billing service must use Redis.", "The search service must not use Redis."],
    ["Never force-push, except on your own branch.", "Force-push after a rebase."],
    ["Use tabs in Go.", "Use spaces in Python."],
    ["Der Port der API ist 8080.", "Der Port der Datenbank ist 5432."],
    ["Nicht auf main pushen.", "Auf Feature-Branches pushen."],
    ["O cache fica no Redis.", "O cache usa Redis."],
    ["不要直接提交到 main。", "提交信息用英文。"],
    ["コミットは英語で書く。", "コメントは日本語で書かない。"],
    ["커밋 메시지는 영어로.", "주석은 한국어로 쓰지 마세요."],
    ["Не коммить в main.", "Коммить маленькими кусками."],
    ["No identifiers in logs. Not the name, not the MRN.", "Make MRN and PatientName their own types."],
    ["Trial 14 days, no card.", "Card. Back to 14 days, with one extension by mail."],
    ["Der Test läuft ohne Karte.", "Karte im Test. Zurück auf 14 Tage."],
  ];
  const ELSEWHERE: readonly Pair[] = [
    ["In production the log level is warn, never debug.", "In staging the log level is debug."],
    ["Always seed the database in staging.", "Never seed the database in production."],
    ["Mock the payment API in tests.", "Never mock the payment API locally."],
    ["Edit files in src/app by hand.", "Do not edit files in src/generated by hand."],
    ["生产环境必须开启缓存。", "本地不要开启缓存。"],
  ];
  const OPEN: readonly Pair[] = [
    ["Do we allow force pushes?", "Force pushes are forbidden."],
    ["Maybe we should sign commits.", "Commits must not be signed."],
    ["Vielleicht sollten Commits signiert sein.", "Commits dürfen nicht signiert sein."],
  ];

  scenario("insights.conflict", () => {
    expect(inConflict(SIGNS)).toEqual(allOf(SIGNS));
    expect(inConflict(VALUES)).toEqual(allOf(VALUES));
    expect(signal(["Always sign commits.", "Never sign commits."])).toBe("always / never");
    expect(signal(["The API port is 8080.", "The API port is 9090."])).toBe("another port");
  });

  scenario("insights.no-conflict", () => {
    expect(inConflict([...BOTH, ...ELSEWHERE, ...OPEN])).toEqual([]);
    const [a, b] = [unit("Always sign commits."), unit("Never sign commits.")];
    expect(conflictOf(a, b)).toBeDefined();
    expect(conflictOf(a, { ...b, status: "superseded" })).toBeUndefined();
    expect(conflictOf(a, { ...b, removed: true })).toBeUndefined();
    expect(conflictOf(a, { ...b, kind: "hypothesis" })).toBeUndefined();
    expect(conflictOf(a, { ...b, amends: a.id })).toBeUndefined();
    expect(conflictOf({ ...a, amends: "dec_0" }, { ...b, amends: "dec_0" })).toBeUndefined();
    expect(conflictOf({ ...a, amends: "dec_0" }, { ...b, amends: "dec_9" })).toBeDefined();
    expect(conflictOf({ ...a, scope: "web" }, { ...b, scope: "firmware" })).toBeUndefined();
    expect(
      conflictOf({ ...a, related_paths: ["src/web"] }, { ...b, related_paths: ["src/api/x.ts"] }),
    ).toBeUndefined();
    expect(
      conflictOf({ ...a, related_paths: ["src/web"] }, { ...b, related_paths: ["src/web/x.ts"] }),
    ).toBeDefined();
    const [old, late] = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"];
    const replacing = unit("Port 9090 for the API instead of port 8080.", { last_seen_at: late });
    expect(conflictOf(unit("The API port is 8080.", { last_seen_at: old }), replacing)).toBeUndefined();
  });

  scenario("insights.conflict-symmetric", () => {
    for (const [a, b] of [...SIGNS, ...VALUES, ...BOTH]) expect(signal([b, a])).toBe(signal([a, b]));
    fc.assert(
      fc.property(statement(), statement(), (a, b) => {
        expect(signal([a, b])).toBe(signal([b, a]));
        expect(signal([a, a])).toBeUndefined();
      }),
      { numRuns: RUNS },
    );
  });
});

describe("insights", () => {
  test("several statements of one turn raise one conflict with an older statement", () => {
    const older = unit("Commits must be signed.", { id: "con_1", evidence: [2] });
    const parts = ["Never sign commits.", "Commits must not be signed."].map((text, i) =>
      unit(text, { id: `con_${i + 2}`, evidence: [9] }),
    );
    const none = { edges: [], known: new Set<string>() };
    const about = (fresh: readonly Item[]): unknown =>
      insightsFor(fresh, [older], none).map((each) => each.about);
    expect(about(parts)).toHaveLength(1);
    expect(about(parts.map((part, i) => ({ ...part, evidence: [9 + i] })))).toHaveLength(2);
  });

  const [always, never] = [
    unit("Always sign commits.", { id: "dec_1" }),
    unit("Never sign commits.", { id: "dec_2" }),
  ];
  const edge = (relation: ProposedEdge["relation"], newer = "dec_9", older = "dec_8"): ProposedEdge => ({
    newer,
    older,
    relation,
    confidence: 0.8,
    rationale: "says so",
    topic: "git",
  });
  const nothing = { edges: [], known: new Set<string>() };

  scenario("insights.pending", () => {
    const edges = [
      edge("replaces"),
      edge("challenges", "dec_7"),
      edge("enriches", "dec_6"),
      edge("confirms", "dec_5"),
    ];
    const found = insightsFor([], [], { edges, known: new Set() });
    expect(found.map(({ type, about }) => [type, about])).toEqual([
      ["evolves_pending", ["dec_8", "dec_9"]],
      ["evolves_pending", ["dec_7", "dec_8"]],
    ]);
  });

  scenario("insights.dismissed-stays", () => {
    const found = insightsFor([always], [never], nothing);
    expect(found.map(({ type, about }) => [type, about])).toEqual([["conflict", ["dec_1", "dec_2"]]]);
    const known = new Set(found.map(({ type, about }) => insightKey(type, [...about].reverse())));
    expect(insightsFor([always], [never], { edges: [], known })).toEqual([]);
    const another = unit("We never sign commits.", { id: "dec_3" });
    expect(insightsFor([another], [always, never], { edges: [], known }).map(({ about }) => about)).toEqual([
      ["dec_1", "dec_3"],
    ]);
  });

  scenario("insights.no-words", () => {
    const units = [
      unit("Always sign heliotrope commits.", { id: "a" }),
      unit("Never sign heliotrope commits.", { id: "b" }),
    ];
    const found = insightsFor(units, [], { edges: [edge("replaces")], known: new Set() });
    expect(found).toHaveLength(2);
    expect(found.map(({ text }) => text).join("\n")).not.toMatch(/heliotrope|commits/);
  });

  test("a pair for which an edge proposes a replacement is not also a conflict", () => {
    const edges = [edge("replaces", "dec_2", "dec_1")];
    const found = insightsFor([never], [always], { edges, known: new Set() });
    expect(found.map(({ type }) => type)).toEqual(["evolves_pending"]);
  });

  test("a statement that a newer one amends conflicts with nothing, even while the edge is pending", () => {
    const back = unit("Tags carry a date.", { id: "dec_3", amends: "dec_1" });
    expect(insightsFor([never], [always, back], nothing)).toEqual([]);
    expect(insightsFor([never, back], [always], nothing)).toEqual([]);
  });

  test("numbers that identify things are not values", () => {
    const things = ["Fact 1", "Fact 2", "Room 3 is free.", "Room 4 is free."].map((text, i) =>
      unit(text, { id: `dec_${i}` }),
    );
    expect(insightsFor(things, [], nothing)).toEqual([]);
    expect(inConflict([["Upgrade Widget to version 3.", "Upgrade Widget to version 4."]])).toHaveLength(1);
    expect(inConflict([["Build with Qt 5.", "Build with Qt 6."]])).toHaveLength(1);
    expect(inConflict([["Install widget@3.", "Install widget@4."]])).toHaveLength(1);
  });

  test("a unit that contradicts many others raises a limited number of conflicts", () => {
    const olders = Array.from({ length: 9 }, (_, i) => unit("Never sign commits.", { id: `dec_x${i}` }));
    expect(insightsFor([always], olders, nothing)).toHaveLength(CONFLICTS_PER_UNIT);
  });

  test("a conflict between two new units is found once, and a pass is bounded", () => {
    expect(insightsFor([always, never], [], nothing)).toHaveLength(1);
    const many = Array.from({ length: 8 }, (_, i) => [
      unit("Always sign commits.", { id: `a${i}` }),
      unit("Never sign commits.", { id: `b${i}` }),
    ]).flat();
    expect(insightsFor(many, [], nothing)).toHaveLength(INSIGHTS_PER_PASS);
    expect(insightsFor(many, [], nothing)).toEqual(insightsFor(many, [], nothing));
  });
});

function statement(): fc.Arbitrary<string> {
  const part = fc.constantFrom(
    ..."use never always must not enable disable jest vitest port 8080 9090 session cookie, only timeout 30 60s не 端口 不要 しない 마세요 unless".split(
      " ",
    ),
  );
  return fc.array(part, { minLength: 1, maxLength: 10 }).map((parts) => parts.join(" "));
}
