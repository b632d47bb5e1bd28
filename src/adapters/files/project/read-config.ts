import { join } from "node:path";
import type { Alias, Document, LineCounter } from "yaml";
import { type ConfigFileOwner, checkFile, type Problem } from "../../../core/config/check-file.ts";
import type { Values } from "../../../core/config/config.ts";
import { MemoryError } from "../../../core/failure.ts";
import { fieldsIn } from "../../../core/fields.ts";
import { isNestedTooDeep } from "../../../core/yaml-nesting.ts";
import { codeOf } from "../../disk/disk-failure.ts";
import { isRefusal } from "../../disk/refusal.ts";
import { CONFIG_FILE, projectConfigBytes, userConfigBytes, userConfigFile } from "./config-files.ts";

/** Enough for a person who likes anchors, and too few to expand a small file into a huge one. */
const ALIASES_MAX = 20;

/** Maximum number of problems reported for one file. */
const PROBLEMS_MAX = 10;

export type ConfigFiles = { readonly user?: Values; readonly project?: Values };

/** Reads the user's config file and the project's. A missing file sets nothing. */
export async function readConfigFiles(memoryDir: string, env: NodeJS.ProcessEnv): Promise<ConfigFiles> {
  const userFile = userConfigFile(env, process.platform);
  const user = userFile === undefined ? undefined : await readConfigFile(userFile, "user");
  const project = await readConfigFile(join(memoryDir, CONFIG_FILE), "project");
  return { ...(user && { user }), ...(project && { project }) };
}

/** An invalid config file, and why it is invalid. */
export type BrokenConfig = { readonly file: string; readonly error: MemoryError };

/** The same, but an unreadable file is left out and reported. */
export async function readSoundConfigFiles(
  memoryDir: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly files: ConfigFiles; readonly broken: readonly BrokenConfig[] }> {
  const broken: BrokenConfig[] = [];
  const sound = async (file: string | undefined, of: ConfigFileOwner): Promise<Values | undefined> => {
    try {
      return file === undefined ? undefined : await readConfigFile(file, of);
    } catch (error) {
      if (!(error instanceof MemoryError) || file === undefined) throw error;
      broken.push({ file, error });
      return undefined;
    }
  };
  const user = await sound(userConfigFile(env, process.platform), "user");
  const project = await sound(join(memoryDir, CONFIG_FILE), "project");
  return { files: { ...(user && { user }), ...(project && { project }) }, broken };
}

async function readConfigFile(file: string, of: ConfigFileOwner): Promise<Values | undefined> {
  const text = textOf(file, of);
  if (text === undefined) return undefined;
  const tooDeep = configError([`${file}: it is nested too deep.`], YAML_FIX);
  if (isNestedTooDeep(text)) throw tooDeep;
  // Most projects have no config file. Only those with one pay for loading the parser.
  const yaml = await import("yaml");
  const lines = new yaml.LineCounter();
  const document = parsed(() => yaml.parseDocument(text, { ...PARSING, lineCounter: lines }), tooDeep);
  const at = (offset: number) => placeIn(file, lines, offset);
  const broken = [...document.errors, ...document.warnings][0];
  if (broken) throw configError([`${at(broken.pos[0])}: ${firstLine(broken.message)}`], YAML_FIX);
  const { values, problems } = checkFile(treeOf(yaml, document, at), of);
  const [first] = problems;
  if (first === undefined) return values;
  const said = problems
    .slice(0, PROBLEMS_MAX)
    .map((problem) => `${at(offsetOf(yaml, document, problem))}: ${problem.message}`);
  throw configError(said, first.fix, first.path.join("."));
}

type Yaml = typeof import("yaml");

/** The parser recurses once for each level, and a hostile file can exhaust the stack. */
function parsed<T>(parse: () => T, tooDeep: MemoryError): T {
  try {
    return parse();
  } catch (cause) {
    throw cause instanceof RangeError ? tooDeep : cause;
  }
}

const PARSING = { prettyErrors: false, schema: "core", logLevel: "error" } as const;
const YAML_FIX = "Write it as plain YAML: names, values and indentation, no tags.";

function textOf(file: string, of: ConfigFileOwner): string | undefined {
  try {
    return bytesOf(file, of)?.toString("utf8");
  } catch (cause) {
    if (isRefusal(cause)) throw configError([cause.message], String(cause.fix ?? ""));
    const code = codeOf(cause);
    if (code === "ENOTDIR") return undefined;
    const message = `${file}: cannot be read (${code ?? String(cause)}).`;
    throw new MemoryError("input.config", message, {
      cause,
      fix: "Make it a file you may read, or remove it.",
    });
  }
}

const bytesOf = (file: string, of: ConfigFileOwner): Buffer | undefined =>
  of === "user" ? userConfigBytes(file) : projectConfigBytes(file);

function treeOf(yaml: Yaml, document: Document, at: (offset: number) => string): unknown {
  try {
    return document.toJS({ maxAliasCount: ALIASES_MAX });
  } catch (cause) {
    const message = firstLine(String(fieldsIn(cause).message));
    throw configError(
      [`${at(aliasOffset(yaml, document))}: ${message}`],
      "Write the values out instead of aliases.",
    );
  }
}

/** The offset of an alias without an anchor, or of the first alias if there are too many. */
function aliasOffset(yaml: Yaml, document: Document): number {
  const aliases: Alias[] = [];
  yaml.visit(document, { Alias: (_, alias) => void aliases.push(alias) });
  const broken = aliases.find((alias) => alias.resolve(document) === undefined) ?? aliases[0];
  return broken?.range?.[0] ?? 0;
}

/** The offset of the invalid entry: its name, or its value. */
function offsetOf(yaml: Yaml, document: Document, { path, at }: Problem): number {
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  const pairs = yaml.isMap(parent) ? parent.items : [];
  const pair = pairs.find(({ key }) => yaml.isScalar(key) && String(key.value) === path.at(-1));
  const node = at === "value" && pair?.value ? pair.value : (pair?.key ?? document.contents);
  return yaml.isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

function placeIn(file: string, lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `${file}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
}

/** The parser reports an exhausted stack in its own words. */
const firstLine = (text: string): string =>
  text.includes("call stack") ? "it is nested too deeply" : (text.split("\n", 1)[0] ?? "");

function configError(problems: readonly string[], fix: string, field?: string): MemoryError {
  return new MemoryError("input.config", problems.join("\n"), { fix, ...(field ? { field } : {}) });
}
