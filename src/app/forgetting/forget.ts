import { MemoryError } from "../../core/failure.ts";
import { FORGOTTEN_SUBJECT, phraseMark } from "../../core/forget/phrases.ts";
import { holdsWords, type TextFinder, withoutSpans, wordFinder } from "../../core/forget/text-finder.ts";
import { refuseAgent } from "../../core/items/authority.ts";
import { FORGOTTEN } from "../../core/items/items-view.ts";
import type { Draft, Position, StoredEvent } from "../../core/tape/event.ts";
import { payloadTexts } from "../../core/tape/payload-texts.ts";
import { upcastAll } from "../../core/tape/read.ts";
import { finishContext } from "../active-context/write.ts";
import { republish } from "../briefing/working-memory.ts";
import { pruneVectors } from "../recall/prune-vectors.ts";
import { newDraft } from "../runtime/decide-and-commit.ts";
import type { BriefDeps, FileDeps, HostDeps, MemoryDeps, WriteDeps } from "../runtime/deps.ts";
import { loseDrift } from "../staleness/known-drift.ts";
import { buildAgain } from "../upkeep/replay.ts";
import { bundlesMentioning } from "./bundles-mentioning.ts";
import type { LinesLeft } from "./clean-context.ts";
import { cleanFiles, type FileCleaningPlan, previewCleaning } from "./clean-files.ts";
import { type ErasurePlan, emptyErasurePlan, planErasure, planErasureById } from "./erasure-plan.ts";
import {
  eventStates,
  filesStillMentioning,
  filesThatStay,
  findOtherMentions,
  type OtherMentions,
} from "./files-still-mentioning.ts";
import { type OtherEvents, sharedWords } from "./other-mentions.ts";

export type ForgetInput = {
  /** An item's id or label, a turn (`turn@12`), or a position. */
  readonly id?: string | undefined;
  /** Everything that contains these words, as whole words and ignoring case. */
  readonly text?: string | undefined;
  readonly reason?: string | undefined;
  /** Also lines of the active context that somebody wrote by hand. */
  readonly handwritten?: boolean | undefined;
  /** Also if very many events contain the words. */
  readonly yes?: boolean | undefined;
  readonly dry_run?: boolean | undefined;
};

export type ForgetResult = {
  readonly dry_run: boolean;
  /** The spellings on the tape, if a text was given. */
  readonly matched: readonly string[];
  /** Number of payloads that were or would be erased. */
  readonly events: number;
  readonly items: readonly { readonly id: string; readonly label: string; readonly kind: string }[];
  readonly turns: readonly Position[];
  /** Files of the memory, backups and the active context that were or would be cleaned. */
  readonly cleaned: readonly string[];
  /** Files in our folders that still contain the words. */
  readonly still_in: readonly string[];
  /** Names of sessions, agents, worktrees and items that contain the words. The hash chain depends on them. */
  readonly kept_names: readonly string[];
  /** Lines of the active context that a person wrote by hand. */
  readonly handwritten: readonly LinesLeft[];
  /** Files that are not ours to change. */
  readonly not_ours: OtherMentions;
  /** Other events that state the same words, and the command that forgets them too. */
  readonly also_in?: OtherEvents;
  /** False if the words remain anywhere that Tidemark knows of. */
  readonly complete: boolean;
};

/** Shorter texts appear in too many places. */
const TEXT_MIN = 3;
/** A text that appears in more events was probably not meant, and needs consent. */
const EVENTS_WITHOUT_CONSENT_MAX = 200;
/** Spellings of the words that are searched for in files and shown. */
const SPELLINGS_MAX = 50;
/** Words of an event that are searched for in files. Shorter ones, such as "yes" or the name of a tool, appear in any file. */
const STATEMENT_MIN = 6;
const DETAIL_MIN = 12;
/** Other processes may record the text again while it is erased. After this many rounds the caller is told. */
const ROUNDS_MAX = 5;
/** Ids in one event, so that it stays far below the maximum payload. */
const IDS_PER_EVENT = 20_000;
/** Forgotten phrases in one event. */
const PHRASES_MAX = 500;

/**
 * Erases words permanently from everything that we wrote. Positions and hashes stay, and the words cannot return from a file. Copies are
 * cleaned first and the tape last, so that a killed command can be repeated.
 */
export async function forget(
  deps: BriefDeps & FileDeps & HostDeps,
  input: ForgetInput,
): Promise<ForgetResult> {
  checkInput(input);
  if (!input.dry_run)
    refuseAgent(deps.voice, "forget", {
      verb: "forget",
      ...(input.id === undefined ? { options: { text: "…" } } : { words: [input.id] }),
    });
  if (!input.dry_run) await finishContext(deps);
  const plan = await planOf(deps, input);
  const cleaning = planCleaning(deps, plan, input);
  if (input.dry_run) return reportErasure(deps, plan, { input, ...(await previewCleaning(deps, cleaning)) });
  requireConsent(plan, input);
  const before = await cleanFiles(deps, cleaning);
  deps.crashPoint("forget.files");
  const doomed = await eraseFromTape(deps, plan, {
    input,
    isInFiles: before.cleaned.length > 0 || before.handwritten.length > 0,
  });
  deps.crashPoint("forget.erased");
  await loseDerived(deps, doomed.events.size > 0);
  deps.crashPoint("forget.derived");
  // Other processes may have written the words again before they were erased from the tape.
  const after = await cleanFiles(deps, cleaning);
  await republish(deps);
  const cleaned = [...new Set([...before.cleaned, ...after.cleaned])].sort();
  return reportErasure(deps, { ...plan, doomed }, { input, cleaned, handwritten: after.handwritten });
}

/** What to forget. */
type ForgetPlan = {
  readonly doomed: ErasurePlan;
  /** Words that no other event states. Files are searched for them. */
  readonly words: readonly string[];
  readonly finder: TextFinder;
  readonly spellings: readonly string[];
  readonly names: readonly string[];
  readonly elsewhere: OtherEvents | undefined;
};

async function planOf(deps: MemoryDeps, { id = "", text }: ForgetInput): Promise<ForgetPlan> {
  if (text !== undefined) {
    const [seen, named] = [new Set<string>(), new Set<string>()];
    const doomed = await statingAny(deps, 0, { finder: wordFinder([text]), seen, named });
    const [spellings, names] = [[...seen], [...named]];
    const finder = wordFinder([text], spellings);
    return { doomed, words: [text], finder, spellings, names, elsewhere: undefined };
  }
  const doomed = await planErasureById(deps, id);
  const { elsewhere, own } = await sharedWords(deps, doomed);
  const words = own.filter(
    (each) => each.trim().length >= (doomed.texts.has(each) ? STATEMENT_MIN : DETAIL_MIN),
  );
  return { doomed, words, finder: wordFinder(words), spellings: [], names: [], elsewhere };
}

type Search = {
  readonly finder: TextFinder;
  readonly seen: Set<string>;
  readonly named: Set<string>;
};

/** Every event that states the words. Their spellings are added to `seen`, and names that contain them to `named`. */
const statingAny = (
  deps: MemoryDeps,
  after: Position,
  { finder, seen, named }: Search,
): Promise<ErasurePlan> =>
  planErasure(deps, after, ({ payload, session, subject, writer }) => {
    for (const name of [session, subject, writer.agent, writer.worktree])
      if (name !== undefined && !named.has(name) && holdsWords(finder, name)) named.add(name);
    let isStated = false;
    for (const said of payloadTexts(payload ?? {})) {
      const spans = finder.spansIn(said);
      isStated ||= spans.length > 0;
      for (const { start, end } of spans) if (seen.size < SPELLINGS_MAX) seen.add(said.slice(start, end));
    }
    return isStated;
  });

function requireConsent({ doomed }: ForgetPlan, { text, yes }: ForgetInput): void {
  if (text === undefined || yes || doomed.events.size <= EVENTS_WITHOUT_CONSENT_MAX) return;
  throw new MemoryError(
    "input.invalid",
    `The words occur in ${doomed.events.size} events. Nothing was erased.`,
    {
      field: "text",
      fix: "To list them: --dry-run. Pass more words, or add --yes to erase all of these events.",
    },
  );
}

function planCleaning(
  deps: WriteDeps,
  { doomed, words, finder }: ForgetPlan,
  input: ForgetInput,
): FileCleaningPlan {
  const isMeant = (event: StoredEvent): boolean =>
    (event.payload !== null && doomed.events.has(event.id)) || eventStates(event, finder);
  return {
    finder,
    clean: (text) => withoutSpans(text, finder.spansInFile(text)),
    isHandwrittenToo: input.handwritten ?? false,
    change: (event) => (isMeant(event) ? null : undefined),
    naming: (changed) => {
      const events = new Set(changed.map(({ event }) => event.id));
      return namingEvents(deps, { ...doomed, events }, { reason: input.reason, words });
    },
  };
}

async function eraseFromTape(
  deps: WriteDeps,
  { doomed, words, finder }: ForgetPlan,
  { input, isInFiles }: { readonly input: ForgetInput; readonly isInFiles: boolean },
): Promise<ErasurePlan> {
  const naming = { reason: input.reason, words };
  if (input.text === undefined) {
    await eraseAll(deps, doomed, naming);
    return doomed;
  }
  const erased = await erasedByText(deps, finder, naming);
  // Words that only a file contained must not return from it either.
  const isNew = erased.events.size === 0 && isInFiles && !(await isMarked(deps, words));
  if (isNew) await erase(deps, erased, naming);
  return erased;
}

/** True if the tape already says that these words must not return. */
async function isMarked(deps: MemoryDeps, words: readonly string[]): Promise<boolean> {
  const events = upcastAll(await deps.store.events.history(FORGOTTEN_SUBJECT));
  const marks = new Set(
    events.flatMap(({ type, payload }) => (type === FORGOTTEN ? (payload?.tombstones ?? []) : [])),
  );
  return words.every((text) => marks.has(phraseMark(deps.sha256, text) ?? ""));
}

/** Data derived from the words is deleted too, and computed again from the remaining events. */
async function loseDerived(deps: BriefDeps, isAnyErased: boolean): Promise<void> {
  if (isAnyErased) await buildAgain(deps, Object.values(deps.views));
  await republish(deps);
  if (!isAnyErased) return;
  await loseDrift(deps);
  await pruneVectors(deps);
}

type Reporting = {
  readonly input: ForgetInput;
  readonly cleaned: readonly string[];
  readonly handwritten: readonly LinesLeft[];
};

async function reportErasure(
  deps: BriefDeps & FileDeps & HostDeps,
  plan: ForgetPlan,
  how: Reporting,
): Promise<ForgetResult> {
  const { doomed, finder, elsewhere } = plan;
  const isDryRun = how.input.dry_run ?? false;
  const { handwritten, cleaned } = how;
  const named = (await deps.ourFiles.list()).filter(({ name }) => holdsWords(finder, name));
  const held = isDryRun
    ? await filesThatStay(deps, finder, cleaned)
    : await filesStillMentioning(deps, finder);
  const ownLines = new Set(handwritten.map(({ path }) => `${deps.project.worktreeRoot}/${path}`));
  const paths = new Set([...held, ...named.map(({ path }) => path)]);
  const still_in = [...paths].filter((path) => !ownLines.has(path));
  const not_ours = await findOtherMentions(deps, finder);
  const places = [still_in, plan.names, handwritten, ...Object.values(not_ours)];
  return {
    dry_run: isDryRun,
    matched: plan.spellings,
    events: doomed.events.size,
    items: [...doomed.items.values()],
    turns: doomed.turns,
    cleaned: cleaned.filter((path) => !still_in.includes(path)),
    still_in,
    kept_names: plan.names,
    handwritten,
    not_ours,
    ...(elsewhere ? { also_in: elsewhere } : {}),
    complete: !isDryRun && elsewhere === undefined && places.every((each) => each.length === 0),
  };
}

function checkInput({ id, text, reason }: ForgetInput): void {
  if ((id === undefined) === (text === undefined)) {
    throw new MemoryError("input.invalid", "Pass either an id or --text.", {
      field: id === undefined ? "id" : "text",
      fix: { to: "By its words", verb: "forget", options: { text: "the words" } },
    });
  }
  if (text !== undefined && text.trim().length < TEXT_MIN) {
    throw new MemoryError("input.invalid", `"text" must have at least ${TEXT_MIN} characters.`, {
      field: "text",
    });
  }
  if (text !== undefined && reason !== undefined && holdsWords(wordFinder([text]), reason)) {
    throw new MemoryError("input.invalid", '"reason" repeats the text, and a reason is kept.', {
      field: "reason",
      fix: "Say why in other words.",
    });
  }
}

/** Repeats the search until no event on the tape contains the text. */
async function erasedByText(deps: WriteDeps, finder: TextFinder, naming: Naming): Promise<ErasurePlan> {
  let all = emptyErasurePlan();
  let after = 0;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const found = await statingAny(deps, after, { finder, seen: new Set(), named: new Set() });
    all = joinPlans(all, found);
    if (found.events.size === 0) return all;
    await erase(deps, found, naming);
    after = found.upTo;
  }
  throw keepsComing();
}

function joinPlans(a: ErasurePlan, b: ErasurePlan): ErasurePlan {
  return {
    events: new Set([...a.events, ...b.events]),
    items: new Map([...a.items, ...b.items]),
    turns: [...new Set([...a.turns, ...b.turns])],
    tombstones: [...new Set([...a.tombstones, ...b.tombstones])],
    statements: [...new Set([...a.statements, ...b.statements])],
    texts: new Set([...a.texts, ...b.texts]),
    last: b.last,
    upTo: b.upTo,
  };
}

/** Why words are forgotten, and the words, of which the tape keeps only a fingerprint. */
type Naming = { readonly reason: string | undefined; readonly words: readonly string[] };

/** One commit: the event that names the erased items is written together with the erasure. */
async function erase(deps: WriteDeps, doomed: ErasurePlan, naming: Naming): Promise<void> {
  const events = namingEvents(deps, doomed, naming);
  const committed = await deps.store.tape.commit({ events, expect: doomed.last, erase: [...doomed.events] });
  if (committed.outcome === "conflict") throw keepsComing();
}

/** A bundle that was being built while its items were erased is written a moment later, and is erased too. */
async function eraseAll(deps: WriteDeps, doomed: ErasurePlan, naming: Naming): Promise<void> {
  await erase(deps, doomed, naming);
  const late = await bundlesMentioning(deps, { items: [...doomed.items.keys()], positions: doomed.turns });
  if (late.length > 0) await erase(deps, { ...emptyErasurePlan(), events: new Set(late) }, naming);
}

function namingEvents(
  deps: WriteDeps,
  { events, items, tombstones }: ErasurePlan,
  { reason, words }: Naming,
): Draft[] {
  const ids = [...events];
  const phrases = words.slice(0, PHRASES_MAX).flatMap((text) => phraseMark(deps.sha256, text) ?? []);
  const drafts: Draft[] = [];
  for (let start = 0; start === 0 || start < ids.length; start += IDS_PER_EVENT) {
    const isFirst = start === 0;
    const payload = {
      events: ids.slice(start, start + IDS_PER_EVENT),
      items: isFirst ? [...items.keys()] : [],
      tombstones: isFirst ? [...tombstones, ...phrases] : [],
      ...(reason === undefined ? {} : { reason }),
    };
    drafts.push(newDraft(deps, { type: FORGOTTEN, subject: FORGOTTEN_SUBJECT, payload }));
  }
  return drafts;
}

function keepsComing(): MemoryError {
  return new MemoryError("input.conflict", "Another process is writing the same words at this moment.", {
    retryable: true,
    fix: "Run the command again. The text erased so far stays erased.",
  });
}
