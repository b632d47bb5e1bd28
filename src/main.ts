import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isatty } from "node:tty";
import { styleText } from "node:util";
import { outputOn } from "./adapters/system/tell.ts";
import { openMemory } from "./open-memory.ts";
import { type CliPorts, runCli } from "./surfaces/cli/run.ts";
import { paintFor, progressFor, type Terminal } from "./surfaces/cli/terminal.ts";
import { verbsNamed } from "./surfaces/verbs/catalogue.ts";
import { VERSION } from "./version.ts";

/** The command line as a process: standard streams, environment, exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  const [out, err] = [outputOn(1), outputOn(2)];
  const terminal: Terminal = {
    out: out.write,
    err: err.write,
    isOutTty: out.isTty,
    isErrTty: err.isTty,
    ...(out.columns ? { columns: out.columns } : {}),
    env: process.env,
    ...(out.isTty && isatty(0) ? { keys } : {}),
    style: (format, text) => styleText(format, text, { validateStream: false }),
  };
  const doors: CliPorts = {
    verbs: verbsNamed,
    version: VERSION,
    terminal,
    now: Date.now,
    openMemory: ({ project, ...rest }) =>
      openMemory({ ...rest, cwd: project ?? process.cwd(), env: process.env }),
    edit: async (text) => (await import("./adapters/system/editor.ts")).editText(text, process.env),
    demo: () => inThrowAwayFolder((cwd) => playDemo(cwd, terminal, argv)),
    // Loaded on demand: no other command uses the protocol.
    mcp: async (options) => (await import("./mcp.ts")).serveMcp(options),
    open: async (options) =>
      (await import("./open-page.ts")).openPage({ ...options, bar: progressFor(terminal, Date.now) }),
    serve: async (options) => (await import("./serve.ts")).serve(options),
  };
  // By default, V8 lets unused memory grow to several times the memory that an import uses.
  const v8 = argv[0] === "import" ? await import("node:v8") : undefined;
  v8?.setFlagsFromString("--heap-growing-percent=30");
  process.exitCode = await runCli(argv, doors);
  // Restores the flag: code that was compiled under other flags is useless to the next command.
  v8?.setFlagsFromString("--heap-growing-percent=0");
}

/** Loaded only for a question to the user: most commands ask nothing. */
const keys = async () => (await import("./adapters/system/keys.ts")).terminalKeys();

async function playDemo(cwd: string, terminal: Terminal, argv: readonly string[]): Promise<string> {
  // The demo must give the same output whatever the user's settings are, and must not contact a server.
  const { TIDEMARK_DIR, TIDEMARK_AGENT, TIDEMARK_STORE, ...env } = process.env;
  const paint = paintFor(terminal, argv.includes("--no-color"));
  const { demo } = await import("./surfaces/cli/demo.ts");
  return demo(
    (agent) =>
      openMemory({
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
