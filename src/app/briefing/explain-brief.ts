import type { Bundle } from "../../core/bundle/bundle.ts";
import { BLOCKS, kindsOf } from "../../core/bundle/intent.ts";
import type { Candidate } from "../../core/bundle/ledger-view.ts";
import { itemsByIds } from "../items/find-item.ts";
import { liveItems } from "../items/live-items.ts";
import type { MemoryDeps, WorkerDeps } from "../runtime/deps.ts";
import { elsewhereCheck } from "../runtime/packages.ts";
import { newestStatements } from "../threads/newest-statements.ts";
import { type BundleInput, buildBundle, itemsReadFor } from "./bundle.ts";
import { withPrivateBlock } from "./private-block.ts";

/** A candidate line of a bundle, with the label and the text of its item. */
export type NamedCandidate = Omit<Candidate, "fate"> & {
  /**
   * Reasons beside the fates of a line: the item is on another line, a newer statement replaced it, it is about another package, another
   * line says the same, or its kind has too many items.
   */
  readonly fate: Candidate["fate"] | "joined" | "replaced" | "elsewhere" | "repeated" | "unread";
  readonly label?: string;
  readonly text?: string;
};

/** Live items of each kind that are checked for a reason why they have no line. */
const READ_MAX = 100;

/** The brief, and what happened to every item that could have been in it. No agent is given it. */
export async function explainBrief(
  deps: WorkerDeps,
  input: BundleInput,
): Promise<Bundle & { readonly candidates: readonly NamedCandidate[] }> {
  const { bundle, candidates, ownBlock, budget } = await buildBundle(deps, "brief", input);
  const named = await withLabels(deps, candidates);
  const lines = new Set(candidates.map(({ id }) => id));
  const without = await withoutLine(deps, input, { lines, told: bundle.text, budget });
  return { ...withPrivateBlock(bundle, ownBlock), candidates: [...named, ...without] };
}

/** Replaces ids by labels. An id of something that is no item of this memory stays. */
export async function withLabels(
  deps: MemoryDeps,
  candidates: readonly Candidate[],
): Promise<NamedCandidate[]> {
  const rows = await itemsByIds(deps, [...new Set(candidates.map(({ id }) => id))]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return candidates.map((each) => {
    const row = byId.get(each.id);
    return row === undefined ? each : { ...each, label: row.label, text: row.text };
  });
}

/** Live items without a line of their own. */
async function withoutLine(
  deps: WorkerDeps,
  { paths }: BundleInput,
  {
    lines,
    told,
    budget,
  }: { readonly lines: ReadonlySet<string>; readonly told: string; readonly budget: number },
): Promise<NamedCandidate[]> {
  const isElsewhere = await elsewhereCheck(deps, paths?.[0]);
  const byKind = await liveItems(deps, kindsOf("brief"), READ_MAX);
  const live = byKind.flatMap(({ items }) => items);
  const read = new Set(
    byKind.flatMap(({ items }) => items.slice(0, itemsReadFor(budget))).map(({ id }) => id),
  );
  const missing = live.filter(({ id }) => !lines.has(id));
  const newest = await newestStatements(deps, missing);
  const found: NamedCandidate[] = [];
  for (const item of missing) {
    const { id, kind, label, text } = item;
    const isOther = (await isElsewhere?.(item)) ?? false;
    const isTold = told.includes(`${label}]`) || told.includes(`${label},`);
    const unlisted = newest.has(id) ? "replaced" : read.has(id) ? "repeated" : "unread";
    const fate = isOther ? "elsewhere" : isTold ? "joined" : unlisted;
    const block =
      BLOCKS.find(({ kinds, caps }) => caps.brief !== undefined && kinds.includes(kind))?.name ?? kind;
    found.push({ id, block, fate, label, text });
  }
  return found;
}
