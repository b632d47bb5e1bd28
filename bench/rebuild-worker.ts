import { sha256 } from "../src/adapters/system/sha256.ts";
import { allViews } from "../src/app/runtime/all-views.ts";
import type { Deps } from "../src/app/runtime/deps.ts";
import { rebuild } from "../src/app/upkeep/rebuild.ts";
import { openStore } from "./open-store.ts";
import { say } from "./progress.ts";

export type RebuildInput = { readonly folder: string; readonly part: "rows" | "index" };
export type RebuildReport = {
  readonly seconds: number;
  /** CPU time of all threads: more reliable than elapsed time on a busy machine. */
  readonly cpuSeconds: number;
  readonly megabytes: number;
  /** Number of rows of the rebuilt views, or of documents in the index. */
  readonly rows: number;
};

/** Rebuilds the row views or the search index in a separate process, so that its memory can be measured. */
export async function work({ folder, part }: RebuildInput): Promise<RebuildReport> {
  const store = await openStore(folder);
  const views = allViews(sha256);
  const shape = part === "rows" ? "rows" : "words";
  const wanted = Object.values(views).filter((view) => view.shape === shape);
  // A reused tape already has views. Every run starts without them, as after an upgrade.
  await store.views.reset(wanted);
  const progress: Deps["progress"] = ({ what, done, total }) => {
    if (done === total) say(`${what}: ${total}`);
  };
  // The only deps that a rebuild uses.
  const deps = { store, views, progress } as unknown as Deps;
  const began = performance.now();
  const before = process.cpuUsage();
  const rebuilt = await rebuild(deps, { views: wanted.map((view) => view.name) });
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(before);
  await store.close();
  return {
    seconds,
    cpuSeconds: (user + system) / 1e6,
    megabytes: process.resourceUsage().maxRSS / 1024,
    rows: rebuilt.views.reduce((sum, view) => sum + view.rows, 0),
  };
}
