import type { Writable } from "../../fields.ts";
import { isKind, kindOf } from "../../items/kinds.ts";
import { topicName } from "../../items/topics-view.ts";
import { mix } from "../../mix.ts";
import type { Doc } from "../../tape/projection.ts";
import { type Passage, wordsIn } from "./passage.ts";
import { passagesOf } from "./passages.ts";
import { storedWords, wordsOf } from "./words.ts";

/** A passage as an index stores it. */
export type IndexedPassage = Omit<Passage, "topic" | "words"> & {
  /** Its topic, as it was written. */
  readonly topic: string;
  readonly words: readonly string[];
  /** Names of the people or agents who said or wrote it. */
  readonly by?: readonly string[];
};

/** The index entries of a doc: one per passage, with the speaker's name as its first words. */
export function indexedOf(key: string, doc: Doc): IndexedPassage[] {
  const { text, topic } = doc;
  return typeof text === "string"
    ? passagesOf(text).map((passage, part) => indexedPart(doc, { key, part, topic, text: passage }))
    : text.map((passage, part) => indexedPart(doc, { ...passage, key, part }));
}

type IndexPiece = {
  readonly key: string;
  readonly part: number;
  readonly topic: string;
  readonly text: string;
};

/** Each field is set explicitly, because an index consists of millions of these. */
function indexedPart(doc: Doc, { key, part, topic, text }: IndexPiece): IndexedPassage {
  const { kind, position, at, session, speaker, role, by, paths, confidence } = doc;
  const words = storedWords(speaker === undefined ? text : `${speaker}: ${text}`);
  const indexed: Writable<IndexedPassage> = { key, part, kind, position, at, topic, words };
  if (session !== undefined) indexed.session = session;
  if (speaker !== undefined) indexed.speaker = speaker;
  if (role !== undefined) indexed.role = role;
  if (by !== undefined) indexed.by = by;
  if (paths !== undefined) indexed.paths = paths;
  if (confidence !== undefined) indexed.confidence = confidence;
  return indexed;
}

/** All distinct terms of a passage: its words, the words of its topic, and its facets. */
export function termsOf(indexed: IndexedPassage): Set<string> {
  const terms = new Set(indexed.words);
  if (indexed.topic !== "") for (const word of wordsOf(indexed.topic)) terms.add(word);
  for (const facet of facetsOf(indexed)) terms.add(facet);
  return terms;
}

/** Terms for filters on properties. A facet contains a colon, which no word does. Names become numbers, so that any name is possible. */
export const facetOf = {
  kind: (kind: string): string => `kind:${kind}`,
  session: (session: string): string => `session:${passageNumber(session)}`,
  by: (name: string): string => `by:${passageNumber(name.toLowerCase())}`,
  topic: (topic: string): string => `topic:${passageNumber(topicName(topic))}`,
} as const;

function facetsOf({ kind, session, by, topic }: IndexedPassage): string[] {
  const isFiled = topic !== "" || (isKind(kind) && kindOf(kind).isUnit);
  return [
    facetOf.kind(kind),
    ...(session === undefined ? [] : [facetOf.session(session)]),
    ...(by ?? []).map(facetOf.by),
    ...(isFiled ? [facetOf.topic(topic)] : []),
  ];
}

/** Numbers of known names. An index has few different names, and each occurs very often. */
const numbers = new Map<string, string>();
const NUMBERS_MAX = 10_000;

function passageNumber(name: string): string {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  const number = mix(name)
    .map((part) => part.toString(36).padStart(7, "0"))
    .join("");
  if (numbers.size >= NUMBERS_MAX) numbers.clear();
  numbers.set(name, number);
  return number;
}

/** The index entries of one doc as text. It is the same in every store, so that two builds can be compared. */
export function textOf(passages: readonly IndexedPassage[]): string {
  return passages.map((passage) => columnsOf(passage).join(COLUMN_SEPARATOR)).join("\n");
}

/** The separator between two columns of that text. */
export const COLUMN_SEPARATOR = " | ";

/** The columns that a store keeps of a passage, in order. */
export type Columns = readonly (string | number | null)[];

export function columnsOf(passage: IndexedPassage): Columns {
  const { key, part, kind, position, at, session, speaker, role, by, topic, paths, confidence } = passage;
  const [spoken, sure] = [speaker ?? null, confidence === undefined ? null : String(confidence)];
  const [names, files, words] = [listText(by), listText(paths), passage.words.join(" ")];
  // biome-ignore format: one literal, because an index writes millions of these
  return [key, part, kind, position, at, session ?? null, spoken, role ?? null, names, topic, files, sure, words];
}

const listText = (list: readonly string[] = []): string | null => (list.length > 0 ? list.join("\n") : null);

/** The names or paths of one column. */
export const listOf = (text: string | number | null | undefined): string[] =>
  text == null ? [] : String(text).split("\n");

/** Converts columns to a passage for the scorer. One question reads hundreds of passages, so each field is set explicitly. */
export function passageIn(columns: Columns): Passage {
  const [key, part, kind, position, at, session, speaker, role, , topic, paths, confidence, words] = columns;
  const passage: Writable<Passage> = {
    key: String(key),
    part: Number(part),
    kind: String(kind),
    position: Number(position),
    at: Number(at),
    topic: topic === "" ? NONE : wordsOf(String(topic)),
    words: String(words),
  };
  if (session != null) passage.session = String(session);
  if (speaker != null) passage.speaker = String(speaker);
  if (role != null) passage.role = String(role);
  if (paths != null) passage.paths = listOf(paths);
  if (confidence != null) passage.confidence = Number(confidence);
  return passage;
}

const NONE: readonly string[] = [];

/** Converts columns to a passage as the index stores it. */
export function fromColumns(columns: Columns): IndexedPassage {
  const passage = passageIn(columns);
  const [, , , , , , , , by, topic] = columns;
  return {
    ...passage,
    topic: String(topic),
    words: wordsIn(passage),
    ...(by == null ? {} : { by: listOf(by) }),
  };
}
