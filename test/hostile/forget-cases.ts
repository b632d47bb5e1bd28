import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawned } from "../spawned.ts";
import { COMING_BACK } from "./forget-back-cases.ts";
import { FORGET_CONTROLS } from "./forget-controls.ts";
import { FORGET_EVERYWHERE } from "./forget-everywhere.ts";
import {
  attack,
  beginTask,
  contextFile,
  damage,
  filesHolding,
  forgetWord,
  goneAfter,
  isWhole,
  leaveUnfinished,
  leftAfter,
  memoryFile,
  must,
  remember,
  say,
  transcript,
  WORD,
} from "./forget-stage.ts";
import { FORGET_WORDS_CASES } from "./forget-words-cases.ts";
import type { HostileCase, HostileStage } from "./hostile-case.ts";
import { SCRUB_CASES } from "./scrub-cases.ts";

/** A case that plants the word, forgets it, and expects that no file contains it. */
const gone = (name: string, plant: (stage: HostileStage) => Promise<unknown>): HostileCase =>
  attack(name, async (stage) => {
    await plant(stage);
    if (filesHolding(stage).length === 0) return "the word was never planted";
    return goneAfter(stage, await forgetWord(stage));
  });

/** A case like `gone` in which a file of somebody else keeps the word: the command must name this file. */
const named = (name: string, plant: (stage: HostileStage) => Promise<unknown>): HostileCase =>
  attack(name, async (stage) => {
    await plant(stage);
    return leftAfter(stage, await forgetWord(stage));
  });

const gitIn =
  ({ project, env }: HostileStage) =>
  (...args: readonly string[]) =>
    spawned("git", args, { cwd: project, env });

const PLANTED: readonly HostileCase[] = [
  gone("a word in the goal of the active context is gone from the file and from its copy", (stage) =>
    beginTask(stage, `Ship ${WORD} soon`),
  ),
  gone("a decision that sync wrote into the active context is gone", async (stage) => {
    await beginTask(stage, "Ship it soon");
    await must(stage, ["create", "decision", "--text", `We deploy with ${WORD} on Mondays`]);
    await must(stage, ["context", "sync"]);
    if (!readFileSync(contextFile(stage, "active_context.md"), "utf8").includes(WORD))
      throw new Error("not synced");
  }),
  gone("a word that only the copy of the active context still contains is gone", async (stage) => {
    await beginTask(stage, `Ship ${WORD} soon`);
    const path = contextFile(stage, "active_context.md");
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(WORD, "it"));
  }),
  gone("a word in the copy of a file that was deleted is gone", async (stage) => {
    await beginTask(stage, `Ship ${WORD} soon`);
    rmSync(contextFile(stage), { recursive: true });
  }),
  gone("a word in an archived task and in the registry is gone", async (stage) => {
    await beginTask(stage, `Ship ${WORD} soon`);
    await must(stage, ["context", "switch", "T2", "--goal", "Something else"]);
  }),
  gone("a word in the long history of completed tasks is gone", async (stage) => {
    await beginTask(stage, `Ship ${WORD} soon`);
    await must(stage, ["context", "complete", "--verified", "the tests pass"]);
  }),
  gone("a word in rejected input is gone", async (stage) => {
    await remember(stage, "Something harmless");
    const spool = memoryFile(stage, "spool");
    appendFileSync(join(spool, "rejected.log"), `${JSON.stringify({ why: "torn", what: `x ${WORD} y` })}\n`);
    await say(stage, `We call it ${WORD}`);
  }),
  gone(
    "words with quotes and line breaks, escaped twice as JSON, are gone from rejected input",
    async (stage) => {
      await remember(stage, "Something harmless");
      const what = JSON.stringify({ text: `say "${WORD}" now` });
      appendFileSync(
        memoryFile(stage, "spool", "rejected.log"),
        `${JSON.stringify({ why: "torn", what })}\n`,
      );
    },
  ),
  gone("a word in a backup inside the memory folder is gone", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    mkdirSync(memoryFile(stage, "backups"));
    await must(stage, ["backup", memoryFile(stage, "backups", "mine.db")]);
  }),
  gone("a word in the copy that a restore made of the replaced memory is gone", async (stage) => {
    await remember(stage, `Nothing yet`);
    const file = join(stage.home, "clean.db");
    await must(stage, ["backup", file]);
    await remember(stage, `The codename is ${WORD}`);
    await must(stage, ["restore", file]);
  }),
  gone("a word in the damaged database that a salvage set aside is gone", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    damage(stage);
    await must(stage, ["restore", "--salvage"]);
  }),
  gone("a word in what a killed restore left is gone", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    await leaveUnfinished(stage, "tidemark.db.incoming-0123456789ab");
  }),
  gone("a word in what a killed backup left is gone", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    await leaveUnfinished(stage, "mine.db.partial-0123456789ab");
  }),
  gone("a word in a page that a killed process wrote beside working memory is gone", async (stage) => {
    await say(stage, "We begin");
    await remember(stage, `The codename is ${WORD}`);
    await must(stage, ["working", "s1"]);
    mkdirSync(memoryFile(stage, "sessions", "s1"), { recursive: true });
    writeFileSync(memoryFile(stage, "sessions", "s1", "working.md.0123456789ab"), `- ${WORD}\n`);
  }),
  gone("a word that an agent recorded through the MCP server is gone, even from a backup", async (stage) => {
    const call = { name: "create", arguments: { kind: "fact", text: `The codename is ${WORD}` } };
    const hello = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "client", version: "1" },
    };
    const messages = [
      { jsonrpc: "2.0", id: 1, method: "initialize", params: hello },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/call", params: call },
    ];
    await stage.tidemark(["mcp"], { input: messages.map((each) => `${JSON.stringify(each)}\n`).join("") });
    mkdirSync(memoryFile(stage, "backups"), { recursive: true });
    await must(stage, ["backup", memoryFile(stage, "backups", "mine.db")]);
  }),
  gone("a word in a hook's note is gone", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    mkdirSync(memoryFile(stage, "hooks"), { recursive: true });
    writeFileSync(memoryFile(stage, "hooks", "keys"), `run ${WORD}\n`);
  }),
  gone("a word in a file that was set aside as unreadable is gone", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    writeFileSync(memoryFile(stage, "reference-tracker.unreadable-1.json"), `{"${WORD}`);
  }),
  gone("a word in UTF-16 in a file of ours is gone", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    writeFileSync(memoryFile(stage, "state.json.0123456789ab"), Buffer.from(`x ${WORD} y`, "utf16le"));
  }),
  gone("a word in base64 in a file of ours is gone", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    writeFileSync(
      memoryFile(stage, "spool", "rejected.log"),
      `${Buffer.from(`xx${WORD}yy`).toString("base64")}\n`,
    );
  }),
];

const NAMED: readonly HostileCase[] = [
  named("a backup outside is named, and the command does not end with 0", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    await must(stage, ["backup", join(stage.home, "outside.db")]);
  }),
  named("an export outside is named, and the command does not end with 0", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    await must(stage, ["export", join(stage.home, "outside-export")]);
  }),
  named("a README that contains it is named with the line number", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    writeFileSync(join(stage.project, "README.md"), `# Project\n\nIts codename is ${WORD}.\n`);
  }),
  named("a file of agent instructions that contains it is named", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    writeFileSync(join(stage.project, "CLAUDE.md"), `Say ${WORD}.\n`);
  }),
  named("the host's transcript is named", async (stage) => {
    transcript(stage, `We call it ${WORD} from now on`);
    await must(stage, ["import"]);
  }),
  named("a file of a person in the memory folder is named", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    writeFileSync(memoryFile(stage, "notes.txt"), `I wrote ${WORD} down\n`);
  }),
  attack(
    "a line that a person wrote into the active context is named and kept; with consent it is erased",
    async (stage) => {
      await beginTask(stage, "Ship it soon");
      const path = contextFile(stage, "active_context.md");
      writeFileSync(path, `${readFileSync(path, "utf8")}\nBy hand: ${WORD}\n`);
      const first = await forgetWord(stage);
      if (first.code === 0) return "it ended with 0 although the line is there";
      if (!readFileSync(path, "utf8").includes(WORD)) return "a person's line was changed without consent";
      const why = leftAfter(stage, first);
      if (why !== undefined) return why;
      return goneAfter(stage, await forgetWord(stage, "--handwritten"));
    },
  ),
  attack(
    "the active context of another worktree is named, and is cleaned when forget runs there",
    async (stage) => {
      const [git, other] = [gitIn(stage), join(stage.home, "worktree")];
      await git("init", "-q");
      await git("commit", "-q", "--allow-empty", "-m", "first");
      await git("worktree", "add", "-q", other);
      const begin = ["context", "init", "--task", "T1", "--goal", `Ship ${WORD} soon`];
      await stage.tidemark(begin, { cwd: other });
      const here = await forgetWord(stage);
      if (here.code === 0) return "it ended with 0 although another worktree has the word";
      await stage.tidemark(["forget", "--text", WORD], { cwd: other });
      return goneAfter(stage, await forgetWord(stage));
    },
  ),
  attack(
    "an item that is forgotten by its label is gone from the active context and from backups",
    async (stage) => {
      await beginTask(stage, "Ship it soon");
      await must(stage, ["create", "decision", "--text", `We deploy with ${WORD} on Mondays`]);
      await must(stage, ["context", "sync"]);
      mkdirSync(memoryFile(stage, "backups"));
      await must(stage, ["backup", memoryFile(stage, "backups", "mine.db")]);
      return goneAfter(stage, await stage.tidemark(["forget", "dec#1"]));
    },
  ),
  attack("a word in the name of a task's file is not reported as erased", async (stage) => {
    await must(stage, ["context", "init", "--task", WORD, "--goal", "Ship it soon"]);
    await must(stage, ["context", "switch", "T2", "--goal", "Something else"]);
    const { code, stdout } = await forgetWord(stage);
    return code !== 0 && stdout.includes(`${WORD}.md`) ? undefined : `it ended with ${code}: ${stdout}`;
  }),
  attack("words in the names of a session and an agent are not reported as erased", async (stage) => {
    await say(stage, "We begin", `about-${WORD}`);
    await must(
      stage,
      ["--agent", WORD.toLowerCase(), "record"],
      '{"type":"turn","session":"s2","text":"hi"}',
    );
    const { code, stdout } = await forgetWord(stage);
    const isNamed = stdout.includes(`"about-${WORD}"`) && stdout.includes(`"${WORD.toLowerCase()}"`);
    return code !== 0 && isNamed ? undefined : `it ended with ${code}: ${stdout}`;
  }),
  attack("a turn that is forgotten by its number is gone from backups", async (stage) => {
    await say(stage, `We call it ${WORD} from now on`);
    mkdirSync(memoryFile(stage, "backups"), { recursive: true });
    await must(stage, ["backup", memoryFile(stage, "backups", "mine.db")]);
    return goneAfter(stage, await stage.tidemark(["forget", "turn@1"]));
  }),
  attack("an item whose words also occur in a turn is not reported as erased", async (stage) => {
    await say(stage, `We call it ${WORD} from now on`);
    await must(stage, ["create", "fact", "--text", `We call it ${WORD} from now on`]);
    const { code, stdout } = await stage.tidemark(["forget", "fct#1"]);
    return code !== 0 && stdout.includes("turn@1") ? undefined : `it ended with ${code}: ${stdout}`;
  }),
];

/** A case that kills `forget` at a crash point and then runs it again. */
const killedAt = (point: string): HostileCase =>
  attack(`a forgetting that is killed at ${point} is completed by the next one`, async (stage) => {
    await beginTask(stage, `Ship ${WORD} soon`);
    await remember(stage, `The codename is ${WORD}`);
    mkdirSync(memoryFile(stage, "backups"));
    await must(stage, ["backup", memoryFile(stage, "backups", "mine.db")]);
    appendFileSync(memoryFile(stage, "spool", "rejected.log"), `${WORD}\n`);
    await stage.tidemark(["forget", "--text", WORD], { env: { ...stage.env, TIDEMARK_DIE_AT: point } });
    return goneAfter(stage, await forgetWord(stage)) ?? isWhole(stage);
  });

const KILLED: readonly HostileCase[] = [
  ...["forget.copy", "forget.context", "context.pending", "context.file.1", "context.base.1"],
  ...["forget.overwritten", "forget.files", "forget.erased", "forget.derived"],
].map(killedAt);

const LEFTOVERS: readonly HostileCase[] = [
  attack("the next backup removes the files that a killed one left", async (stage) => {
    await remember(stage, "Something harmless");
    const left = await leaveUnfinished(stage, "mine.db.partial-0123456789ab");
    await must(stage, ["backup", memoryFile(stage, "next.db")]);
    return existsSync(left) ? "the unfinished file is still there" : undefined;
  }),
];

export const FORGET_CASES: readonly HostileCase[] = [
  ...[...PLANTED, ...NAMED, ...KILLED, ...COMING_BACK, ...LEFTOVERS],
  FORGET_EVERYWHERE,
  ...FORGET_CONTROLS,
  ...FORGET_WORDS_CASES,
  ...SCRUB_CASES,
];
