import { stateFolder } from "./adapters/disk/state-folder.ts";
import { serverNotes } from "./adapters/files/access/running-server.ts";
import { findProject } from "./adapters/files/project/find-project.ts";
import { findProgram, trustedPath, untrustedFolders } from "./adapters/llm/find-program.ts";
import { openerFor, openInBrowser } from "./adapters/system/browser.ts";
import { speakerOf } from "./adapters/system/writer.ts";
import { refuseAgent } from "./core/items/authority.ts";
import { ownerUrlOf } from "./owner-url.ts";
import { runUntilStopped, type ServeOptions, startServer } from "./serve.ts";
import type { ProgressBar } from "./surfaces/cli/terminal.ts";

export type OpenPageOptions = Pick<ServeOptions, "project" | "port"> & {
  readonly agent?: string | undefined;
  readonly browser?: boolean | undefined;
  /** Shows how much of the tape has been read. */
  readonly bar?: ProgressBar;
};

/** `tidemark open`: opens the dashboard of this project. It uses a running server, or else serves by itself until it is stopped. */
export async function openPage({ browser = true, agent, bar, ...options }: OpenPageOptions): Promise<void> {
  const { env } = process;
  refuseAgent(speakerOf({ env, ...(agent === undefined ? {} : { agent }) }).voice, "open");
  const cwd = options.project ?? process.cwd();
  const { memoryDir, root, worktreeRoot } = findProject(cwd, env);
  const show = (url: string): Promise<void> =>
    browser ? showPage(url, [root, worktreeRoot, cwd]) : print(url);
  const running = options.port === undefined ? serverNotes(stateFolder(env), memoryDir).find() : undefined;
  const known = running && (await ownerUrlOf(running));
  if (known !== undefined) return show(known);
  const started = await startServer({ ...options, ...bar }, env);
  process.stdout.write(`Serving ${started.project} on ${started.url}. To stop: Ctrl+C.\n`);
  await started.prepared;
  bar?.done();
  await show(started.ownerUrl());
  await runUntilStopped(started);
}

async function print(url: string): Promise<void> {
  process.stdout.write(`Open this address within a minute. It works once:\n${url}\n`);
}

/** Programs inside a repository are never started. */
async function showPage(url: string, folders: readonly string[]): Promise<void> {
  const { env, platform } = process;
  const refused = untrustedFolders(folders, env.HOME ?? env.USERPROFILE ?? "");
  const [name = "", ...args] = openerFor(platform);
  const program = findProgram(name, { path: trustedPath(env.PATH, refused), refused });
  if (program === undefined || !(await openInBrowser(program, [...args, url]))) return print(url);
  process.stdout.write(
    "The dashboard is open in your browser. Without a browser: tidemark open --no-browser\n",
  );
}
