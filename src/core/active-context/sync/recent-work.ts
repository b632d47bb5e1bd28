import { type Command, chainedCommands, commandIn } from "../../extract/activity/command.ts";
import { errorLineOf } from "../../extract/activity/error-line.ts";
import { hasOnlyNotFound, isCheck, isLooking } from "../../extract/activity/looking.ts";
import { type Outcome, outcomeOf } from "../../extract/activity/outcome.ts";
import type { SeenTurn } from "../../extract/activity/seen-turn.ts";
import { commandOf, editedFiles, isEdit, isShell } from "../../extract/activity/tool-sort.ts";
import type { Instant } from "../../tape/event.ts";
import { wordSet } from "../../text/word-set.ts";

/** A command that was run. */
export type CommandRun = {
  readonly at: Instant;
  readonly command: string;
  readonly outcome: Outcome;
  readonly exitCode: number | undefined;
  readonly isCheck: boolean;
};

/** The last failure, the attempted fixes, and whether they helped. */
export type Failure = {
  readonly at: Instant;
  readonly command: string;
  readonly type: "compile" | "runtime" | "test";
  readonly line: string;
  readonly tried: readonly string[];
  readonly isResolved: boolean;
};

/** The work that turns show: files in the order they were last changed, commands, and the last failure. */
export type RecentWork = {
  readonly files: readonly string[];
  readonly runs: readonly CommandRun[];
  /** Searches that can be repeated, in order. */
  readonly searches: readonly string[];
  readonly failure?: Failure;
};

/** Maximum length of a command in the file; a longer one is a program. */
const COMMAND_MAX = 160;
const LINE_MAX = 200;
const TRIED_MAX = 5;

/** Collects the work from turns. `pathOf` gives a path relative to the root, or nothing for a path outside. */
export function recentWorkIn(
  turns: readonly SeenTurn[],
  pathOf: (path: string) => string | undefined,
): RecentWork {
  const files: string[] = [];
  const runs: CommandRun[] = [];
  const searches: string[] = [];
  let failure: Failure | undefined;
  for (const turn of turns) {
    if (isEdit(turn)) {
      const edited = editedFiles(turn).flatMap((path) => pathOf(path) ?? []);
      files.push(...edited);
      if (failure)
        failure = tried(
          failure,
          edited.map((path) => `edited ${path}`),
        );
    }
    const pattern = PATTERN_TOOLS.has(turn.tool) ? patternIn(turn.input) : undefined;
    if (pattern !== undefined) searches.push(`rg "${pattern}"`);
    if (!isShell(turn)) continue;
    const command = commandIn(commandOf(turn));
    if (SEARCHES.test(command.base) && command.base.length <= COMMAND_MAX) searches.push(command.base);
    const run = ranIn(turn, command);
    if (run === undefined || isLooking(command)) continue;
    runs.push(run);
    failure = failureAfter(failure, run, { turn, command });
  }
  return { files: lastOnes(files), runs, searches: lastOnes(searches), ...(failure ? { failure } : {}) };
}

/** Shell programs and host tools that search files for a pattern. */
const SEARCHES = /^(?:rg|ag|ack|[ef]?grep|git grep)\s/;
const PATTERN_TOOLS: ReadonlySet<string> = wordSet("grep search_file_content grep_search search_files");

function patternIn(input: string): string | undefined {
  const found = /"(?:pattern|query|regex)": ?"((?:[^"\\]|\\.){1,120})"/.exec(input)?.[1];
  return found?.replace(/\\(.)/g, "$1");
}

function ranIn(turn: SeenTurn, command: Command): CommandRun | undefined {
  const outcome = outcomeOf(turn, command.isPiped);
  if (command.base === "" || outcome === "unknown" || command.base.length > COMMAND_MAX) return undefined;
  return { at: turn.at, command: command.base, outcome, exitCode: turn.exitCode, isCheck: isCheck(command) };
}

type CommandTurn = { readonly turn: SeenTurn; readonly command: Command };

function failureAfter(
  before: Failure | undefined,
  run: CommandRun,
  { turn, command }: CommandTurn,
): Failure | undefined {
  const isSame = before?.command === run.command;
  if (run.outcome === "passed") {
    if (before === undefined || before.isResolved) return before;
    const chain = chainedCommands(run.command);
    if (!chain.includes(before.command)) return tried(before, [`ran ${run.command}`]);
    const others = chain.filter((command) => command !== before.command);
    return {
      ...tried(
        before,
        others.map((command) => `ran ${command}`),
      ),
      isResolved: true,
    };
  }
  if (hasOnlyNotFound(command, turn.text)) return before;
  return {
    at: run.at,
    command: run.command,
    type: run.isCheck ? "test" : COMPILES.test(run.command) ? "compile" : "runtime",
    line: errorLineOf(turn.text).line.slice(0, LINE_MAX),
    tried: isSame && before && !before.isResolved ? before.tried : [],
    isResolved: false,
  };
}

const COMPILES = /\b(?:build|compile|tsc|javac|gcc|g\+\+|clang|rustc|webpack|vite|esbuild|rollup)\b/i;

function tried(failure: Failure, what: readonly string[]): Failure {
  if (failure.isResolved) return failure;
  return { ...failure, tried: lastOnes([...failure.tried, ...what]).slice(-TRIED_MAX) };
}

/** Removes duplicates; the last occurrence stays. */
const lastOnes = (texts: readonly string[]): string[] => [...new Set(texts.toReversed())].toReversed();

/** The signature of a failure in the file: the command and its error line. */
export const signatureOf = ({ command, line }: Failure): string =>
  line === "" ? `${command} failed` : `${command}: ${line}`;
