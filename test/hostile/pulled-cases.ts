import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HostileCase, HostileStage } from "./hostile-case.ts";
import { attacker, memoryOf, poison, says } from "./store-stage.ts";

const git = ({ project, env }: HostileStage, ...argv: string[]): void =>
  void execFileSync("git", argv, { cwd: project, env, stdio: "ignore" });

/** A project of the user with a memory of its own, under git. */
async function ownProject(stage: HostileStage): Promise<void> {
  git(stage, "init", "-q");
  await stage.tidemark(["remember", "We build with pnpm", "--kind", "decision"]);
}

/** What a pull brings: files of somebody else's memory, tracked by git. */
async function pulls(stage: HostileStage, names: readonly string[]): Promise<void> {
  const other = attacker(stage);
  await poison(other);
  for (const name of names) {
    const from = join(memoryOf(other), name);
    mkdirSync(join(memoryOf(stage), name, ".."), { recursive: true });
    if (existsSync(from)) cpSync(from, join(memoryOf(stage), name), { recursive: true });
    else writeFileSync(join(memoryOf(stage), name), "{}\n");
  }
  git(stage, "add", "-f", ".tidemark");
  git(stage, "commit", "-q", "-m", "docs");
}

const PULLED: readonly (readonly string[])[] = [
  ["tidemark.db"],
  ["tidemark.db-wal"],
  ["tidemark.db-journal"],
  ["context/main/pending.json"],
  ["sessions/s1/working.md"],
  ["spool/0000.jsonl"],
];

/** The memory is the user's own, and a pull puts files into it. */
const attacks: readonly HostileCase[] = PULLED.map((names) => ({
  area: "foreign stores",
  name: `a pull that brings ${names.join(" and ")} into one's own memory is not believed, and said`,
  run: async (stage) => {
    await ownProject(stage);
    await pulls(stage, names);
    for (const args of [["brief"], ["recall", "tests"]])
      if (says(await stage.tidemark(args))) return `${args[0]} tells what the pull brought`;
    const start = await stage.hook("claude-code", "SessionStart", { session_id: "s", source: "startup" });
    if (says(start)) return "a session is told what the pull brought";
    const { stdout } = await stage.tidemark(["status"]);
    // Whatever the files hold, nothing of the folder may be read while git tracks them.
    return /is not used.*git rm -r --cached/s.test(stdout)
      ? undefined
      : `status says nothing: ${stdout.slice(0, 300)}`;
  },
}));

const others: readonly HostileCase[] = [
  {
    area: "foreign stores",
    name: "a shipped .gitignore does not show the memory to git",
    run: async (stage) => {
      git(stage, "init", "-q");
      mkdirSync(memoryOf(stage));
      writeFileSync(join(memoryOf(stage), ".gitignore"), "!*\n");
      await stage.tidemark(["remember", "We build with pnpm"]);
      git(stage, "add", ".");
      const listed = execFileSync("git", ["ls-files"], {
        cwd: stage.project,
        env: stage.env,
        encoding: "utf8",
      });
      return listed.includes("tidemark.db") ? "the database would be committed" : undefined;
    },
  },
  {
    area: "links and devices",
    name: "setting up a host in a project does not write through links that came with it",
    run: async (stage) => {
      git(stage, "init", "-q");
      const outside = join(stage.home, "notes.md");
      writeFileSync(outside, "mine\n");
      for (const name of ["CLAUDE.md", "AGENTS.md", ".mcp.json"])
        symlinkSync(outside, join(stage.project, name));
      await stage.tidemark(["init", "--hosts", "claude-code", "--scope", "project", "--yes"]);
      return readFileSync(outside, "utf8") === "mine\n" ? undefined : "a file outside was changed";
    },
  },
  {
    area: "foreign stores",
    isControl: true,
    name: "a memory that was tracked is used again once it is untracked",
    run: async (stage) => {
      await ownProject(stage);
      git(stage, "add", "-f", ".tidemark/tidemark.db");
      git(stage, "rm", "-r", "-q", "--cached", ".tidemark");
      const { stdout } = await stage.tidemark(["brief"]);
      return stdout.includes("pnpm") ? undefined : "the decision is not told any more";
    },
  },
  {
    area: "foreign stores",
    isControl: true,
    name: "settings of the memory may be tracked on purpose",
    run: async (stage) => {
      await ownProject(stage);
      writeFileSync(join(memoryOf(stage), "config.yaml"), "agent: reviewer\n");
      git(stage, "add", "-f", ".tidemark/config.yaml");
      const { stdout } = await stage.tidemark(["brief"]);
      return stdout.includes("pnpm") ? undefined : "the memory is not used any more";
    },
  },
];

export const pulledCases: readonly HostileCase[] = [...attacks, ...others];
