import { type Command, commandIn } from "./command.ts";
import { hasOnlyNotFound, isCheck, isLooking } from "./looking.ts";
import { outcomeOf } from "./outcome.ts";
import { pattern } from "./pattern.ts";
import type { SeenTurn } from "./seen-turn.ts";
import { commandOf, editedFiles, isEdit, isShell } from "./tool-sort.ts";

/** The possible remedies between a failure and the success of the same command. */
export type Remedy = {
  readonly commands: readonly Command[];
  /** Changed configuration files. */
  readonly settings: readonly string[];
  /** Changed source files. */
  readonly sources: readonly string[];
  readonly turns: readonly SeenTurn[];
};

const BUILDS = /^(?:\S{1,60} )?(?:(?:run|exec) )?\S{0,60}\b(?:build|compile|assemble|bundle|package)\b/;
/** Changes of the code's history are part of the work, not a remedy. */
const OF_THE_WORK =
  /^git (?:add|commit|push|checkout|switch|stash|reset|restore|revert|merge|rebase|cherry-pick|rm|mv|tag|branch|apply)\b/;
const CHANGES_FILE = /^(?:sed (?:-\S+ )?-i|perl -p?i|patch |tee )|^(?:cat|echo|printf) [^>]*>/;
const MOVES_SOURCE =
  /^(?:mv|cp|touch|rm|mkdir) (?:-\w+ )?(?:\.\/)?(?:src|lib|app|test|tests|spec|packages|internal|cmd)\//;

/** A step that sets up a machine or a project. */
const SETS_UP = pattern(String.raw`
  (?:^|[\s/:_-])(?:
  install|reinstall|add|get|up|start|restart|serve|run|stop|kill|pkill|free|login|auth|migrate|generate|gen|codegen|
  init|setup|bootstrap|prepare|
  sync|update|upgrade|downgrade|pull|fetch|build|rebuild|compile|create|config|configure|set|unset|enable|
  disable|select|switch|use|local|
  global|clean|clear|purge|prune|reset|restore|seed|load|link|trust|allow|approve|export|source|chmod|chown|
  mkdir|ln|cp|mv|rm|touch|
  make|just|task|rake|docker|podman|brew|apt|apt-get|dnf|yum|apk|sudo|systemctl|launchctl|rustup|rbenv|nvm|pyenv|
  asdf|mise|conda|gem|go|cargo
  )(?:[\s:=_.-]|$)|\binstall|^\.\s`);
const RUNS_SCRIPT = /^(?:python[\d.]*|node|ruby|perl|php|bun|deno|bash|sh|tsx|ts-node) (?:-\S+ )*(\S+\.\w+)/;

/** Whether a command can have fixed another one: it runs the same program, or it is a setup step. */
function isPlausible(command: Command, failed: Command, written: ReadonlySet<string>): boolean {
  const script = RUNS_SCRIPT.exec(command.base)?.[1];
  if (script !== undefined && written.has(nameOf(script))) return false;
  const isSame = command.base.split(" ")[0] === failed.base.split(" ")[0];
  return isSame || command.environment !== "" || SETS_UP.test(command.base);
}

/** The last part of a path. A script may be run from another folder than the one in which it was written. */
export const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? "";

/** The names of the files that the turns wrote. */
export const writtenIn = (turns: readonly SeenTurn[]): ReadonlySet<string> =>
  new Set(turns.filter(isEdit).flatMap(editedFiles).map(nameOf));

/** The possible remedies in the turns between a failure and its success. */
export function findRemedy(
  between: readonly SeenTurn[],
  failed: Command,
  written: ReadonlySet<string> = new Set(),
): Remedy {
  const done = between.map((turn) => ({ turn, ...doneIn(turn, failed) }));
  const files = done.flatMap((each) => each.files);
  const sources = files.filter((path) => !isSettingsFile(path));
  // Changed code is built before it is tried again, so a build is not a remedy in itself.
  const isHelp = (command: Command): boolean =>
    isPlausible(command, failed, written) && (sources.length === 0 || !BUILDS.test(command.base));
  return {
    commands: done.flatMap(({ command }) => (command && isHelp(command) ? [command] : [])),
    settings: [...new Set(files.filter(isSettingsFile))],
    sources: [...new Set(sources)],
    turns: done
      .filter((each) => each.files.length > 0 || (each.command && isHelp(each.command)))
      .map(({ turn }) => turn),
  };
}

type FixActs = { readonly files: readonly string[]; readonly command?: Command };

function doneIn(turn: SeenTurn, failed: Command): FixActs {
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
    !hasOnlyNotFound(command, "") &&
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

const SETTINGS = pattern(String.raw`
  (?:^|/)(?:
  package(?:-lock)?\.json|tsconfig[\w.-]*\.json|
  (?:global|app|angular|turbo|nx|lerna|deno|biome|vercel|composer|project|launchSettings|
  appsettings[\w.-]*)\.json|
  [\w.-]*\.config\.\w+|\.\w[\w.-]*|Dockerfile[\w.-]*|Makefile|justfile|Gemfile|Rakefile|Procfile|Podfile|
  go\.(?:mod|sum|work)|setup\.py|requirements[\w.-]*\.txt|CMakeLists\.txt|CMakePresets\.json|pom\.xml|
  mix\.exs|
  [\w.-]+\.(?:toml|ini|cfg|conf|properties|ya?ml|lock|nix|env|tfvars|plist|csproj|props|targets|sln|gradle|
  kts|podspec|
  cmake|mk|bazel|bzl)
  )$|
  (?:^|/)(?:\.github|\.circleci|\.gitlab|\.husky|\.vscode|\.config|\.cargo)/`);

/** True for a configuration file, false for a source file. */
const isSettingsFile = (path: string): boolean => SETTINGS.test(path);
