import { lastOf } from "../edges/amendment.ts";
import { isInstruction } from "../items/instruction-kinds.ts";
import type { Item } from "../items/item.ts";
import { isLiveUnit } from "../items/live-unit.ts";
import type { Position } from "../tape/event.ts";
import type { LaterStatement } from "./threads-view.ts";

/** A person's words in a turn, as they are quoted. */
export type SpokenWords = { readonly position: Position; readonly text: string; readonly at: string };

/** The newest statement of a thread: a unit, or a turn from which no unit was made. */
export type ThreadLead<Row extends Item> = {
  /** Whether it surely is about the same subject. If not, both statements are shown and the reader decides. */
  readonly isSure: boolean;
} & (
  | { readonly item: Row; readonly turn?: undefined }
  | { readonly turn: LaterStatement & { readonly turn: Position }; readonly item?: undefined }
);

/** Minimum score for a later statement to replace an earlier one where it is shown. */
export const SURE_LINK = 0.55;
/** The highest score that does not replace the earlier statement. */
export const UNSURE_MAX = SURE_LINK - 0.01;
/** The score of an edge that a person accepted or stated. */
export const ACCEPTED_SCORE = 1;

/** The known later statements and items of some threads. */
export type ThreadSource<Row extends Item> = {
  readonly later: ReadonlyMap<string, readonly LaterStatement[]>;
  readonly items: ReadonlyMap<string, Row>;
};

/** A later statement leads only if its score is at least this share of the best score. */
const SURE_SHARE = 0.75;
/** Maximum number of links that are followed. */
const STEPS_MAX = 8;

/** An item, or the name of a turn, whose thread is looked up, and the position where it was last said. */
export type ThreadMember = { readonly key: string; readonly at: Position };

export const itemMember = (item: Item): ThreadMember => ({ key: item.id, at: lastOf(item) });

/** Returns the newest statement on a member's subject; undefined if the member itself is the newest. */
export function threadLeads<Row extends Item>(
  source: ThreadSource<Row>,
): (member: ThreadMember) => ThreadLead<Row> | undefined {
  const known = new Map<string, ThreadLead<Row> | undefined>();
  // Statements on one subject all link to each other. Without this cache the number of calls would be exponential in the steps.
  const leadOf: LeadOf<Row> = (member, steps) => {
    const key = `${steps} ${member.key}`;
    if (!known.has(key))
      known.set(key, steps === 0 ? undefined : leadAmong(member, source, (next) => leadOf(next, steps - 1)));
    return known.get(key);
  };
  return (member) => leadOf(member, STEPS_MAX);
}

type LeadOf<Row extends Item> = (member: ThreadMember, steps: number) => ThreadLead<Row> | undefined;
type NextLead<Row extends Item> = (member: ThreadMember) => ThreadLead<Row> | undefined;

function leadAmong<Row extends Item>(
  member: ThreadMember,
  source: ThreadSource<Row>,
  nextLead: NextLead<Row>,
): ThreadLead<Row> | undefined {
  const found = laterOf(member, source).flatMap((statement) => {
    const at = placeOf(statement, source);
    if (at <= member.at) return [];
    const lead = leadBy(statement, source, nextLead);
    const isOther = lead !== undefined && lead.item?.id !== member.key;
    return isOther && mayLead(lead, source.items.get(member.key))
      ? [{ lead, at, score: statement.score }]
      : [];
  });
  const best = Math.max(0, ...found.map(({ score }) => score));
  const sure = found.filter(({ score }) => score >= best * SURE_SHARE);
  return sure.reduce<(typeof sure)[number] | undefined>(
    (newest, each) => (newest === undefined || each.at > newest.at ? each : newest),
    undefined,
  )?.lead;
}

/** Minimum word score for two turns to confirm a pending edge between their items. */
const AGREES = 0.25;

/**
 * The later statements of a member. A pending edge counts only if the words of its two turns do not contradict it. If the turns were read
 * in another order than they were said, their words were never compared, and the edge counts alone.
 */
function laterOf<Row extends Item>({ key, at }: ThreadMember, source: ThreadSource<Row>): LaterStatement[] {
  const all = source.later.get(key) ?? [];
  return all.flatMap((each) => {
    const { item = "", turn, score } = each;
    const isSaid = at > 0 && (source.items.get(item)?.evidence ?? []).length > 0;
    if (turn !== undefined || score === ACCEPTED_SCORE || !isSaid) return [each];
    const words = all.find((other) => other.item === item && other.turn !== undefined);
    const isLateRead = madeAt(source.items.get(key)) > madeAt(source.items.get(item));
    if (words === undefined) return isLateRead ? [each] : [{ ...each, score: Math.min(UNSURE_MAX, score) }];
    return words.score >= AGREES ? [each] : [];
  });
}

const madeAt = (item: Item | undefined): Position => Number(item?.position ?? 0);

/**
 * A person's decision, ban or preference stays visible until a person says otherwise. No statement of an agent, a program or a file, and no
 * link that one of them made, hides it.
 */
const mayLead = <Row extends Item>({ item }: ThreadLead<Row>, member: Row | undefined): boolean =>
  item === undefined || member === undefined || !isInstruction(member.kind) || isOfPerson(item);

/** Whether a person said it or agreed to it; this is always true of a live order. */
const isOfPerson = ({ kind, origin }: Item): boolean =>
  isInstruction(kind) || origin === undefined || origin === "user" || origin === "agreed";

/** The position of a later statement. An item without evidence has the position of its last event. */
function placeOf<Row extends Item>({ turn, item }: LaterStatement, { items }: ThreadSource<Row>): Position {
  const other = item === undefined ? undefined : items.get(item);
  return turn ?? (other === undefined ? 0 : lastOf(other) || Number(other.position ?? 0));
}

/** The lead that one later statement gives. A statement that was taken back leads nothing. */
function leadBy<Row extends Item>(
  statement: LaterStatement,
  source: ThreadSource<Row>,
  nextLead: NextLead<Row>,
): ThreadLead<Row> | undefined {
  const { item, turn } = statement;
  const isSure = statement.score >= SURE_LINK;
  const words = turn === undefined ? undefined : { isSure, turn: { ...statement, turn } };
  const other = item === undefined ? undefined : source.items.get(item);
  const isTakenBack = other?.removed === true || other?.status === "rejected";
  if (item !== undefined && (other === undefined || isTakenBack)) return undefined;
  const said = other ? itemMember(other) : { key: `turn@${turn}`, at: turn ?? 0 };
  const next = nextLead(said);
  if (next?.isSure) return { ...next, isSure };
  if (other && isLiveUnit(other)) return { isSure, item: other };
  return other === undefined || (other.kind === "candidate" && other.status === "pending") ? words : next;
}
