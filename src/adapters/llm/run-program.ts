import { spawn } from "node:child_process";

export type ProgramRun = {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input: string;
  readonly timeoutMs: number;
  readonly outputBytesMax: number;
};

/** A program's exit code and output. */
export type EndedProgram = {
  readonly end: "exit" | "late" | "too large" | "not started";
  readonly code: number | null;
  readonly output: string;
};

/** Runs a program by its path, never through a shell, in a process group that is ended with it. */
export function runProgram(file: string, args: readonly string[], run: ProgramRun): Promise<EndedProgram> {
  const { cwd, env, input, timeoutMs, outputBytesMax } = run;
  return new Promise((done) => {
    const child = spawn(file, [...args], {
      ...{ cwd, env, windowsHide: true, detached: process.platform !== "win32" },
      stdio: ["pipe", "pipe", "ignore"],
    });
    const chunks: Buffer[] = [];
    let size = 0;
    let end: EndedProgram["end"] = "exit";
    const finish = (code: number | null): void => {
      clearTimeout(alarm);
      endGroup(child.pid);
      done({ end, code, output: Buffer.concat(chunks).toString("utf8") });
    };
    const stop = (why: EndedProgram["end"]): void => {
      end = why;
      endGroup(child.pid);
    };
    const alarm = setTimeout(() => stop("late"), timeoutMs);
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > outputBytesMax) stop("too large");
      else chunks.push(chunk);
    });
    child.on("error", () => {
      end = "not started";
      finish(null);
    });
    child.on("close", finish);
    // If the program ends before it has read all input, its exit code tells why.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

/** Agents start further programs, so the whole process group is ended. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // The group has no process left.
  }
}
