import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HostileCase, HostileStage } from "./hostile-case.ts";
import { attacker, memoryOf, poison, showsPoison } from "./store-stage.ts";

const git = ({ project, env }: HostileStage, ...argv: string[]): void =>
  void execFileSync("git", argv, { cwd: project, env, stdio: "ignore" });

/** Creates a memory of the user's own in a project under git. */
async function ownProject(stage: HostileStage): Promise<void> {
  git(stage, "init", "-q");
  await stage.tidemark(["remember", "We build with pnpm", "--kind", "decision"]);
}

/** Commits files of somebody else's memory to the project, as a pull does. */
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

/** Cases in which a pull puts files into a memory of the user's own. */
const attacks: readonly HostileCase[] = PULLED.map((names) => ({
  area: "foreign stores",
  name: `a pull that brings ${names.join(" and ")} into the user's own memory is not believed, and is reported`,
  run: async (stage) => {
    await ownProject(stage);
    await pulls(stage, names);
    for (const args of [["brief"], ["recall", "tests"]])
      if (showsPoison(await stage.tidemark(args))) return `${args[0]} tells what the pull brought`;
    const start = await stage.hook("claude-code", "SessionStart", { session_id: "s", source: "startup" });
    if (showsPoison(start)) return "a session is told what the pull brought";
    const { stdout } = await stage.tidemark(["status"]);
    // Nothing in the memory folder may be read while git tracks these files, whatever they contain.
    return /is not used.*git rm -r --cached/s.test(stdout)
      ? undefined
      : `status says nothing: ${stdout.slice(0, 300)}`;
  },
}));

const others: readonly HostileCase[] = [
  {
    area: "foreign stores",
    name: "a .gitignore that came with the repository does not make git track the memory",
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
    name: "init for a host does not write through symbolic links that came with the project",
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
    name: "a tracked memory is used again once git no longer tracks it",
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
