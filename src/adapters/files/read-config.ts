import { readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Document, LineCounter, Node } from "yaml";
import { checkFile, type Problem } from "../../core/config/check-file.ts";
import type { Values } from "../../core/config/config.ts";
import { MemoryError } from "../../core/failure.ts";

/** A config file is written by hand; one above this size is some other file. */
const CONFIG_BYTES_MAX = 64 * 1024;

/** Enough for a person who likes anchors, too few to blow a small file up into a large one. */
const ALIASES_MAX = 20;

/** More than this many complaints about one file are not read. */
const PROBLEMS_MAX = 10;

export const CONFIG_FILE = "config.yaml";

export type ConfigFiles = { readonly user?: Values; readonly project?: Values };

/** Reads the user's config file and the project's. A file that is not there sets nothing. */
export async function readConfigFiles(memoryDir: string, env: NodeJS.ProcessEnv): Promise<ConfigFiles> {
  const userFile = userConfigFile(env, process.platform);
  const user = userFile === undefined ? undefined : await readConfigFile(userFile);
  const project = await readConfigFile(join(memoryDir, CONFIG_FILE));
  return { ...(user && { user }), ...(project && { project }) };
}

/** Where a user's own config lies, or undefined when the environment names no home. */
export function userConfigFile(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined {
  const folder = platform === "win32" ? env.APPDATA : xdgFolder(env);
  return folder ? join(folder, "tidemark", CONFIG_FILE) : undefined;
}

/** The XDG rules say that a relative path there is to be ignored. */
function xdgFolder(env: NodeJS.ProcessEnv): string | undefined {
  if (env.XDG_CONFIG_HOME && isAbsolute(env.XDG_CONFIG_HOME)) return env.XDG_CONFIG_HOME;
  return env.HOME ? join(env.HOME, ".config") : undefined;
}

async function readConfigFile(file: string): Promise<Values | undefined> {
  const text = textOf(file);
  if (text === undefined) return undefined;
  // Most projects have no config file: only those that do pay for loading the parser.
  const yaml = await import("yaml");
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter: lines, prettyErrors: false, schema: "core" });
  const broken = [...document.errors, ...document.warnings][0];
  if (broken) throw wrong([`${placed(file, lines, broken.pos[0])}: ${firstLine(broken.message)}`], YAML_FIX);
  const { values, problems } = checkFile(treeOf(document, file));
  const [first] = problems;
  if (first === undefined) return values;
  const whole = problems
    .slice(0, PROBLEMS_MAX)
    .map((problem) => `${placed(file, lines, offsetOf(document, problem))}: ${problem.message}`);
  throw wrong(whole, first.fix, first.path.join("."));
}

const YAML_FIX = "Write it as plain YAML: names, values and indentation, no tags.";

function textOf(file: string): string | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    const message = `${file}: cannot be read (${code ?? String(cause)}).`;
    throw new MemoryError("input.config", message, { cause, fix: "Make it a file you may read, or remove it." });
  }
  if (bytes.length <= CONFIG_BYTES_MAX) return bytes.toString("utf8");
  const fix = `Keep it under ${CONFIG_BYTES_MAX / 1024} KB.`;
  throw wrong([`${file}: has ${bytes.length} bytes; a config file has at most ${CONFIG_BYTES_MAX}`], fix);
}

function treeOf(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: ALIASES_MAX });
  } catch (cause) {
    throw wrong([`${file}: ${firstLine((cause as Error).message)}`], "Write the values out instead of aliases.");
  }
}

/** Where in the text the entry at fault begins: its name, or its value. */
function offsetOf(document: Document, { path, at }: Problem): number {
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  const pairs = (parent as { items?: { key: Node; value: Node | null }[] } | null)?.items ?? [];
  const pair = pairs.find((entry) => String((entry.key as { value?: unknown }).value) === path.at(-1));
  const node = pair && at === "value" ? (pair.value ?? pair.key) : (pair?.key ?? document.contents);
  return node?.range?.[0] ?? 0;
}

function placed(file: string, lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `${file}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
}

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";

function wrong(problems: readonly string[], fix: string, field?: string): MemoryError {
  return new MemoryError("input.config", problems.join("\n"), { fix, ...(field ? { field } : {}) });
}
