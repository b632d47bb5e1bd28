import type { CodeHistory } from "../../ports/code-history.ts";

/** Maximum number of renames of one file that are followed. */
const HOPS_MAX = 5;

/** A cited path that does not exist now, and the history as the unit could know it. */
export type MissingPath = {
  readonly path: string;
  readonly look: { readonly heldAt: number; readonly bases: readonly string[] };
};

/** Where a path was moved; without `to` it was deleted. */
export type MovedPath = { readonly to?: string };

/**
 * What happened to paths that no longer exist. A path that did not exist when the unit was stated, and was not removed since, is not what
 * the unit cites, and is left out.
 */
export async function findMovedPaths<Cited extends MissingPath>(
  code: CodeHistory,
  missing: readonly Cited[],
  head: string,
): Promise<ReadonlyMap<Cited, MovedPath>> {
  if (missing.length === 0) return new Map();
  const departures = await code.departures([...new Set(missing.map(({ path }) => path))]);
  const places = missing.flatMap((each) => {
    const whole = departures.get(each.path)?.[0]?.path ?? each.path;
    return each.look.bases.map((commit) => ({ each, place: { commit, path: whole } }));
  });
  const lying = await code.statPaths(places.map(({ place }) => place));
  const were = new Set(places.flatMap(({ each }, i) => (lying[i] ? [each] : [])));
  const went = new Map<Cited, MovedPath>();
  for (const each of missing) {
    const departed = departures.get(each.path)?.[0];
    if (!were.has(each) && !(departed && departed.at > each.look.heldAt)) continue;
    const to = departed?.to === undefined ? undefined : await endOfWay(code, departed.to, head);
    went.set(each, to === undefined ? {} : { to });
  }
  return went;
}

/** A file may have been moved again. */
async function endOfWay(code: CodeHistory, path: string, head: string): Promise<string | undefined> {
  let at: string | undefined = path;
  for (let hop = 0; at !== undefined && hop < HOPS_MAX; hop++) {
    const [lying]: readonly unknown[] = await code.statPaths([{ commit: head, path: at }]);
    if (lying) return at;
    const departed: string = at;
    at = (await code.departures([departed])).get(departed)?.find((each) => each.path === departed)?.to;
  }
  return undefined;
}
