import { WORKER } from "../../resume/delta.ts";
import type { Instant } from "../../tape/event.ts";
import { iso } from "../../time.ts";
import type { ContextDocument } from "../document/document.ts";
import { addItem, setField, setFields } from "../document/edit.ts";
import { removeEntry, setEntry } from "../document/entry.ts";
import type { FieldText } from "../document/model.ts";
import { entriesIn, type FieldRef, listAt, notedBranch, textAt } from "../document/read.ts";
import { fieldSpec, sectionSpec } from "../document/sections.ts";
import { pathIn } from "../lint/references.ts";
import { type CommandRun, type RecentWork, signatureOf } from "./recent-work.ts";

/** The state of the repository. */
export type GitFacts = {
  readonly commit: string;
  readonly branch?: string;
  readonly subject: string;
  readonly changed: number;
  readonly conflicts: readonly string[];
  readonly stashes: readonly string[];
  /** The branch that the file names, if another branch is checked out and the named one still exists. */
  readonly leftBranch?: string;
};

export type Machine = {
  readonly os: string;
  readonly shell: string;
  readonly runtimes: readonly string[];
};

/** Everything that is known about the work from the tape and from git. */
export type WorkFacts = {
  readonly now: Instant;
  readonly happened: RecentWork;
  readonly git?: GitFacts;
  readonly machine: Machine;
  readonly decisions: readonly {
    readonly at: Instant;
    readonly text: string;
    readonly label: string;
    readonly by: string;
  }[];
  readonly questions: readonly { readonly at: Instant; readonly text: string; readonly isOpen: boolean }[];
};

const ACTIVE_FILES_MAX = 8;
const RELATED_MAX = 12;
const TARGETS_MAX = 5;
const TERMINAL_MAX = 5;
const COMMANDS_MAX = 6;
const DECISION_MAX = 300;

/** Whether a person changed a value since the program last wrote the file. */
export type IsByHand = (spot: FieldRef) => boolean;

/**
 * Fills the file with what the tape and the repository say. A value that a person wrote since the last sync is newer
 * than the tape, so it stays. Git State always follows the repository.
 */
export function fillFromWork(
  document: ContextDocument,
  known: WorkFacts,
  isByHand: IsByHand,
): ContextDocument {
  const steps = [
    withFiles,
    withRuns,
    withSearches,
    withFailure,
    withGit,
    withMachine,
    withDecisions,
    withQuestions,
  ];
  return steps.reduce((changing, step) => step(changing, known, isByHand), document);
}

const set = (document: ContextDocument, spot: FieldRef, value: FieldText): ContextDocument =>
  value.length === 0 && isUnset(document, spot) ? document : setField(document, spot, value);

const isUnset = (document: ContextDocument, spot: FieldRef): boolean =>
  (textAt(document, spot) ?? "") === "" && listAt(document, spot).length === 0;

function withFiles(document: ContextDocument, { happened: { files, runs } }: WorkFacts): ContextDocument {
  if (files.length === 0) return document;
  const active: FieldRef = { section: "current_task", field: "active_files" };
  const code: FieldRef = { section: "plan_references", field: "related_code" };
  const targets: FieldRef = { section: "breadcrumbs", field: "last_edit_targets" };
  const focus: FieldRef = { section: "breadcrumbs", field: "last_focus" };
  const newest = files.toReversed();
  const ran = runs.at(-1);
  const last = `Last touched ${newest[0]}${ran ? `, last ran \`${ran.command}\` (${ran.outcome})` : ""}.`;
  const said = textAt(document, focus) ?? "";
  const filed = [
    { spot: active, max: ACTIVE_FILES_MAX },
    { spot: code, max: RELATED_MAX },
    { spot: targets, max: TARGETS_MAX },
  ].reduce(
    (changing, { spot, max }) => setField(changing, spot, recent(newest, listAt(changing, spot), max)),
    document,
  );
  return said === "" || said.startsWith("Last touched ") ? setField(filed, focus, last) : filed;
}

/** The newest entries first. Explained entries stay; if there are too many bare paths, the oldest are removed. */
function recent(newest: readonly string[], known: readonly string[], max: number): string[] {
  const paths = newest.slice(0, max);
  const explained = (text: string) => text.trim() !== pathIn(text);
  const rest = known.filter((text) => explained(text) || !paths.includes(pathIn(text)));
  const told = rest.filter(explained).map(pathIn);
  const all = [...paths.filter((path) => !told.includes(path)), ...rest];
  const surplus = Math.max(0, all.length - max);
  const gone = new Set(all.filter((text) => !explained(text)).slice(-surplus || all.length));
  return all.filter((text) => !gone.has(text));
}

function withRuns(
  document: ContextDocument,
  { happened: { runs }, git }: WorkFacts,
  isByHand: IsByHand,
): ContextDocument {
  if (runs.length === 0) return document;
  const commands: FieldRef = { section: "verification", field: "commands" };
  const often: FieldRef = { section: "tool_usage", field: "frequently_used_commands" };
  const terminal: FieldRef = { section: "tool_usage", field: "last_terminal_sessions" };
  const checks = distinct(runs.filter(({ isCheck }) => isCheck));
  const repeated = distinct(runs).filter(
    (command) => runs.filter((run) => run.command === command).length > 1,
  );
  const green = runs.findLast(({ isCheck, outcome }) => isCheck && outcome === "passed");
  const listed = set(document, commands, atMost(listAt(document, commands), checks));
  const used = set(listed, often, atMost(listAt(document, often), repeated));
  const kept = isByHand(terminal) ? listAt(document, terminal) : [];
  const last = [...kept, ...runs.slice(-TERMINAL_MAX).map(asLine)];
  const seen = setField(used, terminal, [...new Set(last)]);
  if (green === undefined) return seen;
  const built: FieldRef = { section: "verification", field: "last_green_build" };
  const ran: FieldRef = { section: "environment_snapshot", field: "last_successful_run" };
  const at = `${iso(green.at)}${git ? ` ${git.commit.slice(0, 7)}` : ""}`;
  const dated = isByHand(built) ? seen : setField(seen, built, at);
  return isByHand(ran) ? dated : setField(dated, ran, iso(green.at));
}

const SEARCHES_MAX = 5;

/** Adds the agent's searches to the navigation queries. Hand-written queries stay; the list holds ten. */
function withSearches(document: ContextDocument, { happened: { searches } }: WorkFacts): ContextDocument {
  if (searches.length === 0) return document;
  const queries: FieldRef = { section: "breadcrumbs", field: "navigation_queries" };
  const greps: FieldRef = { section: "search_cache", field: "recent_greps" };
  const room = fieldSpec("breadcrumbs", "navigation_queries")?.max ?? 0;
  const known = listAt(document, queries);
  const all = [...known, ...searches.filter((each) => !known.includes(each))].slice(
    0,
    Math.max(room, known.length),
  );
  const cached = [...new Set([...listAt(document, greps), ...searches])].slice(-SEARCHES_MAX);
  return setField(setField(document, queries, all), greps, cached);
}

const distinct = (runs: readonly CommandRun[]): string[] => [...new Set(runs.map(({ command }) => command))];

const atMost = (known: readonly string[], more: readonly string[]): string[] =>
  known.length >= COMMANDS_MAX ? [...known] : [...new Set([...known, ...more])].slice(0, COMMANDS_MAX);

const asLine = ({ command, outcome, exitCode }: CommandRun): string =>
  `${command} → ${exitCode === undefined ? outcome : `exit ${exitCode}`}`;

function withFailure(
  document: ContextDocument,
  { happened: { failure, runs } }: WorkFacts,
  isByHand: IsByHand,
): ContextDocument {
  const at = (field: string): FieldRef => ({ section: "failure_context", field });
  // A failure is replaced as a whole: a mixture of a person's text and the tape's would describe neither.
  if (sectionSpec("failure_context").fields.some(({ name }) => isByHand(at(name)))) return document;
  if (failure === undefined) {
    const known = textAt(document, at("error_signature")) ?? "";
    const isOver = runs.some(({ command, outcome }) => outcome === "passed" && saysOf(known, command));
    return isOver ? setField(document, at("resolution_status"), "resolved") : document;
  }
  return setFields(
    document,
    { section: "failure_context" },
    {
      last_failure_time: iso(failure.at),
      failure_type: failure.type,
      error_signature: signatureOf(failure),
      attempted_fixes: failure.tried,
      resolution_status: failure.isResolved ? "resolved" : "pending",
    },
  );
}

/** Whether the recorded failure is about this command. */
const saysOf = (signature: string, command: string): boolean =>
  signature.startsWith(`${command}: `) || signature === `${command} failed`;

const CONFLICTS: FieldRef = { section: "git_state", field: "merge_conflicts" };

function withGit(document: ContextDocument, { git }: WorkFacts): ContextDocument {
  if (git === undefined) return document;
  const fields: { readonly [field: string]: FieldText } = {
    current_branch: git.branch ?? "",
    uncommitted_changes: String(git.changed),
    last_commit: `${git.commit.slice(0, 7)} ${git.subject}`.trim(),
    repo_revision: git.commit,
    stash_entries: git.stashes,
    merge_conflicts: git.conflicts.length > 0 || isUnset(document, CONFLICTS) ? git.conflicts : "none",
  };
  return Object.entries(fields).reduce(
    (changing, [field, value]) => set(changing, { section: "git_state", field }, value),
    withTaskBranch(document, git),
  );
}

/** Main branches, where work begins before it has a branch of its own. */
const TRUNKS: ReadonlySet<string> = new Set(["main", "master", "trunk", "develop", "dev"]);

/**
 * A task keeps its branch while another one is checked out: Meta names the task's branch, and Git State follows the
 * repository. A task on a main branch, or whose branch was deleted, takes the branch that is checked out.
 */
function withTaskBranch(document: ContextDocument, { leftBranch }: GitFacts): ContextDocument {
  const base = textAt(document, { section: "git_state", field: "base_branch" });
  if (leftBranch === undefined || TRUNKS.has(leftBranch) || leftBranch === base) return document;
  if (notedBranch(document) !== undefined) return document;
  const spot: FieldRef = { section: "meta", field: "agent_notes" };
  const notes = textAt(document, spot) ?? "";
  return setField(document, spot, `${notes === "" ? "" : `${notes}; `}Branch: ${leftBranch}`);
}

function withMachine(document: ContextDocument, { machine }: WorkFacts): ContextDocument {
  const fields: { readonly [field: string]: FieldText } = {
    os: machine.os,
    shell: machine.shell,
    runtime_versions: machine.runtimes,
  };
  return Object.entries(fields).reduce((changing, [field, value]) => {
    const spot: FieldRef = { section: "environment_snapshot", field };
    return isUnset(changing, spot) ? set(changing, spot, value) : changing;
  }, document);
}

function withDecisions(document: ContextDocument, { decisions }: WorkFacts): ContextDocument {
  const spot: FieldRef = { section: "decisions" };
  return decisions.reduce((changing, { at, text, label, by }) => {
    if (listAt(changing, spot).some((line) => line.includes(`[${label}]`))) return changing;
    const said = text.replaceAll(/\s+/g, " ").slice(0, DECISION_MAX);
    const how = by === WORKER ? "said in a session" : `recorded by ${by}`;
    return addItem(changing, spot, { text: `${iso(at)} → ${said} [${label}] → ${how}` });
  }, document);
}

function withQuestions(document: ContextDocument, { questions }: WorkFacts): ContextDocument {
  return questions.reduce((changing, { at, text, isOpen }) => {
    const question = text.replaceAll(/\s+/g, " ").trim();
    if (!isOpen) return removeEntry(changing, "open_questions", question);
    if (entriesIn(changing, "open_questions").some((entry) => entry.question === question)) return changing;
    const entry = {
      question,
      priority: "medium",
      blocking: "false",
      raised_at: iso(at),
      assigned_to: "user",
    };
    return setEntry(changing, "open_questions", entry);
  }, document);
}
