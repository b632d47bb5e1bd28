import { fieldsIn, type UnknownFields } from "../fields.ts";
import { markerOf, type RuleHits, redact } from "./redact.ts";
import { kindOfName } from "./secret-names.ts";
import { isSecretValue } from "./value.ts";

/** Deeper than any payload of a program; what lies below is dropped, and counted. */
const DEPTH_MAX = 64;
/** Values in one payload. A turn of a million letters has far fewer. */
const VALUES_MAX = 200_000;
/** Shorter keys hold no secret that could be told from a name. */
const KEY_MIN = 16;

const TOO_DEEP = "too-deep";
const TOO_MANY = "too-many";

export type RedactedValue = { readonly value: unknown; readonly found: readonly RuleHits[] };

/**
 * A JSON value with the secrets taken out of every text in it: by the text itself, and by the name of the
 * key it lies under. Numbers, booleans and objects with a toJSON method are returned unchanged.
 */
export function redactDeep(value: unknown): RedactedValue {
  const walk: Walk = { counts: new Map(), left: VALUES_MAX };
  const result = redactValue(value, { walk, depth: 0 });
  return { value: result, found: [...walk.counts].map(([rule, count]) => ({ rule, count })) };
}

/** The fields of an object, with the secrets taken out. */
export const redactFields = (value: UnknownFields): UnknownFields => fieldsIn(redactDeep(value).value);

type Walk = { readonly counts: Map<string, number>; left: number };
type WalkState = { readonly walk: Walk; readonly depth: number; readonly name?: string };

function redactValue(value: unknown, place: WalkState): unknown {
  if (typeof value === "string") return textIn(value, place);
  if (typeof value === "number") return numberIn(value, place);
  if (typeof value !== "object" || value === null) return value;
  if ("toJSON" in value && typeof value.toJSON === "function") return value;
  const { walk, depth } = place;
  if (depth >= DEPTH_MAX) return dropValue(walk, TOO_DEEP);
  if (walk.left-- <= 0) return dropValue(walk, TOO_MANY);
  if (Array.isArray(value)) return value.map((each) => redactValue(each, { ...place, depth: depth + 1 }));
  return walkedObject(value, { walk, depth: depth + 1 });
}

function walkedObject(value: object, { walk, depth }: WalkState): unknown {
  const entries = Object.entries(value);
  const pairName = nameOfPair(entries);
  const taken = new Map<string, number>();
  return Object.fromEntries(
    entries.map(([key, each]) => {
      const name = key.toLowerCase() === "value" && pairName !== undefined ? pairName : key;
      return [freeKey(walk, key, taken), redactValue(each, { walk, depth, name })];
    }),
  );
}

/** `{ name: "DB_PASSWORD", value: … }` says in one entry what the other holds. */
function nameOfPair(entries: readonly (readonly [string, unknown])[]): string | undefined {
  const named = entries.find(
    ([key, each]) => /^(?:name|key|variable|header|field)$/i.test(key) && typeof each === "string",
  );
  return typeof named?.[1] === "string" ? named[1] : undefined;
}

function textIn(text: string, { walk, name }: WalkState): string {
  const { text: clean, found } = redact(text);
  if (isNamedDigest(name, found)) return text;
  for (const { rule, count } of found) addCount(walk, rule, count);
  if (found.length > 0 || name === undefined || text.length > 4096) return clean;
  if (DIGITS_NAME.test(name) && /^\d{3,12}$/.test(text)) return dropValue(walk, "one-time-code");
  const kind = kindOfName(name);
  if (kind === undefined || !isSecretValue(text, { kind, style: /\s/.test(text) ? "quoted" : "setting" }))
    return clean;
  return dropValue(walk, `named-${kind}`);
}

/** What a digest is kept under: its letters look like a key's. */
const DIGEST_NAME =
  /hash|sha\d|digest|checksum|integrity|etag|fingerprint|commit|(?:^|_)oid$|(?:^|[_-])id$|[a-z]Id$/;

const isNamedDigest = (name: string | undefined, found: readonly RuleHits[]): boolean =>
  name !== undefined && found.length === 1 && found[0]?.rule === "nameless-key" && DIGEST_NAME.test(name);

/** What is made of digits alone and is secret by its name. */
const DIGITS_NAME = /(?:^|[_-])(?:pin|puk|otp|totp|cvv2?|cvc2?|passcode|password|passwd|pwd)$/i;

/** Codes and PINs are numbers in some payloads. */
function numberIn(value: number, { walk, name = "" }: WalkState): number | string {
  return DIGITS_NAME.test(name) && value >= 100 ? dropValue(walk, "one-time-code") : value;
}

/** A key can be a secret too; two that become one marker are kept apart. */
function freeKey(walk: Walk, key: string, taken: Map<string, number>): string {
  const clean = key.length < KEY_MIN ? key : textIn(key, { walk, depth: 0 });
  // Counted on from the last one, so that many of them take no longer each.
  let times = taken.get(clean) ?? 0;
  let free = clean;
  while (taken.has(free)) free = `${clean}'${++times > 1 ? times : ""}`;
  taken.set(clean, times);
  if (free !== clean) taken.set(free, 0);
  return free;
}

function dropValue(walk: Walk, rule: string): string {
  addCount(walk, rule, 1);
  return markerOf(rule);
}

function addCount(walk: Walk, rule: string, count: number): void {
  walk.counts.set(rule, (walk.counts.get(rule) ?? 0) + count);
}
