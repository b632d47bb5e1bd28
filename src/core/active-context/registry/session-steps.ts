import { type Command, commandIn } from "../../extract/activity/command.ts";
import { errorLineOf } from "../../extract/activity/error-line.ts";
import { hasOnlyNotFound, isLooking } from "../../extract/activity/looking.ts";
import { outcomeOf } from "../../extract/activity/outcome.ts";
import { type SeenTurn, seenTurn } from "../../extract/activity/seen-turn.ts";
import { commandOf, editedFiles, isEdit, isShell } from "../../extract/activity/tool-sort.ts";
import type { Instant, Recorded } from "../../tape/event.ts";
import { shorten } from "../../text/shorten.ts";
import type { SessionStep } from "./session-file.ts";

/** Maximum length of the part of a request that becomes the title of its step. */
const TITLE_MAX = 80;
const COMMAND_MAX = 160;
const LINE_MAX = 200;
const NOTE_MAX = 400;
/** Maximum number of changed files listed for one request; nobody reads hundreds. */
const CHANGED_MAX = 40;
const NOTES_MAX = 10;
const WAY_MAX = 3;
const UNTITLED = "Work";

export type StepsInput = {
  /** The events since the file was last written, in order. */
  readonly events: readonly Recorded[];
  /** The events just before those: they show which request continues, and the last failure. */
  readonly before: readonly Recorded[];
  /** Gives a path relative to the root, or nothing for a path outside. */
  readonly pathOf: (path: string) => string | undefined;
  /** Whether the session has ended. If so, failures that were not corrected are shown as well. */
  readonly isOver: boolean;
};

/** The steps of a session: one for each request that changed something. A mere question makes no step. */
export function stepsFrom({ events, before, pathOf, isOver }: StepsInput): SessionStep[] {
  const reading = newReading(pathOf);
  for (const event of before) take(reading, event);
  const title = reading.step.title;
  reading.steps.length = 0;
  reading.step = newStep(events[0]?.at ?? 0, title);
  for (const event of events) take(reading, event);
  if (isOver) for (const failure of reading.open.values()) reading.step.errors.push({ error: failure.error });
  return [...reading.steps, reading.step].filter(isWorthTelling).map(stepFromDraft);
}

type Failure = { readonly error: string; readonly way: string[] };
type StepDraft = {
  at: Instant;
  readonly title: string;
  readonly changed: Set<string>;
  readonly commits: Map<string, string>;
  readonly notes: Set<string>;
  readonly errors: { readonly error: string; readonly resolution?: string }[];
};
type StepsReading = {
  readonly pathOf: StepsInput["pathOf"];
  readonly steps: StepDraft[];
  step: StepDraft;
  /** Commands that failed and have not passed since. */
  readonly open: Map<string, Failure>;
};

const newStep = (at: Instant, title: string): StepDraft => ({
  at,
  title,
  changed: new Set(),
  commits: new Map(),
  notes: new Set(),
  errors: [],
});

const newReading = (pathOf: StepsInput["pathOf"]): StepsReading => ({
  pathOf,
  steps: [],
  step: newStep(0, UNTITLED),
  open: new Map(),
});

const isWorthTelling = ({ changed, commits, notes, errors }: StepDraft): boolean =>
  changed.size + commits.size + notes.size + errors.length > 0;

function stepFromDraft({ at, title, changed, commits, notes, errors }: StepDraft): SessionStep {
  const paths = [...changed].slice(0, CHANGED_MAX);
  const more = changed.size - paths.length;
  return {
    at,
    title,
    changed: paths.map((path) => ({ path, what: "" })),
    commits: [...commits].map(([hash, message]) => ({ hash, message })),
    notes: [...(more > 0 ? [`${more} more files were changed`] : []), ...[...notes].slice(0, NOTES_MAX)],
    errors,
  };
}

function take(reading: StepsReading, event: Recorded): void {
  if (event.type !== "turn.recorded") {
    const note = noteIn(event);
    if (note !== undefined) reading.step.notes.add(note);
    return;
  }
  const turn = seenTurn(event);
  if (turn.by === "person") startStep(reading, turn);
  if (isEdit(turn)) takeEdit(reading, turn);
  if (isShell(turn)) takeRun(reading, turn);
}

/** A request begins a step. A request that changed nothing is replaced by the next one. */
function startStep(reading: StepsReading, { at, text }: SeenTurn): void {
  if (isWorthTelling(reading.step)) reading.steps.push(reading.step);
  const line = text
    .split("\n")
    .map((each) => each.trim())
    .find((each) => /[\p{L}\p{N}]/u.test(each) && !each.startsWith("<"));
  reading.step = newStep(at, line === undefined ? UNTITLED : cut(line, TITLE_MAX));
}

function takeEdit({ step, pathOf, open }: StepsReading, turn: SeenTurn): void {
  for (const path of editedFiles(turn).flatMap((each) => pathOf(each) ?? [])) {
    step.changed.add(path);
    for (const { way } of open.values()) way.push(`editing ${path}`);
  }
}

function takeRun({ step, open }: StepsReading, turn: SeenTurn): void {
  const command = commandIn(commandOf(turn));
  const outcome = outcomeOf(turn, command.isPiped);
  if (command.base === "" || outcome === "unknown") return;
  if (outcome === "failed") {
    if (!isLooking(command) && !hasOnlyNotFound(command, turn.text)) fail(open, turn, command);
    return;
  }
  for (const [, hash = "", message = ""] of committedIn(command, turn))
    step.commits.set(hash, message.trim());
  const failure = open.get(command.base);
  open.delete(command.base);
  if (failure) step.errors.push({ error: failure.error, resolution: resolutionOf(failure, command) });
  else if (!isLooking(command))
    for (const { way } of open.values()) way.push(`running \`${cut(command.base, COMMAND_MAX)}\``);
}

function fail(open: Map<string, Failure>, turn: SeenTurn, command: Command): void {
  const { line } = errorLineOf(turn.text);
  const name = `\`${cut(command.base, COMMAND_MAX)}\``;
  const error = line === "" ? `${name} failed` : `${name}: ${cut(line, LINE_MAX)}`;
  open.set(command.base, { error, way: open.get(command.base)?.way ?? [] });
}

function resolutionOf({ way }: Failure, { base }: Command): string {
  const done = [...new Set(way)].slice(-WAY_MAX);
  return done.length === 0 ? `\`${cut(base, COMMAND_MAX)}\` passes` : `passes after ${done.join(", ")}`;
}

/** The output of git after a commit: branch, hash, and the first line of the message. */
const COMMITTED = /^\[[^\]\n]{1,200} ([0-9a-f]{7,40})\] (.{1,300})$/gm;

const committedIn = ({ typed }: Command, { text }: SeenTurn): RegExpMatchArray[] =>
  /\bgit\b.*\bcommit\b/.test(typed) ? [...text.matchAll(COMMITTED)] : [];

/** A semantic event as a line of the log. */
function noteIn({ type, payload }: Recorded): string | undefined {
  if (payload === null) return undefined;
  const short = (text: string): string => cut(text, NOTE_MAX);
  switch (type) {
    case "truth.upserted":
      return short(payload.statement);
    case "blocker.recorded":
      return `Blocked: ${short(payload.text)}`;
    case "blocker.resolved":
      return `No longer blocked: ${short(payload.id)}`;
    case "task.status_set":
      return `Task ${short(payload.task ?? "")} is ${short(payload.status)}`.replace("Task  ", "The task ");
    case "verification.recorded":
      return `Verification: ${payload.outcome}${payload.root_cause ? `, ${short(payload.root_cause)}` : ""}`;
    default:
      return undefined;
  }
}

const cut = (text: string, max: number): string => shorten(text.replaceAll(/\s+/gu, " ").trim(), max);
