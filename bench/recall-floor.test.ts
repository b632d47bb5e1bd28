import { expect } from "vitest";
import { scenario } from "../test/scenarios/scenario.ts";
import { measure } from "./recall-measure.ts";
import { summaryOf } from "./recall-metrics.ts";
import type { Pack, PackTurn } from "./recall-packs.ts";

/** For each topic: the statement, its question, and chatter that shares words without answering it. */
const MATTERS: readonly (readonly [said: string, asked: string, beside: string])[] = [
  [
    "We build everything with pnpm; npm breaks the workspace links.",
    "which tool builds the workspace?",
    "The workspace is large.",
  ],
  [
    "The staging server is called heron and lives in Frankfurt.",
    "where is our staging server?",
    "Staging was slow today.",
  ],
  ["Prices are integers in cents, never floats.", "how do we store prices?", "Prices went up again."],
  [
    "parseQuantity must reject negative numbers.",
    "what does parse quantity reject?",
    "I read parseQuantity twice.",
  ],
  ["Deploys happen on Tuesday after the standup.", "when do we deploy?", "The deploy script is old."],
  ["Ana reviews every migration before it is merged.", "who reviews migrations?", "A migration failed."],
  [
    "Tokens expire after fifteen minutes and are refreshed silently.",
    "how long do tokens live before they expire?",
    "Tokens are strings.",
  ],
  [
    "The flaky checkout test was a time zone bug in formatDate.",
    "why was the checkout test flaky?",
    "The checkout test is green.",
  ],
  ["We log in JSON lines to stderr, so that stdout stays clean.", "where do logs go?", "Logs are long."],
  [
    "Feature flags are kept in flags.yaml and read at start.",
    "which file holds the feature flags?",
    "Flags are handy.",
  ],
  [
    "The queue retries five times with growing pauses.",
    "how often does the queue retry?",
    "The queue is empty.",
  ],
  ["Images are resized by the worker, not by the web process.", "what resizes images?", "Images look fine."],
  [
    "Customers in Brazil pay by pix, which settles at once.",
    "how do customers in Brazil pay?",
    "Customers wrote in.",
  ],
  [
    "The public API is versioned in the path, v2 is current.",
    "how is the API versioned?",
    "The API answered.",
  ],
  ["Backups run at three and are tested on Fridays.", "when do backups run?", "Backups are big."],
  [
    "Search uses stems, so plural and singular find each other.",
    "does search find plurals?",
    "Search is used a lot.",
  ],
];

const START = Date.UTC(2030, 0, 1);
const HOUR_MS = 60 * 60 * 1000;

/** Builds a pack in which each topic is one session: chatter, the answer, more chatter. */
function madePack(): Pack {
  const turns = MATTERS.flatMap(([said, , beside], i): PackTurn[] => {
    const at = START + i * HOUR_MS;
    const session = `s${i}`;
    return [beside, said, "Fine, thank you.", `${beside} Let us look at that another day.`].map(
      (text, n) => ({
        ...{ id: `${i}-${n}`, session, at: at + n * 1000, text },
        role: n % 2 === 0 ? "assistant" : "user",
      }),
    );
  });
  const questions = MATTERS.map(([, text], i) => ({
    ...{ qid: `q${i}`, gid: "g", type: "plain", text, gold: [`${i}-1`], goldSessions: [] },
    ...{ older: [], newer: [], olderSessions: [] },
  }));
  return { name: "made", hash: "", groups: [{ gid: "g", turns }], questions };
}

scenario("recall.floor", async () => {
  const pack = madePack();
  const measured = await measure(pack, { limit: 0, unrelated: 0, packs: [pack] });
  const figure = (system: string, metric: "ndcg@10" | "any@1") => {
    const levels = measured.find((one) => one.system === system)?.levels;
    return summaryOf(levels?.turn ?? []).metrics[metric];
  };
  for (const metric of ["ndcg@10", "any@1"] as const)
    expect(figure("tidemark", metric)).toBeGreaterThanOrEqual(figure("bm25", metric));
  expect(figure("tidemark", "ndcg@10")).toBeGreaterThan(0.8);
});
