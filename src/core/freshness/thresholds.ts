import type { Config } from "../config/config.ts";
import type { ThresholdName } from "../config/staleness-settings.ts";

/** After how long, or how many commits, something is doubted. */
export type Thresholds = { readonly [name in ThresholdName]: number };

/** The thresholds that hold for an agent: its own, else those that are set for all, else the defaults. */
export function thresholdsFor({ staleness }: Config, agent: string): Thresholds {
  const { agents, ...all } = staleness;
  return { ...all, ...(Object.hasOwn(agents, agent) ? agents[agent] : {}) };
}
