import type { Finding } from "../../core/extract/finding.ts";
import { readModelAnswer } from "../../core/extract/model/model-answer.ts";
import {
  type KnownStatement,
  type ModelPrompt,
  modelPrompt,
  PROMPT_VERSION,
} from "../../core/extract/model/model-prompt.ts";
import { MemoryError } from "../../core/failure.ts";
import type { Item } from "../../core/items/item.ts";
import { UNIT_KIND_NAMES } from "../../core/items/kinds.ts";
import { wordsOf } from "../../core/recall/index/words.ts";
import { redactedHead } from "../../core/redact/redacted-head.ts";
import type { Draft, Instant, Position, Recorded } from "../../core/tape/event.ts";
import { upcastAll } from "../../core/tape/read.ts";
import { isTurn } from "../../core/tape/turn-speaker.ts";
import type { Model, ModelReply } from "../../ports/model.ts";
import { catchUp, commitWithRetry, newDraft } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, ModelDeps, WriteDeps } from "../runtime/deps.ts";
import type { UnreadRange } from "./distil.ts";
import { earlierAnswers } from "./earlier-answers.ts";
import { costOf, MAX_OUTPUT_TOKENS, reserve, today } from "./model-spending.ts";

/**
 * Lets a model read stretches of sessions, where the config names one: as many sessions with one question as there is
 * room for, oldest first. The call is made outside of any transaction and only if the most it can cost fits under the cap.
 * Turns that were answered about before are not asked about again. Answers and failures are put on the tape, where whoever
 * distils the sessions finds them; nothing that goes wrong with a model keeps a session from being read.
 */
export async function askModel(
  deps: WriteDeps & ModelDeps,
  askings: readonly UnreadRange[],
  until?: Instant,
): Promise<void> {
  const { model, config } = deps;
  const { mode } = config.model;
  if (mode === "off" || model === undefined) return;
  let waiting = await unaskedTurns(deps, askings, model);
  while (waiting.length > 0 && (until === undefined || deps.clock.now() < until)) {
    const known = await knownStatements(deps, waiting);
    const prompt = modelPrompt(waiting, known, deps.sha256);
    if (prompt === undefined) return;
    const [first, ...others] = waiting.flatMap((asking) => shownPart(asking, prompt));
    if (first === undefined) return;
    await ask(deps, { first, askings: [first, ...others], prompt, model, mode });
    waiting = waiting.flatMap((asking) => unshownPart(asking, prompt));
  }
}

function shownPart(asking: UnreadRange, { sessions }: ModelPrompt): UnreadRange[] {
  const shown = sessions.find(({ session }) => session === asking.session);
  if (shown === undefined) return [];
  return [{ ...asking, events: asking.events.filter(({ position }) => position <= shown.upTo) }];
}

function unshownPart(asking: UnreadRange, { sessions }: ModelPrompt): UnreadRange[] {
  const after = sessions.find(({ session }) => session === asking.session)?.upTo ?? asking.after;
  const events = asking.events.filter(({ position }) => position > after);
  return events.length === 0 ? [] : [{ ...asking, after, events }];
}

/** Turns that no answer on the tape covers, in the order in which the sessions began. */
async function unaskedTurns(
  deps: MemoryDeps,
  askings: readonly UnreadRange[],
  model: Model,
): Promise<UnreadRange[]> {
  const left: UnreadRange[] = [];
  for (const asking of askings) {
    const { upTo } = await earlierAnswers(deps, asking, model);
    const events = asking.events.filter(({ position }) => position > upTo);
    if (events.length > 0) left.push({ ...asking, events });
  }
  return left.sort((a, b) => (a.events[0]?.at ?? 0) - (b.events[0]?.at ?? 0));
}

type ModelCall = {
  readonly first: UnreadRange;
  readonly askings: readonly UnreadRange[];
  readonly prompt: ModelPrompt;
  readonly model: Model;
  readonly mode: ModelCallFacts["mode"];
};

/** What every event of one call records about one session. */
export type ModelCallFacts = {
  readonly provider: string;
  readonly model: string;
  readonly prompt_version: number;
  readonly mode: "shadow" | "active";
  readonly after: Position;
  readonly up_to: Position;
  readonly input_hash: string;
  readonly day: string;
};

function aboutOf(
  deps: MemoryDeps,
  { prompt, model, mode }: ModelCall,
  { after, events }: UnreadRange,
): ModelCallFacts {
  return {
    provider: model.provider,
    model: model.name,
    prompt_version: PROMPT_VERSION,
    mode,
    after,
    up_to: events.at(-1)?.position ?? after,
    input_hash: prompt.hash,
    day: today(deps),
  };
}

async function ask(deps: WriteDeps, call: ModelCall): Promise<void> {
  const { prompt, model, first } = call;
  const about = aboutOf(deps, call, first);
  const reserved = await reserve(deps, { about, prompt, session: first.session });
  if (reserved.outcome === "refused") return noteFailure(deps, call, { error: reserved.refusal });
  let reply: ModelReply;
  try {
    const { system, user } = prompt;
    reply = await model.ask({ system, user, maxOutputTokens: MAX_OUTPUT_TOKENS });
  } catch (error) {
    if (!(error instanceof MemoryError && error.code.startsWith("model."))) throw error;
    const mayCost = error.code === "model.no_answer" || error.code === "model.bad_answer";
    return noteFailure(deps, call, { error, asked: reserved.id, costUsd: mayCost ? reserved.maxUsd : 0 });
  }
  deps.crashPoint("model.replied");
  await keepAnswer(deps, call, { reply, reserved });
}

type FailedQuestion = { readonly error: MemoryError; readonly asked?: string; readonly costUsd?: number };

/** Maximum length of an error on the tape. */
const ERROR_MAX = 500;

async function noteFailure(
  deps: WriteDeps,
  call: ModelCall,
  { error, asked: id, costUsd = 0 }: FailedQuestion,
): Promise<void> {
  const { first } = call;
  const payload = {
    ...aboutOf(deps, call, first),
    ...(id === undefined ? {} : { asked: id }),
    code: error.code,
    error: redactedHead(error.message, ERROR_MAX),
    ...(typeof error.fix === "string" ? { fix: redactedHead(error.fix, ERROR_MAX) } : {}),
    cost_usd: costUsd,
  };
  await deps.store.tape.append([newDraft(deps, { type: "model.failed", session: first.session, payload })]);
}

type ReservedReply = {
  readonly reply: ModelReply;
  readonly reserved: { readonly id: string; readonly maxTokensIn: number };
};

/** Writes the answer to the tape at once, a part for each session: it was paid for, whatever happens to the reading. */
async function keepAnswer(deps: WriteDeps, call: ModelCall, replied: ReservedReply): Promise<void> {
  const committed = await commitWithRetry(deps, async () => {
    const events = answerDrafts(deps, call, { ...replied, isWhole: await areThereStill(deps, call) });
    return { result: undefined, commit: { events, expect: new Map() } };
  });
  if (!committed) await deps.store.tape.append(answerDrafts(deps, call, { ...replied, isWhole: false }));
}

type CheckedReply = ReservedReply & {
  /** Whether every turn in the prompt still exists. */
  readonly isWhole: boolean;
};

/** One event for each session, with the statements based on its turns; the first event records the cost of the call. */
function answerDrafts(deps: WriteDeps, call: ModelCall, { reply, reserved, isWhole }: CheckedReply): Draft[] {
  const { prompt, mode, askings } = call;
  const answer = readModelAnswer(reply.text, prompt, deps.sha256);
  // Words that were forgotten while the model read them must not return in its answer.
  const findings = answer.outcome === "read" && isWhole ? answer.findings : [];
  const dropped = answer.outcome === "read" ? answer.dropped + answer.findings.length - findings.length : 0;
  const reason = reasonAgainst({ isReadable: answer.outcome === "read", isWhole, mode });
  const tokens_in = reply.tokensIn ?? reserved.maxTokensIn;
  const tokens_out = reply.tokensOut ?? MAX_OUTPUT_TOKENS;
  const cost = { dropped, tokens_in, tokens_out, cost_usd: costOf(deps, tokens_in, tokens_out) };
  const free = { dropped: 0, tokens_in: 0, tokens_out: 0, cost_usd: 0 };
  return askings.map((asking, i) => {
    const { session } = asking;
    const payload = {
      ...aboutOf(deps, call, asking),
      asked: reserved.id,
      findings: findings.filter((finding) => restsOn(finding, asking)),
      ...(i === 0 ? cost : free),
      applied: reason === undefined,
      ...(reason === undefined ? {} : { reason }),
    };
    const key = `model.answered ${reserved.id} ${session}`;
    return newDraft(deps, { type: "model.answered", session, key, payload });
  });
}

const restsOn = ({ evidence }: Finding, { events }: UnreadRange): boolean =>
  events.some(({ position }) => position === evidence.at(-1));

type Grounds = {
  readonly isReadable: boolean;
  readonly isWhole: boolean;
  readonly mode: ModelCallFacts["mode"];
};

function reasonAgainst({ isReadable, isWhole, mode }: Grounds): string | undefined {
  if (!isWhole) return "inputs_changed";
  if (!isReadable) return "unreadable";
  return mode === "shadow" ? "shadow" : undefined;
}

/** Events read at once. */
const PAGE = 500;

/** Whether every turn in the prompt is on the tape unchanged: turns can be forgotten, and tapes replaced. */
async function areThereStill(deps: MemoryDeps, { askings, prompt }: ModelCall): Promise<boolean> {
  const missing = new Map(prompt.turns.map((turn) => [turn.id, turn.text]));
  for (const asking of askings) {
    const last = asking.events.at(-1)?.position ?? asking.after;
    for (let after = asking.after; after < last; ) {
      const events = upcastAll(await deps.store.events.sessionEvents(asking.session, after, PAGE));
      for (const { id, payload } of events.filter(isTurn))
        if ((payload?.text ?? "") === missing.get(id)) missing.delete(id);
      if (events.length < PAGE) break;
      after = events.at(-1)?.position ?? last;
    }
  }
  return missing.size === 0;
}

/** Maximum number of units that are compared, newest first. */
const LOOK_MAX = 300;
/** Number of significant words that a unit must share with the turns to be about the same matter. */
const SHARED_MIN = 2;

/**
 * Units that the turns may change: those that a person confirmed and that share words with the turns, most shared words
 * first. Output of tools is ignored, because it changes no unit.
 */
async function knownStatements(
  deps: MemoryDeps,
  askings: readonly { readonly events: readonly Recorded[] }[],
): Promise<KnownStatement[]> {
  await catchUp(deps, "items");
  const selection = { kinds: UNIT_KIND_NAMES, statuses: ["active"], order: "newest", offset: 0 } as const;
  const { rows } = await deps.store.views.select(deps.views.items, { ...selection, limit: LOOK_MAX });
  const units = rows.filter(({ origin }) => !UNSPOKEN.includes(String(origin)));
  const texts = askings.flatMap(({ events }) =>
    events.filter(isTurn).map(({ payload }) => payload?.text ?? ""),
  );
  const spoken = new Set(wordsOf(texts.join("\n")));
  const shared = ({ text, topic }: Item): number =>
    new Set(wordsOf(`${text} ${topic ?? ""}`).filter((word) => word.length > 2 && spoken.has(word))).size;
  return units
    .map((unit) => ({ unit, score: shared(unit) }))
    .filter(({ score }) => score >= SHARED_MIN)
    .sort((a, b) => b.score - a.score || (a.unit.text < b.unit.text ? -1 : 1))
    .map(({ unit: { id, kind, topic, text } }) => ({ id, kind, topic, text }));
}

const UNSPOKEN: readonly string[] = ["tool", "agent"];
