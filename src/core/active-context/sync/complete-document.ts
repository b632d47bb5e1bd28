import type { Instant } from "../../tape/event.ts";
import { iso } from "../../time.ts";
import type { ContextDocument } from "../document/document.ts";
import { setField } from "../document/edit.ts";
import { removeSection } from "../document/edit-section.ts";
import type { FieldText } from "../document/model.ts";
import { currentTaskId, entriesIn, type FieldRef, hasSection, listAt, textAt } from "../document/read.ts";
import { type SectionKey, sectionSpec } from "../document/sections.ts";
import { titleOf } from "../document/titles.ts";
import { withLogEntry } from "./sync-document.ts";

export type Completion = {
  readonly summary: string;
  /** How the completion was verified. */
  readonly verified: string;
  readonly now: Instant;
  /** The paths of the archive and the long history, relative to the repository's root. */
  readonly archive: string;
  readonly history: string;
};

/** Sections with notes about how the work went, as opposed to its state. */
const NOTES: readonly SectionKey[] = [
  ...(["decisions", "lessons_learned", "mental_model", "code_patterns", "failure_context"] as const),
  ...(["search_cache", "conversation_anchors", "risk_register", "deferred"] as const),
];

/** Adds a completed task to the long history: its summary, its verification, and its notes. */
export function withHistory(history: string, document: ContextDocument, done: Completion): string {
  const task = currentTaskId(document) ?? "";
  const title = textAt(document, { section: "current_task", field: "title" });
  const goal = textAt(document, { section: "current_task", field: "goal" }) ?? "";
  const head = `## ${task}${title ? `: ${title}` : ""} (${iso(done.now).slice(0, 10)})`;
  const facts = [
    `- goal: ${goal}`,
    `- done: ${done.summary}`,
    `- verified: ${done.verified}`,
    `- archive: ${done.archive}`,
  ];
  const notes = NOTES.flatMap((key) => notesOf(document, key));
  const before = history.trim() === "" ? "# Memory\n" : history.endsWith("\n") ? history : `${history}\n`;
  return `${before}\n${[head, "", ...facts.map(oneLine), ...notes].join("\n")}\n`;
}

const oneLine = (text: string): string => text.replaceAll(/(?<!\s)\s*\n\s*/g, " ");

function notesOf(document: ContextDocument, key: SectionKey): string[] {
  if (!hasSection(document, key)) return [];
  const fields = sectionSpec(key).fields.flatMap(({ name }) => {
    const spot: FieldRef = { section: key, field: name };
    const values = listAt(document, spot).filter((text) => text !== "");
    return values.map((text) => `- ${name}: ${oneLine(text)}`);
  });
  const items = listAt(document, { section: key }).map((text) => `- ${oneLine(text)}`);
  const entries = entriesIn(document, key).map(
    (entry) =>
      `- ${Object.entries(entry)
        .map(([name, text]) => `${name}: ${oneLine(text)}`)
        .join("; ")}`,
  );
  const all = [...fields, ...items, ...entries];
  return all.length === 0 ? [] : ["", `### ${titleOf(key)}`, "", ...all];
}

/** The file of a completed task: the outcome, and links to where the rest was moved. */
export function completeDocument(document: ContextDocument, done: Completion): ContextDocument {
  const bare = NOTES.reduce(removeSection, document);
  const fields: readonly { readonly spot: FieldRef; readonly value: FieldText }[] = [
    { spot: { section: "current_task", field: "current_focus" }, value: `Finished: ${done.summary}` },
    { spot: { section: "current_task", field: "scratchpad" }, value: "" },
    { spot: { section: "progress", field: "in_progress" }, value: [] },
    {
      spot: { section: "progress", field: "next" },
      value: ["Turn to the next task"],
    },
    { spot: { section: "plan_references", field: "related_docs" }, value: docs(document, done) },
  ];
  const trimmed = fields.reduce(
    (changing, { spot, value }) =>
      value === "" && (textAt(changing, spot) ?? "") === "" ? changing : setField(changing, spot, value),
    bare,
  );
  return withLogEntry(trimmed, done.now, {
    what: `Completed: ${oneLine(done.summary)}`,
    why: `verified by ${oneLine(done.verified)}; notes in ${done.history}`,
  });
}

const docs = (document: ContextDocument, { archive, history }: Completion): string[] => [
  ...new Set([...listAt(document, { section: "plan_references", field: "related_docs" }), history, archive]),
];
