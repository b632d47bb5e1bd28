import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type Ended, spawned } from "../spawned.ts";
import { write } from "./git-stage.ts";
import type { HostileCase, HostileStage } from "./hostile-case.ts";

const area = "inputs";

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
const DEEP = nested(100_000);

/** Undefined if the output matches the expected message and shows no unexpected error. */
function inWords({ code, stdout, stderr }: Ended, words: RegExp): string | undefined {
  const said = `${stdout}${stderr}`;
  if (/call stack|bug in Tidemark/.test(said)) return `It failed by accident: ${said.slice(0, 300)}`;
  return words.test(said) ? undefined : `It ended with ${code} and said: ${said.slice(0, 300)}`;
}

const turn = (text: string): string =>
  `{"type":"turn","session":"s","role":"user","text":"hello","extra":${text}}\n`;
const TOO_DEEP = /nested more than \d+ levels deep/;

const message = (name: string, given: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${given}}}\n`;

const DEEP_CASES: readonly HostileCase[] = [
  {
    area,
    name: "a command that cannot write its output to a full device says so",
    run: async ({ bin, project, env }) => {
      if (!existsSync("/dev/full")) return undefined;
      const script = '"$0" "$1" status > /dev/full';
      const ended = await spawned("sh", ["-c", script, process.execPath, bin], { cwd: project, env });
      const isCalm = ended.code === 1 && !ended.stderr.includes(".cjs:");
      return inWords(ended, /could not be written/) ?? (isCalm ? undefined : ended.stderr.slice(0, 300));
    },
  },
  {
    area,
    name: "a hook input that is nested 100,000 levels deep is counted as refused",
    run: async (stage) => {
      const input = `{"session_id":"s","tool_name":"Bash","tool_use_id":"t","tool_input":{"a":${DEEP}}}`;
      const args = ["hook", "claude-code", "PostToolUse"];
      const ended = await stage.tidemark(args, { input });
      const spool = join(stage.project, ".tidemark/spool");
      const isCounted = existsSync(spool) && readdirSync(spool).some((name) => name.startsWith("rejected"));
      return inWords(ended, /^/) ?? (isCounted ? undefined : "The refused input was not counted.");
    },
  },
  {
    area,
    name: "the hook of any program refuses a deep value without running out of stack",
    run: async (stage) => inWords(await stage.tidemark(["hook", "generic", "x"], { input: turn(DEEP) }), /^/),
  },
  {
    area,
    name: "record refuses a deep value with a message",
    run: async (stage) => inWords(await stage.tidemark(["record"], { input: turn(DEEP) }), TOO_DEEP),
  },
  {
    area,
    name: "import counts a deep record and continues",
    run: async (stage) => {
      const common = `"sessionId":"s","cwd":"${stage.project}","timestamp":"2026-01-01T00:00:00Z"`;
      const file = join(stage.home, "s.jsonl");
      const use = `{"type":"tool_use","id":"t","name":"Bash","input":{"command":${DEEP}}}`;
      const deep = `{"type":"assistant",${common},"uuid":"a","message":{"role":"assistant","content":[${use}]}}`;
      const plain = `{"type":"user",${common},"uuid":"b","message":{"role":"user","content":"hello"}}`;
      writeFileSync(file, `${deep}\n${plain}\n`);
      const ended = await stage.tidemark(["import", file, "--host", "claude-code"]);
      return inWords(ended, /Added [1-9]/);
    },
  },
  {
    area,
    name: "the MCP server refuses a deep message and answers the next one",
    run: async (stage) => {
      const input = message("recall", `{"query":${DEEP}}`) + message("find", "{}");
      const ended = await stage.tidemark(["mcp"], { input });
      return inWords(ended, TOO_DEEP) ?? inWords(ended, /"items"/);
    },
  },
  {
    area,
    name: "context sync refuses a deep patch with a message",
    run: async (stage) => {
      await stage.tidemark(["context", "switch", "A-1", "--goal", "Describe the totals."]);
      const file = write(join(stage.home, "patch.json"), `{"progress":{"next":${DEEP}}}`);
      return inWords(await stage.tidemark(["context", "sync", "--patch", file]), TOO_DEEP);
    },
  },
  {
    area,
    name: "a deep config file is refused with a message",
    run: async (stage) => {
      write(join(stage.project, ".tidemark/config.yaml"), `a: ${nested(30_000)}\n`);
      return inWords(await stage.tidemark(["status"]), /nested too deep/);
    },
  },
  {
    area,
    isControl: true,
    name: "a hook input of a hundred levels is kept",
    run: async (stage) => {
      const input = `{"session_id":"s","tool_name":"Bash","tool_use_id":"t","tool_input":{"a":${nested(100)}}}`;
      const kept = await stage.tidemark(["hook", "claude-code", "PostToolUse"], { input });
      const spool = join(stage.project, ".tidemark/spool");
      const isRefused = readdirSync(spool).some((name) => name.startsWith("rejected"));
      return inWords(kept, /^/) ?? (isRefused ? "The input was refused." : undefined);
    },
  },
];

const LIMIT_SECONDS = "10";

/** Runs the command with a time limit, so that a program that hangs does not block the suite. */
function limited(stage: HostileStage, args: readonly string[], cwd: string, env = stage.env): Promise<Ended> {
  const input = JSON.stringify({ session_id: "s", prompt: "hello" });
  return spawned("timeout", [LIMIT_SECONDS, process.execPath, stage.bin, ...args], { cwd, env, input });
}

const ended = ({ code, stderr }: Ended, words: RegExp): string | undefined => {
  if (code === 124) return `It did not end within ${LIMIT_SECONDS} s.`;
  return words.test(stderr) ? undefined : `It ended with ${code} and said: ${stderr}`;
};

const onLinux = (name: string, run: HostileCase["run"]): HostileCase => ({
  area,
  name,
  run: async (stage) => (process.platform === "linux" ? run(stage) : undefined),
});

const MADE_BY_SYSTEM = /is a system folder/;
const PROMPT = ["hook", "claude-code", "UserPromptSubmit"];

const FOLDER_CASES: readonly HostileCase[] = [
  ...["/proc/1", "/proc/self/fd", "/dev/fd", "/proc"].map((folder) =>
    onLinux(`a hook in ${folder} ends at once and says why`, async (stage) =>
      ended(await limited(stage, PROMPT, folder), MADE_BY_SYSTEM),
    ),
  ),
  onLinux("a command for a project in /proc ends at once and says why", async (stage) =>
    ended(await limited(stage, ["--project", "/proc/1", "remember", "x"], stage.project), MADE_BY_SYSTEM),
  ),
  onLinux("TIDEMARK_DIR in /proc ends at once and says why", async (stage) => {
    const env = { ...stage.env, TIDEMARK_DIR: "/proc/x" };
    return ended(await limited(stage, ["init"], stage.project, env), /\/proc\/x/);
  }),
  onLinux("a state folder in /proc does not block a hook", async (stage) => {
    const env = { ...stage.env, TIDEMARK_DIR: "/proc/x", XDG_STATE_HOME: "/proc/y" };
    return ended(await limited(stage, PROMPT, stage.project, env), /^/);
  }),
  {
    ...onLinux("a project in /dev/shm works", async (stage) => {
      if (!existsSync("/dev/shm")) return undefined;
      const cwd = mkdtempSync("/dev/shm/tidemark-");
      try {
        await stage.tidemark(["init"], { cwd });
        const done = await stage.tidemark(["remember", "Use pnpm"], { cwd });
        return done.code === 0 ? undefined : done.stderr;
      } finally {
        rmSync(cwd, { recursive: true, force: true });
      }
    }),
    isControl: true,
  },
];

/** Runs a case in a project on a full disk of 3 MB; undefined if no disk can be mounted. */
async function onFullDisk(
  stage: HostileStage,
  run: (cwd: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const disk = join(stage.home, "disk");
  mkdirSync(disk);
  const mounted = await spawned("mount", ["-t", "tmpfs", "-o", "size=3m", "tmpfs", disk]).catch(
    () => undefined,
  );
  if (mounted?.code !== 0) return undefined;
  try {
    await stage.tidemark(["init"], { cwd: disk });
    await stage.tidemark(["remember", "Prices are kept in cents"], { cwd: disk });
    await spawned("dd", ["if=/dev/zero", `of=${join(disk, "fill")}`, "bs=4096"]);
    return await run(disk);
  } finally {
    await spawned("umount", [disk]);
  }
}

const DISK_CASES: readonly HostileCase[] = [
  ...["find", "recall cents", "status", "brief"].map(
    (verb): HostileCase => ({
      area,
      name: `${verb} says on a full disk that the disk is full, and what to do`,
      run: (stage) =>
        onFullDisk(stage, async (cwd) => {
          const { stderr } = await stage.tidemark(verb.split(" "), { cwd });
          return /disk is full[\s\S]*Free some space/.test(stderr) ? undefined : `It said: ${stderr}`;
        }),
    }),
  ),
  {
    area,
    name: "a write on a full disk says that the disk is full, and what to do",
    run: (stage) =>
      onFullDisk(stage, async (cwd) => {
        const { stderr } = await stage.tidemark(["remember", "Use pnpm"], { cwd });
        return /disk.* is full[\s\S]*Free some space/.test(stderr) ? undefined : `It said: ${stderr}`;
      }),
  },
  {
    area,
    isControl: true,
    name: "recorded items are still there when the disk has room again",
    run: (stage) =>
      onFullDisk(stage, async (cwd) => {
        await stage.tidemark(["find"], { cwd });
        rmSync(join(cwd, "fill"));
        const { stdout } = await stage.tidemark(["find"], { cwd });
        return stdout.includes("Prices are kept in cents") ? undefined : `It said: ${stdout}`;
      }),
  },
];

const listTools = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}\n`;

const FILE_CASES: readonly HostileCase[] = [
  ...[["backup", "file"] as const, ["export", "dir"] as const].map(
    ([name, field]): HostileCase => ({
      area,
      name: `an agent cannot make ${name} write a file anywhere`,
      run: async (stage) => {
        await stage.tidemark(["remember", "Use pnpm"]);
        const target = join(stage.home, "stolen");
        const input = message(name, JSON.stringify({ [field]: target }));
        await stage.tidemark(["mcp", "--tools", "all"], { input });
        return existsSync(target) ? `${name} wrote ${target}.` : undefined;
      },
    }),
  ),
  {
    area,
    name: "an agent cannot make the program read a file as a patch",
    run: async (stage) => {
      await stage.tidemark(["context", "switch", "A-1", "--goal", "Describe the totals."]);
      const file = write(join(stage.home, "private.json"), '{"progress":{"next":["hunter2 is private"]}}');
      const input = message("context_sync", JSON.stringify({ patch: file }));
      await stage.tidemark(["mcp", "--tools", "all"], { input });
      const text = readFileSync(join(stage.project, "ai_memory/active_context.md"), "utf8");
      return text.includes("is private") ? "The file's words are in the active context." : undefined;
    },
  },
  {
    area,
    isControl: true,
    name: "the full set of tools still offers the other verbs",
    run: async (stage) => {
      const { stdout } = await stage.tidemark(["mcp", "--tools", "all"], { input: listTools });
      const missing = ["status", "why_not", "stale_list", "context_sync"].filter(
        (name) => !stdout.includes(`"name":"${name}"`),
      );
      return missing.length === 0 ? undefined : `Not offered: ${missing.join(", ")}.`;
    },
  },
  {
    area,
    isControl: true,
    name: "a person can back up the memory to any path",
    run: async (stage) => {
      await stage.tidemark(["remember", "Use pnpm"]);
      const target = join(stage.home, "copy.db");
      await stage.tidemark(["backup", target]);
      return existsSync(target) ? undefined : "There is no backup.";
    },
  },
];

export const inputCases: readonly HostileCase[] = [
  ...DEEP_CASES,
  ...FOLDER_CASES,
  ...DISK_CASES,
  ...FILE_CASES,
];
