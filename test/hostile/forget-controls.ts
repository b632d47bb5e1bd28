import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  beginTask,
  contextFile,
  control,
  filesHolding,
  forgetWord,
  goneAfter,
  isKnown,
  isWhole,
  memoryFile,
  must,
  remember,
  SAFE,
  say,
  WORD,
} from "./forget-stage.ts";
import type { HostileCase } from "./hostile-case.ts";

export const FORGET_CONTROLS: readonly HostileCase[] = [
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
    await stage.hook("claude-code", "PostToolUse", {
      session_id: "s1",
      ...tool,
      tool_response: { stdout: WORD },
    });
    return goneAfter(stage, await forgetWord(stage));
  }),
  control("a turn that waits in the user's state folder is forgotten", async (stage) => {
    await remember(stage, "Something harmless");
    chmodSync(memoryFile(stage), 0o500);
    await say(stage, `We call it ${WORD} from now on`);
    chmodSync(memoryFile(stage), 0o700);
    if (filesHolding(stage).length === 0) return "the turn was not kept";
    return goneAfter(stage, await forgetWord(stage));
  }),
  control("a bundle that an agent got is forgotten with its item", async (stage) => {
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
  control("a backup outside the memory folder stays unchanged byte for byte", async (stage) => {
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
    return (await isKnown(stage)) && filesHolding(stage).length >= before
      ? undefined
      : "something was erased";
  }),
  control("the rest of the active context stays, and sync still works", async (stage) => {
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
  control("a file without the word is not named", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    writeFileSync(join(stage.project, "README.md"), `# ${SAFE}\n`);
    const { code, stdout } = await forgetWord(stage);
    return code === 0 && !stdout.includes("README") ? undefined : `it ended with ${code}: ${stdout}`;
  }),
];
