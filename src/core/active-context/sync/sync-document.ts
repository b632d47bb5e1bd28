import { fieldsIn, isString } from "../../fields.ts";
import type { PlanStep } from "../../items/field.ts";
import type { Instant } from "../../tape/event.ts";
import { iso } from "../../time.ts";
import type { ContextDocument } from "../document/document.ts";
import { addItem, setField } from "../document/edit.ts";
import { sectionsInOrder } from "../document/edit-section.ts";
import { type Conflict, merge } from "../document/merge.ts";
import { parse } from "../document/parse.ts";
import { print } from "../document/print.ts";
import { currentTaskId, documentLanguage, type FieldRef, listAt, textAt } from "../document/read.ts";
import { templateOf } from "../document/template.ts";
import {
  NO_RESUME,
  type Resume,
  resumeOf,
  resumesIn,
  resumesInOrder,
  setResume,
} from "../registry/resume.ts";
import { type Edits, editsBetween } from "./edits.ts";
import { fillFromWork, type IsByHand, type WorkFacts } from "./fill-from-work.ts";
import { applyPatch, applyProgressPatch, type Patch } from "./patch.ts";
import type { CommandRun } from "./recent-work.ts";
import { listsIn, listsOf, stepsAfter, withLists } from "./steps.ts";

export type SyncInput = {
  /** The file with the changes that people made. */
  readonly file: string;
  /** The text that the program last wrote; without it, hand edits cannot be recognised. */
  readonly base: string | undefined;
  readonly known: WorkFacts;
  readonly patch: Patch;
  readonly plan: { readonly label: string; readonly steps: readonly PlanStep[] };
  /** Completed steps that earlier syncs moved out of the file. */
  readonly putAway: readonly string[];
};

export type SyncedDocument = {
  readonly document: ContextDocument;
  readonly steps: readonly PlanStep[];
  /** Steps that this sync moves to the session file. */
  readonly putAway: readonly string[];
  /** Steps that a person removed; they must not return. */
  readonly takenOut: readonly string[];
  readonly edits: Edits;
  readonly conflicts: readonly Conflict[];
  readonly resume: Resume;
};

/**
 * Brings a file up to date. A patch is applied to the file as the program last wrote it, and merged with what people wrote since. Then
 * facts from the tape are filled in, Progress is updated from the plan's steps, and Quick Resume from the rest.
 */
export function syncDocument({ file, base, known, patch, plan, putAway }: SyncInput): SyncedDocument {
  const before = parse(base ?? file);
  const person = traceResumeEdits(before, parse(file));
  const program = applyPatch(before, patch);
  const { text, conflicts } = merge({ base: print(before), person: print(person), program: print(program) });
  const merged = fillFromWork(parse(text), known, byHand(base === undefined ? parse("") : before, person));
  // A file that was not written by the program starts a new plan: none of its lines was a step before.
  const isNew = base === undefined && plan.steps.length === 0;
  const moved = stepsAfter(plan.steps, listsIn(isNew ? blankFor(person) : before), listsIn(person));
  const shown = listsIn(merged);
  const { steps } = stepsAfter(moved.steps, shown, applyProgressPatch(patch, shown));
  const away = [...putAway, ...moved.putAway];
  const lists = listsOf(steps, shown, away);
  const listed = steps.length === 0 ? merged : withLists(merged, lists.lists);
  const dated = setField(withPlan(listed, plan.label, steps), LAST_UPDATED, iso(known.now));
  const resume = withQuickResume(dated, { before, runs: known.happened.runs, patch });
  return {
    document: sectionsInOrder(resumesInOrder(resume === undefined ? dated : setResume(dated, resume))),
    steps,
    putAway: lists.putAway,
    takenOut: moved.putAway,
    edits: editsBetween(before, person),
    conflicts,
    resume: resume ?? NO_RESUME,
  };
}

export type Activation = {
  readonly document: ContextDocument;
  readonly steps: readonly PlanStep[];
  /** Completed steps that exceed the limit of the file. */
  readonly putAway: readonly string[];
  readonly resume: Resume;
};

export type ActivationInput = Pick<SyncInput, "plan" | "putAway"> & { readonly now: Instant };

/** Makes a file the active context: Progress is updated from the current plan, or starts the plan; then Quick Resume is updated. */
export function activate(document: ContextDocument, { plan, putAway, now }: ActivationInput): Activation {
  const shown = listsIn(document);
  const steps = plan.steps.length > 0 ? plan.steps : stepsAfter([], listsIn(blankFor(document)), shown).steps;
  const lists = listsOf(steps, shown, putAway);
  const listed = steps.length === 0 ? document : withLists(document, lists.lists);
  const dated = setField(withPlan(listed, plan.label, steps), LAST_UPDATED, iso(now));
  const resume = withQuickResume(dated, { before: document, runs: [], patch: {} }) ?? NO_RESUME;
  const whole = resume === NO_RESUME ? dated : setResume(dated, resume);
  return {
    document: sectionsInOrder(resumesInOrder(whole)),
    steps,
    putAway: lists.putAway,
    resume,
  };
}

const LAST_UPDATED: FieldRef = { section: "meta", field: "last_updated" };

/**
 * Applies a person's changes in Quick Resume to the fields from which it is made, so that the next update does not overwrite them. The time
 * of the last update always comes from the program.
 */
function traceResumeEdits(base: ContextDocument, person: ContextDocument): ContextDocument {
  const dated = setField(person, LAST_UPDATED, textAt(base, LAST_UPDATED) ?? "");
  const task = currentTaskId(person);
  const [was, now] = [base, person].map((each) => resumesIn(each).find((one) => one.task === task));
  if (task === undefined || was === undefined || now === undefined) return dated;
  const changed = (name: "goal" | "focus_now" | "next_action" | "verify_cmd") =>
    now[name] !== was[name] && now[name] !== "" ? now[name] : undefined;
  const [goal, focus, next, verify] = [
    changed("goal"),
    changed("focus_now"),
    changed("next_action"),
    changed("verify_cmd"),
  ];
  const files = now.key_files.filter((path) => !was.key_files.includes(path));
  const isEdited = byHand(base, person);
  const [ofGoal, ofFocus]: [FieldRef, FieldRef] = [
    { section: "current_task", field: "goal" },
    { section: "current_task", field: "current_focus" },
  ];
  let document = dated;
  if (goal !== undefined && !isEdited(ofGoal)) document = setField(document, ofGoal, goal);
  if (focus !== undefined && !isEdited(ofFocus)) document = setField(document, ofFocus, focus);
  if (next !== undefined) document = first(document, { section: "progress", field: "next" }, next);
  if (verify !== undefined)
    document = first(document, { section: "verification", field: "commands" }, verify);
  for (const path of files)
    document = first(document, { section: "current_task", field: "active_files" }, path);
  return setResume(document, { ...was, last_result: now.last_result });
}

function first(document: ContextDocument, spot: FieldRef, text: string): ContextDocument {
  const rest = listAt(document, spot).filter((each) => each !== text);
  return setField(document, spot, [text, ...rest]);
}

/** Sets the reference to the plan, unless somebody keeps the plan elsewhere. */
function withPlan(document: ContextDocument, label: string, steps: readonly PlanStep[]): ContextDocument {
  const spot: FieldRef = { section: "plan_references", field: "plan" };
  const said = textAt(document, spot) ?? "";
  const unplanned = textAt(blankFor(document), spot);
  if (said !== "" && !/^pln#\d+ /.test(said) && said !== unplanned) return document;
  const done = steps.filter(({ status }) => status === "done").length;
  const stands = steps.length === 0 ? "no steps yet" : `${done} of ${steps.length} steps done`;
  return setField(document, spot, `${label} in Tidemark, ${stands}`);
}

/** A new file in the language of this one. */
const blankFor = (document: ContextDocument): ContextDocument =>
  templateOf({ taskId: "x", goal: "x", language: documentLanguage(document), now: 0 });

/** Whether a value was written by hand: it is set, and differs from the value in the previous file. */
const byHand =
  (before: ContextDocument, person: ContextDocument): IsByHand =>
  (spot) => {
    const now = listAt(person, spot).join("\n");
    return now !== "" && now !== listAt(before, spot).join("\n");
  };

type ResumeSources = {
  /** The file before this sync; its Quick Resume is kept if nothing changed. */
  readonly before: ContextDocument;
  readonly runs: readonly CommandRun[];
  readonly patch: Patch;
};

/**
 * Makes Quick Resume from the rest of the file, with the result of the last check. Text that somebody wrote there by hand stays until its
 * sources change.
 */
function withQuickResume(
  document: ContextDocument,
  { before: file, runs, patch }: ResumeSources,
): Resume | undefined {
  const task = currentTaskId(document);
  if (task === undefined) return undefined;
  const before = resumesIn(document).find((each) => each.task === task);
  const derived = resumeOf(document, task);
  const was = resumeOf(file, task);
  const standing = (name: "goal" | "focus_now" | "next_action") =>
    (was[name] === derived[name] && before?.[name]) || derived[name];
  const areFilesSame = String(was.key_files) === String(derived.key_files);
  const { key_files = [] } = before ?? {};
  const { verify_cmd, last_result } = fieldsIn(patch.quick_resume);
  const last = runs.findLast(({ isCheck }) => isCheck);
  const result = last === undefined ? before?.last_result : last.outcome === "passed" ? "success" : "failure";
  return {
    ...derived,
    ...{ goal: standing("goal"), focus_now: standing("focus_now"), next_action: standing("next_action") },
    key_files:
      (areFilesSame && key_files.length > 0) || derived.key_files.length === 0
        ? key_files
        : derived.key_files,
    verify_cmd: isString(verify_cmd) ? verify_cmd : derived.verify_cmd || (before?.verify_cmd ?? ""),
    last_result: isString(last_result) ? last_result : result || "pending",
  };
}

/** A line of the decision log: when, what, why. */
export const withLogEntry = (
  document: ContextDocument,
  at: Instant,
  { what, why }: { what: string; why: string },
) => addItem(document, { section: "decisions" }, { text: `${iso(at)} → ${what} → ${why}` });
