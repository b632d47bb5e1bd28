import { indexedOf } from "../../core/recall/index/indexed.ts";
import { passagesOf } from "../../core/recall/index/passages.ts";
import { type Mark, passageOf, printOf } from "../../core/recall/index/vectors.ts";
import { redact } from "../../core/redact/redact.ts";
import type { StoredEvent } from "../../core/tape/event.ts";
import type { Doc } from "../../core/tape/projection.ts";
import { upcastAll } from "../../core/tape/read.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** A passage for which a vector is made. */
export type Embeddable = Mark & {
  /** The text that is sent: subject, speaker and words, without secrets. */
  readonly text: () => string;
};

/** Maximum number of characters sent of one passage: some are a single endless word. */
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

/** Changes of the index that follow from events, the last for each key; undefined for a key that is removed. */
export function docsIn(deps: MemoryDeps, events: readonly StoredEvent[]): Map<string, Doc | undefined> {
  const docs = new Map<string, Doc | undefined>();
  for (const event of upcastAll(events))
    for (const [key, doc] of deps.views.search.docsOf(event)) docs.set(key, doc);
  return docs;
}
