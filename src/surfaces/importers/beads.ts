import { type JsonRecord, textField } from "../../app/intake/json-lines.ts";
import type { ForeignEntry, MemoryImporter } from "../../ports/histories.ts";
import { entriesOfJson } from "./read-entries.ts";

/** Beads counts priorities from 0, the most urgent, to 4. */
const PRIORITIES = ["urgent", "high", "normal", "low", "low"] as const;
const STATUSES: { readonly [status: string]: string } = {
  open: "todo",
  in_progress: "in_progress",
  blocked: "blocked",
};

/** beads: issues as JSON lines. An open issue is a plan whose key is the issue's id. */
export const beads: MemoryImporter = {
  tool: "beads",
  places: ({ root }) => [`${root}/.beads/issues.jsonl`, `${root}/.beads/beads.jsonl`],
  recognises: (path, head) =>
    /\.jsonl$/.test(path) && /^\{/.test(head) && /"issue_type":/.test(head) && /"title":/.test(head),
  read: (source) => entriesOfJson(source, (record, place) => [issue(record, place)]),
};

function issue(record: JsonRecord, place: string): ForeignEntry {
  const key = textField(record, "id");
  const title = textField(record, "title");
  const entry = key ?? place;
  if (key === undefined || title === undefined) return { entry, refused: "an issue without id or title" };
  const stood = textField(record, "status") ?? "open";
  const status = Object.hasOwn(STATUSES, stood) ? STATUSES[stood] : undefined;
  if (status === undefined) return { entry, refused: `an issue that is ${stood}` };
  const text = [title, textField(record, "description")].filter(Boolean).join("\n\n");
  const priority = PRIORITIES[typeof record.priority === "number" ? record.priority : 2];
  const assignee = textField(record, "assignee");
  const fields = { key, ...(priority ? { priority } : {}), ...(assignee ? { assignee } : {}) };
  return { entry, statement: { kind: "plan", text, status, at: textField(record, "created_at"), fields } };
}
