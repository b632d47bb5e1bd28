import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { KEY, knowsMeanings } from "../support/embedder.ts";
import {
  attack,
  beginTask,
  filesHolding,
  forgetWord,
  isKnown,
  memoryFile,
  must,
  remember,
  say,
  transcript,
  WORD,
} from "./forget-stage.ts";
import type { HostileCase, HostileStage } from "./hostile-case.ts";

/** The result of one step: the files that contain the word, and whether the memory still returns it. */
export type ErasureStep = {
  readonly step: string;
  readonly files: readonly string[];
  readonly isKnown: boolean;
};

const SAYING = `We call it ${WORD} from now on`;

/** Plants the word in all places where Tidemark writes, and returns the folder of an export that contains it. */
async function plantEverywhere(stage: HostileStage): Promise<string> {
  await beginTask(stage, `Ship ${WORD} soon`);
  await say(stage, SAYING);
  await stage.hook("claude-code", "SessionStart", { session_id: "s1", source: "startup" });
  await must(stage, ["create", "decision", "--text", `We deploy with ${WORD} on Mondays`]);
  await remember(stage, `The codename is ${WORD}`);
  await must(stage, ["context", "sync"]);
  await must(stage, ["worker", "--once"]);
  await must(stage, ["recall", `what is ${WORD}`]);
  await must(stage, ["brief"]);
  await must(stage, ["working", "s1"]);
  mkdirSync(memoryFile(stage, "backups"), { recursive: true });
  await must(stage, ["backup", memoryFile(stage, "backups", "mine.db")]);
  writeFileSync(memoryFile(stage, "spool", "rejected.log"), `${WORD}\n`, { flag: "a" });
  const path = join(stage.home, "earlier-export");
  await must(stage, ["export", path]);
  return path;
}

/**
 * Forgets a word that is planted everywhere, and then does everything that could restore it. Copies that a person keeps
 * outside are moved away first: other cases cover what `forget` reports about them.
 */
export async function eraseEverywhere(stage: HostileStage): Promise<readonly ErasureStep[]> {
  const embedder = await startEmbedder();
  try {
    return await erase(stage, embedder.url);
  } finally {
    embedder.close();
  }
}

async function erase(stage: HostileStage, embedderUrl: string): Promise<readonly ErasureStep[]> {
  Object.assign(stage.env, {
    ...{ TIDEMARK_EMBEDDER_PROVIDER: "openai", TIDEMARK_EMBEDDER_MODEL: "small" },
    ...{ TIDEMARK_EMBEDDER_URL: embedderUrl, TIDEMARK_EMBEDDER_KEY_ENV: "MY_KEY", MY_KEY: KEY },
  });
  const exported = await plantEverywhere(stage);
  const keptElsewhere = join(dirname(stage.home), "kept-export");
  renameSync(exported, keptElsewhere);
  const steps: ErasureStep[] = [];
  const look = async (step: string): Promise<void> => {
    const files = filesHolding(stage);
    steps.push({ step, files, isKnown: await isKnown(stage) });
  };
  const planted = filesHolding(stage).length;
  if (planted < 5) throw new Error(`the word was planted in ${planted} files only`);
  const { code, stdout, stderr } = await forgetWord(stage);
  if (code !== 0) throw new Error(`forget ended with ${code}: ${stdout}${stderr}`);
  await look("forgotten");
  await must(stage, ["rebuild"]);
  await look("views rebuilt");
  const history = transcript(stage, SAYING);
  await stage.tidemark(["import", "--yes"]);
  rmSync(history);
  await look("transcript imported again");
  await stage.tidemark(["import", keptElsewhere]);
  await look("export imported again");
  await must(stage, ["context", "sync"]);
  await look("active context synchronised");
  await must(stage, ["worker", "--once"]);
  await stage.hook("claude-code", "SessionStart", { session_id: "s2", source: "startup" });
  await look("a new session, a worker and vectors again");
  return steps;
}

/** Starts an embedding endpoint on loopback. */
async function startEmbedder(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    await knowsMeanings(response, { path: request.url ?? "", headers: request.headers, body });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export const FORGET_EVERYWHERE: HostileCase = attack(
  "a word that is in all files of ours is erased, and stays erased through rebuild, import, sync and restart",
  async (stage) => {
    const wrong = (await eraseEverywhere(stage)).filter(({ files, isKnown }) => files.length > 0 || isKnown);
    if (wrong.length === 0) return undefined;
    return wrong.map(({ step, files }) => `${step}: ${files.join(", ") || "the memory says it"}`).join("; ");
  },
);
