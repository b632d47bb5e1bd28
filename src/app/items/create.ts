import { joinSentences, labelledList } from "../../core/extract/programs/semantic-words.ts";
import { topicOf } from "../../core/extract/topic.ts";
import { MemoryError } from "../../core/failure.ts";
import { mayApplyAtOnce } from "../../core/items/authority.ts";
import { fingerprint, wordsPrint } from "../../core/items/fingerprint.ts";
import { isInstruction } from "../../core/items/instruction-kinds.ts";
import type { Item } from "../../core/items/item.ts";
import { insightSubjects, isOfKind } from "../../core/items/item-of.ts";
import { type ItemRow, withoutViewFields } from "../../core/items/items-view.ts";
import { isKind, KIND_NAMES, type KindName, kindOf } from "../../core/items/kinds.ts";
import {
  type Act,
  createItem,
  isSeenCommit,
  type NewItemFacts,
  restateItem,
  withConsequences,
} from "../../core/items/life.ts";
import { type StatementRow, statementKey } from "../../core/items/statements-view.ts";
import type { Position } from "../../core/tape/event.ts";
import { rowAt } from "../../core/tape/projection.ts";
import { nearest } from "../../core/text/nearest.ts";
import { planInput } from "../plans/plan-input.ts";
import { proposeEdgesLazily } from "../review/propose-edges-lazily.ts";
import { catchUp, decideAndCommit } from "../runtime/decide-and-commit.ts";
import type { ItemDeps, MemoryDeps, WriteDeps } from "../runtime/deps.ts";
import { edgeKey } from "./edge-key.ts";
import { type CitedEvents, citedTurns, isSaidByPerson } from "./evidence.ts";
import { findItem, itemsByIds } from "./find-item.ts";
import { planReplacement } from "./transition.ts";
import { withCommit } from "./with-commit.ts";

export type CreateInput = {
  readonly kind: string;
  readonly text: string;
  /** Positions of the turns on which the item is based. */
  readonly evidence?: readonly Position[] | undefined;
  readonly [field: string]: unknown;
};

export type CreateResult = {
  /**
   * A statement that a unit makes already creates no second unit: the existing one is recorded as seen again. What an
   * agent may not state in its own name is proposed and waits for a person.
   */
  readonly outcome: "created" | "seen_again" | "proposed";
  readonly item: ItemRow;
  /** Edges and conflicts that the new item raises. */
  readonly raised: readonly ItemRow[];
  /** The other units that those edges and conflicts name. */
  readonly bears_on: readonly ItemRow[];
  /** The unit that this one replaces, and that ended. */
  readonly ended?: ItemRow;
};

/** Options of creating an item, apart from its fields. */
export type CreateOptions = {
  /** Text from a file never counts as a person's statement, whoever calls. */
  readonly origin?: "file";
  /** The unit to end in the same commit, so that one undo reverts both. */
  readonly replacing?: ItemRow | undefined;
};

/** Creates an item, or records that its statement was seen again. */
export async function create(
  deps: ItemDeps,
  input: CreateInput,
  { origin, replacing }: CreateOptions = {},
): Promise<CreateResult> {
  const { kind: given, evidence, ...fields } = input;
  const asked = kindNamed(given);
  if (kindOf(asked).isOwn)
    throw new MemoryError("input.invalid", `An ${asked} is created by Tidemark only.`, {
      field: "kind",
      fix: { to: "Create a note instead", verb: "create", words: ["note"], options: { text: "…" } },
    });
  const cited = await citedTurns(deps, evidence ?? []);
  const isSupported = await isSupportedOrder(deps, input, cited);
  const isProposed =
    asked !== "candidate" &&
    !mayApplyAtOnce(
      origin === undefined ? deps.voice : "agent",
      { kind: asked, text: input.text, fields },
      isSupported,
    );
  const kind = isProposed ? "candidate" : asked;
  const now = deps.clock.now();
  const born = { id: deps.ids.next(kindOf(kind).prefix), at: now, now, ...evidenceField(cited.positions) };
  const proposed = isProposed ? candidateFields(asked, fields) : fields;
  const whole = kind === "candidate" ? { source: sourceOf(deps), ...proposed } : proposed;
  const own = ownOf(deps, isSupported, origin);
  const made = createItem(kind, await fillFields(deps, kind, whole), { ...born, ...own });
  const act = await withCommit(deps, made);
  let known: ItemRow | undefined;
  let raised: readonly Act[] = [];
  let ending: ItemRow | undefined;
  await decideAndCommit(deps, async () => {
    if (kind === "candidate") await refuseTombstone(deps, act);
    known = kindOf(kind).isUnit ? await unitSaying(deps, act) : undefined;
    const id = known?.id ?? born.id;
    ending = isProposed || replacing?.id === id ? undefined : replacing;
    const end = ending && (await planReplacement(deps, ending.id));
    const ends = end ? [end.act, ...end.following] : [];
    if (known) {
      const seen = [known, ...(end?.seen ?? [])];
      return { acts: withConsequences(again(known, act, cited.positions), ends), seen };
    }
    raised = kindOf(kind).isUnit ? await proposeEdgesLazily(deps, [act.payload.item]) : [];
    raised = raised.filter(({ payload }) => !isAbout(payload.item, ending?.id));
    const whole = kind === "edge" ? withKey(act) : act;
    return { acts: withConsequences(whole, [...raised, ...ends]), seen: end?.seen ?? [] };
  });
  const item = await findItem(deps, known?.id ?? born.id);
  const outcome = known ? "seen_again" : isProposed ? "proposed" : "created";
  const ids = known ? [] : raised.map(({ subject }) => subject);
  const rows = await itemsByIds(deps, ids);
  const ended = ending && { ended: await findItem(deps, ending.id) };
  return { outcome, item, raised: rows, bears_on: await bearsOn(deps, item, rows), ...ended };
}

/** Whether an edge or insight names this unit. */
const isAbout = (raised: Item, unit: string | undefined): boolean =>
  unit !== undefined && [raised.newer, raised.older, ...insightSubjects(raised)].includes(unit);

function ownOf(
  { voice, writer, person }: WriteDeps,
  isSupported: boolean,
  origin?: "file",
): Pick<NewItemFacts, "own"> {
  if (origin !== undefined) return { own: { origin } };
  const named = person === undefined ? {} : { said_by: person };
  if (voice === "person") return person === undefined ? {} : { own: named };
  return { own: isSupported ? { origin: "user", ...named } : { origin: "agent", said_by: writer.agent } };
}

async function bearsOn(deps: MemoryDeps, item: ItemRow, raised: readonly ItemRow[]): Promise<ItemRow[]> {
  const named = raised.flatMap((row) =>
    isOfKind(row, "edge") ? [row.newer ?? "", row.older ?? ""] : insightSubjects(row),
  );
  return itemsByIds(deps, [...new Set(named.filter((id) => id !== item.id))]);
}

/** A proposal of an agent may wait longer than one that a person added to the review. */
const sourceOf = ({ voice }: WriteDeps): string => (voice === "agent" ? "auto" : "user");

const evidenceField = (evidence: readonly Position[]) => (evidence.length === 0 ? {} : { evidence });

/** An agent may pass on what a person ordered, in that person's words. */
async function isSupportedOrder(
  deps: WriteDeps,
  { kind, text, topic }: CreateInput,
  cited: CitedEvents,
): Promise<boolean> {
  if (deps.voice !== "agent" || !isInstruction(kind) || !(await isSaidByPerson(text, cited))) return false;
  const ended = await endedUnit(deps, { kind, text, topic });
  return ended === undefined || (cited.positions.at(-1) ?? 0) > ended.position;
}

/** The ended unit that made the same statement: an old turn must not revive it. */
async function endedUnit(deps: MemoryDeps, statement: Statement): Promise<ItemRow | undefined> {
  const known = (await statementOf(deps, statement))?.unit;
  await catchUp(deps, "items");
  const [unit] = known === undefined ? [] : await itemsByIds(deps, [known]);
  return unit && (unit.removed || unit.status !== "active") ? unit : undefined;
}

/** Only units can be proposed. A plan or handoff that gives orders is proposed as a rule. */
export function candidateFields(asked: KindName, fields: Fields): Fields {
  if (kindOf(asked).isUnit) return { ...fields, proposes: asked };
  const { text, ...others } = fields;
  const known = Object.entries(others).filter(([name]) => Object.hasOwn(kindOf("candidate").fields, name));
  const unknown = Object.entries(others).filter(([name]) => !Object.hasOwn(kindOf("candidate").fields, name));
  const told = unknown.map(([name, value]) => labelledList(name, [value].flat().map(String)));
  return { ...Object.fromEntries(known), text: joinSentences(String(text), ...told), proposes: "constraint" };
}

type Fields = { readonly [name: string]: unknown };

/** A unit without a topic gets one from its words. Edges and plans get the ids of the items that they name. */
export async function fillFields(
  deps: MemoryDeps,
  kind: KindName,
  fields: { readonly [name: string]: unknown },
): Promise<{ readonly [name: string]: unknown }> {
  if (kind === "edge") return edgeInput(deps, fields);
  if (kind === "plan") return planInput(deps, fields);
  const isFiled = kindOf(kind).isUnit || kind === "candidate";
  if (!isFiled || fields.topic !== undefined || typeof fields.text !== "string") return fields;
  const topic = topicOf(
    fields.text,
    Array.isArray(fields.related_paths) ? fields.related_paths.map(String) : [],
  );
  return topic === GENERAL ? fields : { ...fields, topic };
}

/** Statements without a known subject have no topic of their own. */
const GENERAL = topicOf("");

/** Two units can have one edge only: the key makes a second proposal a duplicate. */
function withKey(act: Act): Act {
  const { newer, older } = act.payload.item;
  return { ...act, key: edgeKey(String(newer), String(older)) };
}

function again(known: ItemRow, act: Act, evidence: readonly Position[]): Act {
  const { confidence, seen_commit } = act.payload.item;
  const seenCommit = isSeenCommit(seen_commit) ? { seenCommit: seen_commit } : {};
  const now = Date.parse(act.payload.item.changed_at);
  const given = confidence === undefined ? {} : { confidence };
  return restateItem(withoutViewFields(known), given, {
    at: now,
    now,
    isNews: true,
    ...seenCommit,
    ...evidenceField(evidence),
  });
}

/** The unit that makes this statement, unless it has ended permanently. */
async function unitSaying(deps: MemoryDeps, act: Act): Promise<ItemRow | undefined> {
  const { kind, topic, text } = act.payload.item;
  const statement = await statementOf(deps, { kind, topic, text });
  if (statement?.unit === undefined) return undefined;
  await catchUp(deps, "items");
  const [unit] = await itemsByIds(deps, [statement.unit]);
  return unit && !unit.removed && ["active", "resolved"].includes(unit.status) ? unit : undefined;
}

/** A rejected or forgotten statement is not proposed again. A person who wants it can state it in their own name. */
async function refuseTombstone(deps: MemoryDeps, act: Act): Promise<void> {
  const { proposes, topic, text } = act.payload.item;
  await catchUp(deps, "statements");
  const kind = String(proposes);
  const prints = [wordsPrint(deps.sha256, text), fingerprint(deps.sha256, { kind, topic, text })];
  const keys = prints.map(statementKey);
  const rows = await deps.store.views.rows(deps.views.statements, keys);
  const tombstone = keys.map((key) => rowAt(rows, key)?.tombstone).find((mark) => mark !== undefined);
  if (tombstone === undefined) return;
  throw new MemoryError("input.tombstone", `This was ${tombstone} before, so it cannot be proposed again.`, {
    field: "text",
    fix: { to: "To store it anyway", verb: "remember", words: ["…"], options: { kind } },
  });
}

type Statement = { readonly kind: string; readonly topic?: unknown; readonly text: string };

async function statementOf(deps: MemoryDeps, statement: Statement): Promise<StatementRow | undefined> {
  await catchUp(deps, "statements");
  const key = statementKey(fingerprint(deps.sha256, statement));
  return rowAt(await deps.store.views.rows(deps.views.statements, [key]), key);
}

export function kindNamed(name: string): KindName {
  if (isKind(name)) return name;
  const close = nearest(name, KIND_NAMES);
  throw new MemoryError("input.unknown_kind", `There is no kind "${name}".`, {
    field: "kind",
    fix: close ? `Did you mean "${close}"?` : `Kinds: ${KIND_NAMES.join(", ")}.`,
  });
}

type EdgeFields = { readonly [name: string]: unknown };

/** The fields of an edge made by hand, with both units named by id. Both units must exist and differ. */
async function edgeInput(deps: MemoryDeps, fields: EdgeFields): Promise<EdgeFields> {
  const [newer, older] = [await unitNamed(deps, fields, "newer"), await unitNamed(deps, fields, "older")];
  if (!newer || !older) return fields;
  if (newer.id === older.id)
    throw edgeError("older", "An edge connects two different items; both names refer to the same one.");
  const known = await deps.store.events.known([edgeKey(newer.id, older.id)]);
  if (known.size > 0)
    throw edgeError("older", `${newer.label} and ${older.label} already have an edge between them.`);
  return { ...fields, newer: newer.id, older: older.id };
}

/** If the field is missing, the registry's check asks for it. */
async function unitNamed(deps: MemoryDeps, fields: EdgeFields, name: string): Promise<ItemRow | undefined> {
  const given = fields[name];
  if (typeof given !== "string" || given.trim() === "") return undefined;
  const item = await findItem(deps, given);
  if (kindOf(item.kind).isUnit) return item;
  throw edgeError(name, `${item.label} is a ${item.kind}; an edge connects statements.`);
}

function edgeError(field: string, message: string): MemoryError {
  return new MemoryError("input.invalid", message, {
    field,
    fix: { to: "To list them", verb: "find" },
  });
}
