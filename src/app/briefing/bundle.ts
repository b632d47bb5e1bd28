import type { WorktreeRow } from "../../core/active-context/registry/contexts-view.ts";
import { ACTIVE_FILE } from "../../core/active-context/registry/file-names.ts";
import { matchesFor, notesAmong, signsOfNote } from "../../core/bundle/action.ts";
import { keysOf, signsOfAction } from "../../core/bundle/action-signs.ts";
import { isChosenAnew } from "../../core/bundle/action-words.ts";
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
import { mix } from "../../core/mix.ts";
import { newsLines } from "../../core/resume/news-lines.ts";
import type { Position } from "../../core/tape/event.ts";
import type { TaskOnTape } from "../active-context/foreign.ts";
import { readWorktreeRow } from "../active-context/state.ts";
import { eventsAt } from "../items/evidence.ts";
import { itemsByIds } from "../items/find-item.ts";
import { liveItems } from "../items/live-items.ts";
import { byWorth, type JudgedHits } from "../recall/judge-hits.ts";
import type { Semantic } from "../recall/meaning.ts";
import { disuseOf } from "../recall/usage-parts.ts";
import { type AgentNews, agentNews, newsOf } from "../resume/resume.ts";
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
import { type ElsewhereCheck, elsewhereCheck, itemsOfPackage } from "../runtime/packages.ts";
import { sessionIdOnTape } from "../sessions/find-session.ts";
import { readSemanticEvents } from "../sessions/read-semantic-events.ts";
import { limitReport, staleReport } from "../staleness/stale.ts";
import { newestStatements } from "../threads/newest-statements.ts";
import { privateBlock, withPrivateBlock } from "./private-block.ts";
import { refreshWorking } from "./working-memory.ts";

export type BundleInput = {
  readonly budget?: number | undefined;
  /** The session whose working memory is rewritten as well if it is out of date. */
  readonly session?: string | undefined;
  /** What the agent is about to do, or was asked. For a context. */
  readonly query?: string | undefined;
  /** Files that the task or a tool call is about. */
  readonly paths?: readonly string[] | undefined;
  /** The command of a tool call, and its output if it failed. For an action. */
  readonly command?: string | undefined;
  readonly error?: string | undefined;
  /** The text that a tool writes into files. For an action. */
  readonly text?: string | undefined;
  /** Whether the tool of an action only reads. */
  readonly isReading?: boolean | undefined;
  readonly pressure?: Pressure | undefined;
  /** What is new to the agent, if the caller has read it already. For a brief. */
  readonly news?: AgentNews | undefined;
  /** Whether to tell only recalled items, because the session was told the rest at its start. */
  readonly onlyRecalled?: boolean | undefined;
};

/** A bundle, and everything that explains it. */
export type Built = {
  readonly intent: Intent;
  readonly bundle: Bundle;
  readonly budget: number;
  readonly asked: BundleQuestion | undefined;
  /** The probability that the memory knows the answer; absent without a question. */
  readonly known: number | undefined;
  /** Whether meaning counted in the ranking; absent without an embedder. */
  readonly semantic?: Semantic;
  readonly candidates: readonly Candidate[];
  /** Text for this user alone. It is not recorded in a ledger. */
  readonly ownBlock?: Bundle | undefined;
};

/** Hosts cut or hide longer replies, each in its own way. All of them pass on a reply of this length. */
const CHARACTERS_MAX = 9500;

/** A line seldom costs less. So no more items of a kind are read than could fit. */
const TOKENS_PER_LINE = 20;
export const itemsReadFor = (budget: number): number => Math.ceil(budget / TOKENS_PER_LINE);
/** Insights that are read to find conflicts. */
const INSIGHTS_MAX = 60;
/** Traps and constraints that a tool call is compared with: the newest of each. */
const NOTES_READ_MAX = 500;

/** Doubts that a brief has room for. */
const STALE = { limit: 5, readMax: 50 } as const;

/** Everything that an agent is given at one moment. The same tape and config give the same bytes. */
export async function bundle(deps: WorkerDeps, intent: Intent, input: BundleInput): Promise<Bundle> {
  const { bundle, ownBlock } = await buildBundle(deps, intent, input);
  return withPrivateBlock(bundle, ownBlock);
}

/** The same, with everything that explains it. It writes nothing except a page of working memory that is out of date. */
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
  readonly judged: JudgedHits | undefined;
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

/** The previous session. Loaded here because only a brief reads its turns. */
async function lastSession(
  deps: MemoryDeps & ProjectDeps & ContextDeps,
  { session }: BundleInput,
): Promise<Pick<Material, "lastSession">> {
  if (!deps.project.hasMemory) return {};
  const { lastSessionDigest } = await import("../sessions/session-digest.ts");
  const digest = await lastSessionDigest(deps, session);
  return digest === undefined ? {} : { lastSession: digest };
}

/** The live items of some kinds. Each thread is told once, by its newest statement. */
async function foldedItems(
  deps: MemoryDeps,
  kinds: readonly KindName[],
  { budget, isElsewhere }: { readonly budget: number; readonly isElsewhere: ElsewhereCheck | undefined },
): Promise<FoldedThreads> {
  const found = await liveItems(deps, kinds, itemsReadFor(budget));
  const live: LiveItems[] = [];
  for (const { kind, items: all, total } of found) {
    const items = await itemsOfPackage(all, isElsewhere);
    live.push({ kind, items, total: total - (all.length - items.length) });
  }
  const units = live.flatMap(({ kind, items }) => (kindOf(kind).isUnit ? items : []));
  return foldThreads(live, await newestStatements(deps, units));
}

/** The task of this worktree's active context, if its plan is still open. */
async function readCurrentTask(
  deps: WriteDeps & ContextDeps,
): Promise<Pick<Material, "currentTask" | "unclaimed">> {
  const here = await readWorktreeRow(deps);
  const file = await deps.contextFiles.read(ACTIVE_FILE);
  // The file is parsed only if it differs from the text that we wrote.
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
  here: WorktreeRow | undefined,
): Promise<Pick<Material, "unclaimed">> {
  const { unclaimedContext } = await import("../active-context/unclaimed-context.ts");
  const unclaimed = await unclaimedContext(deps, here);
  return unclaimed === undefined ? {} : { unclaimed };
}

/** Whether a person must read changes in the file before agents are told about them. */
async function hasChangesToRead(
  deps: MemoryDeps & ContextDeps,
  text: string,
  onTape: TaskOnTape,
): Promise<boolean> {
  const { hasTextsForReview: hasWaitingTexts } = await import("../active-context/foreign.ts");
  return hasWaitingTexts(deps, text, onTape);
}

/** An agent that is new here needs no news, because the brief contains everything. Handoffs have their own block. */
async function newsOfBrief(
  deps: WriteDeps & ProjectDeps,
  input: BundleInput & { readonly isElsewhere: ElsewhereCheck | undefined },
): Promise<Pick<Material, "news" | "newsLeftOut">> {
  const { delta } = input.news ?? (await agentNews(deps));
  if (delta.cursor === "none") return {};
  const told = delta.items.filter(({ kind, status }) => kind !== "handoff" || status !== "open");
  const rows = await itemsByIds(
    deps,
    told.map(({ id }) => id),
  );
  const newest = await newestStatements(deps, rows);
  const here = new Set((await itemsOfPackage(rows, input.isElsewhere)).map(({ id }) => id));
  // A superseded statement is told together with the newer statement, where that stands.
  const items = told.filter(({ id }) => !newest.has(id) && here.has(id));
  const newsLeftOut = delta.items_left_out + delta.commits_left_out + delta.not_read;
  return { news: newsLines(newsOf(deps, { ...delta, items })), newsLeftOut };
}

/** The first doubts are listed. Every other doubtful unit is marked where it is told. */
async function doubts(
  deps: BriefDeps,
  isElsewhere: ElsewhereCheck | undefined,
): Promise<Pick<Material, "stale" | "doubted">> {
  const report = await staleReport(deps, { readMax: STALE.readMax });
  const items = await itemsByIds(deps, [...new Set(report.warnings.map(({ id }) => id))]);
  // A superseded statement is told only with its newer one. Statements that wait for review belong to nobody yet.
  const newest = await newestStatements(deps, items);
  const here = new Set((await itemsOfPackage(items, isElsewhere)).map(({ id }) => id));
  const warnings = report.warnings.filter(
    ({ id, kind }) => !newest.has(id) && kind !== "candidate" && (kind === "context" || here.has(id)),
  );
  return {
    stale: limitReport({ ...report, warnings }, STALE.limit).warnings,
    doubted: new Set(report.warnings.map(({ id }) => id)),
  };
}

/** Recalled items have their scores, including items below the floor. */
function candidatesOf(fates: readonly Fate[], judged: JudgedHits | undefined): Candidate[] {
  const hits = judged?.hits ?? [];
  const evidence = new Map(hits.map((hit) => [hit.told.id, hit.evidence]));
  const below = hits
    .filter(({ isAbove }) => !isAbove)
    .map(({ told }) => ({ id: told.id, block: "recall", fate: "floor" as const }));
  return [...fates, ...below].map((fate) =>
    fate.block === "recall" ? { ...fate, ...evidence.get(fate.id) } : fate,
  );
}

/** The keys of every trap and constraint that a tool call could match, each with a mark that is another one for other items. */
export async function actionKeys(deps: MemoryDeps): Promise<string[]> {
  await catchUp(deps, "items");
  const live = await liveItems(deps, kindsOf("action"), NOTES_READ_MAX);
  const items = live.flatMap((each) => each.items);
  const turns = await personalWords(deps, items);
  const ids = new Map<string, string>();
  for (const item of items)
    for (const key of new Set(signsOfNote(item, turns.get(item.id) ?? "").flatMap(keysOf)))
      ids.set(key, `${ids.get(key) ?? ""}${item.id}`);
  return [...ids].map(([key, own]) => `${key} ${mix(own)[0].toString(36)}`).sort();
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
  const matches = notesAmong(matchesFor(action, all, { turns, project: nameOf(deps.project.root) }), turns);
  const newest = await newestStatements(deps, matches);
  const run = signsOfAction(action).names;
  const newerText = (id: string): string => newest.get(id)?.item?.text ?? newest.get(id)?.words?.text ?? "";
  const notes = matches.filter(({ id, text }) => !isChosenAnew(text, newerText(id), run));
  const matched: LiveItems[] = [{ kind: "trap", items: notes, total: notes.length }];
  const nothing = { conflicts: [], labels: new Map(), recalled: [] };
  const folded = foldThreads(matched, newest);
  const { clock, command, writer } = deps;
  return { ...nothing, ...folded, now: clock.now(), command, agent: writer.agent };
}

const nameOf = (path: string): string => path.split(/[\\/]/).findLast(Boolean) ?? "";

/** A tool call is also compared with the turns around the newest items, up to this many. */
const TURNS_READ_MAX = 200;

/** How many of an item's cited turns are searched for a person's words: a model may quote the failure before them. */
const PLACES_READ_MAX = 4;

/** What a person said in the first turns that an item cites, by the item's id. */
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

/** The units that each insight names. */
async function unitsOf(deps: MemoryDeps, insights: readonly ItemRow[]): Promise<ItemRow[][]> {
  const about = insights.map((insight) => (Array.isArray(insight.about) ? insight.about.map(String) : []));
  const units = new Map((await itemsByIds(deps, [...new Set(about.flat())])).map((item) => [item.id, item]));
  return about.map((ids) => ids.flatMap((id) => units.get(id) ?? []));
}
