import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import type { SentPrompt } from "./told-recordings.ts";
import { startWorker } from "./workers.ts";

/** A model that answers from recordings. */
export type RecordedModel = {
  /** Environment variables that make the program use this model for a history. */
  readonly env: (history: string) => { readonly [variable: string]: string };
  /** Stops the model and returns the prompts it got. */
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
