import { LOCAL_STORE } from "../../core/config/store-settings.ts";
import { MemoryError } from "../../core/failure.ts";
import { refuseAgent } from "../../core/items/authority.ts";
import type { StoreMover } from "../../ports/store-mover.ts";
import type { ItemDeps, MemoryDeps, MoverDeps, ProjectDeps } from "../runtime/deps.ts";
import { copyTape, isBeginning } from "./copy-tape.ts";

export type MigrationResult = {
  /** The place of the memory from now on. */
  readonly to: string;
  readonly events: number;
  /** Number of copied events. Others were there from an earlier move. */
  readonly copied: number;
  /** The hash at the end of both tapes. */
  readonly hash: string;
  /** An environment variable that still names another store. */
  readonly overruled_by?: string;
};

/** Copies the tape into another store, compares the hashes, and keeps the memory there from now on. */
export async function migrate(
  deps: ItemDeps & MoverDeps,
  { to }: { readonly to: string },
): Promise<MigrationResult> {
  // The address may contain a password, and may be a stranger's. Neither is repeated for an agent.
  refuseAgent(deps.voice, "migrate", { verb: "migrate", options: { to: "…" } });
  const { mover } = deps;
  if (mover === undefined) throw new MemoryError("input.invalid", "This memory cannot be moved.");
  const target = await openTarget(deps, mover, to);
  try {
    const before = await target.store.tape.end();
    const overruledBy = mover.settle(to, await copyTape(deps.store, target.store, deps.progress));
    // Events that others recorded while the tape was copied. From here on they open the new store.
    const end = await copyTape(deps.store, target.store, deps.progress);
    return {
      to: target.name,
      events: end.position,
      copied: end.position - before.position,
      hash: end.hash,
      ...(overruledBy === undefined ? {} : { overruled_by: overruledBy }),
    };
  } finally {
    await target.store.close();
  }
}

type MoveTarget = Awaited<ReturnType<StoreMover["open"]>>;

/**
 * A move continues only a tape that is a beginning of this one. Two that differ are merged, not moved. What an earlier move left in the
 * memory folder is a copy, which is kept beside the new one.
 */
async function openTarget(
  deps: MemoryDeps & ProjectDeps,
  mover: StoreMover,
  to: string,
): Promise<MoveTarget> {
  const target = await mover.open(to);
  const { store, name } = target;
  if (await isBeginning(await store.tape.end(), deps.store)) return target;
  await store.close();
  if (to === LOCAL_STORE && deps.project.server !== undefined) {
    mover.setLocalAside();
    return mover.open(to);
  }
  throw new MemoryError("input.conflict", `${name} already contains another tape. Nothing was changed.`, {
    field: "to",
    fix: {
      to: "Name another project in the address (?project=NAME), or make the two equal first",
      verb: "sync",
      words: ["ADDRESS"],
    },
  });
}
