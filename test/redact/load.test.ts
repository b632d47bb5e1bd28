import { expect, test } from "vitest";
import { redact } from "../../src/core/redact/redact.ts";
import { allRules } from "../../src/core/redact/rules.ts";
import { NAME_WORDS } from "../../src/core/redact/secret-names.ts";

const isLong = process.env.TIDEMARK_LONG === "1";
const MEGABYTE = 1_000_000;
/** Large enough to show quadratic work for every trigger; the worst triggers are also tested at full size. */
const SIZE = isLong ? MEGABYTE : 30_000;
const WORST = 8;

/**
 * A text that triggers a rule at every place costs hundreds of times as much as prose; quadratic work costs 100,000
 * times.
 */
const RATIO_MAX = 2000;

const PROSE =
  "The worker reads the tape from its checkpoint, folds what is new and commits: once, or not at all.\n";

const full = (piece: string, size: number): string =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

/** Processor time per letter, so that other programs do not count. */
function costOf(piece: string, size: number): number {
  const text = full(piece, size);
  const began = process.cpuUsage();
  redact(text);
  return process.cpuUsage(began).user / size;
}

const least = (piece: string, size: number, tries: number): number =>
  Math.min(...Array.from({ length: tries }, () => costOf(piece, size)));

const keys = [
  ...new Set([...allRules().flatMap((rule) => rule.keys), ...NAME_WORDS.map(({ word }) => word)]),
];

/** Literal letters of the patterns. Repeated, they begin a match at every place and never complete one. */
const literals = [
  ...new Set(
    allRules().flatMap((rule) =>
      (
        rule
          .rule()
          .pattern.replace(/\[[^\]]*\]|\\.|\(\?[<!=:]*|\{[\d,]*\}/g, " ")
          .match(/[\w.-]{3,}/g) ?? []
      ).slice(0, 3),
    ),
  ),
];

const TRIGGERS = [
  ...literals.flatMap((piece) => [piece, `${piece}-`]),
  ...keys.flatMap((key) => [key, `${key}=`]),
  ...keys
    .filter((_, i) => i % 5 === 0)
    .flatMap((key) => [`${key}: a.b `, `${key} a b c d e is `, `${key}a9`]),
  ...["-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAAAAAA\n"],
  ...["a", "A", "0", " ", "\n", '"', "\\", "\\n", "=:", "[redacted:jwt]", "[redacted:", "://a:", "://a:b@"],
  ...[
    "eyJa.",
    "eyJaaaaaaaaaa.",
    "Cookie: a=b;",
    "Cookie: a=bbbbbbbb9;",
    'password="',
    "password='\\",
    "token:|\n ",
  ],
  ...[
    "Private-Lines: 3\nAAAA\n",
    "machine a login b ",
    "curl -u a",
    "curl a:",
    "docker login a ",
    "mysql a ",
    "$2b$12$",
  ],
  ...[
    `M${"a".repeat(25)}.`,
    `${"x".repeat(64)} auth0 `,
    "name: A_TOKEN, value ",
    `${"a".repeat(76)}AZDO`,
    "aaaaaaaa9aA",
  ],
];

/** A match that begins at every place and runs to the end took 20 s of processor time; other texts take 0.1 s. */
const SECONDS_MAX = 5;

test("a match that begins at every place and never completes is cheap", () => {
  for (const piece of ["eyJ", "eyJ-", "ops_eyJ", "otpauth://a?secret="])
    expect([piece, costOf(piece, 100_000) * 100_000 < SECONDS_MAX * 1e6]).toEqual([piece, true]);
});

// A ratio of times varies on a busy machine, so only the long run checks it.
test.runIf(isLong)("the cost of any repeated text is proportional to its length", () => {
  costOf(PROSE, MEGABYTE);
  const prose = least(PROSE, MEGABYTE, 3);
  const costs = TRIGGERS.map((piece) => ({ piece, cost: costOf(piece, SIZE) })).sort(
    (a, b) => b.cost - a.cost,
  );
  const worst = costs.slice(0, WORST).map(({ piece }) => piece);
  const ratios = worst.map((piece) => ({ piece, ratio: least(piece, MEGABYTE, 1) / prose }));
  expect(ratios.filter(({ ratio }) => ratio > RATIO_MAX)).toEqual([]);
});
