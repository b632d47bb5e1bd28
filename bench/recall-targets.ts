import type { Level } from "./recall-measure.ts";
import type { Metrics } from "./recall-metrics.ts";

/** Results of other systems on the same data in percent, if known. */
export type Others = { readonly bm25?: number; readonly fts5?: number; readonly minisearch?: number };

/** A metric by which a pack is judged. */
export type Headline = {
  readonly level: Level;
  readonly metric: keyof Metrics;
  readonly others: Others;
  /** The promised minimum as a share, and the aim beyond it in percent. */
  readonly target?: number;
  readonly aim?: number;
};

const fresh: readonly Headline[] = [
  { level: "turn", metric: "fresh@1", others: { bm25: 27 }, target: 0.96, aim: 98 },
];

/**
 * Headline metrics by pack. Other systems were measured once, on the same turns with the speaker before the
 * text.
 */
const HEADLINES: { readonly [pack: string]: readonly Headline[] } = {
  locomo_dev: [
    {
      level: "turn",
      metric: "macro_ndcg@10",
      others: { bm25: 45.5, fts5: 38.4, minisearch: 36 },
      target: 0.52,
      aim: 58,
    },
    { level: "session", metric: "rec@5", others: { bm25: 87.9, fts5: 84.6 }, target: 0.89, aim: 91 },
  ],
  lme_dev: [
    { level: "session", metric: "any@5", others: { bm25: 90.7, fts5: 90.7 }, target: 41 / 43, aim: 97 },
    { level: "session", metric: "all@5", others: { bm25: 69.8, fts5: 69.8 }, target: 34 / 43, aim: 82 },
  ],
  beam_dev: [
    {
      level: "turn",
      metric: "ndcg@10",
      others: { bm25: 37.5, fts5: 34.5, minisearch: 28.5 },
      target: 0.45,
      aim: 55,
    },
  ],
  facts_6k: fresh,
  facts_32k: fresh,
  swectx_dev: [
    {
      level: "turn",
      metric: "ndcg@10",
      others: { bm25: 61.3, fts5: 58.7, minisearch: 55.6 },
      target: 0.68,
      aim: 75,
    },
    {
      level: "turn",
      metric: "any@5",
      others: { bm25: 87.1, fts5: 80.6, minisearch: 77.4 },
      target: 0.9,
      aim: 94,
    },
  ],
  devbench: [{ level: "turn", metric: "ndcg@10", others: {} }],
};

/** Packs that are searched for in every folder. */
export const KNOWN_PACKS: readonly string[] = Object.keys(HEADLINES);

/** Headline metrics of all other packs. */
const PLAIN: readonly Headline[] = [
  { level: "turn", metric: "ndcg@10", others: {} },
  { level: "turn", metric: "macro_ndcg@10", others: {} },
  { level: "session", metric: "rec@5", others: {} },
];

export const headlinesOf = (pack: string): readonly Headline[] =>
  Object.hasOwn(HEADLINES, pack) ? (HEADLINES[pack] ?? PLAIN) : PLAIN;
