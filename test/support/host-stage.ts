import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import type { HostSetup } from "../../src/ports/wiring.ts";
import { WIRINGS } from "../../src/surfaces/hosts/wirings.ts";
import { commandLine, type Stage, stage } from "../scenarios/stage.ts";
import { BIN, type Ended } from "../spawned.ts";

/** Variables that change where hosts look for their settings. */
const ELSEWHERE = [
  "CLAUDE_CONFIG_DIR",
  "CODEX_HOME",
  "GEMINI_CLI_HOME",
  "QWEN_HOME",
  "COPILOT_HOME",
  "PI_CODING_AGENT_DIR",
];

/** A home folder with a project, and our program on the PATH, where hosts find it. */
export type HostStage = Stage & {
  readonly home: string;
  readonly bin: string;
  readonly init: (...argv: readonly string[]) => Promise<Ended>;
  /** Every file of the home folder and its content, without the memory, the state folder and git's own files. */
  readonly files: () => { readonly [path: string]: string };
  readonly put: (path: string, text: string) => string;
};

export const HOST_NAMES: readonly string[] = WIRINGS.map(({ host }) => host);

export function hostStage(): HostStage {
  const on = stage("cli", { isAsked: false });
  const home = dirname(on.dir);
  const bin = join(home, ".bin");
  mkdirSync(bin);
  const program = join(bin, "tidemark");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`);
  chmodSync(program, 0o755);
  const env: NodeJS.ProcessEnv = { ...on.env, PATH: [bin, "/usr/bin", "/bin"].join(delimiter) };
  for (const name of ELSEWHERE) delete env[name];
  return {
    ...on,
    env,
    home,
    bin,
    init: (...argv) => commandLine(["init", ...argv], { dir: on.dir, env }),
    files: () => filesIn(home),
    put: (path, text) => {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
      return join(home, path);
    },
  };
}

const NOT_HOSTS = /^(?:\.bin|\.local|project\/\.tidemark|project\/\.git)(?:\/|$)/;

function filesIn(home: string): { [path: string]: string } {
  if (!existsSync(home)) return {};
  const entries = readdirSync(home, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => ({
    path: relative(home, join(entry.parentPath ?? entry.path, entry.name)),
    isFolder: entry.isDirectory(),
  }));
  return Object.fromEntries(
    paths
      .filter(({ path }) => !NOT_HOSTS.test(path))
      .map(({ path, isFolder }) => [path, isFolder ? "(folder)" : readFileSync(join(home, path), "latin1")])
      .sort(([one = ""], [other = ""]) => (one < other ? -1 : 1)),
  );
}

/** The folders in which the wiring of a host looks, for tests that need no disk. */
export const PLACE: HostSetup["where"] = {
  home: "/home/user",
  env: {},
  project: "/home/user/project",
  has: () => false,
  pluginFile: (path) => readFileSync(join("plugin", path), "utf8"),
};
