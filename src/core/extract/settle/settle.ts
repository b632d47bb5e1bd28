import { MemoryError } from "../../failure.ts";
import { mayOriginState, mayReplace } from "../../items/authority.ts";
import { fingerprint, wordsPrint } from "../../items/fingerprint.ts";
import { isInstruction } from "../../items/instruction-kinds.ts";
import type { Item } from "../../items/item.ts";
import { proposedKind } from "../../items/item-of.ts";
import { withoutViewFields } from "../../items/items-view.ts";
import { type KINDS, kindOf } from "../../items/kinds.ts";
import { type Act, createItem, promote, restateItem, transitionItem, withCause } from "../../items/life.ts";
import type { StatementRow } from "../../items/statements-view.ts";
import { wordSet } from "../../text/word-set.ts";
import type { ExtractResult, Finding, Resolution } from "../finding.ts";
import { madeKey } from "./made-key.ts";
import { isSameStatement } from "./same-statement.ts";
import { indexBySource, lastEvidence, type SettleState, type SettleWith, takeAct } from "./settling.ts";

/** The existing items that a reading may affect. */
export type ExistingItems = {
  readonly statements: ReadonlyMap<string, StatementRow>;
  /** Items by their source, oldest first. */
  readonly sources: ReadonlyMap<string, readonly Item[]>;
  readonly items: ReadonlyMap<string, Item>;
  /** The keys of creations that are already on the tape. */
  readonly made: ReadonlySet<string>;
  /** Finds the earlier unit or candidate that an amendment changes. */
  readonly amended: (finding: Finding, fresh: readonly Item[]) => Item | undefined;
};

export type Settled = {
  readonly acts: readonly Act[];
  /** New units, and units with new content. */
  readonly fresh: readonly Item[];
  /** Number of findings that were not stored because a field was out of bounds. */
  readonly skipped: number;
};

/**
 * Decides the effects of a reading: which items are created, seen again, or ended. Nothing that was rejected or forgotten comes back, and
 * reading the same words twice changes nothing.
 */
export function settle(reading: ExtractResult, known: ExistingItems, how: SettleWith): Settled {
  const settling: SettleState = {
    acts: [],
    items: new Map(known.items),
    sources: new Map(known.sources),
    statements: new Map(known.statements),
    fresh: new Map(),
  };
  let skipped = 0;
  for (const step of inOrder(reading)) {
    try {
      if ("reason" in step) resolve(step, settling, how);
      else state(step, { known, settling, how });
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error;
      skipped++;
    }
  }
  return { acts: settling.acts, fresh: [...settling.fresh.values()], skipped };
}

/** In the order of their evidence; at one position, resolutions come before findings. */
function inOrder({ findings, resolutions }: ExtractResult): readonly (Finding | Resolution)[] {
  const at = (step: Finding | Resolution): number => ("reason" in step ? step.evidence : lastEvidence(step));
  return [...resolutions, ...findings].sort((a, b) => at(a) - at(b));
}

function resolve({ source_key, reason, evidence }: Resolution, settling: SettleState, how: SettleWith): void {
  for (const { id } of settling.sources.get(source_key) ?? []) {
    const item = settling.items.get(id);
    const isOpen = item && !item.removed && (kindOf(item.kind).moves[item.status] ?? []).includes("resolved");
    // An item that was stated again after the resolution stays open.
    if (!isOpen || (item.evidence?.at(-1) ?? 0) > evidence) continue;
    takeAct(transitionItem(item, "resolved", { reason, now: how.now }), settling);
    settling.fresh.delete(id);
  }
}

type SettleStep = { readonly known: ExistingItems; readonly settling: SettleState; readonly how: SettleWith };

function state(finding: Finding, { known, settling, how }: SettleStep): void {
  const key = fingerprint(how.sha256, finding);
  const statement = settling.statements.get(key);
  const words = settling.statements.get(wordsPrint(how.sha256, finding.text));
  if (words?.tombstone !== undefined || statement?.tombstone !== undefined) return;
  const isUnit = kindOf(finding.kind).isUnit;
  const amended = (): Item | undefined => known.amended(finding, heardSoFar(settling));
  // A statement that changes a settled matter counts as explicit, however it is worded.
  const isChange = (): boolean =>
    finding.origin === "user" && isInstruction(finding.kind) && amended() !== undefined;
  const isMeant = finding.certainty === "explicit" || isChange();
  const isExplicit = isMeant && mayOriginState(finding, finding.origin);
  if (!isMeant && !isUnit) return;
  const said = sameSource(finding, settling) ?? sameWords(finding, statement, settling);
  const before = said ?? findParaphrase(finding, settling, isStatement);
  const candidate = statement?.candidate === undefined ? undefined : settling.items.get(statement.candidate);
  const waiting = candidate ?? findParaphrase(finding, settling, isWaiting);
  const same = before ?? (isExplicit ? undefined : waiting);
  if (same) {
    confirmItem(same, said || same === candidate ? finding : withLonger(finding, same), { settling, how });
    supersedeReplaced(finding, same, { settling, how });
    return;
  }
  // The key does not contain the topic, so that a better lexicon does not make a second unit from the same words.
  const made = madeKey(finding, how.sha256);
  if (known.made.has(made)) return;
  const changed = isExplicit ? amended() : undefined;
  const amends = replacedUnit(finding, settling)?.id ?? (changed && unitOf(changed, { settling, how }).id);
  const act = { ...createUnit(finding, { isExplicit, amends, how }), key: made };
  takeAct(act, settling);
  const { item } = act.payload;
  if (isExplicit && isUnit) settling.fresh.set(item.id, item);
  settling.statements.set(key, isExplicit ? { ...statement, unit: item.id } : { candidate: item.id });
  indexBySource(finding, item, settling);
  supersedeReplaced(finding, item, { settling, how });
  if (waiting) accept(waiting, item, { settling, how, reason: "said outright" });
}

/** The new units of this reading, and the candidates. */
function heardSoFar({ fresh, items }: SettleState): Item[] {
  return [...fresh.values(), ...[...items.values()].filter(({ kind }) => kind === "candidate")];
}

/** The unit that is changed. A candidate becomes a unit: if somebody changes it later, it was settled, however uncertain it seemed. */
function unitOf(item: Item, { settling, how }: Merge): Item {
  if (item.kind !== "candidate") return item;
  const { prefix } = kindOf(proposedKind(item));
  const act = promote(withoutViewFields(item), { id: how.nextId(prefix), now: how.now });
  const unit = act.payload.item;
  takeAct(act, settling);
  settling.fresh.set(unit.id, unit);
  accept(item, unit, { settling, how, reason: "changed since" });
  return unit;
}

function sameSource({ source_key, kind }: Finding, { sources, items }: SettleState): Item | undefined {
  if (source_key === undefined) return undefined;
  const rows = (sources.get(source_key) ?? []).map(({ id }) => items.get(id));
  return rows.findLast((item) => item?.kind === kind && isOpen(item));
}

/**
 * Finds an item with the same words. Two sources may use the same words for different things, so an end reported by one source must not
 * affect the other.
 */
function sameWords(
  { source_key }: Finding,
  statement: StatementRow | undefined,
  { items }: SettleState,
): Item | undefined {
  const item = statement?.unit === undefined ? undefined : items.get(statement.unit);
  const isOther =
    item?.source_key !== undefined && source_key !== undefined && item.source_key !== source_key;
  return item && !isOther && (isOpen(item) || item.removed) ? item : undefined;
}

/** Kinds under which a person's statement may be stored. The same words may have been filed under another of them. */
const STATEMENT_KINDS: ReadonlySet<string> = wordSet("decision preference constraint fact trap");

const isStatement = (item: Item): boolean => STATEMENT_KINDS.has(item.kind) && isOpen(item);
const isWaiting = (item: Item): boolean =>
  item.kind === "candidate" && item.status === "pending" && !item.removed;

/** Finds a unit that is a paraphrase of the finding. */
function findParaphrase(
  { kind, text, source_key, amends }: Finding,
  { items }: SettleState,
  isMeant: (item: Item) => boolean,
): Item | undefined {
  if (!STATEMENT_KINDS.has(kind) || source_key !== undefined || amends !== undefined) return undefined;
  return [...items.values()].findLast(
    (item) => item.source_key === undefined && isMeant(item) && isSameStatement(item.text, text),
  );
}

/** A shorter repetition does not replace the longer text. */
const withLonger = (finding: Finding, { text }: Item): Finding =>
  text.length >= finding.text.length ? { ...finding, text, fields: {} } : finding;

const isOpen = (item: Item): boolean => !item.removed && ["active", "resolved"].includes(item.status);

type Merge = { readonly settling: SettleState; readonly how: SettleWith };
type Accept = Merge & { readonly reason: string };

/** Confirms an item. An archived item stays archived, and a finding without new evidence changes nothing. */
function confirmItem(item: Item, finding: Finding, { settling, how }: Merge): void {
  if (item.removed || restsOnNothingNew(item, finding)) return;
  const isNews = lastEvidence(finding) > positionOf(item);
  const { at, evidence, text } = finding;
  const sure = sureness(item.kind, finding);
  // An older version from the same source must not replace a newer one.
  const isNewest = lastEvidence(finding) > (item.evidence?.at(-1) ?? 0);
  const given = isNewest ? { ...finding.fields, text, ...sure } : sure;
  const own = finding.source_key === undefined ? {} : { source_key: finding.source_key };
  const act = restateItem({ ...withoutViewFields(item), ...own }, given, {
    at,
    now: how.now,
    evidence,
    isNews,
  });
  takeAct(act, settling);
  indexBySource(finding, act.payload.item, settling);
  if (isNewest && text !== item.text) settling.fresh.set(item.id, act.payload.item);
}

/** True if an item already contains all evidence of a finding. Only some positions of a frequent statement are stored; omitted ones count too. */
function restsOnNothingNew(item: Item, finding: Finding): boolean {
  const known = item.evidence ?? [];
  const isLeftOut = Number(item.evidence_left_out ?? 0) > 0 && lastEvidence(finding) <= (known.at(-1) ?? 0);
  return isLeftOut || finding.evidence.every((position) => known.includes(position));
}

/** An item in a view has the position of its last event; a new item has none yet. */
const positionOf = (item: Item): number => (typeof item.position === "number" ? item.position : 0);

type NewUnit = {
  readonly isExplicit: boolean;
  readonly amends: string | undefined;
  readonly how: SettleWith;
};

function createUnit(finding: Finding, { isExplicit, amends, how }: NewUnit): Act {
  const { kind, text, topic, at, evidence, origin, said_by, source_key, quiet, fields } = finding;
  const own = {
    origin,
    ...(said_by === undefined ? {} : { said_by }),
    ...(source_key === undefined ? {} : { source_key }),
    ...(amends === undefined ? {} : { amends }),
    ...(quiet ? { quiet } : {}),
  };
  const target = isExplicit ? kind : "candidate";
  const sure = sureness(target, finding);
  const given = isExplicit
    ? { ...fields, text, topic, ...sure }
    : {
        ...onlyOf("candidate", fields),
        text,
        topic,
        ...sure,
        proposes: kindOf(kind).isUnit ? kind : "constraint",
        source: "auto",
      };
  const id = how.nextId(kindOf(target).prefix);
  return createItem(target, given, { id, at, now: how.now, evidence, own });
}

/** The confidence of a finding, if its kind has such a field. */
const sureness = (kind: keyof typeof KINDS, { confidence }: Finding): { readonly confidence?: number } =>
  "confidence" in kindOf(kind).fields ? { confidence } : {};

function onlyOf(kind: keyof typeof KINDS, fields: Finding["fields"]): { [name: string]: unknown } {
  const known = kindOf(kind).fields;
  return Object.fromEntries(Object.entries(fields ?? {}).filter(([name]) => Object.hasOwn(known, name)));
}

/** Accepts a candidate that somebody stated outright or changed, because it needs no review any more. */
function accept(candidate: Item, unit: Item, { settling, how, reason }: Accept): void {
  if (candidate.status !== "pending" || candidate.removed) return;
  const subject = { ...withoutViewFields(candidate), promoted_to: unit.id };
  takeAct(transitionItem(subject, "accepted", { reason, now: how.now }), settling);
}

/** The status of a replaced item that is not a unit. */
const ENDS: ReadonlyMap<string, string> = new Map([["candidate", "rejected"]]);
/** Longest quote in the reason of an act. */
const QUOTE_MAX = 200;

/** The earlier live units and candidates that a statement says it replaces. */
function replacedItems(finding: Finding, { items, statements }: SettleState): Item[] {
  return (finding.replaces ?? []).flatMap((name) => {
    const row = statements.get(name);
    const item = items.get(row?.unit ?? row?.candidate ?? name);
    const isLive = item && !item.removed && kindOf(item.kind).live.includes(item.status);
    return isLive && (item.evidence?.at(-1) ?? 0) < lastEvidence(finding) ? [item] : [];
  });
}

/** The first unit that a statement says it replaces. */
const replacedUnit = (finding: Finding, settling: SettleState): Item | undefined =>
  replacedItems(finding, settling).find(({ kind }) => kindOf(kind).isUnit);

/** Ends the items that a new unit replaces, if the finding's words are sufficient proof. The words become the reason. */
function supersedeReplaced(
  finding: Finding,
  unit: Item,
  { settling, how }: { readonly settling: SettleState; readonly how: SettleWith },
): void {
  for (const older of mayReplace(finding) ? replacedItems(finding, settling) : []) {
    const to = ENDS.get(older.kind) ?? "superseded";
    if (older.id === unit.id || !(kindOf(older.kind).moves[older.status] ?? []).includes(to)) continue;
    const reason = `replaced, in the words "${finding.quote?.slice(0, QUOTE_MAX)}"`;
    takeAct(
      withCause(transitionItem(withoutViewFields(older), to, { reason, now: how.now }), unit.id),
      settling,
    );
    settling.fresh.delete(older.id);
  }
}
