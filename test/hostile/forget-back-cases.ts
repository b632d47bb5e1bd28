import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  attack,
  beginTask,
  contextFile,
  damage,
  filesHolding,
  forgetWord,
  isKnown,
  isWhole,
  memoryFile,
  must,
  type Run,
  remember,
  say,
  transcript,
  WORD,
} from "./forget-stage.ts";
import type { HostileCase, HostileStage } from "./hostile-case.ts";

/** A case that forgets the word, does something that could restore it, and expects that the memory does not contain it. */
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

/** Creates another memory that contains the word, and returns its export and its backup. */
async function inAnotherMemory(
  stage: HostileStage,
): Promise<{ readonly dir: string; readonly file: string }> {
  const cwd = join(stage.home, "other");
  mkdirSync(cwd);
  const [dir, file] = [join(stage.home, "other-export"), join(stage.home, "other.db")];
  for (const args of [["init"], ["remember", `The codename is ${WORD}`], ["export", dir], ["backup", file]]) {
    const { code, stderr } = await stage.tidemark(args, { cwd });
    if (code !== 0) throw new Error(stderr);
  }
  return { dir, file };
}

export const COMING_BACK: readonly HostileCase[] = [
  stays("context sync does not restore the word from the file that contained it", {
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
  stays("restoring an old file of the active context does not restore the word", {
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
  stays("importing a transcript does not restore a turn that a hook recorded", {
    plant: async (stage) => {
      await say(stage, `We call it ${WORD} from now on`);
      return undefined;
    },
    back: async (stage) => {
      transcript(stage, `We call it ${WORD} from now on`);
      await stage.tidemark(["import"]);
    },
  }),
  stays("importing a transcript of another session does not restore the word", {
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
  stays("importing an export of another memory does not restore the word", {
    plant: async (stage) => {
      await remember(stage, `The codename is ${WORD}`);
      await inAnotherMemory(stage);
      return undefined;
    },
    back: (stage) => stage.tidemark(["import", join(stage.home, "other-export")]),
  }),
  stays("restoring a backup from before does not restore the word", {
    plant: async (stage) => {
      await remember(stage, `The codename is ${WORD}`);
      await must(stage, ["backup", join(stage.home, "outside.db")]);
      return undefined;
    },
    back: (stage) => stage.tidemark(["restore", join(stage.home, "outside.db")]),
  }),
  stays("restoring another memory's backup does not restore the word under another id", {
    plant: async (stage) => {
      await remember(stage, `The codename is ${WORD}`);
      await inAnotherMemory(stage);
      return undefined;
    },
    back: (stage) => stage.tidemark(["restore", join(stage.home, "other.db")]),
  }),
  stays("a spool that is copied back does not restore the word", {
    plant: async (stage) => {
      await say(stage, `We call it ${WORD} from now on`);
      cpSync(memoryFile(stage, "spool"), join(stage.home, "old-spool"), { recursive: true });
      const files = readdirSync(join(stage.home, "old-spool"));
      return files.some((name) => name.endsWith(".jsonl")) ? undefined : "nothing waited in the spool";
    },
    back: async (stage) => {
      cpSync(join(stage.home, "old-spool"), memoryFile(stage, "spool"), { recursive: true });
      await stage.tidemark(["status"]);
    },
  }),
  stays("a salvage does not restore the word", {
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
  stays("a document that still contains it does not restore the word", {
    plant: async (stage) => {
      writeFileSync(join(stage.project, "README.md"), `# Project\n\nIts codename is ${WORD}.\n`);
      await must(stage, ["import"]);
      return undefined;
    },
    back: async (stage) => {
      writeFileSync(
        join(stage.project, "README.md"),
        `# Project\n\nIts codename is still ${WORD}, as ever.\n`,
      );
      await stage.tidemark(["import"]);
    },
  }),
];
