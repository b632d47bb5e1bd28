import type { NewestStatement } from "../../core/bundle/thread-text.ts";
import { withoutFullStop } from "../../core/bundle/thread-text.ts";
import { sharedSubject, subjectOf } from "../../core/edges/subject.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { isLiveUnit } from "../../core/items/live-unit.ts";
import { turnPosition } from "../../core/recall/index/search-view.ts";
import type { Question } from "../../core/recall/query/question.ts";
import type { RankedKey } from "../../core/recall/score/score.ts";
import type { Position } from "../../core/tape/event.ts";
import { shorten } from "../../core/text/shorten.ts";
import { restingKey } from "../../core/threads/threads-view.ts";
import { itemsByIds } from "../items/find-item.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps } from "../runtime/deps.ts";
import { newestStatements } from "../threads/newest-statements.ts";
import { type Hit, hitsOf, itemHit } from "./hits.ts";

/** How many times more hits are read than requested, because several may belong to one thread. */
const LOOK_FACTOR = 6;
const LOOK_MAX = 60;
/** Separates a statement from the earlier one on its line, or from the later one that may have replaced it. */
const EARLIER = "; earlier: ";
const REPLACED = "; perhaps replaced on ";
/** Maximum number of characters of an earlier statement. */
const EARLIER_CHARS = 160;

type Threads = {
  readonly items: ReadonlyMap<string, ItemRow>;
  /** Items by the turns that they cite. */
  readonly resting: ReadonlyMap<Position, readonly ItemRow[]>;
  readonly newest: ReadonlyMap<string, NewestStatement>;
};

/**
 * Ranked hits with one place for each thread. A unit, its source turns and earlier statements are represented by the newest statement, at
 * the place of the best of them.
 */
export async function threadHits(
  deps: MemoryDeps,
  { question, ranked }: { readonly question: Question; readonly ranked: readonly RankedKey[] },
  k: number,
): Promise<Hit[]> {
  const looked = ranked.slice(0, Math.min(LOOK_MAX, k * LOOK_FACTOR));
  const hits = await hitsOf(deps, question, looked);
  const threads = await threadsOf(deps, hits);
  const groups = new Map<string, Hit[]>();
  const answering = new Set(hits.map(({ id }) => id));
  for (const hit of hits) {
    const key = leadKey(hit, threads, answering);
    groups.set(key, [...(groups.get(key) ?? []), hit]);
  }
  const byKey = new Map(looked.map((one) => [one.key, one]));
  const led = [...groups].flatMap(([key, members]) => {
    const [best] = members;
    if (best === undefined) return [];
    const lead = leadHit(key, { best, members, threads, question, ranked: byKey });
    return [withHistory(lead, members, threads)];
  });
  const ordered = inOrder(oneOfEachTurn(led), namesIn(question.text));
  const asked = plainWords(question.text);
  const isEcho = ({ kind, text }: Hit): boolean => kind === "turn" && plainWords(text) === asked;
  return withoutRepeats([...ordered.filter((hit) => !isEcho(hit)), ...ordered.filter(isEcho)]);
}

/** A hit with the words of one before it takes no place of its own: that one cites its evidence. A part of a text may mean its opposite. */
function withoutRepeats(hits: readonly Hit[]): Hit[] {
  const kept: { words: string; hit: Hit }[] = [];
  for (const hit of hits) {
    const words = plainWords(hit.text);
    const same = kept.find((each) => each.words === words);
    if (same === undefined) kept.push({ words, hit });
    else same.hit = { ...same.hit, evidence: [...new Set([...same.hit.evidence, ...hit.evidence])] };
  }
  return kept.map(({ hit }) => hit);
}

const plainWords = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");

/** Longest text of a hit to which statements of the same turn are added. */
const TOLD_MAX = 400;

/** Everything said in one turn takes one place: a unit, other units of the turn, and the turn itself. */
function oneOfEachTurn(hits: readonly Hit[]): Hit[] {
  const byTurn = new Map<string, Hit>();
  for (const hit of hits) {
    const source = turnPosition(hit.id) ?? hit.evidence[0];
    const key = source === undefined ? hit.id : restingKey(source);
    const told = byTurn.get(key);
    byTurn.set(key, told === undefined ? hit : withBeside(told, hit));
  }
  return [...byTurn.values()];
}

/** A hit with what another statement of its turn adds. */
function withBeside(hit: Hit, other: Hit): Hit {
  const isNew = other.label !== undefined && !hit.text.includes(other.text);
  if (!isNew || hit.text.length + other.text.length > TOLD_MAX) return hit;
  return { ...hit, text: `${hit.text} · ${other.text}`, snippet: `${hit.snippet} · ${other.snippet}` };
}

/** A later statement precedes an earlier one whose score is not much better, unless disuse lowered it: the last statement holds. */
const HARDLY_BETTER = 0.85;
/** A statement precedes words of an agent or a tool whose score is only a little better: those report on the work. */
const LITTLE_BETTER = 0.5;

function inOrder(hits: readonly Hit[], names: readonly string[]): Hit[] {
  const ordered: Hit[] = [];
  const isRare = (name: string): boolean => hits.filter((hit) => isNaming(hit, name)).length <= FEW_HITS;
  const rare = names.filter((name) => name.length > 2 && isRare(name));
  for (const hit of hits) {
    const last = ordered.findLastIndex(
      (other) => !comesBefore(hit, other) && !(isNear(hit, other) && isAmendment(hit, other, names)),
    );
    const amended = ordered.findIndex((other) => isAmendment(hit, other, rare));
    ordered.splice(amended < 0 ? last + 1 : Math.min(amended, last + 1), 0, hit);
  }
  return ordered;
}

function comesBefore(hit: Hit, other: Hit): boolean {
  if (!isStatement(hit)) return false;
  if (isStatement(other))
    return hit.at > other.at && disuse(hit) <= disuse(other) && hit.score >= HARDLY_BETTER * other.score;
  return REPORTERS.has(other.by) && hit.score >= LITTLE_BETTER * other.score;
}

const disuse = ({ parts }: Hit): number => -(parts.staleness ?? 0);
const REPORTERS: ReadonlySet<string> = new Set(["assistant", "tool"]);

/** An amendment about a file or a symbol names it again and says little else. */
const AMENDMENT_MAX = 160;
const AMENDMENT_SHARE = 0.25;
/** A name that few hits contain means one matter. A later statement about it may share no other word with the question. */
const FEW_HITS = 3;
const isNaming = ({ text }: Hit, name: string): boolean => text.toLowerCase().includes(name);
const isNear = (hit: Hit, other: Hit): boolean => hit.score >= AMENDMENT_SHARE * other.score;

/** True for a short later statement about a thing that both the question and the earlier statement name. */
function isAmendment(hit: Hit, other: Hit, names: readonly string[]): boolean {
  if (names.length === 0 || hit.text.length > AMENDMENT_MAX) return false;
  if (![hit, other].every((each) => isStatement(each) || each.by === "user")) return false;
  const name = names.find((each) => isNaming(hit, each) && isNaming(other, each));
  if (name === undefined) return false;
  // A wrong link lets another matter lead what the question names.
  return hit.at > other.at || !splitThread(other.text).text.toLowerCase().includes(name);
}

/** Paths, symbols and numbers in a question, which name exactly one thing. */
const NAME =
  /[\p{L}\p{N}_.-]*\/[\p{L}\p{N}_./-]+|\p{L}*\p{Ll}\p{Lu}[\p{L}\p{N}]*|\p{L}[\p{L}\p{N}]*_[\p{L}\p{N}_]+|[\p{L}]*-?\d{2,}/gu;
const namesIn = (text: string): string[] =>
  (text.match(NAME) ?? []).map((name) => name.toLowerCase().replace(/[./-]+$/, ""));

/** Extracted statements. Among raw turns of people the best match comes first, however old it is. */
const isStatement = ({ label }: Hit): boolean => label !== undefined;

async function threadsOf(deps: MemoryDeps, hits: readonly Hit[]): Promise<Threads> {
  await catchUp(deps, "threads");
  const turns = hits.flatMap(({ id }) => turnPosition(id) ?? []);
  const rows = await deps.store.views.rows(deps.views.threads, turns.map(restingKey));
  const rests = [...rows.values()].flatMap((row) => row.items ?? []);
  const own = hits.filter(({ label }) => label !== undefined).map(({ id }) => id);
  const items = new Map(
    (await itemsByIds(deps, [...new Set([...own, ...rests])])).map((row) => [row.id, row]),
  );
  const resting = new Map(
    turns.map((position) => {
      const ids = rows.get(restingKey(position))?.items ?? [];
      return [position, ids.flatMap((id) => items.get(id) ?? [])] as const;
    }),
  );
  return { items, resting, newest: await newestStatements(deps, [...items.values()], turns) };
}

/**
 * The key of a hit's place: that of the item or turn that leads its thread. A turn says more than its thread, so it keeps its own place
 * unless the newest statement of the thread answers the question too.
 */
function leadKey(hit: Hit, threads: Threads, answering: ReadonlySet<string>): string {
  const own = keyOf(hit.id, threads);
  if (turnPosition(hit.id) === undefined) return own ?? hit.id;
  const made = onlyMadeOf(hit, threads);
  const lead = own ?? (made && (keyOf(made.id, threads) ?? (isLiveUnit(made) ? made.id : undefined)));
  return lead !== undefined && answering.has(lead) ? lead : hit.id;
}

/** The only statement made from a turn, even if another one replaced it; undefined for a turn about several matters. */
function onlyMadeOf({ id }: Hit, { resting, newest }: Threads): ItemRow | undefined {
  const made = (resting.get(turnPosition(id) ?? 0) ?? []).filter(
    (item) => isTold(item) || newest.has(item.id),
  );
  return made.length === 1 ? made[0] : undefined;
}

/** The statement made from the relevant part of the turn, even if it no longer holds. */
function partOf(hit: Hit, threads: Threads): ItemRow | undefined {
  const ended = (threads.resting.get(turnPosition(hit.id) ?? 0) ?? []).filter(
    ({ id }) => threads.newest.get(id)?.isSure,
  );
  // Comparing subjects is slow, and few turns have more than one statement.
  return onlyMadeOf(hit, threads) ?? (ended.length === 0 ? undefined : closestTo(hit.snippet, ended));
}

function closestTo(text: string, items: readonly ItemRow[]): ItemRow | undefined {
  const shown = subjectOf(text);
  const shared = (item: ItemRow): number => sharedSubject(shown, subjectOf(item.text)).weight;
  return items.filter((item) => shared(item) >= 1).sort((a, b) => shared(b) - shared(a))[0];
}

const isTold = (item: ItemRow): boolean =>
  isLiveUnit(item) || (item.kind === "candidate" && item.status === "pending" && item.removed !== true);

function keyOf(id: string, { newest }: Threads): string | undefined {
  const lead = newest.get(id);
  return lead?.isSure ? statementKey(lead) : undefined;
}

const statementKey = (statement: NewestStatement): string =>
  statement.item === undefined ? restingKey(statement.words.position) : statement.item.id;

type HitGroup = {
  readonly best: Hit;
  readonly members: readonly Hit[];
  readonly threads: Threads;
  readonly question: Question;
  readonly ranked: ReadonlyMap<string, RankedKey>;
};

/** The hit of a thread's newest member, with the best score of its members. */
function leadHit(key: string, { best, members, threads, question, ranked }: HitGroup): Hit {
  const own = members.find(({ id }) => id === key);
  const { score, parts } = best;
  if (own) return { ...own, score, parts };
  const statement = [...threads.newest.values()].find((each) => statementKey(each) === key);
  const item = statement?.item ?? threads.items.get(key);
  const one = ranked.get(best.id);
  if (item && one) return itemHit(item, question, one);
  if (statement?.words === undefined) return best;
  const { position, text, at } = statement.words;
  return { ...best, id: key, kind: "turn", text, snippet: text, at, by: "user", evidence: [position] };
}

/** A hit with earlier statements on the same line. */
function withHistory(lead: Hit, members: readonly Hit[], threads: Threads): Hit {
  const { items, newest, resting } = threads;
  const isEarlier = (id: string): boolean => keyOf(id, threads) === lead.id;
  const rests = members.flatMap(({ id }) => resting.get(turnPosition(id) ?? 0) ?? []);
  const rows = [...new Set([...members.flatMap(({ id }) => items.get(id) ?? []), ...rests])];
  const earlier = rows
    .filter(({ id }) => isEarlier(id))
    .sort((a, b) => b.position - a.position)
    .map(({ id, label, text, last_seen_at: at }) => ({ id, label, text, at }));
  const turns = members
    .filter(({ id, label }) => label === undefined && id !== lead.id && isEarlier(id))
    .map(({ id, text, at }) => ({ id, label: id, text, at }));
  const [first] = [...earlier, ...turns];
  const unsure = newest.get(lead.id) ?? newest.get(partOf(lead, threads)?.id ?? "");
  if (first === undefined) return unsure === undefined ? lead : withLater(lead, unsure);
  const found = members[0];
  // The text that matched the question is shown in full, so that the reader sees it even if the link is wrong.
  const isFound = found !== undefined && found.id !== lead.id && isEarlier(found.id);
  const told = isFound ? found.snippet : shorten(first.text, EARLIER_CHARS);
  const day = (isFound ? found : first).at.slice(0, 10);
  const history = `${EARLIER}${withoutFullStop(told)}, ${day}`;
  return {
    ...lead,
    text: `${withoutFullStop(lead.text)}${history}`,
    snippet: `${withoutFullStop(lead.snippet)}${history}`,
    evidence: [...new Set([...lead.evidence, ...(isFound ? found.evidence : [])])],
    earlier: [...earlier, ...turns],
  };
}

/** A hit with a statement that may have replaced it. */
function withLater(hit: Hit, { item, words }: NewestStatement): Hit {
  const [text, at] = item === undefined ? [words.text, words.at] : [item.text, item.last_seen_at];
  const later = `${REPLACED}${at.slice(0, 10)}: ${shorten(text, EARLIER_CHARS)}`;
  const told = (words: string): string => `${withoutFullStop(words)}${later}`;
  return { ...hit, text: told(hit.text), snippet: told(hit.snippet) };
}

/** Splits a hit's line into its own words and what it says about the thread. */
export function splitThread(text: string): { readonly text: string; readonly thread: string } {
  const [at = text.length] = [EARLIER, REPLACED]
    .map((mark) => text.indexOf(mark))
    .filter((each) => each >= 0)
    .sort((a, b) => a - b);
  return { text: text.slice(0, at), thread: text.slice(at) };
}
