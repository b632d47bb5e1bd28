import type { Finding } from "../finding.ts";
import { LOOK_BACK_TURNS } from "../statements/read-statements.ts";
import { topicOf } from "../topic.ts";
import { type Command, commandIn } from "./command.ts";
import { type ErrorLine, errorLineOf } from "./error-line.ts";
import { hasOnlyNotFound, isCheck } from "./looking.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { isModifiedCommand, type ProgramSwap, programSwap } from "./same-but-for.ts";
import type { SeenTurn } from "./seen-turn.ts";
import { commandOf, isShell } from "./tool-sort.ts";
import { findRemedy, type Remedy, writtenIn } from "./way-out.ts";
import { differsOnlyInFolder, failedToEnterFolder, isSameFolder } from "./wrong-folder.ts";

/** Maximum number of turns between a failure and its success, which is the reach of a window. */
const APART_MAX = LOOK_BACK_TURNS;
/** A modified command is usually tried within this many turns; later ones are other work. */
const RETOLD_APART_MAX = 10;
/** Maximum number of consecutive failures that are cited. */
const CITED_MAX = 4;
const COMMAND_MAX = 180;
const INSTEAD_MAX = 3;
const PATHS_MAX = 10;
const SURE = 0.82;
const LESS_SURE = 0.72;
const DOUBTFUL = 0.4;

type TrapRun = { readonly index: number; readonly turn: SeenTurn; readonly command: Command };

/**
 * Finds a command that fails, and passes after something else was done. The trap's text is "COMMAND: LINE": the command
 * as typed when it failed, and the line of its output with the error, both verbatim.
 */
export function commandTraps(turns: readonly SeenTurn[]): Finding[] {
  const open = new Map<string, TrapRun[]>();
  return turns.flatMap((turn, index) => {
    if (!isShell(turn)) return [];
    const command = commandIn(commandOf(turn));
    const outcome = outcomeOf(turn, command.isPiped);
    if (command.base === "" || outcome === "unknown") return [];
    const run = { index, turn, command };
    if (outcome === "failed" && isOfThePlace(run)) return [];
    if (outcome === "failed") {
      open.set(command.base, [...(open.get(command.base) ?? []), run]);
      return [];
    }
    const failures = settledBy(run, open);
    const others = [...open.values()].flat().filter((other) => index - other.index <= APART_MAX);
    return failures.length === 0 ? [] : trapOf(failures, run, { turns, others });
  });
}

/** Errors about the working directory or a missing file, which do not recur. */
const isOfThePlace = ({ command, turn }: TrapRun): boolean =>
  failedToEnterFolder(command, turn.text) || hasOnlyNotFound(command, turn.text);

/** The failures that this success ends. They are removed from the open ones. */
function settledBy(passed: TrapRun, open: Map<string, TrapRun[]>): readonly TrapRun[] {
  const near = (runs: readonly TrapRun[]): TrapRun[] =>
    runs.filter(({ index }) => passed.index - index <= APART_MAX);
  const same = near(open.get(passed.command.base) ?? []);
  open.delete(passed.command.base);
  if (same.length > 0) return same;
  const kin = [...open.values()].map(near).filter((runs) => {
    const last = runs.at(-1);
    const isNear = last !== undefined && passed.index - last.index <= RETOLD_APART_MAX;
    return isNear && isModifiedCommand(last.command, passed.command, last.turn.text);
  });
  // The order of first failures may depend on turns outside the window; the order of last failures does not.
  const [latest] = kin.sort((a, b) => (b.at(-1)?.index ?? 0) - (a.at(-1)?.index ?? 0));
  open.delete(latest?.at(-1)?.command.base ?? "");
  return latest ?? [];
}

type TurnsAround = {
  readonly turns: readonly SeenTurn[];
  /** Failures of other commands that are still open. */
  readonly others: readonly TrapRun[];
};

function trapOf(failures: readonly TrapRun[], passed: TrapRun, { turns, others }: TurnsAround): Finding[] {
  const [first, last] = [failures[0], failures.at(-1)];
  if (first === undefined || last === undefined) return [];
  const near = turns.slice(Math.max(0, passed.index - APART_MAX), passed.index + 1);
  const written = writtenIn(near);
  const since = (run: TrapRun): Remedy =>
    findRemedy(turns.slice(run.index + 1, passed.index), run.command, written);
  const late = since(last);
  const [failed, way] = late.turns.length > 0 || first === last ? [last, late] : [first, since(first)];
  if (differsOnlyInFolder(failed.command, passed.command, failed.turn.text)) return [];
  const own = errorLineOf(failed.turn.text, [passed.turn.text]);
  // Behind a pipe, the command has failed in the same way again.
  const isSameAgain = own.line === "" && errorLineOf(failed.turn.text).line !== "";
  if (isSameAgain && passed.command.isPiped) return [];
  const known = errorLineOf(failed.turn.text, passedIn(near));
  const telling = known.line === "" ? own : known;
  const cited = [...failures.slice(-CITED_MAX).map(({ turn }) => turn), ...way.turns, passed.turn];
  const told = { failed, passed, way, telling, cited };
  const swap = programSwap(failed.command, passed.command);
  if (swap) return [swapOf(told, swap)];
  const isRetold = isToldAnotherWay(failed.command, passed.command, isByFolder(told));
  // Another command had failed before, and this command was part of fixing it. The trap belongs to the other command.
  const isOnTheWay =
    failed.command.base !== passed.command.base && others.some(({ index }) => index < first.index);
  // A pipe hides the exit code, so a failure is certain only if the machine reports it.
  const isCertain = !isOnTheWay && (failed.turn.exitCode !== 0 || telling.isEnvironment);
  const sure = confidenceOf(told, isRetold);
  const confidence = isCertain ? sure : Math.min(sure, DOUBTFUL);
  return confidence === 0 ? [] : [commandTrap(told, { confidence, isRetold })];
}

/** Output of commands that passed. Its lines are notices, not errors. */
const passedIn = (turns: readonly SeenTurn[]): string[] =>
  turns.filter((turn) => isShell(turn) && resultOf(turn) === "passed").map(({ text }) => text);

const resultOf = (turn: SeenTurn): Outcome => outcomeOf(turn, commandIn(commandOf(turn)).isPiped);

/** A failure, the command that ended it, and the turns in between. */
type RecoveredFailure = {
  readonly failed: TrapRun;
  readonly passed: TrapRun;
  readonly way: Remedy;
  readonly telling: ErrorLine;
  readonly cited: readonly SeenTurn[];
};

function commandTrap(
  told: RecoveredFailure,
  { confidence, isRetold }: { readonly confidence: number; readonly isRetold: boolean },
): Finding {
  const { failed, passed, way, telling } = told;
  const typed = short(failed.command.typed);
  const instead = [
    ...way.commands.map((command) => command.typed),
    ...way.settings,
    ...(isRetold ? [passed.command.typed] : []),
    ...(way.commands.length === 0 && !isRetold && way.settings.length === 0 ? way.sources : []),
  ];
  const paths = [...way.settings, ...way.sources].slice(0, PATHS_MAX);
  const fields = {
    command: typed,
    instead: instead.slice(-INSTEAD_MAX).map(short).join("; "),
    severity: "error",
    ...(paths.length === 0 ? {} : { related_paths: paths }),
  };
  return {
    ...findingOf(told, typed),
    certainty: confidence > DOUBTFUL ? "explicit" : "uncertain",
    confidence,
    topic: topicOf(`${typed} ${telling.line}`, paths),
    fields,
  };
}

/** How a different version of a program reports an unknown option or word. */
const OF_A_PROGRAM =
  /SyntaxError|ImportError|ModuleNotFoundError|has no attribute|unsupported|unexpected (?:token|keyword)/;

/**
 * If one program does not work here and another does, this holds for all arguments. The trap names only the programs, and repeated failures
 * count as the same trap.
 */
function swapOf(told: RecoveredFailure, { failed, passed }: ProgramSwap): Finding {
  // This trap recurs often, so the turns in between matter little and are not cited.
  const cited = [told.failed.turn, told.passed.turn];
  const { line, isEnvironment } = told.telling;
  // If the script was also changed, the error may have been in the script.
  const isSure = told.way.sources.length === 0 || isEnvironment || OF_A_PROGRAM.test(line);
  return {
    ...findingOf({ ...told, cited }, failed),
    certainty: isSure ? "explicit" : "uncertain",
    confidence: isSure ? LESS_SURE : DOUBTFUL,
    topic: topicOf(`${failed} ${passed} ${told.telling.line}`),
    source_key: `program ${failed} ${passed}`,
    fields: { command: failed, instead: passed, severity: "error" },
  };
}

function findingOf(
  { passed, telling, cited }: RecoveredFailure,
  typed: string,
): Pick<Finding, "kind" | "text" | "at" | "evidence" | "origin"> {
  return {
    kind: "trap",
    text: telling.line === "" ? typed : `${typed}: ${telling.line}`,
    at: passed.turn.at,
    evidence: [...new Set(cited.map(({ position }) => position))].sort((a, b) => a - b),
    origin: "tool",
  };
}

const short = (typed: string): string => typed.slice(0, COMMAND_MAX);

/**
 * Whether the folder made the difference: the machine found what was missing there. If source files were changed meanwhile, the change may
 * have been the reason.
 */
const isByFolder = ({ telling, way }: RecoveredFailure): boolean =>
  telling.isEnvironment && way.sources.length === 0;

/**
 * Whether the command passed because it was modified: a variable, an option, a wrapper, or a folder in which the machine found what was
 * missing. In another folder it may also be another project's command.
 */
function isToldAnotherWay(failed: Command, passed: Command, isByItsFolder: boolean): boolean {
  if (failed.base !== passed.base || failed.environment !== passed.environment) return true;
  return isByItsFolder && !isSameFolder(failed.folder, passed.folder);
}

/** The confidence of a trap. Zero: nothing was learned, because a fixed bug is gone. Needs of the machine recur. */
function confidenceOf({ failed, passed, way, telling }: RecoveredFailure, isRetold: boolean): number {
  const { commands, settings, sources } = way;
  const isDone = commands.length > 0 || isRetold;
  if (isDone && sources.length === 0) return SURE;
  // If a test or a build passes after a change of the code, the change was the reason, unless a variable was also set.
  const isSet = failed.command.environment !== passed.command.environment && telling.isEnvironment;
  if (isDone && commands.length === 0 && (isCheck(failed.command) || !isSet)) return 0;
  if (isDone) return telling.isEnvironment ? LESS_SURE : DOUBTFUL;
  if (settings.length > 0 && sources.length === 0) return telling.isEnvironment ? LESS_SURE : DOUBTFUL;
  return 0;
}
