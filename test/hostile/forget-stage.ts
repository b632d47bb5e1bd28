import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Ended } from "../spawned.ts";
import type { HostileCase, HostileStage } from "./hostile-case.ts";

/** The word that a case plants, forgets and searches for. No other file of the machine contains it. */
export const WORD = "Quittenbrot7731";
/** A word that must not be erased. */
export const SAFE = "Haselnuss9902";

/** The files below a folder, without `.git`, whose files are compressed. */
function* filesBelow(folder: string): Generator<string> {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name === ".git") continue;
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

/** The word in several encodings, and in lower case as in an index. */
function encodings(word: string): Buffer[] {
  const utf16 = Buffer.from(word, "utf16le");
  const base64 = [0, 1, 2].map((shift) => {
    const all = Buffer.concat([Buffer.alloc(shift), Buffer.from(word)]);
    return Buffer.from(
      all.toString("base64").slice(Math.ceil((shift * 8) / 6), Math.floor((all.length * 8) / 6)),
    );
  });
  return [Buffer.from(word), Buffer.from(word.toLowerCase()), utf16, Buffer.from(utf16).swap16(), ...base64];
}

/** The files of the home and the project that contain the word. */
export function filesHolding({ home, project }: HostileStage, word = WORD): string[] {
  const patterns = encodings(word);
  return [home, project]
    .flatMap((folder) => [...filesBelow(folder)])
    .filter((path) => {
      const bytes = readFileSync(path);
      return patterns.some((pattern) => bytes.includes(pattern));
    });
}

/** Undefined if no file contains the word, or if the exit code is not 0 and the output names all files that do. */
export function leftAfter(stage: HostileStage, { code, stdout, stderr }: Ended): string | undefined {
  const left = filesHolding(stage);
  const said = `${stdout}${stderr}`;
  if (left.length === 0)
    return code === 0 ? undefined : `nothing is left, yet it ended with ${code}: ${said}`;
  if (code === 0) return `it ended with 0, and the word is in ${left.join(", ")}`;
  const silent = left.filter(
    (path) => !said.includes(basename(path)) && !said.includes(basename(dirname(path))),
  );
  return silent.length === 0 ? undefined : `it does not name ${silent.join(", ")}`;
}

/** Undefined if no file contains the word and the exit code is 0, as it must be if only our own files contained it. */
export function goneAfter(stage: HostileStage, ended: Ended): string | undefined {
  const left = filesHolding(stage);
  if (left.length > 0) return `the word is in ${left.join(", ")}`;
  return ended.code === 0 ? undefined : `it ended with ${ended.code}: ${ended.stdout}${ended.stderr}`;
}

export const forgetWord = (stage: HostileStage, ...flags: readonly string[]): Promise<Ended> =>
  stage.tidemark(["forget", "--text", WORD, ...flags]);

/** Runs a command that must succeed, so that a case does not pass because its preparation failed. */
export async function must(stage: HostileStage, args: readonly string[], input?: string): Promise<string> {
  const { code, stdout, stderr } = await stage.tidemark(args, input === undefined ? {} : { input });
  if (code !== 0) throw new Error(`tidemark ${args.join(" ")} ended with ${code}: ${stdout}${stderr}`);
  return stdout;
}

export const remember = (stage: HostileStage, text: string): Promise<string> =>
  must(stage, ["remember", text]);

export const say = (stage: HostileStage, text: string, session = "s1"): Promise<Ended> =>
  stage.hook("claude-code", "UserPromptSubmit", { session_id: session, prompt: text });

/** Whether an export of the memory or its brief contains the word. */
export async function isKnown(stage: HostileStage, word = WORD): Promise<boolean> {
  const dir = join(stage.home, `export-${Math.random().toString(36).slice(2)}`);
  await must(stage, ["export", dir]);
  const isExported = readdirSync(dir).some((name) => readFileSync(join(dir, name)).includes(word));
  const brief = await stage.tidemark(["brief"]);
  return isExported || brief.stdout.includes(word);
}

export async function isWhole(stage: HostileStage): Promise<string | undefined> {
  const { code, stdout } = await stage.tidemark(["verify"]);
  return code === 0 ? undefined : `verify found: ${stdout}`;
}

export const memoryFile = ({ project }: HostileStage, ...names: readonly string[]): string =>
  join(project, ".tidemark", ...names);

export const contextFile = ({ project }: HostileStage, ...names: readonly string[]): string =>
  join(project, "ai_memory", ...names);

/** Puts a copy of the database where a restore or backup that was killed three hours ago would have left it. */
export async function leaveUnfinished(stage: HostileStage, name: string): Promise<string> {
  await must(stage, ["backup", memoryFile(stage, "copy.db")]);
  const path = memoryFile(stage, name);
  mkdirSync(dirname(path), { recursive: true });
  cpSync(memoryFile(stage, "copy.db"), path);
  const then = new Date(Date.now() - 3 * 60 * 60 * 1000);
  utimesSync(path, then, then);
  return path;
}

/** Writes a transcript of Claude Code with one message of a person in this project. */
export function transcript(stage: HostileStage, text: string, session = "s1"): string {
  const folder = join(stage.home, ".claude", "projects", stage.project.replace(/[^a-zA-Z0-9]/g, "-"));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${session}.jsonl`);
  const record = {
    ...{ type: "user", sessionId: session, cwd: stage.project, uuid: `u-${session}`, version: "2.0.0" },
    ...{ timestamp: new Date(Date.now() - 60_000).toISOString(), message: { role: "user", content: text } },
  };
  writeFileSync(path, `${JSON.stringify(record)}\n`);
  return path;
}

export type Run = HostileCase["run"];

export const attack = (name: string, run: Run): HostileCase => ({ area: "forgetting", name, run });
export const control = (name: string, run: Run): HostileCase => ({
  area: "forgetting",
  name,
  isControl: true,
  run,
});

export const beginTask = (stage: HostileStage, goal: string): Promise<string> =>
  must(stage, ["context", "init", "--task", "T1", "--goal", goal]);

/** Overwrites the first 100 bytes of the database, so that only a salvage can read it. */
export function damage(stage: HostileStage): void {
  const path = memoryFile(stage, "tidemark.db");
  const bytes = readFileSync(path);
  bytes.fill(0x58, 0, 100);
  writeFileSync(path, bytes);
}
