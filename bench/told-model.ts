import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import type { SentPrompt } from "./told-recordings.ts";
import { startWorker } from "./workers.ts";

/** A model that answers from recordings while histories are played. */
export type RecordedModel = {
  /** What makes the program ask it, for one history. */
  readonly env: (history: string) => { readonly [variable: string]: string };
  /** Ends it, and gives what it was asked. */
  readonly end: () => Promise<readonly SentPrompt[]>;
};

export async function startRecordedModel(): Promise<RecordedModel> {
  const port = await freePort();
  const worker = startWorker("told-endpoint", { port });
  await worker.ready;
  worker.go();
  return {
    env: (history) => modelEnv(`http://127.0.0.1:${port}/${encodeURIComponent(history)}/v1`),
    end: () => {
      worker.stop();
      return worker.done;
    },
  };
}

const modelEnv = (url: string) => ({
  TIDEMARK_MODEL_MODE: "active",
  TIDEMARK_MODEL_PROVIDER: "openai",
  TIDEMARK_MODEL_URL: url,
  TIDEMARK_MODEL_NAME: "recorded",
  TIDEMARK_MODEL_USD_PER_MILLION_IN: "0",
  TIDEMARK_MODEL_USD_PER_MILLION_OUT: "0",
});

function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => found(port));
    });
  });
}
