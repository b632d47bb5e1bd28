import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isatty } from "node:tty";
import { styleText } from "node:util";
import { openWorld } from "./open-world.ts";
import { type CliPorts, runCli } from "./surfaces/cli/run.ts";
import { paintFor, type Terminal } from "./surfaces/cli/terminal.ts";
import { verbsNamed } from "./surfaces/verbs/catalogue.ts";
import { VERSION } from "./version.ts";

/** The command line as a process: standard streams, environment, exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  const terminal: Terminal = {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isOutTty: process.stdout.isTTY === true,
    isErrTty: process.stderr.isTTY === true,
    ...(process.stdout.columns ? { columns: process.stdout.columns } : {}),
    env: process.env,
    ...(isatty(0) && process.stdout.isTTY ? { keys } : {}),
    style: (format, text) => styleText(format, text, { validateStream: false }),
  };
  quietPipes();
  const doors: CliPorts = {
    verbs: verbsNamed,
    version: VERSION,
    terminal,
    now: Date.now,
    openWorld: ({ project, ...rest }) =>
      openWorld({ ...rest, cwd: project ?? process.cwd(), env: process.env }),
    edit: async (text) => (await import("./adapters/system/editor.ts")).editText(text, process.env),
    demo: () => inThrowAwayFolder((cwd) => playDemo(cwd, terminal, argv)),
    // Loaded where it is asked for: no other command knows the protocol.
    mcp: async (options) => (await import("./mcp.ts")).serveMcp(options),
    open: async (options) => (await import("./open-page.ts")).openPage(options),
    serve: async (options) => (await import("./serve.ts")).serve(options),
  };
  process.exitCode = await runCli(argv, doors);
}

/** Loaded where somebody is asked: most commands ask nobody. */
const keys = async () => (await import("./adapters/system/keys.ts")).terminalKeys();

/** `tidemark find | head` closes our output early; that is no failure. */
function quietPipes(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
}

async function playDemo(cwd: string, terminal: Terminal, argv: readonly string[]): Promise<string> {
  // The demo must come out the same whatever the user's own settings are, and send nothing to a server.
  const { TIDEMARK_DIR, TIDEMARK_AGENT, TIDEMARK_STORE, ...env } = process.env;
  const paint = paintFor(terminal, argv.includes("--no-color"));
  const { demo } = await import("./surfaces/cli/demo.ts");
  return demo(
    (agent) =>
      openWorld({
        cwd,
        env: { ...env, XDG_CONFIG_HOME: cwd, XDG_STATE_HOME: cwd },
        effect: "writes",
        ...(agent === undefined ? { voice: "person" } : { agent }),
      }),
    paint,
  );
}

async function inThrowAwayFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-demo-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
