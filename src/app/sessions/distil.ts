import { personIn } from "../../core/agent-name.ts";
import { isPrivateKind } from "../../core/config/person-settings.ts";
import { amendedBy, isAmendable } from "../../core/edges/amended.ts";
import { readDone } from "../../core/extract/activity/read-activity.ts";
import type { ExtractResult, Finding } from "../../core/extract/finding.ts";
import { type ModelReading, mergeReadings } from "../../core/extract/model/merge-readings.ts";
import { readSemantic } from "../../core/extract/programs/semantic.ts";
import { statementContext } from "../../core/extract/settle/around.ts";
import { madeKey } from "../../core/extract/settle/made-key.ts";
import { type ExistingItems, settle } from "../../core/extract/settle/settle.ts";
import { LOOK_BACK_TURNS, readStatements } from "../../core/extract/statements/read-statements.ts";
import { fingerprint, wordsPrint } from "../../core/items/fingerprint.ts";
import { isInstruction } from "../../core/items/instruction-kinds.ts";
import type { Item } from "../../core/items/item.ts";
import { kindOf, UNIT_KIND_NAMES } from "../../core/items/kinds.ts";
import type { Act } from "../../core/items/life.ts";
import { sourceRowKey, statementKey } from "../../core/items/statements-view.ts";
import { isOfPackage } from "../../core/project/package-concern.ts";
import type { Draft, Position, Recorded, TurnEvent } from "../../core/tape/event.ts";
import { rowAt } from "../../core/tape/projection.ts";
import { upcastAll } from "../../core/tape/read.ts";
import { isPersonTurn, isTurn } from "../../core/tape/turn-speaker.ts";
import { exchangesIn } from "../../core/threads/exchange.ts";
import { isTakenBack } from "../../core/threads/take-back.ts";
import { create } from "../items/create.ts";
import { itemsByIds } from "../items/find-item.ts";
import { proposeEdges } from "../review/propose-edges.ts";
import { catchUp, newDraft } from "../runtime/decide-and-commit.ts";
import type {
  FileDeps,
  MemoryDeps,
  PrivateDeps,
  ProjectDeps,
  WorkerDeps,
  WriteDeps,
} from "../runtime/deps.ts";
import { packageFinder } from "../runtime/packages.ts";
import { endGivenUp } from "../threads/end-given-up.ts";
import { linkThreads } from "../threads/link-threads.ts";
import { modelReading } from "./earlier-answers.ts";

/** A range of one session that has not been read yet. */
export type UnreadRange = {
  readonly session: string;
  /** The position up to which it has been read. */
  readonly after: Position;
  readonly events: readonly Recorded[];
};

export type Distillation = {
  readonly events: readonly Draft[];
  /** The last position seen of each changed item. */
  readonly expect: ReadonlyMap<string, Position>;
  /** Number of findings that could not be recorded. */
  readonly skipped: number;
};

/** Turns a range into events, which are committed together with the fact that it was read. */
export type Distil = (deps: WorkerDeps, stretch: UnreadRange) => Promise<Distillation>;

/** Some events of a session are not turns: enough events are read to find the turns before. */
const LOOK_BACK_EVENTS = LOOK_BACK_TURNS * 3;
/** Maximum number of units and candidates that an amendment is compared with, newest first. */
const EARLIER_MAX = 300;

/**
 * Makes units from what was said, done and recorded. A known statement is recorded as seen again; a rejected or
 * forgotten one is not made again. Reading the same range twice changes nothing.
 */
export const distil: Distil = async (deps, stretch) => {
  if (stretch.events.length === 0) return { events: [], expect: new Map(), skipped: 0 };
  const turns = await turnsOf(deps, stretch);
  const byRule = readByRule(stretch, turns);
  const byModel = await modelReading(deps, stretch);
  const found = mergeReadings(byRule.findings, byModel, turns);
  const reading = {
    ...byRule,
    findings: await withPackage(
      deps,
      stretch.session,
      await withoutPrivate(
        deps,
        found.map((finding) => withSpeaker(finding, [...turns, ...stretch.events])),
      ),
    ),
  };
  const known = await knownOf(deps, reading, turns);
  const how = { now: deps.clock.now(), nextId: deps.ids.next, sha256: deps.sha256 };
  const { acts, fresh, skipped } = settle(reading, known, how);
  const exchanges = exchangesIn(turns, stretch.after + 1);
  const items = turns.length === 0 ? [] : await earlierItems(deps, acts);
  const session = exchangesIn(turns, 0);
  const standing = exchanges.filter((exchange) => !isTakenBack(exchange, session));
  const ended = await endGivenUp(deps, standing, items);
  const changed = new Map([...acts, ...ended].map((act) => [act.subject, act.payload.item]));
  const raised = await proposeEdges(deps, fresh, changed);
  const left = items.filter(({ id }) => !ended.some(({ subject }) => subject === id));
  const heard = { session: stretch.session, turns, from: stretch.after + 1 };
  const understood = turnsUnderstood(byModel, turns);
  const linked = await linkThreads(deps, { ...heard, exchanges, items: left, understood });
  const drafts = [...acts, ...ended, ...raised, ...linked.acts].map((act) => newDraft(deps, act));
  const expect = expectations([...acts, ...ended, ...linked.acts], [...known.items.values(), ...items]);
  return { events: [...drafts, ...linked.drafts], expect, skipped };
};

/** A person's turns that a model has read without leaving a statement undecided. An answer without a certain one explains nothing. */
function turnsUnderstood(
  { findings, upTo }: ModelReading,
  turns: readonly TurnEvent[],
): ReadonlySet<Position> {
  const certain = findings.filter(({ certainty }) => certainty === "explicit");
  if (certain.length === 0) return new Set();
  const undecided = findings.filter((each) => !certain.includes(each)).flatMap(({ evidence }) => evidence);
  const read = turns.filter(({ position, payload }) => position <= upTo && isPersonTurn(payload));
  return new Set(read.map(({ position }) => position).filter((turn) => !undecided.includes(turn)));
}

/** Rules also read earlier turns that were already read: a matter settled now may have started there. */
async function turnsOf(deps: MemoryDeps, { session, after, events }: UnreadRange): Promise<TurnEvent[]> {
  const before = after === 0 ? [] : await deps.store.events.sessionTail(session, after, LOOK_BACK_EVENTS);
  const heard = upcastAll(before).filter(isTurn).slice(-LOOK_BACK_TURNS);
  return [...heard, ...events.filter(isTurn)];
}

function readByRule({ after, events }: UnreadRange, turns: readonly TurnEvent[]): ExtractResult {
  const from = after + 1;
  const semantic = readSemantic(events.filter((event) => !isTurn(event)));
  return {
    findings: [...readStatements(turns, from), ...readDone(turns, from), ...semantic.findings],
    resolutions: semantic.resolutions,
  };
}

/** Adds the agent, program or person who said it, if known, so that a reader knows the source. */
function withSpeaker(finding: Finding, events: readonly Recorded[]): Finding {
  const last = finding.evidence.at(-1);
  const agent = events.find(({ position }) => position === last)?.writer.agent ?? "";
  const isOwnWord = ["agent", "program"].includes(finding.origin);
  const said_by = (isOwnWord ? agent : finding.origin === "user" ? personIn(agent) : undefined) || undefined;
  return said_by === undefined ? finding : { ...finding, said_by };
}

/** Moves what this user keeps private into the private memory, so that the shared tape gets nothing of it. */
async function withoutPrivate(
  deps: WriteDeps & PrivateDeps,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  const { privateMemory, config, person } = deps;
  const isOwn = ({ kind, origin, said_by }: Finding): boolean =>
    isPrivateKind(config, kind) && origin === "user" && said_by === person;
  const own = privateMemory === undefined ? [] : findings.filter(isOwn);
  if (own.length === 0) return findings;
  await privateMemory?.use("writes", async (theirs) => {
    for (const { kind, text, topic, certainty } of own)
      await create(
        { ...theirs, voice: certainty === "explicit" ? "person" : "agent" },
        { kind, text, topic },
      );
  });
  return findings.filter((finding) => !own.includes(finding));
}

async function knownOf(
  deps: MemoryDeps,
  reading: ExtractResult,
  turns: readonly TurnEvent[],
): Promise<ExistingItems> {
  await catchUp(deps, "statements", "items");
  const { findings, resolutions } = reading;
  const prints = findings.flatMap((finding) => [
    fingerprint(deps.sha256, finding),
    wordsPrint(deps.sha256, finding.text),
    ...(finding.replaces ?? []),
  ]);
  const keys = [...findings, ...resolutions].flatMap(({ source_key }) => source_key ?? []);
  const rows = await deps.store.views.rows(deps.views.statements, [...prints, ...keys.map(sourceRowKey)]);
  const statements = new Map(prints.flatMap((key) => entry(key, rowAt(rows, statementKey(key)))));
  const bySource = new Map(keys.map((key) => [key, rowAt(rows, sourceRowKey(key))?.items ?? []]));
  const named = [...statements.values()].flatMap(({ unit, candidate }) =>
    [unit ?? [], candidate ?? []].flat(),
  );
  const replaced = findings.flatMap(({ replaces }) => replaces ?? []);
  const ids = new Set([...named, ...replaced, ...[...bySource.values()].flat()]);
  const items = await itemsByIds(deps, [...ids]);
  const [live, waiting] = [await liveUnits(deps, findings), await waitingFor(deps, findings)];
  const byId = new Map<string, Item>(
    [...live.toReversed(), ...waiting.toReversed(), ...items].map((item) => [item.id, item]),
  );
  return {
    statements,
    items: byId,
    sources: new Map([...bySource].map(([key, ids]) => [key, ids.flatMap((id) => byId.get(id) ?? [])])),
    made: await deps.store.events.known(findings.map((finding) => madeKey(finding, deps.sha256))),
    amended: amendments(live, turns),
  };
}

const entry = <Value>(key: string, value: Value | undefined): [string, Value][] =>
  value === undefined ? [] : [[key, value]];

/** Candidates that an amendment may refer to. Amending a candidate shows that it was settled. */
const waitingFor = async (deps: MemoryDeps, findings: readonly Finding[]): Promise<readonly Item[]> =>
  findings.some(({ kind }) => isInstruction(kind)) ? newestItems(deps, ["candidate"], "pending") : [];

/** Units that a statement may change or repeat. */
const liveUnits = async (deps: MemoryDeps, findings: readonly Finding[]): Promise<readonly Item[]> =>
  findings.some(({ kind }) => isInstruction(kind) || kind === "fact")
    ? newestItems(deps, UNIT_KIND_NAMES, "active")
    : [];

async function newestItems(
  deps: MemoryDeps,
  kinds: readonly string[],
  status: string,
): Promise<readonly Item[]> {
  const selection = { kinds, statuses: [status], order: "newest", offset: 0, limit: EARLIER_MAX } as const;
  return (await deps.store.views.select(deps.views.items, selection)).rows;
}

/** Finds the unit that an amendment changes, among live units and candidates that were settled just before it. */
function amendments(live: readonly Item[], turns: readonly TurnEvent[]): ExistingItems["amended"] {
  return (finding, fresh) => {
    // A model that read the turns has stated what they change.
    if (!isInstruction(finding.kind) || finding.quote !== undefined) return undefined;
    const around = statementContext(turns, finding.evidence);
    return amendedBy({ ...finding.fields, ...finding, ...around }, [...live, ...fresh]);
  };
}

/** An item that changed since it was checked must be checked again. */
function expectations(acts: readonly Act[], items: readonly Item[]): Map<string, Position> {
  const places = new Map(items.map(({ id, position }) => [id, position]));
  return new Map(
    acts.flatMap(({ subject }) => {
      const position = places.get(subject);
      return typeof position === "number" ? [[subject, position] as const] : [];
    }),
  );
}

/** Number of events at the start of a session among which its working directory is named. */
const LOOKED_AT_MAX = 20;

/** If a session runs in a package of the repository, its statements apply to that package unless they name paths. */
async function withPackage(
  deps: MemoryDeps & ProjectDeps & FileDeps,
  session: string,
  findings: readonly Finding[],
): Promise<Finding[]> {
  const folder = findings.length === 0 ? undefined : await packageOfSession(deps, session);
  if (folder === undefined) return [...findings];
  return findings.map((finding) => {
    const { kind, fields } = finding;
    const isPlaced = fields?.scope !== undefined || fields?.related_paths !== undefined;
    if (isPlaced || !kindOf(kind).isUnit || !isOfPackage(finding)) return finding;
    return { ...finding, fields: { ...fields, scope: folder } };
  });
}

async function packageOfSession(
  deps: MemoryDeps & ProjectDeps & FileDeps,
  session: string,
): Promise<string | undefined> {
  const { root, worktreeRoot } = deps.project;
  const events = await deps.store.events.sessionEvents(session, 0, LOOKED_AT_MAX);
  const cwd = events.find(({ type }) => type === "session.started")?.payload?.cwd;
  if (typeof cwd !== "string") return undefined;
  const within = [worktreeRoot, root].find((folder) => cwd.startsWith(`${folder}/`));
  return within === undefined ? undefined : packageFinder(deps)(cwd.slice(within.length + 1));
}

/** The items that a new turn may refer to, as they will be after the given acts. */
async function earlierItems(deps: MemoryDeps, acts: readonly Act[]): Promise<Item[]> {
  await catchUp(deps, "items");
  const units = await newestItems(deps, UNIT_KIND_NAMES, "active");
  const waiting = await newestItems(deps, ["candidate"], "pending");
  const all = new Map<string, Item>([...units, ...waiting].map((item) => [item.id, item]));
  // The position of a row's last event stays known, so that a writer can tell whether the row changed.
  for (const { subject, payload } of acts)
    all.set(subject, { ...positionOf(all.get(subject)), ...payload.item });
  return [...all.values()].filter(
    (item) => isAmendable(item) || (item.kind === "trap" && item.origin === "user"),
  );
}

const positionOf = (item: Item | undefined): { readonly position?: unknown } =>
  item?.position === undefined ? {} : { position: item.position };
