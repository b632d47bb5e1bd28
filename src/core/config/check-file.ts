import { nearest } from "../text/nearest.ts";
import {
  expectedText,
  parseSetting,
  problemWith,
  SETTINGS,
  type Setting,
  type SettingName,
  settings,
  type Values,
} from "./config.ts";

/** The problem with one entry of a config file; the caller adds the line number. */
export type Problem = {
  readonly path: readonly string[];
  /** Whether the problem is in the entry's name or in its value. */
  readonly at: "key" | "value";
  readonly message: string;
  readonly fix: string;
};

export type CheckedFile = { readonly values: Values; readonly problems: readonly Problem[] };

/** The owner of a config file: the user, or the project whose repository contains it. */
export type ConfigFileOwner = "user" | "project";

/** Reads settings from a parsed config file. An unknown name is a problem, because it would silently have no effect. */
export function checkFile(tree: unknown, of: ConfigFileOwner): CheckedFile {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  checkGroup(tree, [], {
    of,
    set: (name, value) => (values[name] = value),
    say: (problem) => problems.push(problem),
  });
  return { values: values as Values, problems };
}

type Report = {
  readonly of: ConfigFileOwner;
  readonly set: (name: SettingName, value: unknown) => void;
  readonly say: (problem: Problem) => void;
};

/** A group without entries remains when all of its settings are commented out. */
function checkGroup(tree: unknown, path: readonly string[], report: Report): void {
  if (tree === null || tree === undefined) return;
  const known = namesIn(path);
  if (typeof tree !== "object" || Array.isArray(tree)) {
    const subject = path.length === 0 ? "A config file" : quotePath(path);
    const example = `${known[0]}: …`;
    report.say({
      path,
      at: "value",
      message: `${subject} must contain settings by name`,
      fix: `Write it as "${example}".`,
    });
    return;
  }
  for (const [key, value] of Object.entries(tree)) checkEntry([...path, key], value, report);
}

function checkEntry(path: readonly string[], value: unknown, report: Report): void {
  const name = path.join(".");
  const known = namesIn(path.slice(0, -1));
  if (!known.includes(path.at(-1) ?? "")) report.say(unknownKey(path, known));
  else if (isSetting(name)) checkSetting(name, value, report);
  else checkGroup(value, path, report);
}

function checkSetting(name: SettingName, value: unknown, report: Report): void {
  const { isPersonal, env }: Setting = SETTINGS[name];
  if (isPersonal && report.of === "project") {
    const message = `"${name}" is ignored in a project's file, because others may have written it`;
    const fix = `Set it in your own config file, or as ${env}.`;
    report.say({ path: name.split("."), at: "key", message, fix });
    return;
  }
  const clean = parseSetting(name, value);
  if (clean !== undefined) {
    report.set(name, clean);
    return;
  }
  const fix = `Set it to ${expectedText(name)}, or remove the line.`;
  const why = problemWith(name, value);
  const message = `"${name}" must be ${expectedText(name)}${why === undefined ? "" : `; ${why}`}`;
  report.say({ path: name.split("."), at: "value", message, fix });
}

function unknownKey(path: readonly string[], known: readonly string[]): Problem {
  const close = nearest(path.at(-1) ?? "", known);
  const fix = close
    ? `Did you mean ${quotePath([...path.slice(0, -1), close])}?`
    : `Known here: ${known.join(", ")}.`;
  return { path, at: "key", message: `${quotePath(path)} is not a setting`, fix };
}

const isSetting = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);
const quotePath = (path: readonly string[]): string => `"${path.join(".")}"`;

/** The names allowed directly inside a group. */
function namesIn(path: readonly string[]): string[] {
  const inside = settings()
    .map(([name]) => name.split("."))
    .filter((parts) => path.every((part, i) => parts[i] === part));
  return [...new Set(inside.map((parts) => parts[path.length] ?? ""))];
}
