import { countTokens } from "../../core/bundle/tokens.ts";
import type { ModelPrompt } from "../../core/extract/model/model-prompt.ts";
import {
  dayKey,
  microUsd,
  type SpendingDay,
  spendingSubject,
} from "../../core/extract/model/spending-view.ts";
import { MemoryError } from "../../core/failure.ts";
import { rowAt } from "../../core/tape/projection.ts";
import { type Attempt, catchUp, commitWithRetry, newDraft } from "../runtime/decide-and-commit.ts";
import type { Deps, MemoryDeps, ModelDeps, WriteDeps } from "../runtime/deps.ts";
import type { ModelCallFacts } from "./ask-model.ts";

/** Maximum length of an answer: room for every finding that would be accepted. */
export const MAX_OUTPUT_TOKENS = 8_192;

/** Safety factor: a tokenizer may count this much more than ours without exceeding the reservation. */
const TOKENS_MARGIN = 1.5;

export type Reservation =
  | {
      readonly outcome: "reserved";
      /** The id of the call. */
      readonly id: string;
      readonly maxTokensIn: number;
      readonly maxUsd: number;
    }
  | { readonly outcome: "refused"; readonly refusal: MemoryError };

type SpendingRequest = {
  readonly about: ModelCallFacts;
  readonly prompt: ModelPrompt;
  readonly session: string;
};

/**
 * Records the call with its maximum cost, if the daily cap has room for it. If two workers saw the same sum, one must
 * check again, so that together they stay below the cap.
 */
export async function reserve(
  deps: WriteDeps,
  { about, prompt, session }: SpendingRequest,
): Promise<Reservation> {
  const maxTokensIn = Math.ceil(countTokens(`${prompt.system}\n${prompt.user}`) * TOKENS_MARGIN);
  const maxUsd = costOf(deps, maxTokensIn, MAX_OUTPUT_TOKENS);
  const subject = spendingSubject(about.day);
  const payload = { ...about, turns: prompt.turns.length, left_out: 0, max_usd: maxUsd };
  const reserved = await commitWithRetry(deps, async (): Promise<Attempt<Reservation>> => {
    const day = await spentOn(deps, about.day);
    const spent = day?.micro_usd ?? 0;
    if ((day?.calls ?? 0) >= deps.config.model.calls_per_day)
      return { result: { outcome: "refused", refusal: overCalls(deps) } };
    if (spent + microUsd(maxUsd) > microUsd(deps.config.model.usd_per_day))
      return { result: { outcome: "refused", refusal: overCap(deps, spent, maxUsd) } };
    const asked = newDraft(deps, { type: "model.asked", session, subject, payload });
    const commit = { events: [asked], expect: new Map([[subject, day?.last_asked ?? 0]]) };
    return { result: { outcome: "reserved", id: asked.id, maxTokensIn, maxUsd }, commit };
  });
  const refusal = new MemoryError("model.busy", "Too many workers are calling the model at this moment.", {
    retryable: true,
  });
  return reserved?.result ?? { outcome: "refused", refusal };
}

/** The cost of a call by the prices in the config, rounded up to a millionth of a dollar. */
export function costOf(deps: MemoryDeps, tokensIn: number, tokensOut: number): number {
  const { usd_per_million_in, usd_per_million_out } = deps.config.model;
  return Math.ceil(tokensIn * usd_per_million_in + tokensOut * usd_per_million_out) / 1_000_000;
}

export const today = (deps: Pick<Deps, "clock">): string =>
  new Date(deps.clock.now()).toISOString().slice(0, 10);

async function spentOn(deps: MemoryDeps, day: string): Promise<SpendingDay | undefined> {
  await catchUp(deps, "spending");
  const key = dayKey(day);
  return rowAt(await deps.store.views.rows(deps.views.spending, [key]), key);
}

function overCap(deps: MemoryDeps, spent: number, maxUsd: number): MemoryError {
  const { usd_per_day } = deps.config.model;
  const gone = (spent / 1_000_000).toFixed(4);
  const message =
    `The model was not called: the limit of $${usd_per_day} a day is reached ` +
    `($${gone} is spent, and the request could cost $${maxUsd.toFixed(4)}).`;
  return new MemoryError("model.cap_reached", message, {
    fix: "Requests resume on the next day (UTC), or when model.usd_per_day is raised.",
  });
}

function overCalls(deps: MemoryDeps): MemoryError {
  const { calls_per_day } = deps.config.model;
  const message = `The model was not called: today's limit of ${calls_per_day} calls is reached.`;
  return new MemoryError("model.cap_reached", message, {
    fix: "Requests resume on the next day (UTC), or when model.calls_per_day is raised.",
  });
}

/** Today's state of the model. */
export type ModelStatus = {
  readonly mode: "shadow" | "active";
  readonly provider: string;
  readonly name: string;
  readonly usd_per_day: number;
  readonly calls_per_day: number;
  readonly usd_today: number;
  readonly calls_today: number;
  readonly failed_today: number;
  /** The last failure today. */
  readonly problem?: string;
};

/** Undefined if no model is configured. */
export async function modelStatus(deps: MemoryDeps & ModelDeps): Promise<ModelStatus | undefined> {
  const { mode, usd_per_day, calls_per_day } = deps.config.model;
  if (mode === "off" || deps.model === undefined) return undefined;
  const { provider, name } = deps.model;
  const day = await spentOn(deps, today(deps));
  return {
    mode,
    provider,
    name,
    usd_per_day,
    calls_per_day,
    usd_today: (day?.micro_usd ?? 0) / 1_000_000,
    calls_today: day?.calls ?? 0,
    failed_today: day?.failed ?? 0,
    ...(day?.problem === undefined ? {} : { problem: day.problem.error }),
  };
}
