import {
  DOCUMENT_EVENTS,
  type DocumentEvent,
  documentPath,
  documentSubject,
} from "../../documents/document.ts";
import { type DocumentSection, sectionsOf } from "../../documents/sections.ts";
import type { EventOf } from "../../tape/event.ts";
import type { Doc, Docs } from "../../tape/projection.ts";

/** The separator between headings of two levels. */
const PATH = " > ";

/** The index entry of a document: its newest version, or nothing if the document is gone or forgotten. */
export function documentDocs(event: DocumentEvent): Docs {
  const path = documentPath(event.subject);
  if (path === undefined) return new Map();
  return new Map([[documentSubject(path), docOf(path, event)]]);
}

function docOf(path: string, { type, payload, at, position }: DocumentEvent): Doc | undefined {
  if (type !== DOCUMENT_EVENTS.seen || payload === null) return undefined;
  const passages = sectionsIn(payload).map(({ headings, text }) => ({
    // A section's own heading is part of its text; the headings above it are only its topic.
    text: `${headings.at(-1)}\n${text}`,
    topic: headings.join(PATH),
  }));
  return { kind: "document", text: passages, topic: "", at, position, paths: [path] };
}

type SeenDocument = Pick<NonNullable<EventOf<typeof DOCUMENT_EVENTS.seen>["payload"]>, "title" | "text">;

/** One passage of a document as it is displayed: its headings on one line, then its text. */
export function documentPassage(payload: SeenDocument, part: number): string {
  const section = sectionsIn(payload)[part];
  return section ? `${section.headings.join(PATH)}\n${section.text}` : payload.title;
}

const sectionsIn = ({ title, text }: SeenDocument): DocumentSection[] => sectionsOf(title, text);
