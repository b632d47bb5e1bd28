import { DAY_MS, iso, parseInstant } from "../../time.ts";
import { setText } from "../document/edit.ts";
import { hasSection, listAt, notedBranch, sectionIn, textAt } from "../document/read.ts";
import { noteRule, quoteStart, type Rule, seenOf } from "./rule.ts";

/** From this age on, the files that a context names are checked again. */
const OLD_DAYS = 7;
/** The clocks of two machines may differ by this much. */
const CLOCKS_APART_MS = 10 * 60 * 1000;

/** Rules that compare the file with the clock, with git, and with its own record of failures. */
export const STATE: readonly Rule[] = [
  noteRule("updated.old", (document, { now, archived }) =>
    seenOf(document, "meta", "last_updated").flatMap(({ field }) => {
      const at = parseInstant(field.text);
      const days = at === undefined ? 0 : Math.floor((now - at) / DAY_MS);
      return days >= OLD_DAYS && !archived
        ? [{ line: field.from, message: `The file was last updated ${days} days ago.` }]
        : [];
    }),
  ),
  noteRule("updated.future", (document, { now }) =>
    seenOf(document, "meta", "last_updated").flatMap(({ field }) =>
      (parseInstant(field.text) ?? 0) > now + CLOCKS_APART_MS
        ? [
            {
              line: field.from,
              message: "last_updated is in the future.",
              fix: () => setText(document, field, iso(now)),
            },
          ]
        : [],
    ),
  ),
  noteRule("failure.missing", (document) =>
    seenOf(document, "quick_resume", "last_result")
      .slice(0, 1)
      .filter(({ field }) => field.text === "failure" && !hasSection(document, "failure_context"))
      .map(({ field }) => ({
        line: field.from,
        message: "The last result was a failure, but there is no Failure Context.",
      })),
  ),
  noteRule("failure.incomplete", (document) => {
    const section = sectionIn(document, "failure_context");
    const isOver =
      textAt(document, { section: "failure_context", field: "resolution_status" }) === "resolved";
    if (!section || isOver) return [];
    const says = textAt(document, { section: "failure_context", field: "error_signature" });
    const tried = listAt(document, { section: "failure_context", field: "attempted_fixes" });
    return says && tried.length > 0
      ? []
      : [{ line: section.from, message: "A failure needs error_signature and attempted_fixes." }];
  }),
  noteRule("git.missing", (document) => {
    const sessions = listAt(document, { section: "plan_references", field: "session_history" });
    const line = sectionIn(document, "plan_references")?.from ?? 0;
    return sessions.length > 1 && !hasSection(document, "git_state")
      ? [{ line, message: "Work over several sessions needs a Git State." }]
      : [];
  }),
  noteRule("git.branch", (document, { branch }) =>
    seenOf(document, "git_state", "current_branch")
      .filter(({ field }) => branch !== undefined && field.text !== "" && field.text !== branch)
      .map(({ field }) => ({
        line: field.from,
        message: `The file says the branch is ${quoteStart(field.text)}; it is ${quoteStart(branch ?? "")}.`,
        fix: () => setText(document, field, branch ?? ""),
      })),
  ),
  noteRule("git.notes", (document) => {
    const current = textAt(document, { section: "git_state", field: "current_branch" });
    const own = notedBranch(document);
    return seenOf(document, "meta", "agent_notes")
      .filter(() => current && own !== undefined && own !== current)
      .map(({ field }) => ({
        line: field.from,
        message: `The task is on branch ${quoteStart(own ?? "")}; at the last sync ${quoteStart(current ?? "")} was checked out.`,
      }));
  }),
];
