import fc from "fast-check";
import { KIND_NAMES, statusesOf } from "../../src/core/items/kinds.ts";
import { flagsOf } from "../../src/surfaces/verbs/flags.ts";
import type { Verb } from "../../src/surfaces/verbs/verb.ts";

/**
 * Texts that often break programs: control characters, lone surrogates, names of Object's own properties, very long
 * texts.
 */
export const wildText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom(
    "",
    " ",
    "\0",
    "\u001b[2J",
    "\ud800",
    "\u202eabc",
    "ﷺ".repeat(40),
    "🦀👩‍👩‍👧",
    "../up/file",
  ),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "NaN",
    "-0",
    "1e999",
    "null",
    "%s%n",
  ),
  fc.constantFrom(
    "'; DROP TABLE events; --",
    '"',
    "\\",
    "a\nb",
    "\r\n",
    "turn@0",
    "dec#0",
    "dec#1",
    "pln#1",
    "cnd#1",
  ),
  fc.constant("x".repeat(9000)),
);

/** Values of every type, also nested ones. */
export const wildValue: fc.Arbitrary<unknown> = fc.oneof(
  wildText,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    0,
    1.5,
    2 ** 53,
    1e308,
    -0,
  ),
  fc.constantFrom<unknown>(
    [],
    {},
    [[]],
    [null],
    { text: 1 },
    [{ text: "" }],
    [{ text: "x", status: "flying" }],
  ),
  fc.constant(JSON.parse('{"__proto__":{"status":"done"},"constructor":1}')),
  fc.array(wildText, { maxLength: 3 }),
  fc.constant(Array.from({ length: 101 }, (_, i) => `entry ${i}`)),
);

const KNOWN: { readonly [field: string]: readonly string[] } = {
  kind: KIND_NAMES,
  status: [...new Set(KIND_NAMES.flatMap((kind) => statusesOf(kind)))],
  id: ["dec#1", "pln#1", "cnd#1"],
};

/**
 * Inputs for a verb that are wrong in at least one way: a field of the wrong type, a missing field, or an unknown
 * one. Fields for files get random texts, so that they name no file of this machine.
 */
export function wildInput(verb: Verb): fc.Arbitrary<{ readonly [name: string]: unknown }> {
  const flags = flagsOf(verb);
  const usual = Object.fromEntries(
    flags.map(({ name, type }) => [name, fc.option(usualValue(name, type), { nil: undefined })]),
  );
  const name = fc.oneof(
    fc.constantFrom("__proto__x", "tex", "text ", "ID", "constructor", "x"),
    ...flags.map((flag) => fc.constant(flag.name)),
  );
  const faults = fc.array(fc.tuple(name, wildValue), { minLength: 1, maxLength: 3 });
  return fc
    .tuple(fc.record(usual), faults)
    .map(([input, wrong]) => ({ ...given(input), ...Object.fromEntries(wrong) }));
}

const given = (input: object): object =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

function usualValue(name: string, type: string): fc.Arbitrary<unknown> {
  if (KNOWN[name])
    return type === "list"
      ? fc.constantFrom(...KNOWN[name]).map((one) => [one])
      : fc.constantFrom(...KNOWN[name]);
  if (type === "switch") return fc.boolean();
  return type === "list"
    ? fc.array(fc.constantFrom("one", "two"), { maxLength: 2 })
    : fc.constantFrom("something", "3", "2030-01-01");
}

const turn = { type: "turn", session: "s1", role: "user", text: "Use pnpm" };
const withField = (name: string, value: unknown): string => JSON.stringify({ ...turn, [name]: value });
const isText = (value: unknown): boolean =>
  typeof value === "string" && value.trim() !== "" && value.length <= 200;

const badLine: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "not json",
    "[]",
    "null",
    "7",
    '"text"',
    "{",
    '{"type":"turn"',
    "{}",
    '{"type":7}',
    '{"type":"no.such"}',
  ),
  fc.constantFrom(
    '{"type":"item.created","item":{}}',
    '{"type":"payload.forgotten","events":[]}',
    '{"type":"turn","text":"no session"}',
  ),
  fc
    .constantFrom("session", "agent", "host", "key", "message_id")
    .chain((name) =>
      wildValue
        .filter((value) => !isText(value))
        .map((value) => withField(name, value === undefined ? 7 : value)),
    ),
  wildValue.filter((value) => typeof value !== "string").map((value) => withField("text", value)),
  wildText
    .filter((value) => !["user", "assistant", "tool", "system"].includes(value))
    .map((value) => withField("role", value)),
  fc.constantFrom("yesterday", "2026-02-30", 7, null, "").map((value) => withField("at", value)),
  fc.constantFrom("tool_inputs", "__proto__x", "rolle", "Text").map((name) => withField(name, "x")),
  fc.constantFrom<unknown>("1", 1.5, null, {}).map((value) => withField("exit_code", value)),
);

type Damage = (line: string, value: unknown) => string;

/** Replaces one field of an exported event. */
function changed(field: string): Damage {
  return (line, value) => {
    const event = JSON.parse(line) as { [name: string]: unknown };
    return JSON.stringify({ ...event, [field]: value === event[field] ? null : value });
  };
}

const FIELDS = [
  "id",
  "type",
  "version",
  "at",
  "agent",
  "payload",
  "hash",
  "payload_hash",
  "position",
  "process",
  "unknown",
];

/** Lines for `record`, and ways to damage a line of an export. */
export const EVENT_LINES = {
  good: wildText.filter((text) => !/[\ud800-\udfff]/.test(text)).map((text) => withField("text", text)),
  bad: badLine,
  damage: fc.oneof(
    fc.constantFrom<Damage>(
      (line) => line.slice(0, -1),
      () => "",
      () => "not json",
      (line) => `${line}${line}`,
    ),
    fc.constantFrom(...FIELDS).map(changed),
  ),
} as const;
