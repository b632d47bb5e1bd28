import type { VectorsHealth } from "../../ports/vectors.ts";
import type { MemoryDeps, RankingDeps } from "../runtime/deps.ts";
import { today } from "../sessions/model-spending.ts";
import type { Check } from "./diagnosis.ts";

/** The state of the embedder and of its vectors. */
export type EmbedderStatus = VectorsHealth & {
  readonly provider: string;
  readonly name: string;
  readonly tokens_today: number;
  readonly tokens_per_day: number;
};

/** Undefined without an embedder. */
export function embedderStatus({
  embedder,
  vectors,
  ...deps
}: MemoryDeps & RankingDeps): EmbedderStatus | undefined {
  if (embedder === undefined) return undefined;
  return {
    provider: embedder.provider,
    name: embedder.name,
    ...vectors.health(),
    tokens_today: vectors.sentOn(today(deps)),
    tokens_per_day: deps.config.embedder.tokens_per_day,
  };
}

/** Missing vectors do no harm, but a person who configured an embedder wants to know that it has no effect. */
export const vectorsCheck: Check = {
  name: "vectors",
  find: async ({ embedder, vectors }) => {
    const { state, problem } = vectors.health();
    if (state === "unreadable") {
      const message = "The vector file cannot be read, so recall ranks by words only.";
      return [
        {
          code: "vectors.unreadable",
          level: "warn",
          message,
          fix: { verb: "doctor", options: { fix: true } },
        },
      ];
    }
    if (embedder === undefined || problem === undefined) return [];
    const message = `The last request for vectors failed: ${problem}`;
    return [
      { code: "vectors.problem", level: "warn", message, fix: { verb: "worker", options: { once: true } } },
    ];
  },
  mend: async ({ vectors }, found) => {
    if (!found.some(({ code }) => code === "vectors.unreadable")) return [];
    vectors.drop();
    return ["The vector file could not be read and was deleted; the next worker rebuilds it."];
  },
};
