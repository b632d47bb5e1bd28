import { type Command, commandIn } from "./command.ts";
import { isCheck, isLooking } from "./looking.ts";
import { outcomeOf } from "./outcome.ts";
import type { SeenTurn } from "./seen-turn.ts";
import { isSettingsFile } from "./settings-file.ts";
import { commandOf, editedFiles, isEdit, isShell } from "./tool-sort.ts";

/** What was done between a failure and the success of the same command, as far as it can have mattered. */
export type WayOut = {
  readonly commands: readonly Command[];
  /** Files that tools are set up by. */
  readonly settings: readonly string[];
  /** Files that are the work itself. */
  readonly sources: readonly string[];
  readonly turns: readonly SeenTurn[];
};

const BUILDS = /^(?:\S{1,60} )?(?:(?:run|exec) )?\S{0,60}\b(?:build|compile|assemble|bundle|package)\b/;
/** What is done to the history of the code, or takes code back, is part of the work. */
const OF_THE_WORK =
  /^git (?:add|commit|push|checkout|switch|stash|reset|restore|revert|merge|rebase|cherry-pick|rm|mv|tag|branch|apply)\b/;
const CHANGES_FILE = /^(?:sed (?:-\S+ )?-i|perl -p?i|patch |tee )|^(?:cat|echo|printf) [^>]*>/;
const MOVES_SOURCE =
  /^(?:mv|cp|touch|rm|mkdir) (?:-\w+ )?(?:\.\/)?(?:src|lib|app|test|tests|spec|packages|internal|cmd)\//;

/** What can have put it right among the turns in between. */
export function wayOut(between: readonly SeenTurn[], failed: Command): WayOut {
  const done = between.map((turn) => ({ turn, ...doneIn(turn, failed) }));
  const files = done.flatMap((each) => each.files);
  const sources = files.filter((path) => !isSettingsFile(path));
  // Code that was changed is built before it is tried again: that says nothing of its own.
  const isHelp = (command: Command): boolean => sources.length === 0 || !BUILDS.test(command.base);
  return {
    commands: done.flatMap(({ command }) => (command && isHelp(command) ? [command] : [])),
    settings: [...new Set(files.filter(isSettingsFile))],
    sources: [...new Set(sources)],
    turns: done
      .filter((each) => each.files.length > 0 || (each.command && isHelp(each.command)))
      .map(({ turn }) => turn),
  };
}

type Done = { readonly files: readonly string[]; readonly command?: Command };

function doneIn(turn: SeenTurn, failed: Command): Done {
  const hasFailed = turn.exitCode !== undefined && turn.exitCode !== 0;
  if (isEdit(turn)) return { files: hasFailed ? [] : editedFiles(turn) };
  if (!isShell(turn)) return { files: [] };
  const command = commandIn(commandOf(turn));
  if (CHANGES_FILE.test(command.base) || MOVES_SOURCE.test(command.base))
    return { files: pathsIn(command.base) };
  const canHelp =
    command.base !== "" &&
    command.base !== failed.base &&
    !isLooking(command) &&
    !isCheck(command) &&
    !OF_THE_WORK.test(command.base) &&
    outcomeOf(turn, false) !== "failed";
  return { files: [], ...(canHelp ? { command } : {}) };
}

const PATHS_MAX = 5;

/** Words of a command that look like files. */
function pathsIn(base: string): string[] {
  const words = base.split(/[\s>'"]+/).filter((word) => /^[\w@.~/-]{2,200}$/.test(word));
  return words.filter((word) => /\.\w+$|\w\/\w/.test(word) && !word.startsWith("-")).slice(-PATHS_MAX);
}
