import { sharedSubject, subjectOf } from "../../core/edges/subject.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { isLiveUnit } from "../../core/items/live-unit.ts";
import { turnPosition } from "../../core/recall/index/search-view.ts";
import { excerptOf } from "../../core/recall/score/excerpt.ts";
import type { Position, Recorded } from "../../core/tape/event.ts";
import { turnSpeaker } from "../../core/tape/turn-speaker.ts";
import { restingKey } from "../../core/threads/threads-view.ts";
import { eventsAt } from "../items/evidence.ts";
import { itemsByIds } from "../items/find-item.ts";
import type { MemoryDeps } from "../runtime/deps.ts";
import { newestStatements } from "../threads/newest-statements.ts";
import type { Hit } from "./hits.ts";

/** Events before and after a person's turn that are searched for the exchange. */
const LOOKED_AT = 8;
/** A longer turn is about several matters, and its answer may concern any of them. */
const ASKED_CHARS = 300;
/** Number of hits whose exchange is read: nobody reads further down. */
const READ_HITS = 10;
/** Maximum number of characters shown of an answer, and of the person's reply to it. */
const ANSWER_CHARS = 160;
const REPLY_CHARS = 60;

/**
 * Adds to a person's question or request how the exchange ended: the newest statement of the thread that the reply became, or else the
 * agent's answer. Without that, a question says little. A prompt that is the whole session comes last if nobody has answered it and nothing
 * was extracted from it.
 */
export async function withAnswers(deps: MemoryDeps, hits: readonly Hit[]): Promise<Hit[]> {
  const asked = hits.slice(0, READ_HITS).filter(isAsked);
  if (asked.length === 0) return [...hits];
  const positions = asked.flatMap(({ id }) => positionsAround(turnPosition(id) ?? 0));
  const events = await eventsAt(deps, [...new Set(positions)]);
  const exchanges = new Map(
    asked.map((hit) => {
      const near = positionsAround(turnPosition(hit.id) ?? 0).flatMap((each) => events.get(each) ?? []);
      return [hit.id, exchangeIn(hit, near)];
    }),
  );
  const settled = await settledBy(
    deps,
    [...exchanges].flatMap(([id, { reply }]) => reply?.position ?? turnPosition(id) ?? []),
  );
  const isOpen = ({ id }: Hit): boolean => {
    const { isAlone = false } = exchanges.get(id) ?? {};
    return isAlone && !settled.has(turnPosition(id) ?? 0);
  };
  const told = hits.map((hit) => {
    const exchange = exchanges.get(hit.id);
    const end = exchange && endOf(exchange, hit.text, settled);
    return end === undefined ? hit : { ...hit, text: `${hit.text}${end}`, snippet: `${hit.snippet}${end}` };
  });
  return [...told.filter((hit) => !isOpen(hit)), ...told.filter(isOpen)];
}

/** A turn between people has no agent's answer. A turn that belongs to a thread is shown with the thread. */
const isAsked = ({ id, by, text, earlier }: Hit): boolean =>
  turnPosition(id) !== undefined && by === "user" && earlier === undefined && text.length <= ASKED_CHARS;

const positionsAround = (position: Position): Position[] =>
  Array.from({ length: 2 * LOOKED_AT }, (_, i) => position + 1 + i - LOOKED_AT).filter((each) => each > 0);

type RepliedTurn = { readonly position: Position; readonly text: string };
type AnsweredExchange = { readonly answer: string; readonly reply?: RepliedTurn; readonly isAlone?: boolean };

/** The agent's last message before the person spoke again, and the person's next message. */
function exchangeIn({ id, session }: Hit, events: readonly Recorded[]): AnsweredExchange {
  const asked = turnPosition(id) ?? 0;
  let [answer, isAlone] = ["", true];
  for (const { type, payload, session: own, position } of events) {
    if (type !== "turn.recorded" || payload === null || own !== session || position === asked) continue;
    isAlone = false;
    const by = position < asked ? undefined : turnSpeaker(payload);
    if (by === "person") return { answer, reply: { position, text: payload.text } };
    if (by === "agent") answer = payload.text;
  }
  return { answer, isAlone };
}

function endOf(
  { answer, reply }: AnsweredExchange,
  asked: string,
  settled: ReadonlyMap<Position, string>,
): string | undefined {
  if (answer === "") return undefined;
  const short = reply && reply.text.length <= REPLY_CHARS ? reply.text : undefined;
  const chosen = settled.get(reply?.position ?? 0) ?? short;
  const said = `; answered: ${excerptOf(answer, "", ANSWER_CHARS).text}`;
  return chosen === undefined || !isAbout(chosen, `${asked}\n${answer}`)
    ? said
    : `${said}; then: ${excerptOf(chosen, "", REPLY_CHARS * 2).text}`;
}

/** The next message may be about something else. A reply of a word or two is about the message before it. */
function isAbout(reply: string, exchange: string): boolean {
  const said = subjectOf(reply);
  return said.total < 1 || sharedSubject(subjectOf(exchange), said).weight > 0;
}

/** For each turn, the statement made from it, or the newest statement of its thread. */
async function settledBy(
  deps: MemoryDeps,
  turns: readonly Position[],
): Promise<ReadonlyMap<Position, string>> {
  if (turns.length === 0) return new Map();
  const rows = await deps.store.views.rows(deps.views.threads, turns.map(restingKey));
  const ids = new Set([...rows.values()].flatMap(({ items = [] }) => items));
  const items = new Map((await itemsByIds(deps, [...ids])).map((item) => [item.id, item]));
  const newest = await newestStatements(deps, [...items.values()]);
  const textOf = (item: ItemRow): string | undefined => {
    const lead = newest.get(item.id);
    if (lead?.isSure) return lead.item?.text ?? lead.words?.text;
    return isLiveUnit(item) ? item.text : undefined;
  };
  return new Map(
    turns.flatMap((turn) => {
      const made = (rows.get(restingKey(turn))?.items ?? []).flatMap((id) => items.get(id) ?? []);
      const [text] = made.flatMap((item) => textOf(item) ?? []);
      return text === undefined ? [] : [[turn, text] as const];
    }),
  );
}
