import { canonical } from "../tape/canonical.ts";
import { payloadText, type Sha256 } from "../tape/chain.ts";
import type { Draft, Instant, StoredEvent } from "../tape/event.ts";
import { payloadTexts } from "../tape/payload-texts.ts";
import type { ForeignEvent } from "../tape/rebase-positions.ts";
import { fold, isWholeWord } from "./fold.ts";

/** The subject of all events that name forgotten phrases, so that a store finds them by its index. */
export const FORGOTTEN_SUBJECT = "forgotten";

/**
 * A forgotten text as the tape stores it: its length, a rolling checksum and a hash. The words cannot be read from it, though a short text
 * can be guessed.
 */
export type Phrase = {
  readonly length: number;
  readonly roll: number;
  readonly hash: string;
  /** When the phrase was forgotten. Later statements with these words were made on purpose. */
  readonly until: Instant;
};

const MARK = /^phrase (\d{1,9}) (\d{1,10}) ([0-9a-f]{32})$/;
/** Minimum length: shorter texts occur in too many others. */
const LENGTH_MIN = 3;
const FORGOTTEN_TYPE = "payload.forgotten";
/** These events record losses and erasures, and are needed to verify the tape. */
const EXEMPT: readonly string[] = [FORGOTTEN_TYPE, "payload.redacted", "tape.salvaged"];

/** A text as an entry of `tombstones`; undefined if it is too short. */
export function phraseMark(sha256: Sha256, text: string): string | undefined {
  const plain = fold(text).trim();
  if (plain.length < LENGTH_MIN) return undefined;
  return `phrase ${plain.length} ${rollOf(plain)} ${hashOf(sha256, plain)}`;
}

/** The phrases named by events with the subject `forgotten`. */
export function phrasesIn(events: readonly Pick<StoredEvent, "at" | "payload">[]): readonly Phrase[] {
  return events.flatMap(({ at, payload }) => {
    const marks = Array.isArray(payload?.tombstones) ? payload.tombstones.map(String) : [];
    return marks.flatMap((mark) => phraseOf(mark, at) ?? []);
  });
}

function phraseOf(mark: string, until: Instant): Phrase | undefined {
  const [, length, roll, hash = ""] = MARK.exec(mark) ?? [];
  return length === undefined ? undefined : { length: Number(length), roll: Number(roll), hash, until };
}

/** True if a text contains a forgotten phrase as whole words, ignoring case, spaces and line breaks. */
export function containsPhrase(sha256: Sha256, text: string, phrases: readonly Phrase[]): boolean {
  if (phrases.length === 0) return false;
  const plain = fold(text);
  const lengths = new Set(phrases.map(({ length }) => length));
  return [...lengths].some((length) =>
    holdsOfLength(sha256, plain, { length, same: phrases.filter((each) => each.length === length) }),
  );
}

type SameLength = { readonly length: number; readonly same: readonly Phrase[] };

/** One pass over the text: the checksum of each window is computed from the previous one (rolling hash). */
function holdsOfLength(sha256: Sha256, plain: string, { length, same }: SameLength): boolean {
  if (plain.length < length) return false;
  const highest = power(length);
  let roll = rollOf(plain.slice(0, length));
  for (let start = 0; ; start++) {
    const hits = same.filter((phrase) => phrase.roll === roll);
    if (hits.length > 0 && isWholeWord(plain, start, start + length)) {
      const hash = hashOf(sha256, plain.slice(start, start + length));
      if (hits.some((phrase) => phrase.hash === hash)) return true;
    }
    const end = start + length;
    if (end >= plain.length) return false;
    const gone = Math.imul(plain.charCodeAt(start) + 1, highest);
    roll = (Math.imul(roll, BASE) + plain.charCodeAt(end) + 1 - gone) >>> 0;
  }
}

const BASE = 0x01000193;

function rollOf(text: string): number {
  let roll = 0;
  for (let i = 0; i < text.length; i++) roll = (Math.imul(roll, BASE) + text.charCodeAt(i) + 1) >>> 0;
  return roll;
}

function power(exponent: number): number {
  let product = 1;
  for (let i = 0; i < exponent; i++) product = Math.imul(product, BASE);
  return product;
}

const hashOf = (sha256: Sha256, plain: string): string => sha256(canonical(["phrase", plain])).slice(0, 32);

type Incoming = Pick<Draft, "at" | "type"> & Pick<StoredEvent, "payload">;

/**
 * True if an event would bring forgotten words back: the words were stated before they were forgotten, or the event is a document, which
 * may be read from its file at any time.
 */
export function restoresForgotten(sha256: Sha256, event: Incoming, phrases: readonly Phrase[]): boolean {
  if (event.payload === null || EXEMPT.includes(event.type)) return false;
  const isFile = event.type === "document.seen";
  const meant = isFile ? phrases : phrases.filter(({ until }) => event.at < until);
  return meant.length > 0 && payloadTexts(event.payload).some((text) => containsPhrase(sha256, text, meant));
}

/**
 * The events to record for an incoming one: the event itself or, if it would bring forgotten words back, the event without its payload and
 * one that declares it forgotten. Position, id and key stay, so that reading the same source again adds nothing.
 */
export function withoutForgottenPayload(
  sha256: Sha256,
  event: Draft | ForeignEvent,
  phrases: readonly Phrase[],
): readonly (Draft | ForeignEvent)[] {
  if (event.payload === null || !restoresForgotten(sha256, event, phrases)) return [event];
  const payloadHash = "payloadHash" in event ? event.payloadHash : sha256(payloadText(event.payload));
  return [{ ...event, payload: null, payloadHash }, namingEvent(sha256, event)];
}

/** The same event always gets the same id, so that recording it twice is a no-op. */
function namingEvent(sha256: Sha256, { id, recordedAt, writer }: Draft | ForeignEvent): Draft {
  const payload = { events: [id], items: [], tombstones: [] };
  const ownId = `evt_${sha256(`forgotten ${id}`).slice(0, 26)}`;
  return { id: ownId, type: FORGOTTEN_TYPE, version: 1, at: recordedAt, recordedAt, writer, payload };
}
