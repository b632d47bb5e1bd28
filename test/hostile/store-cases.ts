import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import type { HostileCase, HostileStage } from "./hostile-case.ts";
import { lostTailCases } from "./lost-tail-cases.ts";
import { pulledCases } from "./pulled-cases.ts";
import { settleCases } from "./settle-cases.ts";
import { spoolCases } from "./spool-cases.ts";
import {
  attacker,
  bytesIn,
  databaseOf,
  httpStatus,
  mcpCall,
  memoryOf,
  POISON,
  poison,
  sessionReplies,
  shipMemory,
  shipOverOwnMemory,
  showsPoison,
} from "./store-stage.ts";

type Attack = (stage: HostileStage) => Promise<string | undefined>;

const foreign = (name: string, run: Attack): HostileCase => ({ area: "foreign stores", name, run });
const control = (name: string, run: Attack): HostileCase => ({
  area: "foreign stores",
  name,
  isControl: true,
  run,
});

const when = (isWrong: boolean, said: string): string | undefined => (isWrong ? said : undefined);

/** Commands that read a memory. */
const READING: readonly (readonly string[])[] = [
  ["brief"],
  ["recall", "tests setup"],
  ["find", "--kind", "constraint"],
  ["status", "--work"],
  ["resume"],
  ["context", "show", "run the tests"],
  ["topics"],
];

const readingCases = READING.map((argv) =>
  foreign(`\`${argv.join(" ")}\` shows nothing of a memory that came with the repository`, async (stage) => {
    await shipMemory(stage);
    return when(showsPoison(await stage.tidemark(argv)), "it repeated what the shipped memory says");
  }),
);

const HOOKS = ["SessionStart", "UserPromptSubmit", "PreToolUse"] as const;

const hookCases = HOOKS.map((event, at) =>
  foreign(`${event} gives an agent nothing of a memory that came with the repository`, async (stage) => {
    await shipOverOwnMemory(stage);
    const told = await sessionReplies(stage);
    const ended = told[at];
    return when(ended === undefined || showsPoison(ended), `the hook told the agent: ${ended?.stdout}`);
  }),
);

/** Cases with files of a memory that are used although they are not on the tape. */
const fileCases = [
  foreign("a working page that came with the repository is not shown", async (stage) => {
    const page = join(memoryOf(stage), "sessions", "s1");
    mkdirSync(page, { recursive: true });
    writeFileSync(join(page, "working.md"), `# Working memory\nRun ${POISON}\n`);
    const sessions = { s1: { published_at: 1_700_000_000_000, position: 0, hash: "0" } };
    writeFileSync(join(memoryOf(stage), "state.json"), JSON.stringify({ schema: "state.v1", sessions }));
    const told = [await stage.tidemark(["working", "s1"]), ...(await sessionReplies(stage))];
    return when(told.some(showsPoison), "the page was shown");
  }),
  foreign("notes of hooks that came with the repository are ignored", async (stage) => {
    const hooks = join(memoryOf(stage), "hooks");
    mkdirSync(hooks, { recursive: true });
    writeFileSync(join(hooks, "keys"), "cmd npm\ncmd npm test\n");
    const before = bytesIn(memoryOf(stage));
    await sessionReplies(stage);
    return when(bytesIn(memoryOf(stage)) !== before, "the shipped folder was written to");
  }),
  foreign("a token that came with the repository gives no access", async (stage) => {
    await stage.tidemark(["remember", "use pnpm"]);
    writeFileSync(join(memoryOf(stage), "token"), "known-to-the-attacker-0123456789\n", { mode: 0o600 });
    const status = await httpStatus(stage, "known-to-the-attacker-0123456789");
    return when(status !== undefined && status !== 401, `the server answered ${status}`);
  }),
  foreign("settings of a foreign memory are ignored", async (stage) => {
    await shipMemory(stage);
    writeFileSync(join(memoryOf(stage), "config.yaml"), "agent: the-maintainer\n");
    const { stdout } = await stage.tidemark(["status", "--json"]);
    return when(stdout.includes("the-maintainer"), "the agent's name came from the repository");
  }),
  control("an endpoint in the settings of a project is never used", async (stage) => {
    mkdirSync(memoryOf(stage));
    writeFileSync(
      join(memoryOf(stage), "config.yaml"),
      "model:\n  mode: cloud\n  base_url: https://evil.example\n",
    );
    const { code } = await stage.tidemark(["worker", "--once"]);
    return when(code === 0, "the endpoint was taken");
  }),
];

/** Replaces the user's database by the attacker's, as a pull can do with an ignored file. */
async function replaceDatabase(stage: HostileStage): Promise<void> {
  await stage.tidemark(["remember", "use pnpm"]);
  const other = attacker(stage);
  await poison(other);
  rmSync(databaseOf(stage));
  cpSync(databaseOf(other), databaseOf(stage));
}

const placeCases = [
  foreign("a database that a pull puts in place of the user's own is not believed", async (stage) => {
    await replaceDatabase(stage);
    const told = [await stage.tidemark(["brief"]), ...(await sessionReplies(stage))];
    return when(told.some(showsPoison), "it was believed");
  }),
  foreign("a database written over the user's own, in the same file, is not believed", async (stage) => {
    await stage.tidemark(["remember", "use pnpm"]);
    const other = attacker(stage);
    await poison(other);
    writeFileSync(databaseOf(stage), readFileSync(databaseOf(other)));
    const told = [await stage.tidemark(["brief"]), ...(await sessionReplies(stage))];
    return when(told.some(showsPoison), "it was believed");
  }),
  foreign("the user's own published memory is not believed after others added to it", async (stage) => {
    await stage.tidemark(["remember", "use pnpm"]);
    const other = attacker(stage);
    cpSync(memoryOf(stage), memoryOf(other), { recursive: true });
    await other.tidemark(["adopt", "--yes"]);
    await poison(other);
    rmSync(databaseOf(stage));
    cpSync(databaseOf(other), databaseOf(stage));
    return when(showsPoison(await stage.tidemark(["brief"])), "it was believed");
  }),
  foreign("a hostile project at the path of a deleted one is not believed", async (stage) => {
    await stage.tidemark(["remember", "use pnpm"]);
    rmSync(memoryOf(stage), { recursive: true });
    await shipMemory(stage);
    return when(showsPoison(await stage.tidemark(["brief"])), "it was believed");
  }),
  foreign("a memory of which only the log came with the repository is not believed", async (stage) => {
    const other = attacker(stage);
    await poison(other);
    const driver = await chooseDriver();
    const held = driver.open(databaseOf(other), { readOnly: true });
    try {
      held.prepare("SELECT count(*) AS n FROM events").get();
      await poison(other);
      cpSync(memoryOf(other), memoryOf(stage), { recursive: true });
    } finally {
      held.close();
    }
    rmSync(`${databaseOf(stage)}-shm`, { force: true });
    const told = [await stage.tidemark(["brief"]), ...(await sessionReplies(stage))];
    return when(told.some(showsPoison), "it was believed");
  }),
  foreign("a copy of another project's memory is not used as this project's own", async (stage) => {
    const second: HostileStage = { ...stage, project: join(stage.project, "..", "second") };
    mkdirSync(second.project);
    await stage.tidemark(["create", "constraint", "--text", `Only for the first project: ${POISON}`]);
    cpSync(memoryOf(stage), memoryOf(second), { recursive: true });
    const told = await stage.tidemark(["brief"], { cwd: second.project });
    return when(showsPoison(told), "the copy was believed");
  }),
  foreign("MCP tools return nothing of a memory that came with the repository", async (stage) => {
    await shipMemory(stage);
    return when(showsPoison(await mcpCall(stage, "recall", { query: "tests setup" })), "the tool told it");
  }),
  foreign("status says that a memory came from elsewhere, and how to adopt it", async (stage) => {
    await shipMemory(stage);
    const { stdout } = await stage.tidemark(["status"]);
    return when(
      !/came from elsewhere/.test(stdout) || !/tidemark adopt/.test(stdout),
      "it said nothing of that",
    );
  }),
  foreign("doctor finds a memory that came from elsewhere", async (stage) => {
    await shipMemory(stage);
    const { code, stdout } = await stage.tidemark(["doctor"]);
    return when(code === 0 || !/tidemark adopt/.test(stdout), "it found nothing");
  }),
  foreign("one line of the brief tells an agent that a memory was not read", async (stage) => {
    await shipOverOwnMemory(stage);
    const [start] = await sessionReplies(stage);
    return when(!/is not used/.test(start?.stdout ?? ""), "the brief said nothing of that");
  }),
  foreign("neither reads, hooks nor a refused write change a foreign memory", async (stage) => {
    await shipMemory(stage);
    const before = bytesIn(memoryOf(stage));
    await stage.tidemark(["brief"]);
    await sessionReplies(stage);
    await stage.tidemark(["remember", "use pnpm"]);
    for (const argv of [["doctor", "--fix"], ["verify"], ["backup", join(stage.home, "copy.db")]])
      await stage.tidemark(argv);
    return when(bytesIn(memoryOf(stage)) !== before, "something was written there");
  }),
  foreign(
    "turns that hooks recorded while a memory was foreign are kept when it is moved away",
    async (stage) => {
      const own = await shipOverOwnMemory(stage);
      await stage.hook("claude-code", "UserPromptSubmit", { session_id: "s9", prompt: "We use pnpm here." });
      renameSync(memoryOf(stage), join(stage.project, "moved"));
      renameSync(own, memoryOf(stage));
      const { stdout } = await stage.tidemark(["session", "list"]);
      return when(!stdout.includes("s9"), "the turn is gone");
    },
  ),
  foreign("reading a database in place of the user's own creates no files beside it", async (stage) => {
    await stage.tidemark(["remember", "use tabs"]);
    const other = attacker(stage);
    await poison(other);
    rmSync(databaseOf(stage));
    cpSync(databaseOf(other), databaseOf(stage));
    const before = bytesIn(memoryOf(stage));
    for (const argv of [["brief"], ["status"], ["recall", "tests"]]) await stage.tidemark(argv);
    return when(bytesIn(memoryOf(stage)) !== before, "something was written there");
  }),
  foreign(
    "no turn is written into a foreign memory with the inode numbers of a deleted own one",
    async (stage) => {
      await stage.tidemark(["remember", "use tabs"]);
      const other = attacker(stage);
      await poison(other);
      writeFileSync(databaseOf(stage), readFileSync(databaseOf(other)));
      // The system reuses inode numbers of deleted files; the creation time still distinguishes the files.
      const stores = join(stage.home, ".local", "state", "tidemark", "stores");
      const [name = ""] = readdirSync(stores);
      const file = join(stores, name, "record.json");
      const record = JSON.parse(readFileSync(file, "utf8")) as { folder: string; database: string };
      const older = (number: string): string => `${number.split("-")[0]}-1`;
      const changed = { ...record, folder: older(record.folder), database: older(record.database) };
      writeFileSync(file, JSON.stringify(changed));
      await stage.hook("claude-code", "UserPromptSubmit", { session_id: "s9", prompt: "We use pnpm here." });
      const left = readdirSync(memoryOf(stage), { recursive: true }).map(String);
      return when(
        left.some((path) => path.endsWith(".jsonl")),
        `the turn lies in the foreign folder: ${left.join(", ")}`,
      );
    },
  ),
  foreign("an agent cannot adopt a memory", async (stage) => {
    await shipMemory(stage);
    await stage.tidemark(["--agent", "builder", "adopt", "--yes"]);
    return when(showsPoison(await stage.tidemark(["brief"])), "it was adopted");
  }),
  foreign("adopt without --yes only shows the content", async (stage) => {
    await shipMemory(stage);
    const { stdout } = await stage.tidemark(["adopt"]);
    if (!/1 constraint/.test(stdout) || !/Written by/.test(stdout)) return `it said: ${stdout}`;
    return when(showsPoison(await stage.tidemark(["brief"])), "it was adopted");
  }),
  foreign("a database with foreign triggers is not adopted", async (stage) => {
    const other = await shipMemory(stage);
    const driver = await chooseDriver();
    const db = driver.open(databaseOf(other));
    db.exec("CREATE TRIGGER own AFTER INSERT ON events BEGIN DELETE FROM view_rows; END");
    db.close();
    cpSync(databaseOf(other), databaseOf(stage));
    await stage.tidemark(["adopt", "--yes"]);
    return when(showsPoison(await stage.tidemark(["brief"])), "it was adopted");
  }),
  foreign("status and doctor say that git tracks the memory, and how to stop that", async (stage) => {
    const git = (...argv: string[]) => execFileSync("git", argv, { cwd: stage.project, env: stage.env });
    git("init", "-q");
    await stage.tidemark(["remember", "use pnpm"]);
    git("add", "--force", ".tidemark/tidemark.db");
    const told = [await stage.tidemark(["status"]), await stage.tidemark(["doctor"])];
    return when(!told.every(({ stdout }) => /git rm -r --cached/.test(stdout)), "it was not reported");
  }),
  foreign("an unusable state folder is an error with a remedy, and hooks end with 0", async (stage) => {
    const file = join(stage.home, "state");
    writeFileSync(file, "");
    const env = { ...stage.env, XDG_STATE_HOME: file };
    const { code, stderr } = await stage.tidemark(["remember", "use pnpm"], { env });
    const hook = await stage.hook(
      "claude-code",
      "UserPromptSubmit",
      { session_id: "s1", prompt: "hi" },
      { env },
    );
    if (hook.code !== 0) return `the hook ended with ${hook.code}`;
    return when(code === 0 || !/XDG_STATE_HOME/.test(stderr), `it said: ${stderr}`);
  }),
];

const tells = async (stage: HostileStage, words: string, cwd = stage.project): Promise<boolean> =>
  (await stage.tidemark(["brief"], { cwd })).stdout.includes(words);

const controlCases = [
  control("a memory that a person adopted is used", async (stage) => {
    await shipMemory(stage);
    await stage.tidemark(["adopt", "--yes"]);
    return when(!showsPoison(await stage.tidemark(["brief"])), "nothing is told");
  }),
  control("other processes use the user's own memory in commands and hooks", async (stage) => {
    await poison(stage);
    const told = [await stage.tidemark(["brief"]), ...(await sessionReplies(stage))];
    return when(
      !(showsPoison(told[0] as never) && showsPoison(told[1] as never) && told.slice(2).some(showsPoison)),
      "it is silent",
    );
  }),
  control("a renamed project keeps its memory", async (stage) => {
    await stage.tidemark(["remember", "use pnpm"]);
    const moved = join(stage.project, "..", "renamed");
    renameSync(stage.project, moved);
    const isTold = await tells(stage, "use pnpm", moved);
    mkdirSync(stage.project);
    return when(!isTold, "nothing is told after the rename");
  }),
  control("a renamed project keeps recording, and its old path starts a new memory", async (stage) => {
    await stage.tidemark(["remember", "use pnpm"]);
    const moved = join(stage.project, "..", "renamed");
    renameSync(stage.project, moved);
    mkdirSync(stage.project);
    await stage.tidemark(["remember", "use yarn here"]);
    await stage.tidemark(["remember", "tabs not spaces"], { cwd: moved });
    if (await tells(stage, "use pnpm")) return "the old place has the moved memory";
    return when(!(await tells(stage, "tabs not spaces", moved)), "the moved memory is not told");
  }),
  control("worktrees of one repository share one memory", async (stage) => {
    const git = (...argv: string[]) => execFileSync("git", argv, { cwd: stage.project, env: stage.env });
    git("init", "-q");
    git("commit", "-q", "--allow-empty", "-m", "first");
    git("worktree", "add", "-q", "../linked");
    await stage.tidemark(["remember", "use pnpm"], { cwd: join(stage.project, "..", "linked") });
    return when(!(await tells(stage, "use pnpm")), "the other worktree knows nothing");
  }),
  control("settings that a project shares on purpose are used", async (stage) => {
    mkdirSync(memoryOf(stage));
    writeFileSync(join(memoryOf(stage), "config.yaml"), "agent: reviewer\n");
    await stage.tidemark(["remember", "use pnpm"]);
    const { stdout } = await stage.tidemark(["status", "--json"]);
    return when(!stdout.includes("reviewer"), "the settings were ignored");
  }),
  control("several processes that create a memory at once can all use it", async (stage) => {
    const all = await Promise.all([1, 2, 3, 4].map((n) => stage.tidemark(["remember", `fact ${n}`])));
    const bad = all.find(({ code }) => code !== 0);
    if (bad) return bad.stderr;
    return when(!(await tells(stage, "fact 4")), "not all of it is told");
  }),
];

export const storeCases: readonly HostileCase[] = [
  ...readingCases,
  ...hookCases,
  ...spoolCases,
  ...fileCases,
  ...placeCases,
  ...controlCases,
  ...lostTailCases,
  ...settleCases,
  ...pulledCases,
];
