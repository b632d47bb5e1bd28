import type { Bundle } from "../../core/bundle/bundle.ts";
import type { Intent } from "../../core/bundle/intent.ts";
import { BUNDLE_GIVEN, type Candidate, type LedgerRow } from "../../core/bundle/ledger-view.ts";
import { copyText } from "../../core/copy-age.ts";
import { MemoryError } from "../../core/failure.ts";
import { redactedHead } from "../../core/redact/redacted-head.ts";
import { CANDIDATES_MAX } from "../../core/tape/bundle-events.ts";
import { upcastAll } from "../../core/tape/read.ts";
import type { Semantic } from "../recall/meaning.ts";
import { catchUp, mayRecord, newDraft } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, ProjectDeps, RankingDeps, WorkerDeps, WriteDeps } from "../runtime/deps.ts";
import type { PageCounts } from "../runtime/scan-rows.ts";
import { lostTail, lostTailForAgents } from "../upkeep/lost-tail.ts";
import { type Built, type BundleInput, buildBundle } from "./bundle.ts";
import type { NamedCandidate } from "./explain-brief.ts";
import { withPrivateBlock } from "./private-block.ts";
import { ownText } from "./status-line.ts";

/** Builds a bundle for an agent that reads it now, and records in the ledger what was given and why. */
export async function giveBundle(deps: WorkerDeps, intent: Intent, input: BundleInput): Promise<Bundle> {
  const built = withAge(deps, await withLoss(deps, await buildBundle(deps, intent, input)));
  const { bundle, asked } = built;
  const isAbstention = intent === "context" && asked !== undefined && built.candidates.length > 0;
  if (mayRecord(deps) && (bundle.text !== "" || isAbstention)) {
    await deps.store.tape.enqueue([draftOf(deps, built, input)]);
    deps.crashPoint("bundle.noted");
    await touch(deps, built);
  }
  return withPrivateBlock(bundle, built.ownBlock);
}

/** While the server is unreachable, an agent is told the age of the copy of the memory. */
function withAge({ project, clock }: MemoryDeps & ProjectDeps, built: Built): Built {
  if (project.asOf === undefined || built.bundle.text === "") return built;
  const text = `${ownText(copyText(project.asOf, clock.now()))}${built.bundle.text}`;
  return { ...built, bundle: { ...built.bundle, text } };
}

/** A brief begins with the number of lost events until a person has settled the loss. */
async function withLoss(deps: MemoryDeps & ProjectDeps, built: Built): Promise<Built> {
  const lost = built.intent === "brief" ? await lostTail(deps) : undefined;
  if (lost === undefined) return built;
  const text = `${ownText(lostTailForAgents(lost))}${built.bundle.text}`;
  return { ...built, bundle: { ...built.bundle, text } };
}

/** Items in a brief or a context count as shown. A note before an action does not, because nobody looked for it. */
async function touch(deps: RankingDeps, { intent, candidates }: Built): Promise<void> {
  if (intent === "action") return;
  const shown = candidates.filter(({ fate }) => fate === "given").map(({ id }) => id);
  if (shown.length > 0) await deps.usage.touch(shown, "shown");
}

function draftOf(
  deps: WriteDeps,
  { intent, bundle, budget, asked, known, semantic, candidates }: Built,
  input: BundleInput,
) {
  const { query, paths = [], command, error, pressure = deps.config.memory.pressure, session } = input;
  const dropped: Record<string, number> = {};
  for (const { fate } of candidates) if (fate !== "given") dropped[fate] = (dropped[fate] ?? 0) + 1;
  const payload = {
    intent,
    ...(query === undefined ? {} : { query: redactedHead(query, WORDS_MAX) }),
    ...(asked === undefined || asked.added.length === 0 ? {} : { terms: asked.added.join(" ") }),
    ...(paths.length === 0
      ? {}
      : { paths: paths.slice(0, PATHS_MAX).map((path) => redactedHead(path, 1000)) }),
    ...(command === undefined ? {} : { command: redactedHead(command, WORDS_MAX) }),
    ...(error === undefined ? {} : { error: redactedHead(error, WORDS_MAX) }),
    ...(pressure === "none" ? {} : { pressure }),
    ...(known === undefined ? {} : { known, floor: deps.config.memory.recallFloor }),
    ...(semantic === undefined ? {} : { semantic }),
    budget,
    tokens: bundle.tokens,
    text: bundle.text,
    sha256: deps.sha256(bundle.text),
    blocks: bundle.blocks.map(({ name, lines }) => ({ name, lines: lines.length })),
    candidates: mostTelling(candidates),
    dropped,
  };
  const subject = deps.ids.next("bnd");
  return newDraft(deps, {
    type: BUNDLE_GIVEN,
    subject,
    ...(session === undefined ? {} : { session }),
    payload,
  });
}

const WORDS_MAX = 4000;
const PATHS_MAX = 100;

/** All items that were given, then recalled items that were left out, then the rest, as far as there is room. */
function mostTelling(candidates: readonly Candidate[]): Candidate[] {
  const rank = ({ fate, block }: Candidate): number => (fate === "given" ? 0 : block === "recall" ? 1 : 2);
  return [...candidates].sort((a, b) => rank(a) - rank(b)).slice(0, CANDIDATES_MAX);
}

export type LedgerListInput = {
  readonly session?: string | undefined;
  readonly limit: number;
  readonly offset: number;
};

export type LedgerEntry = Omit<LedgerRow, "kept_out">;

export type LedgerPage = PageCounts & { readonly bundles: readonly LedgerEntry[] };

/** Bundles in the ledger, newest first. */
export async function ledgerList(deps: MemoryDeps, { limit, offset }: LedgerListInput): Promise<LedgerPage> {
  await catchUp(deps, "ledger");
  const selection = { order: "newest", limit, offset } as const;
  const { rows, total } = await deps.store.views.select(deps.views.ledger, selection);
  const bundles = rows.map(({ kept_out, ...entry }) => entry);
  return { bundles, returned: bundles.length, total, has_more: offset + bundles.length < total };
}

export type ShownBundle = LedgerEntry & {
  /** The text exactly as it was given. */
  readonly text: string;
  readonly sha256?: string;
  readonly budget?: number;
  readonly terms?: string;
  readonly paths?: readonly string[];
  readonly command?: string;
  readonly error?: string;
  readonly pressure?: string;
  /** Whether meaning counted in the ranking; absent without an embedder. */
  readonly semantic?: Semantic;
  readonly candidates: readonly NamedCandidate[];
  /** Given on another tape: the text has the labels of items and turns on that tape. */
  readonly elsewhere?: true;
  /** Whether people want to see the reasons beside the text. */
  readonly why: boolean;
};

/** One bundle exactly as it was given, with everything that explains it. */
export async function ledgerShow(
  deps: MemoryDeps,
  { id, why }: { readonly id: string; readonly why: boolean },
): Promise<ShownBundle> {
  await catchUp(deps, "ledger");
  const row =
    id === LAST ? await lastRow(deps) : (await deps.store.views.rows(deps.views.ledger, [id])).get(id);
  const given =
    row && upcastAll(await deps.store.events.history(row.id)).findLast(({ type }) => type === BUNDLE_GIVEN);
  if (row === undefined || given?.type !== BUNDLE_GIVEN) {
    throw new MemoryError("input.unknown_id", `There is no bundle "${id}" in the ledger.`, {
      field: "id",
      fix: { to: "To list bundles", verb: "ledger" },
    });
  }
  const { kept_out, ...entry } = row;
  if (given.payload === null) return { ...entry, text: "", candidates: [], why };
  const { blocks, dropped, intent, query, known, floor, tokens, ...rest } = given.payload;
  const { withLabels } = await import("./explain-brief.ts");
  const candidates = rest.elsewhere ? rest.candidates : await withLabels(deps, rest.candidates);
  return { ...entry, ...rest, candidates, why };
}

/** An id that means the newest bundle. */
const LAST = "last";

async function lastRow(deps: MemoryDeps): Promise<LedgerRow | undefined> {
  const { rows } = await deps.store.views.select(deps.views.ledger, {
    order: "newest",
    limit: 1,
    offset: 0,
  });
  return rows[0];
}

/** Why an item was found and not told. */
export type Omission = {
  readonly bundle: string;
  readonly at: string;
  readonly query?: string;
  readonly why: Exclude<Candidate["fate"], "given">;
  readonly block: string;
  readonly score?: number;
  /** The probability that the memory knew the answer, and the required probability. */
  readonly known?: number;
  readonly floor?: number;
};

/** Bundles searched for an item that was left out. */
const LOOK_MAX = 200;

/** The last bundles that left an item out, newest first; only those for one question if it is given. */
export async function keptOutOf(deps: MemoryDeps, id: string, query?: string): Promise<Omission[]> {
  await catchUp(deps, "ledger");
  const selection = { order: "newest", limit: LOOK_MAX, offset: 0 } as const;
  const { rows } = await deps.store.views.select(deps.views.ledger, selection);
  return rows.flatMap((row) => {
    if (query !== undefined && row.query !== query) return [];
    const found = row.kept_out?.find((candidate) => candidate.id === id);
    return found === undefined || found.fate === "given" ? [] : [keptOut(row, found, found.fate)];
  });
}

function keptOut(row: LedgerRow, found: Candidate, why: Omission["why"]): Omission {
  const { score, block } = found;
  const { known, floor } = row;
  return {
    bundle: row.id,
    at: row.at,
    ...(row.query === undefined ? {} : { query: row.query }),
    why,
    block,
    ...(score === undefined ? {} : { score }),
    ...(known === undefined ? {} : { known }),
    ...(floor === undefined ? {} : { floor }),
  };
}
