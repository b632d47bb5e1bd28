import type { PayloadOf } from "../../tape/catalogue.ts";
import type { EventOf, Instant, Position } from "../../tape/event.ts";
import { type Projection, type RowKey, type Rows, rowAt, rowKey } from "../../tape/projection.ts";

/** What models cost on one day, in UTC. */
export type SpendingDay = {
  readonly day: string;
  /** Number of calls. */
  readonly calls: number;
  readonly answered: number;
  /** Number of calls without an answer, and of calls that should have been made but were not. */
  readonly failed: number;
  readonly tokens_in: number;
  readonly tokens_out: number;
  /** Millionths of a dollar, so that sums are exact. Calls without an answer count with their maximum cost. */
  readonly micro_usd: number;
  /** The position of the day's last call. Of two workers that see the same sum, only one continues. */
  readonly last_asked: Position;
  readonly problem?: { readonly at: Instant; readonly code: string; readonly error: string };
};

/** The answers about one session, so that a second reading need not ask again. */
export type SessionAnswers = { readonly answers: readonly AnswerPlace[] };

export type AnswerPlace = { readonly position: Position; readonly up_to: Position; readonly by: string };

/** A call that has no answer yet, or never will. */
type OpenCall = { readonly max_micro_usd: number };

/** Maximum number of answers per session. If a longer session is read again, its oldest turns are asked about again. */
const ANSWERS_MAX = 200;

export const microUsd = (usd: number): number => Math.round(usd * 1_000_000);

/** A key that is equal for answers that can replace each other. */
export const answeredBy = (asked: {
  readonly provider: string;
  readonly model: string;
  readonly prompt_version: number;
}): string => `${asked.provider} ${asked.model} ${asked.prompt_version}`;

export const dayKey = (day: string): RowKey<SpendingDay> => rowKey(`day ${day}`);
export const sessionKey = (session: string): RowKey<SessionAnswers> => rowKey(`session ${session}`);
/** The subject of a day's calls. A worker commits a call only if no other was added meanwhile. */
export const spendingSubject = (day: string): string => `${SUBJECT}${day}`;
const SUBJECT = "spending ";
const callKey = (asked: string): RowKey<OpenCall> => rowKey(`call ${asked}`);

type ModelEventType = "model.asked" | "model.answered" | "model.failed";
type ModelEvent = EventOf<ModelEventType>;

/**
 * Calls of models, their cost, and the positions of the answers. A call counts with its maximum cost until its answer
 * records the actual cost; if the answer was lost or forgotten, the maximum stays.
 */
export const spendingView: Projection<SpendingDay, OpenCall | SessionAnswers, ModelEventType> = {
  shape: "rows",
  name: "spending",
  version: 2,
  types: ["model.asked", "model.answered", "model.failed"],
  keysOf: (event) => {
    const said = saidBy(event);
    if (said === undefined) return [];
    return [
      dayKey(said.day),
      callKey(said.call),
      ...(event.session === undefined ? [] : [sessionKey(event.session)]),
    ];
  },
  evolve: (rows, event) => {
    const said = saidBy(event);
    if (said === undefined) return new Map();
    const key = dayKey(said.day);
    const day = rowAt(rows, key) ?? newDay(said.day);
    if (event.type === "model.asked") return addQuestion(day, said, event);
    const call = rowAt(rows, callKey(said.call));
    const settled = settledDay(day, said, { event, call });
    return new Map<string, SpendingRow | undefined>([
      [key, settled],
      [callKey(said.call), undefined],
      ...answerPlace(rows, said, event),
    ]);
  },
  facetsOf: (row) => {
    if ("day" in row) return { kind: "day", status: "", rank: Date.parse(row.day) };
    return { kind: "answers" in row ? "session" : "call", status: "", rank: 0 };
  },
};

type SpendingRow = SpendingDay | OpenCall | SessionAnswers;

type ModelCallEvent = {
  readonly day: string;
  /** The id of the call. It connects the events of the question and of its answer. */
  readonly call: string;
  readonly payload: Pick<PayloadOf<"model.asked">, "provider" | "model" | "prompt_version" | "up_to"> &
    Partial<
      Pick<PayloadOf<"model.asked">, "max_usd"> &
        Pick<PayloadOf<"model.answered">, "cost_usd" | "tokens_in" | "tokens_out" | "reason"> &
        Pick<PayloadOf<"model.failed">, "code" | "error">
    >;
};

function saidBy(event: ModelEvent): ModelCallEvent | undefined {
  const { id, payload } = event;
  if (payload === null) return forgetWords(event);
  const asked = "asked" in payload ? payload.asked : undefined;
  return { day: payload.day, call: asked ?? id, payload };
}

/** A call without its payload. It still counts for its day, but its maximum cost is lost with the payload. */
function forgetWords({ type, id, subject }: ModelEvent): ModelCallEvent | undefined {
  if (type !== "model.asked" || !subject?.startsWith(SUBJECT)) return undefined;
  const payload = { provider: "", model: "", prompt_version: 0, up_to: 0 };
  return { day: subject.slice(SUBJECT.length), call: id, payload };
}

const newDay = (day: string): SpendingDay => ({
  day,
  calls: 0,
  answered: 0,
  failed: 0,
  tokens_in: 0,
  tokens_out: 0,
  micro_usd: 0,
  last_asked: 0,
});

function addQuestion(
  day: SpendingDay,
  { call, payload }: ModelCallEvent,
  { position }: ModelEvent,
): Rows<SpendingRow> {
  const max_micro_usd = microUsd(payload.max_usd ?? 0);
  const next = {
    ...day,
    calls: day.calls + 1,
    micro_usd: day.micro_usd + max_micro_usd,
    last_asked: position,
  };
  return new Map<string, SpendingRow>([
    [dayKey(day.day), next],
    [callKey(call), { max_micro_usd }],
  ]);
}

type SettledCall = { readonly event: ModelEvent; readonly call: OpenCall | undefined };

/** An answer about several sessions has one event for each. The first of these settles the call. */
function settledDay(
  day: SpendingDay,
  { payload }: ModelCallEvent,
  { event, call }: SettledCall,
): SpendingDay {
  const { cost_usd = 0, tokens_in = 0, tokens_out = 0, code, error = "" } = payload;
  const isAnswer = event.type === "model.answered";
  return {
    ...day,
    answered: day.answered + (isAnswer && call !== undefined ? 1 : 0),
    failed: day.failed + (isAnswer ? 0 : 1),
    tokens_in: day.tokens_in + tokens_in,
    tokens_out: day.tokens_out + tokens_out,
    micro_usd: day.micro_usd - (call?.max_micro_usd ?? 0) + microUsd(cost_usd),
    ...(code === undefined ? {} : { problem: { at: event.at, code, error } }),
  };
}

/** The place of an answer. An unreadable answer, or one whose turns are gone, has none. */
function answerPlace(
  rows: Rows<SpendingRow>,
  { payload }: ModelCallEvent,
  event: ModelEvent,
): [string, SpendingRow][] {
  const isUsable = payload.reason === undefined || payload.reason === "shadow";
  if (event.type !== "model.answered" || event.session === undefined || !isUsable) return [];
  const key = sessionKey(event.session);
  const { answers } = rowAt(rows, key) ?? { answers: [] };
  const place: AnswerPlace = { position: event.position, up_to: payload.up_to, by: answeredBy(payload) };
  return [[key, { answers: [...answers, place].slice(-ANSWERS_MAX) }]];
}
