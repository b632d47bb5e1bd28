import { core } from "./requirement.ts";

/** The active context: its files, read, written, checked and merged. */
export const CONTEXT = {
  "context.format.bytes": core(
    "Whatever text a context file holds, reading and printing it gives the same bytes, and every line has its place.",
  ),
  "context.format.model": core(
    "What is printed from a model reads back as that model, in every language, whatever its texts look like.",
  ),
  "context.format.edit": core("An edit of a context says what was asked, and touches no line but its own."),
  "context.format.sections": core(
    "A section goes into its fixed place under a title in the file's language, and Quick Resume is always last.",
  ),
  "context.format.tasks": core(
    "With secondary tasks, plan, progress, breadcrumbs and guardrails stand under the id of each, and each task has its Quick Resume.",
  ),
  "context.lint.rules": core(
    "Every rule finds the fault it is for on the right line, and no rule finds one in a clean file.",
  ),
  "context.lint.fix": core("A repair puts right what it says and nothing else."),
  "context.lint.template": core("A new context has no errors, in any language."),
  "context.merge.nothing-lost": core(
    "However a person's edits and the program's fall together, no line that either wrote is lost.",
  ),
  "context.merge.conflict": core(
    "Where both changed one value, both stand in the file, the program's marked, and the conflict is reported.",
  ),
  "context.files.registry": core(
    "The registry of contexts takes a new or newer entry, and keeps other entries and hand-written remarks.",
  ),
  "context.files.plain-yaml": core(
    "A registry with tags, anchors, aliases, too much nesting or too much text is refused by its line, not read.",
  ),
  "context.files.session": core(
    "A session file is numbered by day, grows by steps, counts its files and commits, and keeps what people wrote.",
  ),
  "context.files.archive": core(
    "An archived context has its summary and Quick Resume last, and comes back without the summary as it was.",
  ),
  "context.files.match": core(
    "A task goes on from the context of its id, else from that of its category with the most shared tags, the latest first, else from none.",
  ),
  "context.files.task-ids": core(
    "An id that is no plain file name on every system is refused as a task's id.",
  ),
} as const;
