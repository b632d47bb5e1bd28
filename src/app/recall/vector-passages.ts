import { indexedOf } from "../../core/recall/index/indexed.ts";
import { passagesOf } from "../../core/recall/index/passages.ts";
import { type Mark, passageOf, printOf } from "../../core/recall/index/vectors.ts";
import { redact } from "../../core/redact/redact.ts";
import type { StoredEvent } from "../../core/tape/event.ts";
import type { Doc } from "../../core/tape/projection.ts";
import { upcastAll } from "../../core/tape/read.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** A passage that a vector is made of. */
export type Embeddable = Mark & {
  /** What is sent: what it is about, who says it, and what it says, without secrets. */
  readonly text: () => string;
};

/** Letters that are sent of one passage: some are a single word without end. */
const LETTERS_MAX = 4_000;

/** The passages of a doc, cut as the index cuts them. */
export function embeddablesOf(key: string, doc: Doc): Embeddable[] {
  const texts = typeof doc.text === "string" ? passagesOf(doc.text) : doc.text.map(({ text }) => text);
  return indexedOf(key, doc).flatMap((indexed, i) => {
    const { part, position, topic, speaker } = indexed;
    const said = `${speaker === undefined ? "" : `${speaker}: `}${texts[i] ?? ""}`.trim();
    if (said === "") return [];
    const text = (): string => sentText([topic, said].filter(Boolean).join("\n"));
    return [{ key, part, position, print: printOf(passageOf(indexed)), text }];
  });
}

/** What may be sent of a text. */
export const sentText = (text: string): string => redact(text).text.slice(0, LETTERS_MAX);

/** What events make of the index, the last for each key; undefined for what they take out of it. */
export function docsIn(deps: MemoryDeps, events: readonly StoredEvent[]): Map<string, Doc | undefined> {
  const docs = new Map<string, Doc | undefined>();
  for (const event of upcastAll(events))
    for (const [key, doc] of deps.views.search.docsOf(event)) docs.set(key, doc);
  return docs;
}
