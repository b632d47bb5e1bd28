import type { Finding } from "../finding.ts";
import { LOOK_BACK_TURNS } from "../said/read-said.ts";
import { topicOf } from "../topic.ts";
import { type Command, commandIn } from "./command.ts";
import { outcomeOf } from "./outcome.ts";
import { isSameButFor } from "./same-but-for.ts";
import type { SeenTurn } from "./seen-turn.ts";
import { tellingLine } from "./telling-line.ts";
import { commandOf, isShell } from "./tool-sort.ts";
import { type WayOut, wayOut } from "./way-out.ts";

/** A failure and its success lie at most so many turns apart: a window reaches no further back. */
const APART_MAX = LOOK_BACK_TURNS;
/** A command that was put another way is tried again soon: later ones are other work. */
const RETOLD_APART_MAX = 10;
/** Failures of one command in a row that are cited. */
const CITED_MAX = 4;
const COMMAND_MAX = 180;
const INSTEAD_MAX = 3;
const PATHS_MAX = 10;
const SURE = 0.82;
const LESS_SURE = 0.72;
const DOUBTFUL = 0.4;

type Run = { readonly index: number; readonly turn: SeenTurn; readonly command: Command };

/**
 * A command fails, something is done, and the same command passes: a trap, told as "COMMAND: LINE", the
 * command as it was typed when it failed and the line of its output that says what is wrong, both verbatim.
 */
export function commandTraps(turns: readonly SeenTurn[]): Finding[] {
  const open = new Map<string, Run[]>();
  return turns.flatMap((turn, index) => {
    if (!isShell(turn)) return [];
    const command = commandIn(commandOf(turn));
    const outcome = outcomeOf(turn, command.isPiped);
    if (command.base === "" || outcome === "unknown") return [];
    const run = { index, turn, command };
    if (outcome === "failed") {
      open.set(command.base, [...(open.get(command.base) ?? []), run]);
      return [];
    }
    const failures = settledBy(run, open);
    const others = [...open.values()].flat().filter((other) => index - other.index <= APART_MAX);
    return failures.length === 0 ? [] : trapOf(failures, run, { turns, others });
  });
}

/** The failures that this success puts an end to. They are not looked at again. */
function settledBy(passed: Run, open: Map<string, Run[]>): readonly Run[] {
  const near = (runs: readonly Run[]): Run[] => runs.filter(({ index }) => passed.index - index <= APART_MAX);
  const same = near(open.get(passed.command.base) ?? []);
  open.delete(passed.command.base);
  if (same.length > 0) return same;
  const kin = [...open.values()].map(near).filter((runs) => {
    const last = runs.at(-1);
    const isNear = last !== undefined && passed.index - last.index <= RETOLD_APART_MAX;
    return isNear && isSameButFor(last.command, passed.command);
  });
  // The order in which commands first failed may lie before what is read; which failed last does not.
  const [latest] = kin.sort((a, b) => (b.at(-1)?.index ?? 0) - (a.at(-1)?.index ?? 0));
  open.delete(latest?.at(-1)?.command.base ?? "");
  return latest ?? [];
}

type Around = {
  readonly turns: readonly SeenTurn[];
  /** Failures of other commands that nothing has settled yet. */
  readonly others: readonly Run[];
};

function trapOf(failures: readonly Run[], passed: Run, { turns, others }: Around): Finding[] {
  const [first, last] = [failures[0], failures.at(-1)];
  if (first === undefined || last === undefined) return [];
  const since = (run: Run): WayOut => wayOut(turns.slice(run.index + 1, passed.index), run.command);
  const late = since(last);
  const [failed, way] = late.turns.length > 0 || first === last ? [last, late] : [first, since(first)];
  const { line, isEnvironment } = tellingLine(failed.turn.text);
  const isRetold = isToldAnotherWay(failed.command, passed.command, isEnvironment);
  // Something else had failed, and this was tried on the way to putting that right: it is told there.
  const isOnTheWay =
    failed.command.base !== passed.command.base && others.some(({ index }) => index < first.index);
  // A pipe hides the exit code: only what the machine says itself is certain to have been a failure.
  const isCertain = !isOnTheWay && (failed.turn.exitCode !== 0 || isEnvironment);
  const sure = confidenceOf(way, { isRetold, isEnvironment });
  const confidence = isCertain ? sure : Math.min(sure, DOUBTFUL);
  if (confidence === 0) return [];
  const typed = short(failed.command.typed);
  const instead = [
    ...way.commands.map((command) => command.typed),
    ...way.settings,
    ...(isRetold ? [passed.command.typed] : []),
    ...(way.commands.length === 0 && !isRetold && way.settings.length === 0 ? way.sources : []),
  ];
  const paths = [...way.settings, ...way.sources].slice(0, PATHS_MAX);
  const cited = [...failures.slice(-CITED_MAX).map(({ turn }) => turn), ...way.turns, passed.turn];
  return [
    {
      kind: "trap",
      text: line === "" ? typed : `${typed}: ${line}`,
      certainty: confidence > DOUBTFUL ? "explicit" : "uncertain",
      confidence,
      topic: topicOf(`${typed} ${line}`, paths),
      at: passed.turn.at,
      evidence: [...new Set(cited.map(({ position }) => position))].sort((a, b) => a - b),
      origin: "tool",
      fields: {
        command: typed,
        instead: instead.slice(-INSTEAD_MAX).map(short).join("; "),
        severity: "error",
        ...(paths.length === 0 ? {} : { related_paths: paths }),
      },
    },
  ];
}

const short = (typed: string): string => typed.slice(0, COMMAND_MAX);

/**
 * The command passed because it was put another way: with a variable, an option, through something, or in a folder
 * where the machine found what it had missed. In another folder it may also be another project's command.
 */
function isToldAnotherWay(failed: Command, passed: Command, isEnvironment: boolean): boolean {
  if (failed.base !== passed.base || failed.environment !== passed.environment) return true;
  return failed.folder !== passed.folder && isEnvironment;
}

/** Zero: nothing was learnt. A bug that was fixed is gone; what the machine wants, it will want again. */
function confidenceOf(
  { commands, settings, sources }: WayOut,
  told: { readonly isRetold: boolean; readonly isEnvironment: boolean },
): number {
  const isDone = commands.length > 0 || told.isRetold;
  if (isDone && sources.length === 0) return SURE;
  if (isDone && told.isEnvironment) return LESS_SURE;
  if (isDone) return DOUBTFUL;
  if (settings.length > 0 && sources.length === 0) return told.isEnvironment ? LESS_SURE : DOUBTFUL;
  return 0;
}
