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

/** The commands of a line, each by itself. */
export function callsIn(line: string): Call[] {
  return commandIn(line)
    .base.split(/&&|\|\||[;|\n]/)
    .slice(0, COMMANDS_MAX)
    .flatMap((part) => {
      const all = commandIn(part)
        .base.split(/\s+/)
        .flatMap((word) => word.replace(QUOTES, "") || []);
      const [program, ...rest] = all.slice(all[0] === "sudo" || all[0] === "npx" ? 1 : 0);
      if (program === undefined || program.startsWith("-")) return [];
      const flags = rest.filter((word) => word.startsWith("-"));
      const words = rest.filter((word) => !word.startsWith("-"));
      return [{ program: program.replace(/^.*[\\/]/, ""), words, flags }];
    });
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

/** A word that can only be a path: it ends with a slash, or has one and an ending, or several. */
const isPath = (word: string): boolean =>
  word.length <= PATH_MAX && !word.includes("://") && (FOLDER.test(word) || DEEP.test(word));

const PATH_MAX = 300;
const FOLDER = /^(?:\.{0,2}\/)?(?:[\w.@-]+\/)+(?:[\w@-]*\.\w+|\*+)?$/;
const DEEP = /^(?:[\w.@-]+\/){2,}[\w.@-]+$/;

/** Paths that a text names. */
export const pathsNamed = (text: string): string[] =>
  text
    .split(/[\s`"'(),;]+/)
    .map((word) => word.replace(/(?<![.:!?])[.:!?]+$/, ""))
    .filter(isPath)
    .map(plainPath);
