import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { consentFiles } from "../../src/adapters/consent/consent-files.ts";
import { stateFolder } from "../../src/adapters/disk/state-folder.ts";
import { mergeConfig } from "../../src/core/config/config.ts";
import { matchingIgnorePattern } from "../../src/core/recording/ignore-list.ts";
import { mayAutoStart } from "../../src/core/recording/may-begin.ts";
import { decideRecording, isVariableSet } from "../../src/core/recording/recording.ts";
import { WIRINGS } from "../../src/surfaces/hosts/wirings.ts";
import { ROOT } from "../root.ts";
import { BIN, built, node } from "../spawned.ts";
import { askForMemory } from "../support/asked-memory.ts";
import { type HookPlace as Place, prompt, turns } from "../support/hook-prompt.ts";
import { HOST_NAMES, hostStage } from "../support/host-stage.ts";
import { startMcp } from "../support/mcp-server.ts";
import { treeOf } from "../support/tree-of.ts";
import { scenario } from "./scenario.ts";
import { commandLine, git, stage, stageAt } from "./stage.ts";

beforeAll(built);

/** Writes a settings file of the user. */
function putConfig({ env }: Place, text: string): void {
  const file = join(env.XDG_CONFIG_HOME ?? "", "tidemark", "config.yaml");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** A git repository outside the folders for temporary files. */
function repositoryElsewhere(name: string, env: NodeJS.ProcessEnv): Place {
  const dir = join(ROOT, "node_modules", ".cache", `tidemark-consent-${process.pid}-${name}`);
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
  mkdirSync(dir, { recursive: true });
  git({ dir, env }, "init", "-q");
  return { dir, env };
}

scenario("consent.no-trace", async () => {
  const on = stage("cli", { git: true });
  const home = dirname(on.dir);
  const before = treeOf(home);
  const calls = WIRINGS.flatMap(({ hooks }) => hooks.map(({ command }) => command.split(" ").slice(1)));
  expect(new Set(calls.map(([, host]) => host)).size).toBeGreaterThan(6);
  const lanes = [0, 1, 2, 3].map(async (lane) => {
    for (const argv of calls.filter((_, i) => i % 4 === lane)) {
      // The home folder is not a project either.
      for (const cwd of lane === 0 ? [on.dir, home] : [on.dir]) {
        const said = {
          session_id: "s1",
          sessionId: "s1",
          cwd,
          prompt: "We build with pnpm",
          source: "startup",
        };
        const { code, stderr } = await node([BIN, ...argv], {
          cwd,
          env: on.env,
          input: JSON.stringify(said),
        });
        expect([code, stderr], argv.join(" ")).toEqual([0, ""]);
      }
    }
  });
  await Promise.all(lanes);
  expect(treeOf(home)).toEqual(before);
});

scenario("consent.asked", async () => {
  const on = stage("cli", { isAsked: false });
  const { stdout } = await commandLine(["init"], on);
  expect(stdout).toContain("Recording: in this project.");
  await prompt(on);
  expect(await turns(on)).toEqual(["We build with pnpm"]);
  const typed = stage("cli", { git: true });
  const { stderr } = await commandLine(["remember", "We build with pnpm"], typed);
  expect(stderr).toContain(`Created a memory for this project: ${join(typed.dir, ".tidemark")}`);
  expect((await commandLine(["remember", "We test with vitest"], typed)).stderr).toBe("");
  const imported = stage("cli", { git: true });
  writeFileSync(join(imported.dir, "AGENTS.md"), "- The API listens on port 7070\n");
  const begun = await commandLine(["import", "AGENTS.md"], imported);
  expect(begun.stderr).toContain("Created a memory for this project");
  await prompt(typed, "hello");
  expect(await turns(typed)).toEqual(["hello"]);
});

scenario("consent.every-repository", async (_, context) => {
  if (/^\/(?:var\/)?tmp\//.test(ROOT)) return context.skip("this checkout lies in a temporary folder");
  const [first, temporary] = [stage(), stage("cli", { git: true })];
  await commandLine(["init", "--record", "every-repository"], first);
  const repository = repositoryElsewhere("every", first.env);
  await prompt(repository);
  expect(await turns(repository)).toEqual(["We build with pnpm"]);
  await prompt({ dir: temporary.dir, env: first.env });
  expect(existsSync(join(temporary.dir, ".tidemark"))).toBe(false);
  await commandLine(["init", "--record", "project"], first);
  const other = repositoryElsewhere("other", first.env);
  await prompt(other);
  expect(existsSync(join(other.dir, ".tidemark"))).toBe(false);
});

scenario("consent.never-here", () => {
  const homes = ["/home/ana", "C:\\Users\\ana"];
  const may = (root: string, isRepository = true) =>
    mayAutoStart({ root, isRepository, homes, temporary: ["/tmp", "C:\\Temp"] });
  for (const root of ["/", "C:\\", "/home", "/home/ana", "C:\\Users\\ana", "/tmp", "/tmp/x/y", "C:\\Temp\\x"])
    expect(may(root), root).toBe(false);
  for (const root of ["/home/ana/code", "/srv/app", "/tmpfiles/app", "/home/anabel", "C:\\code\\app"])
    expect(may(root), root).toBe(true);
  expect(may("/srv/app", false)).toBe(false);
});

scenario("consent.not-by-repository", async () => {
  const on = stage("cli", { git: true });
  const inside = join(on.dir, "state");
  // A repository with a whole state folder, in which its memory is registered and recording is on everywhere.
  const shipped = { ...on.env, HOME: join(on.dir, "home"), XDG_STATE_HOME: inside };
  askForMemory(on.dir, shipped);
  consentFiles(stateFolder(shipped)).keepEverywhere({ repositories: "every" });
  writeFileSync(join(on.dir, ".tidemark", "config.yaml"), "memory:\n  enabled: true\n");
  const before = treeOf(dirname(on.dir));
  await prompt(on);
  await prompt({ ...on, env: shipped });
  await prompt(on, "hello", { XDG_STATE_HOME: inside, TIDEMARK_MEMORY_ENABLED: "true", TIDEMARK_OFF: "0" });
  // Other paths to that folder have no more effect than its own path.
  const link = join(dirname(on.dir), "link");
  symlinkSync(on.dir, link);
  for (const name of [join(link, "state"), ...(process.platform === "linux" ? ["/proc/self/cwd/state"] : [])])
    await prompt(on, "hello", { XDG_STATE_HOME: name });
  rmSync(link);
  expect(treeOf(dirname(on.dir))).toEqual(before);
  // The repository cannot direct its sessions into a memory of another project either.
  const other = stageAt("cli", join(dirname(on.dir), "other"), on.env);
  mkdirSync(other.dir);
  await commandLine(["init"], other);
  await prompt(on, "led elsewhere", { TIDEMARK_DIR: join(other.dir, ".tidemark") });
  expect((await other.call("sessionList")).sessions).toEqual([]);
  // A person may name that folder as the memory of this project.
  const named = { ...on.env, TIDEMARK_DIR: join(other.dir, ".tidemark") };
  await commandLine(["remember", "Both share one memory"], { dir: on.dir, env: named });
  await prompt(on, "shared", named);
  expect(await turns(other)).toEqual(["shared"]);
});

scenario("consent.not-by-agent", async () => {
  const on = stage("cli", { git: true });
  const before = treeOf(dirname(on.dir));
  const server = startMcp({ cwd: on.dir, env: on.env, isAsked: false });
  await server.initialize();
  const refused = await server.call("create", { kind: "fact", text: "We build with pnpm" });
  expect(refused).toMatchObject({
    isError: true,
    structuredContent: { error: { code: "input.needs_person" } },
  });
  expect(JSON.stringify(refused)).toContain("tidemark init");
  expect((await server.call("recall", { query: "pnpm" })).isError).not.toBe(true);
  await server.close();
  const shell = { ...on.env, CLAUDECODE: "1" };
  for (const argv of [["remember", "We build with pnpm"], ["init"], ["on"]])
    expect((await commandLine(argv, { dir: on.dir, env: shell })).code, argv.join(" ")).toBe(2);
  expect(treeOf(dirname(on.dir))).toEqual(before);
});

scenario("off.project", async () => {
  const on = stage();
  await commandLine(["remember", "We build with pnpm", "--kind", "decision"], on);
  await commandLine(["off"], on);
  const end = await on.end();
  expect((await prompt(on)).stdout).toBe("{}");
  const start = { input: JSON.stringify({ session_id: "s2", cwd: on.dir, source: "startup" }) };
  expect((await on.cli(["hook", "claude-code", "SessionStart"], start)).stdout).toBe("{}");
  for (const argv of [
    ["remember", "x"],
    ["record", on.file("t.jsonl", "")],
    ["session", "start"],
  ])
    expect((await commandLine(argv, on)).stderr, argv.join(" ")).toContain("To turn it on: tidemark on");
  expect((await commandLine(["brief"], on)).stdout).toContain("We build with pnpm");
  expect(await on.end()).toBe(end);
  expect((await commandLine(["on"], on)).stdout).toContain("Recording is on in");
  await prompt(on, "after");
  expect(await turns(on)).toEqual(["after"]);
});

scenario("off.everywhere", async () => {
  const [one, home] = [stage(), hostStage()];
  const two = stageAt("cli", home.dir, one.env);
  for (const on of [one, two]) await commandLine(["init"], on);
  expect((await commandLine(["off", "--everywhere", "--for", "2h"], one)).stdout).toMatch(
    /off everywhere until \d{4}-\d\d-\d\d \d\d:\d\d UTC/,
  );
  await Promise.all([prompt(one), prompt(two)]);
  expect([await turns(one), await turns(two)]).toEqual([[], []]);
  const consent = consentFiles(stateFolder(one.env));
  const until = consent.everywhere().off?.until ?? 0;
  expect(Math.abs(until - Date.now() - 2 * 3600 * 1000)).toBeLessThan(600_000);
  // Only real time ends the pause, not a variable that sets the clock.
  await prompt(one, "too early", { TIDEMARK_NOW: "2099-01-01" });
  expect(await turns(one)).toEqual([]);
  consent.keepEverywhere({ repositories: "asked", off: { until: Date.now() - 1 } });
  await prompt(one, "later");
  expect(await turns(one)).toEqual(["later"]);
  expect((await commandLine(["off", "--for", "soon"], one)).code).toBe(2);
  expect((await commandLine(["off"], one)).stdout).toContain("the existing memory stays");
  expect((await commandLine(["on", "--everywhere"], one)).stdout).toMatch(
    /^Recording is on again, but not here\. You/,
  );
  expect((await commandLine(["off"], stage("cli", { isAsked: false }))).stdout).toContain(
    "Hooks and agents add nothing.\n",
  );
});

scenario("off.settings", async () => {
  const on = stage();
  await commandLine(["init"], on);
  await prompt(on, "silenced", { TIDEMARK_OFF: "1" });
  putConfig(on, "recording:\n  ignore: project\n");
  await prompt(on, "ignored");
  await prompt(on, "ignored", { TIDEMARK_IGNORE: "elsewhere", XDG_CONFIG_HOME: join(on.dir, "nowhere") });
  putConfig(on, "memory: { enabled: false }\n");
  writeFileSync(join(on.dir, ".tidemark", "config.yaml"), "memory: { enabled: true }\n");
  await prompt(on, "switched off");
  expect((await commandLine(["remember", "x"], on)).code).toBe(2);
  putConfig(on, "memory: [broken\n");
  await prompt(on, "unreadable settings");
  putConfig(on, "# memory: { enabled: false }\n");
  await prompt(on, "back again");
  expect(await turns(on)).toEqual(["back again"]);
});

scenario("off.shown", async () => {
  const on = stage("cli", { isAsked: false });
  expect((await commandLine([], on)).stdout).toContain(
    "No memory here yet, and nothing is recorded.\nNext: tidemark init",
  );
  await commandLine(["init"], on);
  await commandLine(["off"], on);
  for (const argv of [[], ["status"], ["doctor"]]) {
    const { stdout } = await commandLine(argv, on);
    expect(stdout, argv.join(" ")).toContain("You turned recording off in this project.");
    expect(stdout, argv.join(" ")).toContain("tidemark on");
  }
  expect(await on.call("status")).toMatchObject({
    recording: { is_on: false, why: "project", fix: "tidemark on" },
  });
});

scenario("projects.listed", async () => {
  const on = stage();
  const gone = stageAt("cli", join(dirname(on.dir), "gone"), on.env);
  const off = stageAt("cli", join(dirname(on.dir), "off"), on.env);
  for (const { dir } of [gone, off]) mkdirSync(dir);
  for (const each of [on, gone, off]) await commandLine(["init"], each);
  const idle = (await commandLine(["projects"], on)).stdout;
  expect(idle).toMatch(/^idle +\d+ KB/m);
  expect(idle).toContain("no coding agent is set up");
  await commandLine(["init", "--hosts", "claude-code"], on);
  await commandLine(["off"], off);
  rmSync(join(gone.dir, ".tidemark"), { recursive: true });
  const { memories } = (await on.call("projects")) as {
    memories?: readonly { folder: string; state: string }[];
  };
  const states = Object.fromEntries((memories ?? []).map(({ folder, state }) => [folder, state]));
  expect(states).toEqual({
    [join(on.dir, ".tidemark")]: "recording",
    [join(off.dir, ".tidemark")]: "off",
    [join(gone.dir, ".tidemark")]: "gone",
  });
  expect((await commandLine(["projects"], on)).stdout).toMatch(
    /^recording +\d+ KB {2}\d{4}-\d\d-\d\d {2}\//m,
  );
  await commandLine(["off", "--everywhere"], on);
  expect((await commandLine(["projects"], on)).stdout).not.toMatch(/^recording/m);
  await commandLine(["on", "--everywhere"], on);
  await commandLine(["off"], { ...on, dir: dirname(on.dir) });
  expect((await commandLine(["projects"], on)).stdout).not.toMatch(/^recording/m);
  await commandLine(["on"], { ...on, dir: dirname(on.dir) });
  await commandLine(["uninstall", "--yes"], on);
  expect((await commandLine(["projects"], on)).stdout).not.toContain("recording");
});

scenario("uninstall.restores", async () => {
  const on = hostStage();
  on.put(".claude/settings.json", '{\n  "model": "opus" // mine\n}\n');
  on.put("project/AGENTS.md", "# Ours\r\n");
  // The state folder is left out of the comparison: uninstalling also deletes the approval of a server.
  const tree = Object.entries(treeOf(on.home)).filter(([path]) => !path.startsWith(".local"));
  const [before, hosts] = [Object.fromEntries(tree), HOST_NAMES.join(",")];
  const setUp = async (): Promise<void> => {
    for (const scope of ["user", "project"]) await on.init("--hosts", hosts, "--scope", scope);
  };
  await setUp();
  await prompt(on);
  // Uninstalling from another folder finds the changes in project files by the notes.
  const elsewhere = join(on.home, "elsewhere");
  mkdirSync(elsewhere);
  const uninstall = (...argv: string[]) =>
    commandLine(["uninstall", "--yes", ...argv], { dir: elsewhere, env: on.env });
  const kept = await uninstall();
  expect(kept.stdout).toContain("Kept 1 memory");
  rmSync(elsewhere, { recursive: true });
  const { "project/.tidemark": _, ...left } = Object.fromEntries(
    Object.entries(treeOf(on.home)).filter(([path]) => !/^(?:project\/\.tidemark\/|\.local)/.test(path)),
  );
  expect(left).toEqual(before);
  expect(await turns(on)).toEqual(["We build with pnpm"]);
  await setUp();
  mkdirSync(elsewhere);
  expect((await uninstall("--delete-memories")).stdout).toContain("Deleted 1 memory");
  rmSync(elsewhere, { recursive: true });
  expect(treeOf(on.home)).toEqual(before);
});

test("deleting memories keeps the files that somebody else put into a memory folder", async () => {
  const on = stage();
  await commandLine(["init"], on);
  const memory = join(on.dir, ".tidemark");
  mkdirSync(join(memory, "backups"));
  for (const name of ["notes-of-mine.md", "mine.db", "backups/mine.txt"])
    writeFileSync(join(memory, name), "Keep me.");
  for (const name of ["backups/before-restore-1.db", "server-copy.db", "server-copy.db-wal"])
    writeFileSync(join(memory, name), "Ours.");
  const { stdout } = await commandLine(["uninstall", "--yes", "--delete-memories"], on);
  expect(stdout).toContain("Left: ");
  expect(readdirSync(memory).sort()).toEqual(["backups", "mine.db", "notes-of-mine.md"]);
  expect(readdirSync(join(memory, "backups"))).toEqual(["mine.txt"]);
});

test("an agent's shell cannot uninstall or turn recording on", async () => {
  const on = stage();
  await commandLine(["init"], on);
  await commandLine(["off"], on);
  const env = { ...on.env, CLAUDECODE: "1" };
  for (const verb of ["uninstall", "on"])
    expect((await commandLine([verb], { dir: on.dir, env })).stderr).toContain("a person must do it");
  expect((await commandLine(["off", "--everywhere"], { dir: on.dir, env })).code).toBe(0);
});

test("recording needs every consent, and one refusal stops it", () => {
  const facts = {
    now: 1000,
    isSilenced: false,
    everywhere: { repositories: "asked" },
    project: {},
    isEnabled: true,
    hasOwnMemory: true,
    mayBegin: false,
  } as const;
  expect(decideRecording(facts)).toEqual({ is_on: true });
  expect(decideRecording({ ...facts, hasOwnMemory: false })).toMatchObject({ why: "not_asked" });
  expect(decideRecording({ ...facts, hasOwnMemory: false, mayBegin: true })).toMatchObject({
    why: "not_asked",
  });
  expect(decideRecording({ ...facts, project: { off: { until: 1001 } } })).toMatchObject({ why: "project" });
  expect(decideRecording({ ...facts, project: { off: { until: 1000 } } })).toEqual({ is_on: true });
  expect(decideRecording({ ...facts, problem: "x" })).toMatchObject({ why: "settings_broken" });
  expect(["", "0", "false", "Off"].map(isVariableSet)).toEqual([false, false, false, false]);
  expect(["1", "yes"].map(isVariableSet)).toEqual([true, true]);
});

test("an ignore list names folders by path or by name, and what lies below them", () => {
  const home = "/home/ana";
  const named = (list: string, root: string) => matchingIgnorePattern(list, root, home);
  expect(named("~/clients", "/home/ana/clients/acme/app")).toBe("~/clients");
  expect(named("~/clients/**, x", "/home/ana/clients/acme")).toBe("~/clients/**");
  expect(named("secret-*", "/srv/secret-plan/app")).toBe("secret-*");
  expect(named("/srv/app", "/srv/apple")).toBeUndefined();
  expect(named("clients", "/srv/my-clients")).toBeUndefined();
});

test("a setting that is off in one layer is off, whatever the other layers say", () => {
  const layers = { user: { "memory.enabled": false }, project: { "memory.enabled": true } };
  expect(mergeConfig(layers).config.memory.enabled).toBe(false);
  expect(mergeConfig({ project: { "memory.enabled": true } }).config.memory.enabled).toBe(true);
});

test("a damaged record of a consent decision counts as a refusal", () => {
  const on = stage();
  const files = consentFiles(stateFolder(on.env));
  files.keepProject(on.dir, { off: {} });
  const folder = join(stateFolder(on.env).path, "recording");
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), "{ half");
  expect(files.project(on.dir)).toEqual({ off: {} });
});
