import { commandIn } from "../extract/done/command.ts";

/** What an agent is about to do, or what came of it. Paths are relative to the project's root. */
export type Action = {
  readonly command?: string | undefined;
  readonly paths: readonly string[];
  readonly error?: string | undefined;
};

/** One command of a line: what is run, with which words and flags. */
export type Call = {
  readonly program: string;
  readonly words: readonly string[];
  readonly flags: readonly string[];
};

/** Commands of one line that are looked at. */
const COMMANDS_MAX = 20;
const QUOTES = /^["']|["']$/g;

/** The commands of a line, each by itself. The same script behind another package runner is the same call. */
export function callsIn(line: string): Call[] {
  return commandIn(line)
    .base.split(/&&|\|\||[;|\n]/)
    .slice(0, COMMANDS_MAX)
    .flatMap((part) => {
      const all = commandIn(part)
        .base.split(/\s+/)
        .flatMap((word) => word.replace(QUOTES, "") || []);
      const [program, ...rest] = withoutRunner(all[0] === "sudo" ? all.slice(1) : all);
      if (program === undefined || program.startsWith("-") || all[0] === SHELL_TEST) return [];
      const flags = rest.filter((word) => word.startsWith("-"));
      const words = rest.filter((word) => !word.startsWith("-"));
      return [{ program: program.replace(/^.*[\\/]/, ""), words, flags }];
    });
}

/** The shell's own `test` is not the project's: only `npm test` and its like are. */
const SHELL_TEST = "test";

/** Programs that run a package's command: `npx tsc`, `bunx tsc` and `tsc` are the same call. */
const PACKAGE_RUNNERS: readonly string[] = ["npx", "bunx", "pnpx", "uvx"];
/** Programs that run a project's script when they are not given a verb of their own. */
const SCRIPT_RUNNERS: readonly string[] = ["pnpm", "yarn", "bun"];
/** Verbs of package managers that are no scripts. */
const MANAGER_VERBS = new Set(
  `add audit bin cache ci config create dedupe deploy init install i import info link list login logout ls outdated
  pack patch prune publish rebuild remove rm set store uninstall unlink update up upgrade version view why whoami`.split(
    /\s+/,
  ),
);
const RUN_VERBS: readonly string[] = ["run", "run-script", "exec", "dlx", "x"];
const SHORT_SCRIPTS: readonly string[] = ["test", "t", "start", "stop", "restart"];
/** Programs that only set up the surroundings of the command behind them. */
const WRAPPERS: readonly string[] = ["uv run", "poetry run", "pipenv run", "hatch run", "bundle exec", "fvm"];

/** The script or the package's command that a runner starts; any other command as it is. */
function withoutRunner(words: readonly string[]): readonly string[] {
  const [program = "", verb = ""] = words;
  const wrapper = WRAPPERS.find((one) => words.join(" ").startsWith(`${one} `));
  if (wrapper !== undefined) return withoutRunner(words.slice(wrapper.split(" ").length));
  if (PACKAGE_RUNNERS.includes(program)) return withoutLeadingFlags(words.slice(1));
  const isManager = program === "npm" || SCRIPT_RUNNERS.includes(program);
  if (!isManager || words.length === 1) return words;
  if (RUN_VERBS.includes(verb)) return withoutLeadingFlags(words.slice(2));
  if (SHORT_SCRIPTS.includes(verb)) return [verb === "t" ? "test" : verb, ...words.slice(2)];
  const isScript = SCRIPT_RUNNERS.includes(program) && !MANAGER_VERBS.has(verb) && !verb.startsWith("-");
  return isScript ? words.slice(1) : words;
}

function withoutLeadingFlags(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !word.startsWith("-"));
  return first < 0 ? [] : words.slice(first);
}

/** Commands that a text sets off as such. */
export const commandsNamed = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]{3,200})`/g)].flatMap(([, command]) =>
    command !== undefined && /\s/.test(command) ? [command] : [],
  );

/** The files that an action is about: those it names itself, and those its commands do. */
export const pathsOf = ({ paths }: Action, calls: readonly Call[]): string[] =>
  [...paths, ...calls.flatMap(({ words }) => words.filter(isPath))].map(plainPath).filter(Boolean);

/** Hosts name files by their whole path; what is remembered names them from the project's root. */
export function fromRoot(path: string, roots: readonly string[]): string {
  const file = path.replaceAll("\\", "/");
  const folder = roots
    .map((root) => `${root.replaceAll("\\", "/").replace(/\/$/, "")}/`)
    .find((root) => file.startsWith(root));
  return folder === undefined ? file : file.slice(folder.length);
}

/** Longer paths than any file system takes are no paths. */
const WHOLE_PATH_MAX = 4096;

/** Without what says nothing: a dot in front, stars and slashes at the end. */
export function plainPath(path: string): string {
  const parts = path.slice(0, WHOLE_PATH_MAX).replaceAll("\\", "/").split("/");
  while (parts.length > 1 && parts[0] === ".") parts.shift();
  while (parts.length > 0 && /^(?:\*+(?:\.\w+)?)?$/.test(parts.at(-1) ?? "")) parts.pop();
  return parts.join("/").replace(/(?<!\*)\*+(?:\.\w+)?$/, "");
}

const PATH_MAX = 300;
/** A word with a slash inside: a file, or a folder that is named without a slash behind it. */
const PATH = /^(?:~|\.{0,2})?(?:\/?[\p{L}\p{N}_.@+-]+)?(?:\/[\p{L}\p{N}_.@+*-]*)+$/u;

/** Numbers and dates with slashes, and words with one between them ("and/or"), are no paths. */
const isPath = (word: string): boolean =>
  word.length >= 3 &&
  word.length <= PATH_MAX &&
  !word.includes("://") &&
  PATH.test(word) &&
  !/^[\d/.-]+$/.test(word) &&
  !/^(?:and\/or|n\/a|i\/o|tcp\/ip|client\/server|yes\/no|on\/off|w\/o)$/i.test(word);

/** Paths that a text names. */
export const pathsNamed = (text: string): string[] =>
  text
    .split(/[\s`"'(),;、，。「」]+/)
    .map((word) => word.replace(/(?<![.:!?])[.:!?]+$/, ""))
    .filter(isPath)
    .map(plainPath)
    .filter(Boolean);
