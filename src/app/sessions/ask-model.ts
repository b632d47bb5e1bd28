import type { Finding } from "../../core/extract/finding.ts";
import { readModelAnswer } from "../../core/extract/model/model-answer.ts";
import { type ModelPrompt, modelPrompt, PROMPT_VERSION } from "../../core/extract/model/model-prompt.ts";
import { MemoryError } from "../../core/failure.ts";
import { redactedHead } from "../../core/redact/redacted-head.ts";
import type { Draft, Position, Recorded } from "../../core/tape/event.ts";
import { upcastAll } from "../../core/tape/read.ts";
import type { Model, ModelReply } from "../../ports/model.ts";
import { draft, epochOf, type World } from "../runtime/world.ts";
import { earlierAnswers } from "./earlier-answers.ts";
import { costOf, MAX_OUTPUT_TOKENS, reserve, today } from "./model-spending.ts";

/** A stretch of one session, as it was read. */
export type Asking = {
  readonly session: string;
  /** The position after which it begins. */
  readonly after: Position;
  readonly events: readonly Recorded[];
};

/** What a model had to say. */
export type Asked = {
  /** What went wrong, to be committed with the reading. An answer is on the tape already: it was paid for. */
  readonly drafts: readonly Draft[];
  /** What is to be settled with what the rules found. */
  readonly findings: readonly Finding[];
};

const NOTHING: Asked = { drafts: [], findings: [] };

/**
 * Lets a model read a stretch too, where the config names one. The call is made outside of any transaction and
 * only if the most it can cost fits under the cap. Turns that were answered about before are not asked about
 * again. Whatever goes wrong with a model is given back as an event, and never keeps a session from being read.
 */
export async function askModel(world: World, asking: Asking): Promise<Asked> {
  const { model, config } = world;
  const { mode } = config.model;
  if (mode === "off" || model === undefined) return NOTHING;
  const earlier = await earlierAnswers(world, asking, model);
  const kept = mode === "active" ? earlier.findings : [];
  const fresh = asking.events.filter(({ position }) => position > earlier.upTo);
  const prompt = modelPrompt(fresh, world.sha256);
  if (prompt === undefined) return { drafts: [], findings: kept };
  const call: Call = { asking, prompt, model, about: aboutOf(world, { asking, prompt, model, mode }) };
  const { drafts, findings } = await asked(world, call);
  return { drafts, findings: [...kept, ...findings] };
}

type Call = {
  readonly asking: Asking;
  readonly prompt: ModelPrompt;
  readonly model: Model;
  readonly about: About;
};

/** What every event of one call says. */
export type About = {
  readonly provider: string;
  readonly model: string;
  readonly prompt_version: number;
  readonly mode: "shadow" | "active";
  readonly after: Position;
  readonly up_to: Position;
  readonly input_hash: string;
  readonly day: string;
};

type Named = Omit<Call, "about"> & { readonly mode: About["mode"] };

function aboutOf(world: World, { asking, prompt, model, mode }: Named): About {
  return {
    provider: model.provider,
    model: model.name,
    prompt_version: PROMPT_VERSION,
    mode,
    after: asking.after,
    up_to: asking.events.at(-1)?.position ?? asking.after,
    input_hash: prompt.hash,
    day: today(world),
  };
}

async function asked(world: World, call: Call): Promise<Asked> {
  const { prompt, model, about, asking } = call;
  const reserved = await reserve(world, { about, prompt, session: asking.session });
  if (reserved.outcome === "refused") return noted(world, call, { error: reserved.refusal });
  let reply: ModelReply;
  try {
    const { system, user } = prompt;
    reply = await model.ask({ system, user, maxOutputTokens: MAX_OUTPUT_TOKENS });
  } catch (error) {
    if (!(error instanceof MemoryError && error.code.startsWith("model."))) throw error;
    const mayCost = error.code === "model.no_answer" || error.code === "model.bad_answer";
    return noted(world, call, { error, asked: reserved.id, costUsd: mayCost ? reserved.maxUsd : 0 });
  }
  world.at("model.replied");
  return answered(world, call, { reply, reserved });
}

type Trouble = { readonly error: MemoryError; readonly asked?: string; readonly costUsd?: number };

/** Longest error kept on the tape. */
const ERROR_MAX = 500;

function noted(world: World, { about, asking }: Call, { error, asked: id, costUsd = 0 }: Trouble): Asked {
  const payload = {
    ...about,
    ...(id === undefined ? {} : { asked: id }),
    code: error.code,
    error: redactedHead(error.message, ERROR_MAX),
    ...(error.fix === undefined ? {} : { fix: redactedHead(error.fix, ERROR_MAX) }),
    cost_usd: costUsd,
  };
  const failed = draft(world, { type: "model.failed", session: asking.session, payload });
  return { drafts: [failed], findings: [] };
}

type Replied = {
  readonly reply: ModelReply;
  readonly reserved: { readonly id: string; readonly maxTokensIn: number };
};

/** Words can be forgotten while the answer is put on the tape; after this many rounds nothing is taken of it. */
const TRIES_MAX = 3;

/** Puts the answer on the tape at once: whatever becomes of this reading, it was paid for. */
async function answered(world: World, call: Call, replied: Replied): Promise<Asked> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const epoch = await epochOf(world);
    const { event, findings } = answerOf(world, call, {
      ...replied,
      isWhole: await areThereStill(world, call),
    });
    const committed = await world.store.commit({ events: [event], expect: new Map(), epoch });
    if (committed.outcome === "committed") return { drafts: [], findings };
  }
  const { event } = answerOf(world, call, { ...replied, isWhole: false });
  return { drafts: [event], findings: [] };
}

type Answer = Replied & {
  /** Whether every turn that it speaks of is still there. */
  readonly isWhole: boolean;
};

function answerOf(
  world: World,
  call: Call,
  { reply, reserved, isWhole }: Answer,
): { readonly event: Draft; readonly findings: readonly Finding[] } {
  const { prompt, about, asking } = call;
  const answer = readModelAnswer(reply.text, prompt.turns);
  const tokens_in = reply.tokensIn ?? reserved.maxTokensIn;
  const tokens_out = reply.tokensOut ?? MAX_OUTPUT_TOKENS;
  // What somebody had forgotten while the model read it must not come back in its words.
  const findings = answer.outcome === "read" && isWhole ? answer.findings : [];
  const dropped = answer.outcome === "read" ? answer.dropped + (isWhole ? 0 : answer.findings.length) : 0;
  const reason = reasonAgainst({ isReadable: answer.outcome === "read", isWhole, mode: about.mode });
  const payload = {
    ...about,
    asked: reserved.id,
    findings,
    dropped,
    tokens_in,
    tokens_out,
    cost_usd: costOf(world, tokens_in, tokens_out),
    applied: reason === undefined,
    ...(reason === undefined ? {} : { reason }),
  };
  const key = `model.answered ${reserved.id}`;
  const event = draft(world, { type: "model.answered", session: asking.session, key, payload });
  return { event, findings: reason === undefined ? findings : [] };
}

type Grounds = {
  readonly isReadable: boolean;
  readonly isWhole: boolean;
  readonly mode: About["mode"];
};

function reasonAgainst({ isReadable, isWhole, mode }: Grounds): string | undefined {
  if (!isWhole) return "inputs_changed";
  if (!isReadable) return "unreadable";
  return mode === "shadow" ? "shadow" : undefined;
}

/** Events read at once. */
const PAGE = 500;

/** True when every turn that was shown is on the tape as it was: turns can be forgotten, and tapes replaced. */
async function areThereStill(world: World, { asking, prompt, about }: Call): Promise<boolean> {
  const missing = new Map(prompt.turns.map((turn) => [turn.id, turn.text]));
  for (let after = asking.after; after < about.up_to; ) {
    const events = upcastAll(await world.store.sessionEvents(asking.session, after, PAGE));
    for (const { id, payload } of events) if (payload?.text === missing.get(id)) missing.delete(id);
    if (events.length < PAGE) break;
    after = events.at(-1)?.position ?? about.up_to;
  }
  return missing.size === 0;
}
