import { join } from "node:path";
import { expectedText, type Setting, settings } from "../../../core/config/config.ts";
import { withDiskFailure } from "../../disk/disk-failure.ts";
import { type OwnedFolder, ownedFolder } from "../../disk/owned-folder.ts";
import { CONFIG_FILE } from "./config-files.ts";

export type WrittenConfig = { readonly path: string; readonly isNew: boolean };

const GITIGNORE = ".gitignore";
/** Longer than anybody writes for a single folder. */
const GITIGNORE_BYTES_MAX = 64 * 1024;
const UNIGNORED = `!${CONFIG_FILE}`;

/**
 * Writes a config file with every setting explained and none set, and lets git see it. An existing file belongs to the user and is not
 * changed. The memory folder must have been prepared.
 */
export function writeConfig(memoryDir: string): WrittenConfig {
  const path = join(memoryDir, CONFIG_FILE);
  const memory = ownedFolder(memoryDir);
  const isNew = withDiskFailure(path, () => memory.create(CONFIG_FILE, template()));
  withDiskFailure(join(memoryDir, GITIGNORE), () => letGitSee(memory));
  return { path, isNew };
}

function letGitSee(memory: OwnedFolder): void {
  const text = memory.read(GITIGNORE, GITIGNORE_BYTES_MAX)?.toString("utf8") ?? "*\n";
  if (text.split(/\r?\n/).includes(UNIGNORED)) return;
  const end = text === "" || text.endsWith("\n") ? "" : "\n";
  memory.replace(GITIGNORE, `${text}${end}${UNIGNORED}\n`);
}

const HEADER = `# Tidemark's settings for this project. Each line that begins with "#" and a name shows a default:
# take the "#" away to change it (and the one before the line it is indented under).
# A flag wins over an environment variable, that over this file, and this file over the user's own.
`;

/** Settings that a project's file cannot change are explained in the reference. */
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
    text += `${indent}# ${setting.summary} It is ${expectedText(name)} (${setting.env}).\n`;
    text += `${indent}#${path.at(-1)}: ${shownFor(setting)}\n`;
    before = path;
  }
  return text;
}

/** The default, or an example value if there is none. */
function shownFor(setting: Setting): string {
  if (setting.type === "per_agent") return JSON.stringify(setting.default);
  const example = setting.type === "text" ? setting.example : undefined;
  return String(setting.default ?? example ?? "");
}
