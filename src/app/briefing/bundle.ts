import type { HereRow } from "../../core/active-context/registry/contexts-view.ts";
import { ACTIVE_FILE } from "../../core/active-context/registry/file-names.ts";
import { matchesFor, notesAmong, signsOfNote } from "../../core/bundle/action.ts";
import { keysOf } from "../../core/bundle/action-signs.ts";
import { askedFor, type BundleQuestion } from "../../core/bundle/ask.ts";
import type { Budget, Bundle, Fate } from "../../core/bundle/bundle.ts";
import { type Action, fromRoot } from "../../core/bundle/call.ts";
import { compose, type LiveItems, type Material } from "../../core/bundle/compose.ts";
import { type FoldedThreads, foldThreads } from "../../core/bundle/fold-threads.ts";
import { type Intent, kindsOf, type Pressure } from "../../core/bundle/intent.ts";
import type { Candidate } from "../../core/bundle/ledger-view.ts";
import { isUnderWay } from "../../core/bundle/working.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { type KindName, kindOf } from "../../core/items/kinds.ts";
import { isTaskGoal } from "../../core/items/task-items.ts";
import { newsLines } from "../../core/resume/news-lines.ts";
import type { Position } from "../../core/tape/event.ts";
import type { TaskOnTape } from "../active-context/foreign.ts";
import { hereRow } from "../active-context/state.ts";
import { eventsAt } from "../items/evidence.ts";
import { itemsByIds } from "../items/find-item.ts";
import { liveItems } from "../items/live-items.ts";
import { byWorth, type Judged } from "../recall/judge-hits.ts";
import type { Semantic } from "../recall/meaning.ts";
import { disuseOf } from "../recall/usage-parts.ts";
import { type AgentNews, newsFor, newsOf } from "../resume/resume.ts";
import { catchUp, mayRecord } from "../runtime/decide-and-commit.ts";
import type {
  BriefDeps,
  ContextDeps,
  FileDeps,
  MemoryDeps,
  ProjectDeps,
  WorkerDeps,
  WriteDeps,
} from "../runtime/deps.ts";
import { type ElsewhereCheck, elsewhereCheck, itemsHere } from "../runtime/packages.ts";
import { readSemanticEvents } from "../sessions/read-semantic-events.ts";
import { sessionIdOnTape } from "../sessions/session-by.ts";
import { limitReport, staleReport } from "../staleness/stale.ts";
import { newestStatements } from "../threads/newest-statements.ts";
import { privateBlock, withPrivateBlock } from "./private-block.ts";
import { refreshWorking } from "./working-memory.ts";

export type BundleInput = {
  readonly budget?: number | undefined;
  /** Whose working memory is rewritten on the way, when it is out of date. */
  readonly session?: string | undefined;
  /** What the agent is about to do, or was asked; for a context. */
  readonly query?: string | undefined;
  /** Files that the task concerns, or those a tool call is about. */
  readonly paths?: readonly string[] | undefined;
  /** The command of a tool call, and what it printed when it failed; for an action. */
  readonly command?: string | undefined;
  readonly error?: string | undefined;
  /** What a tool writes into files, for an action. */
  readonly text?: string | undefined;
  /** The tool of an action only reads. */
  readonly isReading?: boolean | undefined;
  readonly pressure?: Pressure | undefined;
  /** What is new to the agent, for a brief, where whoever gives it has looked already. */
  readonly news?: AgentNews | undefined;
  /** Only what was recalled: the session was told the rest when it began. */
  readonly onlyRecalled?: boolean | undefined;
};

/** A bundle, and all that explains it. */
export type Built = {
  readonly intent: Intent;
  readonly bundle: Bundle;
  readonly budget: number;
  readonly asked: BundleQuestion | undefined;
  /** How likely it is that the memory knows of what was asked; absent where nothing was. */
  readonly known: number | undefined;
  /** Whether meaning counted in what was recalled; absent where no embedder is on. */
  readonly semantic?: Semantic;
  readonly candidates: readonly Candidate[];
  /** What is told besides to this user alone. It stands in no ledger. */
  readonly ownBlock?: Bundle | undefined;
};

/** Hosts cut or hide longer replies, each in its own way; below this all of them pass it whole. */
const CHARACTERS_MAX = 9500;

/** A line seldom costs less, so that no more of a kind are read than could fit. */
const TOKENS_PER_LINE = 20;
export const itemsReadFor = (budget: number): number => Math.ceil(budget / TOKENS_PER_LINE);
/** Insights read to find those that are conflicts. */
const INSIGHTS_MAX = 60;
/** Traps and constraints that a tool call is compared with, the newest of each. */
const NOTES_READ_MAX = 500;

/** What is doubtful, as far as a brief has room for it. */
const STALE = { limit: 5, readMax: 50 } as const;

/** All an agent is given at one moment. The same tape and config give the same bytes. */
export async function bundle(deps: WorkerDeps, intent: Intent, input: BundleInput): Promise<Bundle> {
  const { bundle, ownBlock } = await buildBundle(deps, intent, input);
  return withPrivateBlock(bundle, ownBlock);
}

/** The same with all that explains it. Nothing is written but a page of working memory that is out of date. */
export async function buildBundle(deps: WorkerDeps, intent: Intent, called: BundleInput): Promise<Built> {
  if (intent !== "action") await readSemanticEvents(deps);
  const input =
    called.session === undefined ? called : { ...called, session: sessionIdOnTape(deps, called.session) };
  if (intent === "brief" && input.session !== undefined && mayRecord(deps))
    await refreshWorking(deps, input.session);
  const tokens = input.budget ?? deps.config[intent].tokens;
  const whole: Budget = { tokens, characters: CHARACTERS_MAX };
  const ownBlock = intent === "brief" ? await privateBlock(deps, whole) : undefined;
  const { material, asked, judged } = await gatherSources(deps, intent, { ...input, budget: tokens });
  const { bundle, fates } = compose(intent, material, {
    budget: {
      tokens: tokens - (ownBlock?.tokens ?? 0),
      characters: CHARACTERS_MAX - (ownBlock?.text.length ?? 0),
    },
    pressure: input.pressure ?? deps.config.memory.pressure,
    isFallback: deps.config.memory.recallMode === "fallback",
  });
  return {
    intent,
    bundle,
    budget: tokens,
    asked,
    known: judged?.known,
    ...(judged?.semantic === undefined ? {} : { semantic: judged.semantic }),
    candidates: candidatesOf(fates, judged),
    ownBlock,
  };
}

type BundleSources = {
  readonly material: Material;
  readonly asked: BundleQuestion | undefined;
  readonly judged: Judged | undefined;
};

async function gatherSources(
  deps: BriefDeps & FileDeps,
  intent: Intent,
  input: BundleInput & { readonly budget: number },
): Promise<BundleSources> {
  await catchUp(deps, "items");
  if (intent === "action")
    return { material: await aboutAction(deps, input), asked: undefined, judged: undefined };
  const isElsewhere = await elsewhereCheck(deps, intent === "brief" ? input.paths?.[0] : undefined);
  const { live, threads } = await foldedItems(deps, kindsOf(intent), { ...input, isElsewhere });
  const conflicts = await openConflicts(deps);
  const conflicting = await unitsOf(deps, conflicts);
  const labels = new Map(conflicting.flat().map(({ id, label }) => [id, label]));
  const standing: Omit<Material, "recalled"> = {
    ...{ live, threads, conflicts, labels, now: deps.clock.now() },
    command: deps.command,
    ...(intent === "brief"
      ? { ...(await newsOfBrief(deps, { ...input, isElsewhere })), ...(await readCurrentTask(deps)) }
      : {}),
    ...{ agent: deps.writer.agent, disuse: disuseOf(deps) },
    ...(intent === "brief"
      ? { ...(await doubts(deps, isElsewhere)), ...(await lastSession(deps, input)) }
      : {}),
  };
  if (intent === "brief")
    return { material: { ...standing, recalled: [] }, asked: undefined, judged: undefined };
  const asked = askedFor(input.query, {
    work: live.flatMap(({ items }) => items.filter((item) => isUnderWay(item) || isTaskGoal(item))),
    paths: input.paths ?? [],
    insights: conflicting,
  });
  const judged = asked === undefined ? undefined : await byWorth(deps, asked, input.session);
  const recalled = (judged?.hits ?? []).filter(({ isAbove }) => isAbove).map(({ told }) => told);
  const rest = input.onlyRecalled ? { ...standing, live: [], conflicts: [] } : standing;
  return { material: { ...rest, recalled }, asked, judged };
}

/** What happened last. Loaded here, because only a brief reads what a session said. */
async function lastSession(
  deps: MemoryDeps & ProjectDeps & ContextDeps,
  { session }: BundleInput,
): Promise<Pick<Material, "lastSession">> {
  if (!deps.project.hasMemory) return {};
  const { lastSessionDigest } = await import("../sessions/session-digest.ts");
  const digest = await lastSessionDigest(deps, session);
  return digest === undefined ? {} : { lastSession: digest };
}

/** The live items of some kinds, each thread told once by its newest statement. */
async function foldedItems(
  deps: MemoryDeps,
  kinds: readonly KindName[],
  { budget, isElsewhere }: { readonly budget: number; readonly isElsewhere: ElsewhereCheck | undefined },
): Promise<FoldedThreads> {
  const found = await liveItems(deps, kinds, itemsReadFor(budget));
  const live: LiveItems[] = [];
  for (const { kind, items: all, total } of found) {
    const items = await itemsHere(all, isElsewhere);
    live.push({ kind, items, total: total - (all.length - items.length) });
  }
  const units = live.flatMap(({ kind, items }) => (kindOf(kind).isUnit ? items : []));
  return foldThreads(live, await newestStatements(deps, units));
}

/** The task of this worktree's active context, while its plan is alive. */
async function readCurrentTask(
  deps: WriteDeps & ContextDeps,
): Promise<Pick<Material, "currentTask" | "unclaimed">> {
  const here = await hereRow(deps);
  const file = await deps.contextFiles.read(ACTIVE_FILE);
  // The file is parsed only if it is not the one that we wrote.
  const changed = file.outcome === "read" && deps.sha256(file.text) !== here?.hash ? file.text : undefined;
  const unclaimed = changed?.trim() ? await unclaimedFile(deps, here) : {};
  if (here === undefined || here.status !== "active") return unclaimed;
  const [plan] = await itemsByIds(deps, [here.plan]);
  const isLive = plan !== undefined && !plan.removed && kindOf("plan").live.includes(plan.status);
  if (!isLive) return unclaimed;
  const isWaiting = changed !== undefined && (await hasChangesToRead(deps, changed, { here, plan }));
  const waiting = isWaiting ? { waiting: `${deps.contextFiles.folder}/${ACTIVE_FILE}` } : {};
  return "unclaimed" in unclaimed
    ? { currentTask: { here, plan }, ...unclaimed }
    : { currentTask: { here, plan, ...waiting } };
}

async function unclaimedFile(
  deps: MemoryDeps & ContextDeps,
  here: HereRow | undefined,
): Promise<Pick<Material, "unclaimed">> {
  const { unclaimedContext } = await import("../active-context/unclaimed.ts");
  const unclaimed = await unclaimedContext(deps, here);
  return unclaimed === undefined ? {} : { unclaimed };
}

/** Whether a person must read what was changed in the file before agents are told it. */
async function hasChangesToRead(
  deps: MemoryDeps & ContextDeps,
  text: string,
  onTape: TaskOnTape,
): Promise<boolean> {
  const { hasTextsForReview: hasWaitingTexts } = await import("../active-context/foreign.ts");
  return hasWaitingTexts(deps, text, onTape);
}

/** Somebody who was never here needs no news: the brief itself is what there is to know. Handoffs have their own block. */
async function newsOfBrief(
  deps: WriteDeps & ProjectDeps,
  input: BundleInput & { readonly isElsewhere: ElsewhereCheck | undefined },
): Promise<Pick<Material, "news" | "newsLeftOut">> {
  const { delta } = input.news ?? (await newsFor(deps));
  if (delta.cursor === "none") return {};
  const told = delta.items.filter(({ kind, status }) => kind !== "handoff" || status !== "open");
  const rows = await itemsByIds(
    deps,
    told.map(({ id }) => id),
  );
  const newest = await newestStatements(deps, rows);
  const here = new Set((await itemsHere(rows, input.isElsewhere)).map(({ id }) => id));
  // What a newer statement leads is told with it, where it stands.
  const items = told.filter(({ id }) => !newest.has(id) && here.has(id));
  const newsLeftOut = delta.items_left_out + delta.commits_left_out + delta.not_read;
  return { news: newsLines(newsOf(deps, { ...delta, items })), newsLeftOut };
}

/** The first of what is doubtful are shown as such; a doubted unit is marked wherever it is told. */
async function doubts(
  deps: BriefDeps,
  isElsewhere: ElsewhereCheck | undefined,
): Promise<Pick<Material, "stale" | "doubted">> {
  const report = await staleReport(deps, { readMax: STALE.readMax });
  const items = await itemsByIds(deps, [...new Set(report.warnings.map(({ id }) => id))]);
  // What a newer statement leads is told there or not at all. What waits for review is nobody's word yet.
  const newest = await newestStatements(deps, items);
  const here = new Set((await itemsHere(items, isElsewhere)).map(({ id }) => id));
  const warnings = report.warnings.filter(
    ({ id, kind }) => !newest.has(id) && kind !== "candidate" && (kind === "context" || here.has(id)),
  );
  return {
    stale: limitReport({ ...report, warnings }, STALE.limit).warnings,
    doubted: new Set(report.warnings.map(({ id }) => id)),
  };
}

/** What was recalled carries its score, also what stayed below the floor. */
function candidatesOf(fates: readonly Fate[], judged: Judged | undefined): Candidate[] {
  const hits = judged?.hits ?? [];
  const evidence = new Map(hits.map((hit) => [hit.told.id, hit.evidence]));
  const below = hits
    .filter(({ isAbove }) => !isAbove)
    .map(({ told }) => ({ id: told.id, block: "recall", fate: "floor" as const }));
  return [...fates, ...below].map((fate) =>
    fate.block === "recall" ? { ...fate, ...evidence.get(fate.id) } : fate,
  );
}

/** The keys of every trap, and of every constraint, that a tool call could be compared with. */
export async function actionKeys(deps: MemoryDeps): Promise<string[]> {
  await catchUp(deps, "items");
  const live = await liveItems(deps, kindsOf("action"), NOTES_READ_MAX);
  const items = live.flatMap((each) => each.items);
  const turns = await personalWords(deps, items);
  const keys = items.flatMap((item) => signsOfNote(item, turns.get(item.id) ?? "").flatMap(keysOf));
  return [...new Set(keys)].sort();
}

async function aboutAction(deps: WriteDeps & ProjectDeps, input: BundleInput): Promise<Material> {
  const live = await liveItems(deps, kindsOf("action"), NOTES_READ_MAX);
  const action: Action = {
    command: input.command,
    paths: (input.paths ?? []).map((path) => fromRoot(path, [deps.project.root])),
    text: input.text,
    error: input.error,
    isReading: input.isReading,
  };
  const all = live.flatMap(({ items }) => items).filter(({ quiet }) => quiet !== true);
  const turns = await personalWords(deps, all);
  const notes = notesAmong(matchesFor(action, all, { turns, project: nameOf(deps.project.root) }), turns);
  const matched: LiveItems[] = [{ kind: "trap", items: notes, total: notes.length }];
  const nothing = { conflicts: [], labels: new Map(), recalled: [] };
  const folded = foldThreads(matched, await newestStatements(deps, notes));
  const { clock, command, writer } = deps;
  return { ...nothing, ...folded, now: clock.now(), command, agent: writer.agent };
}

const nameOf = (path: string): string => path.split(/[\\/]/).findLast(Boolean) ?? "";

/** A tool call is also compared with the words around the newest items: at most this many. */
const TURNS_READ_MAX = 200;

/** Of the turns that an item rests on so many are searched for a person's words: a model may quote what failed before them. */
const PLACES_READ_MAX = 4;

/** What a person said in the first of the turns that an item rests on, by the item's id. */
async function personalWords(deps: MemoryDeps, all: readonly ItemRow[]): Promise<Map<string, string>> {
  const items = [...all].sort((a, b) => b.position - a.position).slice(0, TURNS_READ_MAX);
  const placesOf = ({ evidence = [] }: ItemRow): readonly Position[] => evidence.slice(0, PLACES_READ_MAX);
  const positions = [...new Set(items.flatMap(placesOf))];
  if (positions.length === 0) return new Map();
  const { personSpeech } = await import("../../core/extract/turns/person-speech.ts");
  const turns = await eventsAt(deps, positions);
  const ownWords = (position: Position): string => {
    const turn = turns.get(position);
    const speech = turn?.type === "turn.recorded" ? personSpeech(turn) : [];
    return speech.flatMap(({ text, isDoubtful }) => (isDoubtful ? [] : [text])).join(" ");
  };
  return new Map(items.map((item) => [item.id, placesOf(item).map(ownWords).find(Boolean) ?? ""]));
}

async function openConflicts(deps: MemoryDeps): Promise<ItemRow[]> {
  const [insights] = await liveItems(deps, ["insight"], INSIGHTS_MAX);
  return (insights?.items ?? []).filter(({ type }) => type === "conflict");
}

/** The units that each insight is about. */
async function unitsOf(deps: MemoryDeps, insights: readonly ItemRow[]): Promise<ItemRow[][]> {
  const about = insights.map((insight) => (Array.isArray(insight.about) ? insight.about.map(String) : []));
  const units = new Map((await itemsByIds(deps, [...new Set(about.flat())])).map((item) => [item.id, item]));
  return about.map((ids) => ids.flatMap((id) => units.get(id) ?? []));
}
