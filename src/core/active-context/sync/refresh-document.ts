import type { Instant } from "../../tape/event.ts";
import { DAY_MS, iso, parseInstant } from "../../time.ts";
import type { ContextDocument } from "../document/document.ts";
import { setField } from "../document/edit.ts";
import { setEntry } from "../document/entry.ts";
import { entriesIn, type FieldRef, listAt, textAt } from "../document/read.ts";
import { NEEDS_VERIFICATION } from "../document/sections.ts";
import { isNamedFile } from "../lint/check.ts";
import { pathIn } from "../lint/references.ts";
import { type ContextDoubt, doubtText, type RefreshNeed } from "../registry/doubt.ts";
import { resumeOf, resumesIn, setResume } from "../registry/resume.ts";
import { withLogEntry } from "./sync-document.ts";

export type RefreshInput = {
  readonly doubts: readonly ContextDoubt[];
  readonly need: RefreshNeed;
  readonly now: Instant;
  /** Results of the checks of files and git. */
  readonly verified: readonly string[];
};

export type RefreshedDocument = {
  readonly document: ContextDocument;
  readonly updated: readonly string[];
  /** Steps of the plan about files that no longer exist; they become open questions. */
  readonly taken?: readonly string[];
};

/** A failure older than this may have been fixed since. */
const FAILURE_DAYS = 7;

/**
 * Writes the findings into a doubtful context: removes missing files from its lists, adds an open question about a
 * different branch, marks an old failure, and logs what was verified and updated.
 */
export function refreshDocument(document: ContextDocument, refreshing: RefreshInput): RefreshedDocument {
  const steps = [withoutGone, withBranch, withOldFailure, withReview];
  let [current, updated, taken]: [ContextDocument, string[], string[]] = [document, [], []];
  for (const step of steps) {
    const next = step(current, refreshing);
    current = next.document;
    updated = [...updated, ...next.updated];
    taken = [...taken, ...(next.taken ?? [])];
  }
  const { doubts, verified, now, need } = refreshing;
  const why = doubts.length === 0 ? "asked for" : doubts.map(doubtText).join("; ");
  const did = `verified ${verified.join(", ") || "nothing"}; updated ${updated.join(", ") || "nothing"}`;
  const what = `Context refreshed (${need === "full" ? "full" : "light"}): ${did}`;
  return { document: withLogEntry(current, now, { what, why }), updated, taken };
}

/** Lists that say where to continue. */
const FILE_LISTS: readonly FieldRef[] = [
  { section: "current_task", field: "active_files" },
  { section: "plan_references", field: "related_code" },
  { section: "breadcrumbs", field: "last_edit_targets" },
];

/** Every file that those lists and Quick Resume name. */
export function filesNamedIn(document: ContextDocument): string[] {
  const listed = FILE_LISTS.flatMap((spot) => listAt(document, spot));
  const key = resumesIn(document)[0]?.key_files ?? [];
  return [...new Set([...listed, ...key].map(pathIn))].filter((path) => isNamedFile(path));
}

const unchanged = (document: ContextDocument): RefreshedDocument => ({ document, updated: [] });

/** Texts about where to continue, which a full refresh writes again without missing files. */
const REBUILT: readonly FieldRef[] = [
  ...["next_hops", "navigation_queries", "resume_recipe"].map(
    (field): FieldRef => ({ section: "breadcrumbs", field }),
  ),
  ...(["in_progress", "next"] as const).map((field): FieldRef => ({ section: "progress", field })),
];
const FOCUS: readonly FieldRef[] = [
  { section: "breadcrumbs", field: "last_focus" },
  { section: "current_task", field: "current_focus" },
];

/** Removes missing files from the lists of next files; in a full refresh also from the texts that name them. */
function withoutGone(document: ContextDocument, { doubts, need, now }: RefreshInput): RefreshedDocument {
  const gone = doubts.flatMap((doubt) => (doubt.what === "context_files" ? doubt.missing : []));
  if (gone.length === 0) return unchanged(document);
  const isThere = (text: string) => !gone.includes(pathIn(text));
  const isKept = (text: string) => !gone.some((path) => names(text, path));
  const taken: string[] = [];
  const lists = [
    ...FILE_LISTS.map((spot) => ({ spot, keeps: isThere })),
    ...(need === "full" ? REBUILT.map((spot) => ({ spot, keeps: isKept })) : []),
  ];
  const listed = lists.reduce((changing, { spot, keeps }) => {
    const values = listAt(changing, spot);
    if (values.every(keeps)) return changing;
    if (spot.section === "progress") taken.push(...values.filter((text) => !keeps(text)));
    return setField(changing, spot, values.filter(keeps));
  }, document);
  const asked = taken.reduce(
    (changing, step) => setEntry(changing, "open_questions", askAbout(step, now)),
    listed,
  );
  const kept = withoutGoneFocus(asked, { need, isKept });
  const updated = [
    `active files (${gone.join(", ")} gone)`,
    ...(taken.length === 0 ? [] : ["progress (steps about them are open questions now)"]),
  ];
  return { document: kept, updated, taken };
}

const askAbout = (step: string, now: Instant) => ({
  question: `Is this step still needed, although its file is gone: ${step}?`,
  ...{ priority: "medium", blocking: "false", raised_at: iso(now), assigned_to: "user" },
});

/** Whether a text names this path, not a longer path that contains it. */
const names = (text: string, path: string): boolean =>
  text.split(/[\s`"'()[\],;]+/).some((word) => pathIn(word).replace(/[.:]$/, "") === path);

/**
 * If the program recorded a missing file as the last one touched, the file before it takes its place. A full refresh
 * also removes a hand-written focus about a missing file.
 */
function withoutGoneFocus(
  document: ContextDocument,
  { need, isKept }: { readonly need: RefreshNeed; readonly isKept: (text: string) => boolean },
): ContextDocument {
  const [last] = listAt(document, { section: "breadcrumbs", field: "last_edit_targets" });
  const isOver = (text: string) => !isKept(text) && (need === "full" || text.startsWith("Last touched "));
  const focused = FOCUS.reduce((changing, spot) => {
    if (!isOver(textAt(changing, spot) ?? "")) return changing;
    const isTouched = spot.field === "last_focus" && last !== undefined;
    return setField(changing, spot, isTouched ? `Last touched ${last}.` : "");
  }, document);
  const [resume] = resumesIn(focused);
  if (resume === undefined) return focused;
  const { focus_now, next_action } = resumeOf(focused, resume.task);
  return setResume(focused, {
    ...resume,
    ...(isOver(resume.focus_now) ? { focus_now } : {}),
    ...(need === "full" && !isKept(resume.next_action) ? { next_action } : {}),
    key_files: resume.key_files.filter(isKept),
  });
}

/** The user decides whether to return to the task's branch. */
function withBranch(document: ContextDocument, { doubts, now }: RefreshInput): RefreshedDocument {
  const question = doubts.map(branchQuestion).find((each) => each !== undefined);
  if (question === undefined) return unchanged(document);
  const entry = { question, priority: "high", blocking: "true", raised_at: iso(now), assigned_to: "user" };
  return { document: setEntry(document, "open_questions", entry), updated: ["open questions (branch)"] };
}

function branchQuestion(doubt: ContextDoubt): string | undefined {
  if (doubt.what !== "context_branch" && doubt.what !== "context_branch_gone") return undefined;
  const is = doubt.now === undefined ? "no branch is checked out" : `${doubt.now} is checked out`;
  return doubt.what === "context_branch"
    ? `The work was on branch ${doubt.branch}, but ${is}: switch to it, or continue here?`
    : `The work was on branch ${doubt.branch}, which is gone (${is}): was it merged?`;
}

/** Whether the file already asks the user about this doubt: then the doubt waits for the answer, not for a refresh. */
export function isQuestionInFile(document: ContextDocument, doubt: ContextDoubt): boolean {
  const question = branchQuestion(doubt);
  return entriesIn(document, "open_questions").some(
    (entry) => question !== undefined && entry.question === question,
  );
}

function withOldFailure(document: ContextDocument, { now }: RefreshInput): RefreshedDocument {
  const at = (field: string): FieldRef => ({ section: "failure_context", field });
  const failed = parseInstant(textAt(document, at("last_failure_time")) ?? "");
  const isOpen = textAt(document, at("resolution_status")) === "pending";
  if (!isOpen || failed === undefined || now - failed < FAILURE_DAYS * DAY_MS) return unchanged(document);
  return {
    document: setField(document, at("resolution_status"), NEEDS_VERIFICATION),
    updated: ["failure context"],
  };
}

/** From this age on, a person must check the steps in progress. */
function withReview(document: ContextDocument, { need, now, doubts }: RefreshInput): RefreshedDocument {
  const behind = doubts.find(({ what }) => what === "context_behind");
  if (need !== "full" && behind === undefined) return unchanged(document);
  const question =
    need === "full"
      ? "Is Progress still correct? The context needed a full refresh."
      : `${behind ? doubtText(behind) : ""}: does Progress still fit the code?`;
  const entry = {
    question,
    priority: "medium",
    blocking: "false",
    raised_at: iso(now),
    assigned_to: "agent",
  };
  return { document: setEntry(document, "open_questions", entry), updated: ["open questions (progress)"] };
}
