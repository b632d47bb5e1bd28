import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, sep } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Command, commandsOf, fits, type Page, readPage } from "./docs/page.ts";
import { scenario } from "./scenarios/scenario.ts";
import { commandLine, standsIn } from "./scenarios/stage.ts";
import { ROOT, textOf } from "./sources.ts";
import { BIN, built, node, spawned } from "./spawned.ts";

/** The fixed time at which the commands of every page run. */
const NOW = "2026-03-02T09:00:00Z";
const SHELL = "/bin/sh";
/** Commands that pages show but the test does not run, because they would install from outside the checkout. */
const NOT_RUN = /^(npm|npx|git clone)\b|^cd \S+$/;

const NOT_SHOWN = /TIDEMARK_NOW|^Created a memory for this project|^Agents that use Tidemark are recorded/;

const workshop = mkdtempSync(join(tmpdir(), "tidemark-docs-"));
const pages = ["README.md", ...guidePages()].map((path) => readPage(path, textOf(path)));

beforeAll(async () => {
  await built();
  const bin = join(workshop, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "tidemark"), `#!${SHELL}\nexec "${process.execPath}" "${BIN}" "$@"\n`);
  chmodSync(join(bin, "tidemark"), 0o755);
});

afterAll(() => rmSync(workshop, { recursive: true, force: true, maxRetries: 5 }));

// The pages show a POSIX shell. On Windows other tests cover the commands that the pages show.
describe.skipIf(process.platform === "win32").each(pages)("$path", (page) => {
  test.skipIf(page.consoles.length === 0)("its commands print the output that it shows", () => runPage(page));
  test.skipIf(page.snippets.length === 0)("has examples that compile", () => checkExamples(page));
});

scenario("reference.generated", async () => {
  const { code, stderr } = await node(["scripts/docs.mjs", "--check"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
});

/** Runs all blocks of a page in order in one new project. The project starts with the page's own tape. */
async function runPage(page: Page): Promise<void> {
  const project = await newProject(page);
  standsIn(project.cwd);
  for (const tape of page.tapes) {
    const { code, stderr } = await node([BIN, "record", "-"], { ...project, input: tape });
    expect(code, stderr).toBe(0);
  }
  for (const command of page.consoles.flatMap(commandsOf)) await shows(command, project, page);
}

async function shows(command: Command, project: PageProject, page: Page): Promise<void> {
  if (NOT_RUN.test(command.line)) return;
  const stdout = await printedBy(command.line, project);
  // With a fixed clock every surface says so, and says when a memory is created. Pages leave these lines out.
  const printed = stdout.split("\n").filter((line) => !NOT_SHOWN.test(line));
  if (fits(command.output, printed)) return;
  const said = printed.join("\n").trimEnd();
  expect(said, `${page.path}:${command.at} $ ${command.line}`).toBe(command.output.join("\n"));
}

/** Runs a plain command in this process, because starting the program is slow. Other commands run in a shell. */
async function printedBy(line: string, { cwd, env }: PageProject): Promise<string> {
  const [, variables = "", words = ""] = PLAIN.exec(line) ?? [];
  if (words === "") return (await spawned(SHELL, ["-c", `{ ${line}\n} 2>&1`], { cwd, env })).stdout;
  let printed = "";
  const print = (text: string): void => {
    printed += text;
  };
  const given = Object.fromEntries(
    variables
      .split(" ")
      .filter(Boolean)
      .map((pair) => pair.split("=")),
  );
  const argv = [...words.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? "",
  );
  await commandLine(argv, { dir: cwd, env: { ...env, ...given }, out: print, err: print });
  return printed;
}

/** Matches a command that needs no shell: variables, `tidemark`, and words without shell syntax. */
const PLAIN = /^((?:\w+=\S+ )*)tidemark (?!hook\b|mcp\b|serve\b|open\b|demo\b|worker\b)([^|<>;&$`\\*~\n]+)$/;

type PageProject = { readonly cwd: string; readonly env: NodeJS.ProcessEnv };

async function newProject(page: Page): Promise<PageProject> {
  const home = mkdtempSync(join(workshop, "page-"));
  const cwd = join(home, "project");
  mkdirSync(cwd);
  const env = {
    ...process.env,
    // The PATH leaves out the agent hosts that are installed on this machine.
    PATH: [join(workshop, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
    HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_STATE_HOME: join(home, ".local", "state"),
    TIDEMARK_NOW: NOW,
    TIDEMARK_AGENT: "",
    NO_COLOR: "1",
    GIT_CONFIG_GLOBAL: join(home, "gitconfig"),
    GIT_AUTHOR_DATE: NOW,
    GIT_COMMITTER_DATE: NOW,
  };
  const git = ["-c", "user.name=Reader", "-c", "user.email=reader@example.com"];
  await spawned("git", ["init", "-q", "-b", "main"], { cwd, env });
  const { code, stderr } = await spawned("git", [...git, "commit", "-q", "--allow-empty", "-m", page.path], {
    cwd,
    env,
  });
  expect(code, stderr).toBe(0);
  return { cwd, env };
}

async function checkExamples({ path }: Page): Promise<void> {
  examples ??= compileExamples();
  const prefix = `${nameOf(path)}-`;
  expect((await examples).split("\n").filter((line) => line.includes(prefix))).toEqual([]);
}

/** The compiler's output for the examples of all pages. It runs once, because starting it takes most of the time. */
let examples: Promise<string> | undefined;

const nameOf = (path: string): string => path.replace(/\W+/g, "-");

/** Compiles each example as a module of its own against the published type declarations. */
async function compileExamples(): Promise<string> {
  const folder = mkdtempSync(join(workshop, "examples-"));
  mkdirSync(join(folder, "node_modules"));
  for (const [name, target] of [
    ["tidemark", ROOT],
    ["zod", join(ROOT, "node_modules/zod")],
    ["@types", join(ROOT, "node_modules/@types")],
    ["vitest", join(ROOT, "node_modules/vitest")],
  ] as const) {
    symlinkSync(target, join(folder, "node_modules", name), "junction");
  }
  for (const { path, snippets } of pages)
    for (const { at, text } of snippets)
      writeFileSync(join(folder, `${nameOf(path)}-${at}.ts`), `${text}\nexport {};\n`);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: OPTIONS, include: ["*.ts"] }),
  );
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const { stdout, code } = await node([compiler, "-p", folder, "--pretty", "false"]);
  // An error without the name of an example is about the compiler settings, and fails here.
  if (code !== 0) expect(stdout).toMatch(/^\S+-\d+\.ts\(/);
  return stdout;
}

const OPTIONS = {
  target: "ES2023",
  lib: ["ES2023"],
  types: ["node"],
  module: "NodeNext",
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

function guidePages(): string[] {
  const folder = join(ROOT, "docs/guide");
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".md"),
  );
  return names.sort().map((name) => `docs/guide/${name.split(sep).join("/")}`);
}
