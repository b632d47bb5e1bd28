import { commandIn } from "../extract/activity/command.ts";
import { wordSet } from "../text/word-set.ts";

/** A tool call that an agent is about to make, or its error. Paths are relative to the project's root. */
export type Action = {
  readonly command?: string | undefined;
  readonly paths: readonly string[];
  /** The text that it writes into the files. */
  readonly text?: string | undefined;
  readonly error?: string | undefined;
  /** True for a tool that only reads: it cannot break a rule about changing files. */
  readonly isReading?: boolean | undefined;
};

/** One command of a command line: its program, words and flags. */
export type CommandCall = {
  readonly program: string;
  readonly words: readonly string[];
  readonly flags: readonly string[];
  /** The words before the first flag that look like subcommands, up to two. */
  readonly verbs: readonly string[];
  /** The program with its folder, as typed. */
  readonly path: string;
  /** The program that runs the script, such as `python` for `python manage.py`; empty if there is none. */
  readonly interpreter: string;
  /** The folder that a `cd` before it entered; empty if there was none. */
  readonly folder: string;
};

/** Maximum number of commands of one line that are checked. */
const COMMANDS_MAX = 20;
const QUOTES = /^["']|["']$/g;

/** The separate commands of a line. The same script under another package runner is the same call. */
export function callsIn(line: string): CommandCall[] {
  const { base, folder: first } = commandIn(line);
  let folder = first;
  return base
    .split(/&&|\|\||[;|\n]/)
    .slice(0, COMMANDS_MAX)
    .flatMap((part) => {
      const all = commandIn(part)
        .base.split(/\s+/)
        .flatMap((word) => word.replace(QUOTES, "") || []);
      const started = withoutRunner(all);
      const [path, ...rest] = behindInterpreter(started);
      if (path === undefined || path.startsWith("-") || all[0] === SHELL_TEST) return [];
      const flags = rest.filter((word) => word.startsWith("-"));
      const words = rest.filter((word) => !word.startsWith("-"));
      const interpreter = path === started[0] ? "" : (started[0] ?? "");
      const end = rest.slice(0, 2).findIndex((word) => !/^:?[a-z][\w:-]*$/i.test(word));
      const verbs = rest.slice(0, end < 0 ? 2 : end);
      const call = { program: path.replace(/^.*[\\/]/, ""), words, flags, verbs, path, interpreter, folder };
      if (CHANGES_FOLDER.includes(call.program)) folder = inFolder(folder, words[0] ?? "");
      return [call];
    });
}

const INTERPRETERS: readonly string[] = "python python3 py node ruby php perl bash sh".split(" ");

/** The script or module that an interpreter runs, with its arguments: `python -m pytest` is `pytest`. */
function behindInterpreter(words: readonly string[]): readonly string[] {
  const [program = "", first = "", module = ""] = words;
  if (!INTERPRETERS.includes(program)) return words;
  if (first === "-m" && module !== "") return words.slice(2);
  return /^[\w~.][^\s=]*(?:\.\w+$|\/)/.test(first) ? words.slice(1) : words;
}

const CHANGES_FOLDER: readonly string[] = ["cd", "pushd"];

const inFolder = (folder: string, path: string): string =>
  folder === "" || /^[/~]/.test(path) ? path : `${folder.replace(/\/$/, "")}/${path}`;

/** Programs that only display something. */
const READERS = wordSet(
  "cat bat less more head tail nl wc grep egrep rg ag ls tree stat file diff cmp jq du df realpath",
);
const READ_VERBS: { readonly [program: string]: string } = {
  git: "log show diff status blame grep",
  kubectl: "get describe logs top explain",
  docker: "ps logs images inspect",
};

const isReader = ({ program, words, flags, verbs }: CommandCall): boolean =>
  READERS.has(program) ||
  READ_VERBS[program]?.split(" ").some((verb) => verb === words[0] || verb === verbs[0]) ||
  (flags.some((flag) => flag === "--version" || flag === "--help") && !words.some(isPath)) ||
  (program === "find" && !flags.some((flag) => /^-(?:delete|exec|ok)/.test(flag)));

/** True for an action that changes nothing. */
export function onlyReads({ command = "", isReading }: Action, calls: readonly CommandCall[]): boolean {
  if (command === "") return isReading === true;
  return calls.length > 0 && calls.every(isReader) && redirections(command).length === 0;
}

/** Names of reading programs and ordinary words by which a rule mentions reading. */
const READING =
  /\b(?:read|open|look|view|print|show|display|see|access|inspect|search)|lesen|lies|öffn|anseh|\b(?:leer|leas|abrir|abras|lire|lis|ouvr|ler|leia|legg|apri)|чита|откры|смотр|读|查看|打开|読|開|見|읽|열/iu;

/** True for a rule that also concerns reading. */
export const speaksOfReading = (text: string): boolean =>
  READING.test(text) || text.split(/[^\p{L}\p{N}]+/u).some((word) => READERS.has(word.toLowerCase()));

/** Files that a command redirects its output to. */
const redirections = (command: string): string[] =>
  [...command.matchAll(/(?<![<>=-])>{1,2}\s*([^\s&|;<>()"'`]{1,300})/g)].flatMap(([, file = ""]) =>
    file.startsWith("/dev/") ? [] : [file],
  );

const REMOVERS: readonly string[] = ["rm", "rmdir", "mv", "unlink", "shred", "trash"];

/** Folders and files that a command deletes or moves away; "." is the whole project. */
export function removedPaths(calls: readonly CommandCall[]): string[] {
  return calls.flatMap(({ program, words, flags, folder }) => {
    const isGit = program === "git" && ["rm", "mv", "clean"].includes(words[0] ?? "");
    const isFind = program === "find" && flags.includes("-delete");
    if (!isGit && !isFind && !REMOVERS.includes(program)) return [];
    const named = words.slice(isGit ? 1 : 0, isMove(program, words) ? -1 : undefined);
    return named.map((word) => plainPath(inFolder(folder, word)) || WHOLE_PROJECT);
  });
}

const WHOLE_PROJECT = ".";

/** A program that moves files. Its last word is the target. */
const isMove = (program: string, [first]: readonly string[]): boolean =>
  program === "mv" || (program === "git" && first === "mv");

/** The folders above a path. */
export function foldersAbove(path: string): string[] {
  const parts = path.split("/");
  return [WHOLE_PROJECT, ...parts.slice(1).map((_, i) => parts.slice(0, i + 1).join("/"))];
}

/** The shell's own `test` is not the project's test: only `npm test` and similar commands are. */
const SHELL_TEST = "test";

/** Programs that run a package's command: `npx tsc`, `bunx tsc` and `tsc` are the same call. */
const PACKAGE_RUNNERS: readonly string[] = ["npx", "bunx", "pnpx", "uvx"];
/** Programs that run a project's script if their first word is not one of their own verbs. */
const SCRIPT_RUNNERS: readonly string[] = ["pnpm", "yarn", "bun"];
/** Verbs of package managers that are not scripts. */
const MANAGER_VERBS =
  wordSet(`add audit bin cache ci config create dedupe deploy init install i import info link list login logout ls outdated
  pack patch prune publish rebuild remove rm set store uninstall unlink update up upgrade version view why whoami`);
const RUN_VERBS: readonly string[] = ["run", "run-script", "exec", "dlx", "x"];
const SHORT_SCRIPTS: readonly string[] = ["test", "t", "start", "stop", "restart"];
/** Programs that only prepare the environment for the command after them, with the number of their own words. */
const WRAPPERS: { readonly [wrapper: string]: number } = {
  ...{ "uv run": 0, "poetry run": 0, "pipenv run": 0, "hatch run": 0, "bundle exec": 0, fvm: 0 },
  ...{ "conda run": 0, "mise exec": 0, xargs: 0, sudo: 0, ssh: 1 },
  ...{ "docker compose exec": 1, "docker compose run": 1, "docker-compose exec": 1, "docker-compose run": 1 },
  ...{ "docker exec": 1, "podman exec": 1, "kubectl exec": 1 },
};
/** Their options that take a value. */
const VALUE_FLAGS: readonly string[] = "-n -e -u -w -c -I -P --name --env --user".split(" ");

/** The script or the package's command that a runner starts; any other command unchanged. */
function withoutRunner(words: readonly string[]): readonly string[] {
  const [program = "", verb = ""] = words;
  const wrapper = Object.keys(WRAPPERS).find((one) => words.join(" ").startsWith(`${one} `));
  if (wrapper !== undefined) return withoutRunner(behindWrapper(words, wrapper));
  if (PACKAGE_RUNNERS.includes(program)) return withoutLeadingFlags(words.slice(1));
  const isManager = program === "npm" || SCRIPT_RUNNERS.includes(program);
  if (!isManager || words.length === 1) return words;
  if (RUN_VERBS.includes(verb)) return withoutLeadingFlags(words.slice(2));
  if (SHORT_SCRIPTS.includes(verb)) return [verb === "t" ? "test" : verb, ...words.slice(2)];
  const isScript = SCRIPT_RUNNERS.includes(program) && !MANAGER_VERBS.has(verb) && !verb.startsWith("-");
  return isScript ? words.slice(1) : words;
}

function behindWrapper(words: readonly string[], wrapper: string): readonly string[] {
  let at = wrapper.split(" ").length;
  for (let own = WRAPPERS[wrapper] ?? 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (VALUE_FLAGS.includes(word)) at++;
    else if (!word.startsWith("-") && own-- === 0) break;
  }
  return words.slice(at);
}

function withoutLeadingFlags(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !word.startsWith("-"));
  return first < 0 ? [] : words.slice(first);
}

/** The options that a trap's workaround adds to its command; none if the workaround is another command. */
export function addedOptions(command: unknown, instead: unknown): readonly string[] {
  if (typeof command !== "string" || typeof instead !== "string") return [];
  const workarounds = callsIn(instead);
  return callsIn(command).flatMap((trapped) => {
    const isSameWork = ({ program, words, flags }: CommandCall): boolean =>
      program === trapped.program &&
      trapped.words.every((word) => words.includes(word)) &&
      trapped.flags.every((flag) => flags.includes(flag));
    return (workarounds.find(isSameWork)?.flags ?? []).filter((flag) => !trapped.flags.includes(flag));
  });
}

export const hasOptions = ({ flags }: CommandCall, wanted: readonly string[]): boolean =>
  wanted.every((flag) => flags.some((given) => given === flag || given.startsWith(`${flag}=`)));

/** A script that a sentence names with its runner: `npm run seed`, `pnpm test`. A later one is usually the remedy. */
const SCRIPT_IN_TEXT = /(?<![\w-])(?:npm (?:run )?|(?:pnpm|yarn|bun) (?:run )?)[a-z][\w:-]*/;

/** Commands that a text marks as such; otherwise the first script that it names. */
export function commandsNamed(text: string): string[] {
  const marked = [...text.matchAll(/`([^`\n]{3,200})`/g)].flatMap(([, command]) =>
    command !== undefined && /\s/.test(command) ? [command] : [],
  );
  return marked.length > 0 ? marked : [...(SCRIPT_IN_TEXT.exec(text) ?? [])];
}

/** The files that an action is about: its own paths, those in its commands, and the folders in which the commands run. */
export const pathsOf = ({ paths, command = "" }: Action, calls: readonly CommandCall[]): string[] => {
  const named = calls.flatMap(({ words, path, folder }) => [
    ...[path, ...words].filter(isPath).map((word) => inFolder(folder, word)),
    folder,
  ]);
  return [
    ...new Set(
      [...paths, ...named, ...removedPaths(calls), ...redirections(command)].map(plainPath).filter(Boolean),
    ),
  ];
};

/** Makes a path relative to the project's root. Hosts use absolute paths; items use relative ones. */
export function fromRoot(path: string, roots: readonly string[]): string {
  const file = path.replaceAll("\\", "/");
  const folder = roots
    .map((root) => `${root.replaceAll("\\", "/").replace(/\/$/, "")}/`)
    .find((root) => file.startsWith(root));
  return folder === undefined ? file : file.slice(folder.length);
}

/** Longer texts are not paths: no file system accepts them. */
const WHOLE_PATH_MAX = 4096;

/** A path without `.` and `..`, and without trailing stars and slashes. */
export function plainPath(path: string): string {
  const named = path.slice(0, WHOLE_PATH_MAX).replaceAll("\\", "/");
  const parts: string[] = [];
  for (const [i, part] of named.split("/").entries()) {
    const isStep = part === ".." && !["", "..", undefined].includes(parts.at(-1));
    if (isStep) parts.pop();
    else if (part !== "." && (part !== "" || i === 0)) parts.push(part);
  }
  if (named === ".") return named;
  while (parts.length > 0 && /^(?:\*+(?:\.\w+)?)?$/.test(parts.at(-1) ?? "")) parts.pop();
  return parts.join("/").replace(/(?<!\*)\*+(?:\.\w+)?$/, "");
}

const PATH_MAX = 300;
/** A word with a slash inside: a file, or a folder that is named without a trailing slash. */
const PATH = /^(?:~|\.{0,2})?(?:\/?[\p{L}\p{N}_.@+-]+)?(?:\/[\p{L}\p{N}_.@+*-]*)+$/u;

/** Whether a word is a path. Numbers and dates with slashes, and word pairs ("and/or"), are not. */
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
