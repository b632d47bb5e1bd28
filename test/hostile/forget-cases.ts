import { rmSync } from "node:fs";
import { join } from "node:path";
import {
  appendFileSync,
  contextFile,
  cpSync,
  existsSync,
  filesHolding,
  forgetWord,
  goneAfter,
  isKnown,
  isWhole,
  leaveUnfinished,
  leftAfter,
  memoryFile,
  mkdirSync,
  must,
  readFileSync,
  remember,
  SAFE,
  say,
  transcript,
  WORD,
  writeFileSync,
} from "./forget-stage.ts";
import type { HostileCase, HostileStage } from "./hostile-case.ts";

type Run = HostileCase["run"];

const attack = (name: string, run: Run): HostileCase => ({ area: "forgetting", name, run });
const control = (name: string, run: Run): HostileCase => ({ area: "forgetting", name, isControl: true, run });

/** Plants the word, forgets it, and looks at every byte. */
const gone = (name: string, plant: (stage: HostileStage) => Promise<unknown>): HostileCase =>
  attack(name, async (stage) => {
    await plant(stage);
    if (filesHolding(stage).length === 0) return "the word was never planted";
    return goneAfter(stage, await forgetWord(stage));
  });

/** As `gone`, where somebody else's file keeps the word: it must be named. */
const named = (name: string, plant: (stage: HostileStage) => Promise<unknown>): HostileCase =>
  attack(name, async (stage) => {
    await plant(stage);
    return leftAfter(stage, await forgetWord(stage));
  });

const beginTask = (stage: HostileStage, goal: string): Promise<string> =>
  must(stage, ["context", "init", "--task", "T1", "--goal", goal]);

/** Damages the first page of the database, so that only a salvage can read it. */
function damage(stage: HostileStage): void {
  const path = memoryFile(stage, "tidemark.db");
  const bytes = readFileSync(path);
  bytes.fill(0x58, 0, 100);
  writeFileSync(path, bytes);
}

const PLANTED: readonly HostileCase[] = [
  gone("a word in the goal of the active context is gone from the file and from its copy", (stage) =>
    beginTask(stage, `Ship ${WORD} soon`),
  ),
  gone("a decision that sync wrote into the active context is gone", async (stage) => {
    await beginTask(stage, "Ship it soon");
    await must(stage, ["create", "decision", "--text", `We deploy with ${WORD} on Mondays`]);
    await must(stage, ["context", "sync"]);
    if (!readFileSync(contextFile(stage, "active_context.md"), "utf8").includes(WORD)) throw new Error("not synced");
  }),
  gone("a word that only the copy of the active context still has is gone", async (stage) => {
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
  gone("words with quotes and line breaks, as JSON inside JSON writes them, are gone from rejected input", async (stage) => {
    await remember(stage, "Something harmless");
    const what = JSON.stringify({ text: `say "${WORD}" now` });
    appendFileSync(memoryFile(stage, "spool", "rejected.log"), `${JSON.stringify({ why: "torn", what })}\n`);
  }),
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
    writeFileSync(memoryFile(stage, "spool", "rejected.log"), `${Buffer.from(`xx${WORD}yy`).toString("base64")}\n`);
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
  named("a README that says it is named with its line", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    writeFileSync(join(stage.project, "README.md"), `# Project\n\nIts codename is ${WORD}.\n`);
  }),
  named("instructions of an agent that say it are named", async (stage) => {
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
  attack("a line that a person wrote into the active context is named and left; with consent it goes", async (stage) => {
    await beginTask(stage, "Ship it soon");
    const path = contextFile(stage, "active_context.md");
    writeFileSync(path, `${readFileSync(path, "utf8")}\nBy hand: ${WORD}\n`);
    const first = await forgetWord(stage);
    if (first.code === 0) return "it ended with 0 although the line is there";
    if (!readFileSync(path, "utf8").includes(WORD)) return "a person's line was changed without consent";
    const why = leftAfter(stage, first);
    if (why !== undefined) return why;
    return goneAfter(stage, await forgetWord(stage, "--handwritten"));
  }),
  attack("an item that is forgotten by its label is gone from the active context and from backups", async (stage) => {
    await beginTask(stage, "Ship it soon");
    await must(stage, ["create", "decision", "--text", `We deploy with ${WORD} on Mondays`]);
    await must(stage, ["context", "sync"]);
    mkdirSync(memoryFile(stage, "backups"));
    await must(stage, ["backup", memoryFile(stage, "backups", "mine.db")]);
    return goneAfter(stage, await stage.tidemark(["forget", "dec#1"]));
  }),
  attack("a turn that is forgotten by its number is gone from backups", async (stage) => {
    await say(stage, `We call it ${WORD} from now on`);
    mkdirSync(memoryFile(stage, "backups"), { recursive: true });
    await must(stage, ["backup", memoryFile(stage, "backups", "mine.db")]);
    return goneAfter(stage, await stage.tidemark(["forget", "turn@1"]));
  }),
  attack("an item whose words also stand in a turn is not said to be gone", async (stage) => {
    await say(stage, `We call it ${WORD} from now on`);
    await must(stage, ["create", "fact", "--text", `We call it ${WORD} from now on`]);
    const { code, stdout } = await stage.tidemark(["forget", "fct#1"]);
    return code !== 0 && stdout.includes("turn@1") ? undefined : `it ended with ${code}: ${stdout}`;
  }),
];

/** Kills the command at a point, then asks again. */
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

/** Forgets, tries to bring the word back, and looks whether it came. */
const stays = (
  name: string,
  act: { readonly plant: Run; readonly back: (stage: HostileStage) => Promise<unknown> },
): HostileCase =>
  attack(name, async (stage) => {
    const why = await act.plant(stage);
    if (why !== undefined) return why;
    await forgetWord(stage);
    await act.back(stage);
    return (await isKnown(stage)) ? "the word is back" : isWhole(stage);
  });

/** The same words in a memory of their own, as an export and as a backup. */
async function inAnotherMemory(stage: HostileStage): Promise<{ readonly dir: string; readonly file: string }> {
  const cwd = join(stage.home, "other");
  mkdirSync(cwd);
  const [dir, file] = [join(stage.home, "other-export"), join(stage.home, "other.db")];
  for (const args of [["remember", `The codename is ${WORD}`], ["export", dir], ["backup", file]]) {
    const { code, stderr } = await stage.tidemark(args, { cwd });
    if (code !== 0) throw new Error(stderr);
  }
  return { dir, file };
}

const BACK: readonly HostileCase[] = [
  stays("context sync does not bring the word back from the file that had it", {
    plant: async (stage) => {
      await beginTask(stage, `Ship ${WORD} soon`);
      await must(stage, ["context", "sync"]);
      return undefined;
    },
    back: (stage) => stage.tidemark(["context", "sync"]),
  }),
  stays("context sync refuses a file into which somebody writes the word again", {
    plant: async (stage) => {
      await beginTask(stage, "Ship it soon");
      await remember(stage, `The codename is ${WORD}`);
      return undefined;
    },
    back: async (stage) => {
      const path = contextFile(stage, "active_context.md");
      writeFileSync(path, readFileSync(path, "utf8").replaceAll("Ship it soon", `Ship ${WORD} soon`));
      await stage.tidemark(["context", "sync"]);
    },
  }),
  stays("taking up an old file of the active context does not bring the word back", {
    plant: async (stage) => {
      await beginTask(stage, `Ship ${WORD} soon`);
      cpSync(contextFile(stage), join(stage.home, "old-context"), { recursive: true });
      return undefined;
    },
    back: async (stage) => {
      cpSync(join(stage.home, "old-context"), contextFile(stage), { recursive: true });
      await stage.tidemark(["context", "sync"]);
    },
  }),
  stays("importing a transcript does not bring back what a hook heard", {
    plant: async (stage) => {
      await say(stage, `We call it ${WORD} from now on`);
      return undefined;
    },
    back: async (stage) => {
      transcript(stage, `We call it ${WORD} from now on`);
      await stage.tidemark(["import"]);
    },
  }),
  stays("importing a transcript of another session does not bring the word back", {
    plant: async (stage) => {
      await remember(stage, `The codename is ${WORD}`);
      return undefined;
    },
    back: async (stage) => {
      transcript(stage, `Remember: the codename is ${WORD}, always.`, "s9");
      await stage.tidemark(["import"]);
      await stage.tidemark(["worker", "--once"]);
    },
  }),
  stays("importing an export of another memory does not bring the word back", {
    plant: async (stage) => {
      await remember(stage, `The codename is ${WORD}`);
      await inAnotherMemory(stage);
      return undefined;
    },
    back: (stage) => stage.tidemark(["import", join(stage.home, "other-export")]),
  }),
  stays("restoring a backup from before does not bring the word back", {
    plant: async (stage) => {
      await remember(stage, `The codename is ${WORD}`);
      await must(stage, ["backup", join(stage.home, "outside.db")]);
      return undefined;
    },
    back: (stage) => stage.tidemark(["restore", join(stage.home, "outside.db")]),
  }),
  stays("restoring another memory's backup does not bring the word back under another id", {
    plant: async (stage) => {
      await remember(stage, `The codename is ${WORD}`);
      await inAnotherMemory(stage);
      return undefined;
    },
    back: (stage) => stage.tidemark(["restore", join(stage.home, "other.db")]),
  }),
  stays("a salvage does not bring the word back", {
    plant: async (stage) => {
      await remember(stage, `The codename is ${WORD}`);
      mkdirSync(memoryFile(stage, "backups"));
      await must(stage, ["backup", memoryFile(stage, "backups", "mine.db")]);
      return undefined;
    },
    back: async (stage) => {
      damage(stage);
      await stage.tidemark(["restore", "--salvage"]);
      await stage.tidemark(["rebuild"]);
      const left = filesHolding(stage);
      if (left.length > 0) throw new Error(`left in ${left.join(", ")}`);
    },
  }),
  stays("a document that still says it does not bring the word back", {
    plant: async (stage) => {
      writeFileSync(join(stage.project, "README.md"), `# Project\n\nIts codename is ${WORD}.\n`);
      await must(stage, ["import"]);
      return undefined;
    },
    back: async (stage) => {
      writeFileSync(join(stage.project, "README.md"), `# Project\n\nIts codename is still ${WORD}, as ever.\n`);
      await stage.tidemark(["import"]);
    },
  }),
];

const LEFTOVERS: readonly HostileCase[] = [
  attack("the next backup removes what a killed one left", async (stage) => {
    await remember(stage, "Something harmless");
    const left = await leaveUnfinished(stage, "mine.db.partial-0123456789ab");
    await must(stage, ["backup", memoryFile(stage, "next.db")]);
    return existsSync(left) ? "the unfinished file is still there" : undefined;
  }),
];

const CONTROLS: readonly HostileCase[] = [
  control("other items survive, the chain verifies and the command ends with 0", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    await remember(stage, `The colour is ${SAFE}`);
    const why = goneAfter(stage, await forgetWord(stage));
    if (why !== undefined) return why;
    return (await isKnown(stage, SAFE)) ? isWhole(stage) : "another item is gone";
  }),
  control("a hook's turn and tool output that wait in the spool are forgotten", async (stage) => {
    await say(stage, `We call it ${WORD} from now on`);
    const tool = { tool_name: "Bash", tool_use_id: "t1", tool_input: { command: `cat ${WORD}` } };
    await stage.hook("claude-code", "PostToolUse", { session_id: "s1", ...tool, tool_response: { stdout: WORD } });
    return goneAfter(stage, await forgetWord(stage));
  }),
  control("what an agent was told is forgotten with the item", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    await must(stage, ["brief"]);
    await must(stage, ["recall", "codename"]);
    return goneAfter(stage, await forgetWord(stage));
  }),
  control("working memory of a session is forgotten", async (stage) => {
    await say(stage, "We begin");
    await remember(stage, `The codename is ${WORD}`);
    await must(stage, ["working", "s1"]);
    return goneAfter(stage, await forgetWord(stage));
  }),
  control("a backup outside stays byte for byte what it was", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    const file = join(stage.home, "outside.db");
    await must(stage, ["backup", file]);
    const before = readFileSync(file);
    await forgetWord(stage);
    return before.equals(readFileSync(file)) ? undefined : "a person's backup was changed";
  }),
  control("a backup from before can still be restored, with everything else in it", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    await remember(stage, `The colour is ${SAFE}`);
    mkdirSync(memoryFile(stage, "backups"));
    const file = memoryFile(stage, "backups", "mine.db");
    await must(stage, ["backup", file]);
    await forgetWord(stage);
    await must(stage, ["restore", file]);
    if (!(await isKnown(stage, SAFE))) return "another item is gone from the backup";
    return (await isKnown(stage)) ? "the word is back" : isWhole(stage);
  }),
  control("a dry run changes nothing", async (stage) => {
    await beginTask(stage, `Ship ${WORD} soon`);
    await remember(stage, `The codename is ${WORD}`);
    const before = filesHolding(stage).length;
    await forgetWord(stage, "--dry-run");
    return (await isKnown(stage)) && filesHolding(stage).length >= before ? undefined : "something was erased";
  }),
  control("the rest of the active context stays, and sync goes on working", async (stage) => {
    await beginTask(stage, "Ship it soon");
    await must(stage, ["create", "decision", "--text", `We deploy with ${WORD} on Mondays`]);
    await must(stage, ["create", "decision", "--text", `We paint it ${SAFE} on Tuesdays`]);
    await must(stage, ["context", "sync"]);
    await forgetWord(stage);
    const { code, stderr } = await stage.tidemark(["context", "sync"]);
    if (code !== 0) return `sync ended with ${code}: ${stderr}`;
    const text = readFileSync(contextFile(stage, "active_context.md"), "utf8");
    return text.includes(SAFE) && text.includes("Ship it soon") ? undefined : "other lines are gone";
  }),
  control("a person may say the word again afterwards", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    await forgetWord(stage);
    await say(stage, `No, really: ${WORD}`);
    return (await isKnown(stage)) ? isWhole(stage) : "what a person says now was not recorded";
  }),
  control("a file that says something else is not named", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    writeFileSync(join(stage.project, "README.md"), `# ${SAFE}\n`);
    const { code, stdout } = await forgetWord(stage);
    return code === 0 && !stdout.includes("README") ? undefined : `it ended with ${code}: ${stdout}`;
  }),
];

export const FORGET_CASES: readonly HostileCase[] = [
  ...[...PLANTED, ...NAMED, ...KILLED, ...BACK, ...LEFTOVERS],
  ...CONTROLS,
];
