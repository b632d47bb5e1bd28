import { chownSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { git, repository, write } from "./git-stage.ts";
import type { HostileCase, HostileStage } from "./hostile-case.ts";

const area = "git";

const SECRET = "The vault of the other project opens on Sundays";

/** Another project of the user with a memory, and a hostile folder that was unpacked beside it. */
type Neighbours = { readonly other: string; readonly unpacked: string };

async function neighbours(stage: HostileStage): Promise<Neighbours> {
  const other = await repository(stage, join(stage.home, "other"));
  await stage.tidemark(["remember", SECRET], { cwd: other });
  const unpacked = join(stage.home, "unpacked");
  mkdirSync(unpacked);
  return { other, unpacked };
}

/** Undefined if commands in the unpacked folder neither read nor change the memory of the other project. */
async function reached(stage: HostileStage, { other, unpacked }: Neighbours): Promise<string | undefined> {
  const told = await stage.tidemark(["find"], { cwd: unpacked });
  if (told.stdout.includes(SECRET)) return "The folder was told what the other project remembers.";
  const asked = { cwd: unpacked, session_id: "s", source: "startup" };
  const brief = await stage.hook("claude-code", "SessionStart", asked, { cwd: unpacked });
  if (brief.stdout.includes(SECRET)) return "The hook told the folder what the other project remembers.";
  await stage.tidemark(["remember", "Planted by the unpacked folder"], { cwd: unpacked });
  const found = await stage.tidemark(["find"], { cwd: other });
  if (found.stdout.includes("Planted")) return "The folder wrote into the memory of the other project.";
  return found.stdout.includes(SECRET) ? undefined : "The other project lost its memory.";
}

const pretending = (
  name: string,
  pretend: (stage: HostileStage, at: Neighbours) => Promise<unknown>,
): HostileCase => ({
  area,
  name: `${name} leads to no memory of another project`,
  run: async (stage) => {
    const at = await neighbours(stage);
    await pretend(stage, at);
    return reached(stage, at);
  },
});

function standIn(dir: string, config: string): void {
  for (const name of ["objects", "refs"]) mkdirSync(join(dir, name), { recursive: true });
  write(join(dir, "HEAD"), "ref: refs/heads/main\n");
  write(join(dir, "config"), config);
}

const PRETENDERS: readonly HostileCase[] = [
  pretending("a .git file", async (_, { other, unpacked }) =>
    write(join(unpacked, ".git"), `gitdir: ${other}/.git\n`),
  ),
  pretending("a relative .git file", async (_, { unpacked }) =>
    write(join(unpacked, ".git"), "gitdir: ../other/.git\n"),
  ),
  pretending("a .git link", async (_, { other, unpacked }) =>
    symlinkSync(join(other, ".git"), join(unpacked, ".git")),
  ),
  pretending("a .git file that names a linked worktree", async (stage, { other, unpacked }) => {
    await git(stage, other, "worktree", "add", "-q", join(stage.home, "linked"));
    write(join(unpacked, ".git"), `gitdir: ${other}/.git/worktrees/linked\n`);
  }),
  pretending("a .git folder with a commondir", async (_, { other, unpacked }) => {
    standIn(join(unpacked, ".git"), "");
    write(join(unpacked, ".git/commondir"), `${other}/.git\n`);
  }),
  pretending("a forged worktree entry", async (_, { other, unpacked }) => {
    standIn(join(unpacked, "x/worktrees/w"), "");
    write(join(unpacked, "x/worktrees/w/commondir"), `${other}/.git\n`);
    write(join(unpacked, "x/worktrees/w/gitdir"), `${unpacked}/.git\n`);
    write(join(unpacked, ".git"), "gitdir: ./x/worktrees/w\n");
  }),
  pretending("a folder that looks like a git directory", async (_, { unpacked }) =>
    standIn(unpacked, "[core]\n\tworktree = ../other\n"),
  ),
  pretending("a folder that looks like a git directory with a config.worktree", async (_, { unpacked }) => {
    standIn(unpacked, "");
    write(join(unpacked, "config.worktree"), "[core]\n\tworktree = ../other\n");
  }),
];

const REFUSED: readonly HostileCase[] = [
  {
    area,
    name: "doctor says that git refuses a repository of another user",
    run: async (stage) => {
      // Only root can change the owner of a folder.
      if (process.geteuid?.() !== 0) return undefined;
      await repository(stage);
      for (const path of [stage.project, join(stage.project, ".git")]) chownSync(path, 65_534, 65_534);
      const { stdout } = await stage.tidemark(["doctor"]);
      return stdout.includes("Git refuses to open") ? undefined : `Doctor said: ${stdout}`;
    },
  },
  {
    area,
    name: "files of another folder that core.worktree names are not read",
    run: async (stage) => {
      const { other } = await neighbours(stage);
      write(join(other, "secret-plan.md"), "x\n");
      for (const at of [1, 2, 3, 4]) write(join(other, `new-${at}.md`), "x\n");
      await repository(stage);
      await git(stage, stage.project, "config", "core.worktree", other);
      await stage.tidemark(["context", "switch", "A-1", "--goal", "Describe the totals."]);
      const { stdout } = await stage.tidemark(["context", "sync", "--json"]);
      return /"changed":\s*[1-9]|secret-plan/.test(stdout)
        ? `The other folder was looked at: ${stdout}`
        : undefined;
    },
    isControl: true,
  },
];

/** Undefined if both folders share one memory. */
async function shares(stage: HostileStage, from: string, to: string): Promise<string | undefined> {
  await stage.tidemark(["remember", SECRET], { cwd: from });
  const { stdout } = await stage.tidemark(["find"], { cwd: to });
  return stdout.includes(SECRET) ? undefined : `The memory is not shared: ${stdout}`;
}

const control = (name: string, run: HostileCase["run"]): HostileCase => ({
  area,
  isControl: true,
  name,
  run,
});

const REAL: readonly HostileCase[] = [
  control("a linked worktree shares the memory", async (stage) => {
    await repository(stage);
    await git(stage, stage.project, "worktree", "add", "-q", join(stage.home, "linked"));
    return shares(stage, stage.project, join(stage.home, "linked"));
  }),
  control("a worktree that was moved and repaired shares the memory", async (stage) => {
    await repository(stage);
    const [before, after] = [join(stage.home, "before"), join(stage.home, "after")];
    await git(stage, stage.project, "worktree", "add", "-q", before);
    renameSync(before, after);
    await git(stage, stage.project, "worktree", "repair", after);
    return shares(stage, after, stage.project);
  }),
  control("worktrees of a bare repository share the memory", async (stage) => {
    await repository(stage);
    const bare = join(stage.home, "bare.git");
    await git(stage, stage.project, "clone", "-q", "--bare", ".", bare);
    await git(stage, bare, "worktree", "add", "-q", join(stage.home, "one"));
    return shares(stage, join(stage.home, "one"), bare);
  }),
  control("a submodule has its own memory and its commits are read", async (stage) => {
    await repository(stage, join(stage.home, "library"));
    await repository(stage);
    await git(stage, stage.project, "submodule", "add", "-q", join(stage.home, "library"), "library");
    const { stdout } = await stage.tidemark(["worker", "--once"], { cwd: join(stage.project, "library") });
    return stdout.includes("1 new commit") ? undefined : `The worker said: ${stdout}`;
  }),
  control("commits of a repository with its git directory elsewhere are read", async (stage) => {
    await git(stage, stage.project, "init", "-q", `--separate-git-dir=${join(stage.home, "store")}`);
    await git(stage, stage.project, "commit", "-q", "--allow-empty", "-m", "first");
    const { stdout } = await stage.tidemark(["worker", "--once"]);
    return stdout.includes("1 new commit") ? undefined : `The worker said: ${stdout}`;
  }),
];

export const gitProjectCases: readonly HostileCase[] = [...PRETENDERS, ...REFUSED, ...REAL];
