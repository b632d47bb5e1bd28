import { MemoryError } from "../../core/failure.ts";
import { fileNamed } from "../../core/freshness/cites.ts";
import { type RatingWord, rateItem, type StoredRating } from "../../core/freshness/ratings.ts";
import { type ItemRow, withoutViewFields } from "../../core/items/items-view.ts";
import type { Instant } from "../../core/tape/event.ts";
import { decideAndCommit } from "../runtime/decide-and-commit.ts";
import type { FileDeps, ItemDeps, MemoryDeps, RankingDeps } from "../runtime/deps.ts";
import { citedTurns, eventsAt, positionNamed } from "./evidence.ts";
import { findItem } from "./find-item.ts";
import { withCommit } from "./with-commit.ts";

export type RateInput = {
  readonly id: string;
  readonly reason?: string | undefined;
  /** A tape position, a path, a commit, or free text. */
  readonly evidence?: string | undefined;
};

/** Ratings that show that a statement was used. */
const USING: readonly RatingWord[] = ["confirmed", "helpful"];

/** Records a rating of a statement. It changes a part of the statement's score, but not its text. */
export async function rate(
  deps: ItemDeps & RankingDeps,
  rating: RatingWord,
  input: RateInput,
): Promise<ItemRow> {
  const seenAt = await momentOf(deps, input.evidence);
  const said: StoredRating = {
    rating,
    by: deps.writer.agent,
    now: deps.clock.now(),
    ...(input.reason === undefined ? {} : { reason: input.reason }),
    ...(input.evidence === undefined ? {} : { evidence: input.evidence }),
    ...(seenAt === undefined ? {} : { seenAt }),
  };
  await decideAndCommit(deps, async () => {
    const item = await findItem(deps, input.id);
    const act = rateItem(withoutViewFields(item), said);
    return { acts: [rating === "confirmed" ? await withCommit(deps, act) : act], seen: [item] };
  });
  const item = await findItem(deps, input.id);
  if (USING.includes(rating)) await deps.usage.touch([item.id], "used");
  return item;
}

/** A file that is named as evidence must exist. Files of callers over the network are elsewhere, and not checked. */
export async function checkEvidenceFile(
  { files, project, remote }: ItemDeps & FileDeps,
  evidence = "",
): Promise<void> {
  const path = fileNamed(evidence);
  if (path === undefined || remote !== undefined) return;
  const { worktreeRoot, scope } = project;
  for (const each of [path, `${scope}/${path}`])
    if ((await files.changedAt(worktreeRoot, each)) !== undefined) return;
  throw new MemoryError("input.invalid", `There is no file ${path} in this project.`, {
    field: "evidence",
    fix: "Name a file of the project, or say in words what you checked.",
  });
}

/** The time of the event that the evidence names; undefined if it names none. Fails if that event does not exist. */
async function momentOf(deps: MemoryDeps, evidence: string | undefined): Promise<Instant | undefined> {
  const position = evidence === undefined ? undefined : positionNamed(evidence);
  if (position === undefined) return undefined;
  await citedTurns(deps, [position]);
  return (await eventsAt(deps, [position])).get(position)?.at;
}
