import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULTS, expected, type SettingName, settings } from "../../core/config/config.ts";
import { CONFIG_FILE } from "./read-config.ts";

export type WrittenConfig = { readonly path: string; readonly isNew: boolean };

const UNIGNORED = `!${CONFIG_FILE}`;

/**
 * Writes a config file in which every setting is explained and none is set, and lets git see it. A file
 * that is there already is the user's, and stays as it is. The memory folder must have been prepared.
 */
export function writeConfig(memoryDir: string): WrittenConfig {
  const path = join(memoryDir, CONFIG_FILE);
  const isNew = !existsSync(path);
  if (isNew) writeFileSync(path, template(), { mode: 0o600, flag: "wx" });
  letGitSee(join(memoryDir, ".gitignore"));
  return { path, isNew };
}

function letGitSee(gitignore: string): void {
  const text = readFileSync(gitignore, "utf8");
  if (text.split(/\r?\n/).includes(UNIGNORED)) return;
  const end = text === "" || text.endsWith("\n") ? "" : "\n";
  writeFileSync(gitignore, `${text}${end}${UNIGNORED}\n`);
}

const HEADER = `# Tidemark's settings for this project, with their defaults. Take the "# " away to change one.
# A flag wins over an environment variable, that over this file, and this file over the user's own.
`;

function template(): string {
  const parts = [HEADER];
  let group = "";
  for (const [name, { summary, env }] of settings()) {
    const [key = "", inner] = name.split(".");
    if (inner !== undefined && key !== group) parts.push(`# ${key}:\n`);
    group = key;
    const indent = inner === undefined ? "" : "  ";
    parts.push(`## ${indent}${summary} It is ${expected(name)}; also ${env}.\n`);
    parts.push(`# ${indent}${inner ?? key}: ${exampleOf(name)}\n`);
  }
  return parts.join("");
}

function exampleOf(name: SettingName): string {
  const examples: { readonly [name in SettingName]: string } = {
    agent: "my-agent",
    "store.wait_ms": String(DEFAULTS.store.wait_ms),
    "brief.tokens": String(DEFAULTS.brief.tokens),
  };
  return examples[name];
}
