import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";

/** Input of a worker process: `write` records `count` events, `read` reads until the process is killed. */
export type WorkerInput = {
  readonly folder: string;
  /** The events have the ids `<name>-0`, `<name>-1` and so on. */
  readonly name: string;
  readonly work: "write" | "read";
  readonly count: number;
};

/** Input of a process that touches the usage of every id once, in batches. */
export type TouchInput = {
  readonly memoryDir: string;
  readonly ids: readonly string[];
  readonly batch: number;
};

/** Input of a process that adds `count` decisions with its name to an active context. */
export type AdderInput = {
  readonly root: string;
  readonly memoryDir: string;
  readonly name: string;
  readonly count: number;
};

/** A child process with every line that it printed, in order. */
export type Worker = {
  readonly child: ChildProcess;
  readonly lines: string[];
  readonly stderr: () => string;
  /** Resolves when the process has ended or was killed, and all its output has been read. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
};

/** Bundles a worker of this folder into the checkout's cache, from where Node finds the packages that it needs. */
export async function bundledWorker(root: string, name = "store-worker"): Promise<string> {
  const outdir = join(
    root,
    ".cache/test-worker",
    createHash("sha256").update(process.version).digest("hex").slice(0, 8),
  );
  mkdirSync(outdir, { recursive: true });
  const file = join(outdir, `${name}-${process.pid}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [`test/support/${name}.ts`],
    outfile: file,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
  if (!existsSync(file)) throw new Error(`esbuild made no ${file}`);
  return file;
}

/** Starts a worker. `onLine` gets each line of its output. */
export function startWorker(
  file: string,
  input: WorkerInput | TouchInput | AdderInput,
  onLine?: (line: string) => void,
): Worker {
  const child = spawn(process.execPath, [file, JSON.stringify(input)], { stdio: ["ignore", "pipe", "pipe"] });
  const lines: string[] = [];
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    onLine?.(line);
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((done, failed) => {
    child.on("error", failed);
    child.on("close", (code, signal) => done({ code, signal }));
  });
  return { child, lines, stderr: () => stderr, ended };
}
