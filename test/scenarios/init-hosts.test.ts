import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Keys } from "../../src/ports/keys.ts";
import { HOST_NAMES, type HostStage, hostStage } from "../support/host-stage.ts";
import { scenario } from "./scenario.ts";
import { commandLine, git } from "./stage.ts";

const ALL = HOST_NAMES.join(",");

/** Existing content of these files, in the forms in which people and other tools write it. */
const THERE: { readonly [path: string]: string } = {
  ".claude/settings.json": `{\n\t// mine\n\t"hooks": {\n\t\t"SessionStart": [{ "hooks": [{ "type": "command", "command": "lint" }] }]\n\t},\n\t"permissions": { "allow": ["Bash(ls:*)"] }\n}`,
  ".claude.json": `${JSON.stringify({ numStartups: 3, mcpServers: { other: { command: "other" } } }, null, 2)}`,
  ".claude/CLAUDE.md": "# Mine\r\n\r\nBe kind.\r\n",
  ".codex/hooks.json": '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"notify-me"}]}]}}',
  ".codex/config.toml": '# mine\nmodel = "x" # kept\n\n[mcp_servers.other]\ncommand = "other"',
  ".gemini/settings.json": `\uFEFF${JSON.stringify({ general: { theme: "dark" } }, null, 4).replaceAll("\n", "\r\n")}\r\n`,
  ".qwen/settings.json": "",
  ".qwen/QWEN.md": "no end",
  ".copilot/mcp-config.json": '{\n  "mcpServers": {}\n}\n',
  ".config/opencode/opencode.jsonc":
    '{\n  "mcp": { "other": { "type": "local", "command": ["x"] } }, // mine\n}\n',
  ".cursor/mcp.json": "{ }",
  "project/AGENTS.md": "# Rules\n\n\n",
};

function filled(): HostStage {
  const on = hostStage();
  for (const [path, text] of Object.entries(THERE)) on.put(path, text);
  return on;
}

scenario("init.hosts", async () => {
  for (const on of [hostStage(), filled()]) {
    for (const scope of ["user", "project"]) {
      const first = await on.init("--hosts", ALL, "--scope", scope);
      expect([first.code, first.stderr]).toEqual([0, ""]);
      const made = on.files();
      const again = await on.init("--hosts", ALL, "--scope", scope);
      expect(again.stdout.match(/already set up, nothing changed/g)).toHaveLength(HOST_NAMES.length);
      expect(on.files()).toEqual(made);
    }
  }
});

scenario("init.removes", async () => {
  for (const on of [hostStage(), filled()]) {
    const before = on.files();
    for (const scope of ["user", "project"]) {
      for (const host of HOST_NAMES) await on.init("--hosts", host, "--scope", scope);
      expect(Object.keys(on.files()).length).toBeGreaterThan(Object.keys(before).length);
      expect((await on.init("--remove")).code).toBe(0);
      expect(on.files()).toEqual(before);
    }
    expect((await on.init("--remove")).stdout).toContain("No host's files mention Tidemark.");
  }
});

scenario("init.removes-edited", async () => {
  const on = filled();
  const before = on.files();
  await on.init("--hosts", ALL);
  const edit = (path: string, from: string, to: string): void => {
    const text = readFileSync(join(on.home, path), "utf8");
    expect(text).toContain(from);
    writeFileSync(
      join(on.home, path),
      text.replace(from, () => to),
    );
  };
  edit(".claude/settings.json", "// mine", "// still mine");
  edit(".claude.json", '"numStartups": 3', '"numStartups": 4');
  edit(".claude/CLAUDE.md", "Be kind.", "Be very kind.");
  edit(".codex/config.toml", "# kept", "# kept too");
  edit(".gemini/settings.json", '"dark"', '"light"');
  edit(".pi/agent/extensions/tidemark.ts", "WAIT_MS = 10000", "WAIT_MS = 20000");
  const { stdout } = await on.init("--remove");
  expect(stdout).toMatch(/kept\s+~\/\.pi\/agent\/extensions\/tidemark\.ts/);
  const after = on.files();
  const edited = {
    ".claude/settings.json": before[".claude/settings.json"]?.replace("// mine", "// still mine"),
    ".claude.json": before[".claude.json"]?.replace("3", "4"),
    ".claude/CLAUDE.md": before[".claude/CLAUDE.md"]?.replace("Be kind.", "Be very kind."),
    ".codex/config.toml": before[".codex/config.toml"]?.replace("# kept", "# kept too"),
    ".gemini/settings.json": before[".gemini/settings.json"]?.replace('"dark"', '"light"'),
  };
  const isPi = (path: string): boolean => path.startsWith(".pi");
  expect(Object.fromEntries(Object.entries(after).filter(([path]) => !isPi(path)))).toEqual({
    ...before,
    ...edited,
  });
});

scenario("init.refuses", async () => {
  const on = hostStage();
  on.put(".codex/hooks.json", '{"hooks": "none"}');
  on.put(".gemini/settings.json", '{"torn": ');
  const before = on.files();
  for (const host of ["codex", "gemini"]) {
    const { code, stderr } = await on.init("--hosts", `claude-code,${host}`);
    expect(code).toBe(2);
    expect(stderr).toContain("nothing was changed");
  }
  expect((await on.init("--hosts", "cluade-code")).stderr).toContain("Did you mean claude-code?");
  writeFileSync(join(on.home, ".codex/hooks.json"), Buffer.from([0x7b, 0xff, 0x7d]));
  expect((await on.init("--hosts", "codex")).stderr).toContain("not UTF-8 text");
  on.put(".codex/hooks.json", '{"hooks": "none"}');
  expect(on.files()).toEqual(before);
});

scenario("init.links", async () => {
  const on = hostStage();
  const real = on.put("dotfiles/settings.json", '{ "model": "x" }\n');
  chmodSync(real, 0o600);
  const link = join(on.home, ".claude/settings.json");
  on.put(".claude/keep", "");
  symlinkSync(real, link);
  await on.init("--hosts", "claude-code");
  expect([lstatSync(link).isSymbolicLink(), statSync(real).mode & 0o777]).toEqual([true, 0o600]);
  expect(readFileSync(real, "utf8")).toContain("tidemark hook claude-code SessionStart");
  await on.init("--remove");
  expect([lstatSync(link).isSymbolicLink(), readFileSync(real, "utf8")]).toEqual([
    true,
    '{ "model": "x" }\n',
  ]);
});

scenario("init.prints", async () => {
  const on = hostStage();
  const { code, stdout } = await on.init("--hosts", ALL, "--print");
  expect(code).toBe(0);
  expect(stdout).toContain("# ~/.codex/hooks.json\n{");
  expect(stdout).toContain("[mcp_servers.tidemark]");
  expect([on.files(), await on.end()]).toEqual([{ project: "(folder)" }, 0]);
});

/** A terminal at which a person types these keys. */
function typing(keys: string): { keys: () => Promise<Keys>; isOutTty: true; columns: number } {
  const waiting = [...keys];
  const next = async () => waiting.shift() ?? "leave";
  return {
    keys: async () => ({ next, line: async () => undefined, close: () => {} }),
    isOutTty: true,
    columns: 100,
  };
}

scenario("init.asks", async () => {
  const on = hostStage();
  on.put(".claude/settings.json", "{}");
  on.put(".codex/config.toml", "");
  on.put(".gemini/settings.json", "{}");
  const asked = await commandLine(["init"], { dir: on.dir, env: on.env, ...typing("txdnyn") });
  expect(asked.stdout).toContain(
    "Set up Claude Code? [y]es [n]o [a]ll [q]uit [d]ifferences \nPress y or n or a or q or d: ",
  );
  expect(asked.stdout).toMatch(/\+ .*tidemark hook claude-code SessionStart[\s\S]*Set up Claude Code\? .*no/);
  expect(asked.stdout).toMatch(/Set up Codex CLI\? .*yes\n/);
  expect(asked.stdout).toMatch(/Set up Gemini CLI\? .*no\n/);
  const paths = Object.keys(on.files());
  expect([paths.includes(".codex/hooks.json"), paths.includes(".claude/CLAUDE.md")]).toEqual([true, false]);
  const all = await commandLine(["init"], { dir: on.dir, env: on.env, ...typing("a") });
  expect(all.stdout.match(/\[y\]es/g)).toHaveLength(1);
  expect(Object.keys(on.files())).toEqual(expect.arrayContaining([".claude/CLAUDE.md", ".gemini/GEMINI.md"]));
  const yes = await commandLine(["init", "--hosts", "pi", "--yes"], {
    dir: on.dir,
    env: on.env,
    ...typing(""),
  });
  expect(yes.stdout).not.toContain("[y]es");
  expect(Object.keys(on.files())).toContain(".pi/agent/extensions/tidemark.ts");
});

scenario("init.left", async () => {
  const on = hostStage();
  git(on, "init", "-q");
  on.put(".claude/settings.json", "{}");
  on.put("project/CLAUDE.md", "- The port is 7070 on every machine\n");
  const everything = () => readdirSync(on.home, { recursive: true }).sort();
  const before = everything();
  const { keys } = typing("tq");
  const seen: unknown[] = [];
  const watching = async (): Promise<Keys> => {
    const typed = await keys();
    const next = () => {
      seen.push(everything());
      return typed.next();
    };
    return { ...typed, next };
  };
  for (const [argv, typed] of [
    [["init"], typing("")],
    [["init"], typing("e")],
    [["init"], { ...typing(""), keys: watching }],
    [["import"], typing("")],
  ] as const) {
    const left = await commandLine(argv, { dir: on.dir, env: on.env, ...typed });
    expect([left.code, left.stderr]).toEqual([2, expect.stringContaining("nothing was changed")]);
    expect(everything()).toEqual(before);
  }
  expect(seen).toEqual([before, before]);
  const refused = await commandLine(["import"], { dir: on.dir, env: on.env, ...typing("n") });
  expect([refused.code, refused.stderr, everything()]).toEqual([0, "", before]);
});

scenario("init.finds", async () => {
  const on = hostStage();
  on.put(".codex/config.toml", "");
  on.put(".bin/qwen", "#!/bin/sh\n");
  chmodSync(join(on.bin, "qwen"), 0o755);
  const before = on.files();
  const { stdout } = await on.init();
  expect(stdout).toContain(
    "Found here: Codex CLI, Qwen Code\nTo set them up: tidemark init --hosts codex,qwen\n",
  );
  expect(on.files()).toEqual(before);
  await on.init("--hosts", "all");
  expect((await on.init()).stdout).not.toContain("Found here");
});

scenario("init.scopes", async () => {
  const on = hostStage();
  const block = () => on.files()["project/AGENTS.md"]?.includes("Project memory") === true;
  await on.init("--hosts", "codex,opencode", "--scope", "project");
  await on.init("--remove", "--hosts", "codex");
  expect([block(), on.files()["project/.codex/hooks.json"]]).toEqual([true, undefined]);
  await on.init("--remove", "--hosts", "opencode");
  expect(on.files()).toEqual({ project: "(folder)" });
});
