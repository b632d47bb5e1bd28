import type { Finding } from "../../core/extract/finding.ts";
import { PROMPT_VERSION } from "../../core/extract/model/model-prompt.ts";
import { answeredBy, sessionKey } from "../../core/extract/model/spending-view.ts";
import type { Position } from "../../core/tape/event.ts";
import { rowAt } from "../../core/tape/projection.ts";
import { upcast } from "../../core/tape/read.ts";
import type { Model } from "../../ports/model.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, ModelDeps } from "../runtime/deps.ts";
import type { UnreadRange } from "./distil.ts";

export type EarlierAnswers = {
  /** Findings of the same model about turns of this range. */
  readonly findings: readonly Finding[];
  /** The position up to which the model was asked. */
  readonly upTo: Position;
};

/** The model's findings about a range. Empty if the model is off or only compared with the rules. */
export async function modelReading(
  deps: MemoryDeps & ModelDeps,
  asking: UnreadRange,
): Promise<EarlierAnswers> {
  const { model, config } = deps;
  if (config.model.mode !== "active" || model === undefined) return { findings: [], upTo: 0 };
  return earlierAnswers(deps, asking, model);
}

/**
 * Recorded answers of a model about a range, so that nobody pays twice when the rules change or a commit has a
 * conflict. A finding counts only while all its turns exist.
 */
export async function earlierAnswers(
  deps: MemoryDeps,
  asking: UnreadRange,
  model: Model,
): Promise<EarlierAnswers> {
  await catchUp(deps, "spending");
  const key = sessionKey(asking.session);
  const row = rowAt(await deps.store.views.rows(deps.views.spending, [key]), key);
  const by = answeredBy({ provider: model.provider, model: model.name, prompt_version: PROMPT_VERSION });
  const places = row?.answers.filter((place) => place.by === by && place.up_to > asking.after) ?? [];
  const there = new Set(
    asking.events.flatMap(({ position, payload }) => (payload === null ? [] : [position])),
  );
  const findings: Finding[] = [];
  for (const { position } of places) {
    const [event] = (await deps.store.events.read(position - 1, 1)).events;
    const answer = event?.position === position ? upcast(event) : undefined;
    const said = answer?.type === "model.answered" ? (answer.payload?.findings ?? []) : [];
    findings.push(...said.filter(({ evidence }) => evidence.every((one) => there.has(one))));
  }
  return { findings, upTo: Math.max(0, ...places.map((place) => place.up_to)) };
}
