import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Ended } from "../spawned.ts";
import type { HostileStage } from "./hostile-case.ts";

/** Time limit, far above what a case needs on a busy machine, and far below what quadratic work takes. */
const LIMIT_MS = 600_000;

/** Runs the command; undefined if it was killed at the limit. Older builds hang in some cases. */
export function runWithin(
  { bin, project, env }: HostileStage,
  args: readonly string[],
  input = "",
): Promise<Ended | undefined> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [bin, ...args], { cwd: project, env });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    let isKilled = false;
    const timer = setTimeout(() => {
      isKilled = true;
      child.kill("SIGKILL");
    }, LIMIT_MS);
    child.on("close", (code) => {
      clearTimeout(timer);
      done(isKilled ? undefined : { code: code ?? 1, stdout, stderr });
    });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

export const TOO_LONG = `it took longer than ${LIMIT_MS / 1000} s`;

/** The events of the tape, read from an export. */
export async function tapeOf(stage: HostileStage): Promise<readonly TapeLine[]> {
  const folder = join(stage.home, `export-${exports++}`);
  const { code, stderr } = await stage.tidemark(["export", folder]);
  if (code !== 0) throw new Error(`no export: ${stderr}`);
  const lines = readFileSync(join(folder, "tape.jsonl"), "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as TapeLine);
}

let exports = 0;

export type TapeLine = {
  readonly id: string;
  readonly type: string;
  readonly agent: string;
  readonly session?: string;
  readonly key?: string;
  readonly payload: { readonly [field: string]: unknown } | null;
};

/** Undefined if the chain verifies and the words are on the tape, otherwise the problem. */
export async function problemOfTape(stage: HostileStage, words: string): Promise<string | undefined> {
  const { code, stdout, stderr } = await stage.tidemark(["verify"]);
  if (code !== 0) return `verify failed: ${(stdout + stderr).slice(0, 200)}`;
  const tape = await tapeOf(stage);
  return tape.some(({ payload }) => String(payload?.text ?? "").includes(words))
    ? undefined
    : "the words are not on the tape";
}

export type Counts = { readonly rejected: number; readonly lost: number; readonly events: number };

export async function countsOf(stage: HostileStage): Promise<Counts> {
  const { stdout } = await stage.tidemark(["status", "--json"]);
  const { rejected, lost, tape } = JSON.parse(stdout) as Counts & { tape: { events: number } };
  return { rejected, lost, events: tape.events };
}

/** Starts a hook whose standard input the case writes step by step. */
export function openHook({ bin, project, env }: HostileStage, host: string, event: string) {
  const child = spawn(process.execPath, [bin, "hook", host, event], { cwd: project, env });
  child.stdin.on("error", () => {});
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  let [isOver, wasCutOff] = [false, false];
  const ended = new Promise<{ readonly code: number; readonly stdout: string }>((done) => {
    const timer = setTimeout(() => {
      wasCutOff = true;
      child.kill("SIGKILL");
    }, LIMIT_MS);
    child.on("close", (code) => {
      clearTimeout(timer);
      isOver = true;
      done({ code: code ?? 1, stdout });
    });
  });
  return {
    ended,
    isOver: () => isOver,
    wasCutOff: () => wasCutOff,
    write: (text: string) => child.stdin.write(text),
    writeBytes: (bytes: Uint8Array) => child.stdin.write(bytes),
    close: () => child.stdin.end(),
  };
}
