import type { Random } from "./random.ts";

/** The material from which the inputs of one boundary are generated. */
export type Grammar = {
  /** Whole inputs that are well-formed or come from the corpus. */
  readonly seeds: readonly string[];
  /** Words with a meaning at this boundary. */
  readonly words: readonly string[];
};

const MUTATIONS_MAX = 6;
/** Share of inputs that get a very long part. A higher share would make runs slow without more findings. */
const HUGE_SHARE = 1 / 1500;
/** Maximum length of an input, in characters. */
const INPUT_MAX = 200_000;

/** Unicode that programs often mishandle: lone surrogates, invisible and reordering marks, odd widths, line breaks. */
const ODDITIES = [
  ..."\0\u0007\u001b\u007f\u0085\u00a0\u00ad\u200b\u200d\u2028\u2029\u202e\u2066\u2069\ufeff\ufffe\uffff",
  ...[
    "\ud800",
    "\udc00",
    "\r\n",
    "\r",
    "\t",
    "e\u0301",
    "\u0345",
    "İ",
    "ß",
    "ﬁ",
    "Ⅷ",
    "１２３",
    "𝟘",
    "👩‍👩‍👧‍👦",
  ],
  ...["\u{e0041}\u{e007f}", "ﷺ", "क्षि", "ฏ๎๎๎๎", "한", "\u0000\u0000", "\\u0000", "\\ud800", "%00", "%s"],
];

/** Texts with a special meaning in some parser. */
const TRAPS = [
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "then", "length"],
  ...[
    "null",
    "undefined",
    "NaN",
    "-0",
    "1e999",
    "-1",
    "9007199254740993",
    "0x10",
    "1_000",
    "true",
    "[]",
    "{}",
  ],
  ...["../../../../etc/passwd", "/dev/zero", "C:\\con", "file:///etc/passwd", "~", "$HOME", "$(id)", "`id`"],
  ...["--", "---", "```", "~~~", "<!--", "-->", "<tidemark>", "</tidemark>", "<system-reminder>", "&lt;"],
  ...["'; DROP TABLE events; --", '"', "'", "\\", "\\\\", "*", "|", ">", "#", "- [ ] ", "1. ", "@", "!!js/x"],
  ...[
    "2026-99-99",
    "1970-01-01T00:00:00Z",
    "+275760-09-13T00:00:00.001Z",
    "yesterday",
    "99999999999999d ago",
  ],
];

/** Generates one input from a seed by a few mutations. */
export function mutated({ seeds, words }: Grammar, random: Random): string {
  let text = seeds.length === 0 ? "" : random.pick(seeds);
  // A few inputs are seeds without a mutation.
  if (random.isLucky(0.02)) return text;
  const count = 1 + random.below(MUTATIONS_MAX);
  for (let i = 0; i < count; i++) text = mutateOnce(text, { seeds, words }, random);
  if (random.isLucky(HUGE_SHARE)) text = enlarged(text, random);
  return text.slice(0, INPUT_MAX);
}

type Mutation = (text: string, random: Random, grammar: Grammar) => string;

const MUTATIONS: readonly Mutation[] = [
  flipCharacter,
  insertOddity,
  insertOddity,
  insertTrap,
  insertTrap,
  insertWord,
  insertWord,
  deleteSpan,
  duplicateSpan,
  truncate,
  moveLine,
  spliceSeed,
  changeNumber,
  changeJson,
  changeJson,
  changeJson,
  changeJson,
  nestJson,
];

const mutateOnce = (text: string, grammar: Grammar, random: Random): string =>
  random.pick(MUTATIONS)(text, random, grammar);

const insertAt = (text: string, at: number, part: string): string =>
  text.slice(0, at) + part + text.slice(at);

function flipCharacter(text: string, random: Random): string {
  if (text === "") return "\u0001";
  const at = random.below(text.length);
  const flipped = String.fromCharCode(text.charCodeAt(at) ^ (1 << random.below(8)));
  return text.slice(0, at) + flipped + text.slice(at + 1);
}

function insertOddity(text: string, random: Random): string {
  return insertAt(text, random.below(text.length + 1), random.pick(ODDITIES).repeat(1 + random.below(4)));
}

function insertTrap(text: string, random: Random): string {
  return insertAt(text, random.below(text.length + 1), random.pick(TRAPS));
}

function insertWord(text: string, random: Random, { words }: Grammar): string {
  return words.length === 0 ? text : insertAt(text, random.below(text.length + 1), random.pick(words));
}

function deleteSpan(text: string, random: Random): string {
  const from = random.below(text.length + 1);
  return text.slice(0, from) + text.slice(from + 1 + random.below(20));
}

function duplicateSpan(text: string, random: Random): string {
  const from = random.below(text.length + 1);
  return insertAt(text, from, text.slice(from, from + 1 + random.below(40)).repeat(1 + random.below(5)));
}

function truncate(text: string, random: Random): string {
  return text.slice(0, random.below(text.length + 1));
}

function moveLine(text: string, random: Random): string {
  const lines = text.split("\n");
  const [line = ""] = lines.splice(random.below(lines.length), random.isLucky(0.3) ? 0 : 1);
  lines.splice(random.below(lines.length + 1), 0, line);
  return lines.join("\n");
}

function spliceSeed(text: string, random: Random, { seeds }: Grammar): string {
  const other = seeds.length === 0 ? "" : random.pick(seeds);
  return text.slice(0, random.below(text.length + 1)) + other.slice(random.below(other.length + 1));
}

const NUMBERS = ["0", "-1", "1e308", "-1e-320", "4294967296", "9007199254740993", "0.1", "1e21", "00", "٣"];

function changeNumber(text: string, random: Random): string {
  const found = [...text.matchAll(/\d+/g)];
  if (found.length === 0) return text;
  const { 0: digits, index } = random.pick(found);
  return text.slice(0, index) + random.pick(NUMBERS) + text.slice(index + digits.length);
}

/** Changes one value, at any depth, in the JSON on one line. A line without JSON stays unchanged. */
function changeJson(text: string, random: Random): string {
  const lines = text.split("\n");
  const at = random.below(lines.length);
  const before = lines[at] ?? "";
  const begins = before.search(/[[{]/);
  if (begins < 0) return text;
  try {
    const value: unknown = JSON.parse(before.slice(begins));
    lines[at] = before.slice(0, begins) + JSON.stringify(changedValue(value, random, 0));
  } catch {
    return text;
  }
  return lines.join("\n");
}

function changedValue(value: unknown, random: Random, depth: number): unknown {
  const isLeaf = typeof value !== "object" || value === null || Object.keys(value).length === 0;
  if (isLeaf || random.isLucky(0.15) || depth > 12) return oddValue(value, random);
  const entries = Object.entries(value);
  const at = random.below(entries.length);
  const [name, inner] = entries[at] as [string, unknown];
  const changed: [string, unknown] = random.isLucky(0.12)
    ? [random.pick(TRAPS), inner]
    : [name, changedValue(inner, random, depth + 1)];
  if (random.isLucky(0.08)) entries.splice(at, 1);
  else entries[at] = changed;
  return Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries);
}

function oddValue(value: unknown, random: Random): unknown {
  const odd: readonly unknown[] = [
    ...[null, "", " ", 0, -1, 1.5, 1e308, true, [], {}, [[]], [null], { text: 1 }, { toString: 1 }],
    ...[[value], { text: value }, String(value), { type: "text", text: value }, [value, value]],
    ...[random.pick(TRAPS), random.pick(ODDITIES), `${String(value)}${random.pick(ODDITIES)}`],
  ];
  return random.pick(odd);
}

/** Inserts deep nesting, which can overflow the stack of a recursive parser. */
function nestJson(text: string, random: Random): string {
  if (!random.isLucky(0.1)) return text;
  const depth = random.pick([50, 199, 200, 201, 1000, 6000]);
  const [open, close] = random.pick([
    ["[", "]"],
    ['{"a":', "}"],
    ["(", ")"],
    ["> ", ""],
    ["- ", ""],
  ] as const);
  const at = random.below(text.length + 1);
  return insertAt(text, at, `${open.repeat(depth)}${random.isLucky(0.5) ? "1" : ""}${close.repeat(depth)}`);
}

function enlarged(text: string, random: Random): string {
  const from = random.below(text.length + 1);
  const part = text.slice(from, from + 1 + random.below(60)) || random.pick(ODDITIES);
  const times = Math.ceil(random.pick([5000, 20_000, 60_000, 150_000]) / part.length);
  return insertAt(text, from, part.repeat(times));
}
