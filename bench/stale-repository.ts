import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_DAY = Date.UTC(2026, 0, 1);

/** Noon of a day in the simulated history. */
export const dayAt = (day: number): number => FIRST_DAY + day * DAY_MS + DAY_MS / 2;

/** A real git repository with explicit commit dates. */
export type Repository = {
  readonly dir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly git: (day: number, ...argv: string[]) => string;
  readonly write: (path: string, text: string) => void;
  readonly commit: (day: number, message: string) => void;
  /** Sets the modification time of a file to a day. */
  readonly touch: (path: string, day: number) => void;
};

export function repositoryIn(dir: string): Repository {
  const who = { NAME: "Bench", EMAIL: "bench@example.com" };
  const names = Object.entries(who).flatMap(([name, value]) => [
    [`GIT_AUTHOR_${name}`, value],
    [`GIT_COMMITTER_${name}`, value],
  ]);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...Object.fromEntries(names),
    GIT_CONFIG_GLOBAL: join(dir, "no-config"),
    GIT_CONFIG_NOSYSTEM: "1",
  };
  mkdirSync(dir, { recursive: true });
  const git: Repository["git"] = (day, ...argv) => {
    const date = new Date(dayAt(day)).toISOString();
    const dated = { ...env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    return execFileSync("git", ["-c", "gc.auto=0", ...argv], {
      cwd: dir,
      env: dated,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  };
  git(0, "init", "-q", "-b", "main");
  return {
    dir,
    env,
    git,
    write: (path, text) => {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    },
    commit: (day, message) => {
      git(day, "add", "-A");
      git(day, "commit", "-q", "--allow-empty", "-m", message);
    },
    touch: (path, day) => utimesSync(join(dir, path), dayAt(day) / 1000, dayAt(day) / 1000),
  };
}

/** Deletes the folder of a case. */
export const clear = (dir: string): void => rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
