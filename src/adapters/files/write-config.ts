import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expected, type Setting, settings } from "../../core/config/config.ts";
import { codeOf, explained } from "../disk/disk-failure.ts";
import { CONFIG_FILE } from "./read-config.ts";

export type WrittenConfig = { readonly path: string; readonly isNew: boolean };

const UNIGNORED = `!${CONFIG_FILE}`;

/**
 * Writes a config file in which every setting is explained and none is set, and lets git see it. A file
 * that is there already is the user's, and stays as it is. The memory folder must have been prepared.
 */
export function writeConfig(memoryDir: string): WrittenConfig {
  const path = join(memoryDir, CONFIG_FILE);
  const isNew = explained(path, () => writeNew(path, template()));
  const gitignore = join(memoryDir, ".gitignore");
  explained(gitignore, () => letGitSee(gitignore));
  return { path, isNew };
}

function writeNew(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { mode: 0o600, flag: "wx" });
    return true;
  } catch (cause) {
    if (codeOf(cause) === "EEXIST") return false;
    throw cause;
  }
}

function letGitSee(gitignore: string): void {
  const text = existsSync(gitignore) ? readFileSync(gitignore, "utf8") : "*\n";
  if (text.split(/\r?\n/).includes(UNIGNORED)) return;
  const end = text === "" || text.endsWith("\n") ? "" : "\n";
  writeFileSync(gitignore, `${text}${end}${UNIGNORED}\n`, { mode: 0o600 });
}

const HEADER = `# Tidemark's settings for this project. Each line that begins with "#" and a name shows a default:
# take the "#" away to change it (and the one before the line it is indented under).
# A flag wins over an environment variable, that over this file, and this file over the user's own.
`;

/** Settings that a project's file cannot make are explained where they are: in the reference. */
function template(): string {
  let text = HEADER;
  let before: readonly string[] = [];
  for (const [name, setting] of settings()) {
    if (setting.isPersonal) continue;
    const path = name.split(".");
    const groups = path.slice(0, -1);
    if (path[0] !== before[0]) text += "\n";
    const isOpen = (depth: number): boolean =>
      groups.slice(0, depth + 1).every((each, i) => each === before[i]);
    for (const [depth, group] of groups.entries())
      if (!isOpen(depth)) text += `${"  ".repeat(depth)}#${group}:\n`;
    const indent = "  ".repeat(groups.length);
    text += `${indent}# ${setting.summary} It is ${expected(name)} (${setting.env}).\n`;
    text += `${indent}#${path.at(-1)}: ${shownFor(setting)}\n`;
    before = path;
  }
  return text;
}

/** Its default, or what it could be for want of one. */
function shownFor(setting: Setting): string {
  if (setting.type === "per_agent") return JSON.stringify(setting.default);
  const example = setting.type === "text" ? setting.example : undefined;
  return String(setting.default ?? example ?? "");
}
