import { notedCommit, stateAt } from "../../core/freshness/bases.ts";
import { type Cites, citesOf, type PathCite } from "../../core/freshness/cites.ts";
import { lastKnownToHold } from "../../core/freshness/clocks.ts";
import { driftOf, lostNames, type PathFacts, type Source } from "../../core/freshness/drift.ts";
import type { Drift } from "../../core/freshness/warning.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { SESSION_EVENTS } from "../../core/sessions/sessions-view.ts";
import type { Branches, CodeHistory, DatedCommit, PathStatus } from "../../ports/code-history.ts";
import { eventsAt } from "../items/evidence.ts";
import type { MemoryDeps, ProjectDeps } from "../runtime/deps.ts";
import { findMovedPaths } from "./find-moved-paths.ts";

/** Commits of the branch that are read: some years of a busy project. */
const TIMELINE_MAX = 20_000;
/** Names that are searched for in other files. Each needs a git call of its own. */
const LOST_MAX = 10;

/** What happened to the code that units cite. */
export type DriftLook = {
  readonly drift: ReadonlyMap<string, readonly Drift[]>;
  /** Without version control, or before the first commit, nothing is known. */
  readonly state: "looked" | "no_history";
};

/** Compares what units cite with the current commit and the working tree. */
export async function lookForDrift(
  deps: MemoryDeps & ProjectDeps,
  units: readonly ItemRow[],
): Promise<DriftLook> {
  const { code } = deps;
  const timeline = code && units.length > 0 ? await code.timeline(TIMELINE_MAX) : [];
  const head = timeline[0]?.commit;
  if (!code || head === undefined) return { drift: new Map(), state: code && head ? "looked" : "no_history" };
  const looks = await basedLooks(deps, { code, timeline, units });
  const paths = await pathFacts(code, looks, head);
  const branches = await branchesNamed(code, looks);
  const commits = await commitCounts(code, looks, timeline);
  const drift = new Map(
    looks.map((look, i) => [
      look.unit.id,
      driftOf({
        heldAt: look.heldAt,
        paths: paths[i] ?? [],
        branches: look.cites.branches.map((branch) => {
          const aliveAt = branches.aliveAt.get(branch);
          return {
            branch,
            isThere: branches.names.has(branch),
            ...(aliveAt === undefined ? {} : { aliveAt }),
          };
        }),
        commits: commits[i] ?? 0,
      }),
    ]),
  );
  return { drift, state: "looked" };
}

/** A unit, its citations, and the commits to which it may have referred. */
type UnitCites = {
  readonly unit: ItemRow;
  readonly cites: Cites;
  readonly heldAt: number;
  readonly bases: readonly string[];
  /** Number of later commits of the branch. */
  readonly behind: number;
};

type DriftInput = {
  readonly code: CodeHistory;
  readonly timeline: readonly DatedCommit[];
  readonly units: readonly ItemRow[];
};

async function basedLooks(deps: MemoryDeps, { code, timeline, units }: DriftInput): Promise<UnitCites[]> {
  const noted = units.map(notedCommit);
  const sessions = await sessionCommits(deps, units);
  const known = await resolvable(code, [...noted, ...sessions]);
  return units.map((unit, i) => {
    const at = lastKnownToHold(unit);
    const own = noted[i];
    const index = stateAt(timeline, at, timeline.length < TIMELINE_MAX);
    if (own !== undefined && known.has(own)) {
      const place = timeline.findIndex(({ commit }) => commit === own);
      return {
        unit,
        cites: citesOf(unit),
        heldAt: at,
        bases: [own],
        behind: place < 0 ? (index ?? 0) : place,
      };
    }
    const session = sessions[i];
    const bases = [
      ...(index === undefined ? [] : [timeline[index]?.commit ?? ""]),
      ...(session !== undefined && known.has(session) ? [session] : []),
    ];
    return { unit, cites: citesOf(unit), heldAt: at, bases: [...new Set(bases)], behind: index ?? 0 };
  });
}

/** Commits that still exist: rewriting history may have removed some. */
async function resolvable(
  code: CodeHistory,
  commits: readonly (string | undefined)[],
): Promise<ReadonlySet<string>> {
  const asked = [...new Set(commits.flatMap((commit) => commit ?? []))];
  const lying = await code.statPaths(asked.map((commit) => ({ commit, path: "" })));
  return new Set(asked.filter((_, i) => lying[i] !== undefined));
}

type ResolvedCite = {
  readonly cite: PathCite;
  readonly look: UnitCites;
  /** The whole path from the root. The cited path may start in some folder. */
  readonly path: string;
};

async function pathFacts(
  code: CodeHistory,
  looks: readonly UnitCites[],
  head: string,
): Promise<PathFacts[][]> {
  const cited = looks.flatMap((look) =>
    look.cites.paths.map((cite): ResolvedCite => ({ cite, look, path: cite.path })),
  );
  const present = await presentPaths(code, cited, head);
  const resolved = cited.map((each) => ({ ...each, path: present.get(each.path) ?? each.path }));
  const missing = resolved.filter(({ cite }) => !present.has(cite.path));
  const gone = await findMovedPaths(code, missing, head);
  const texts = await textsOf(
    code,
    resolved.filter(({ cite }) => present.has(cite.path) && wantsText(cite)),
    head,
  );
  const facts = resolved.map((each): PathFacts => {
    const isThere = present.has(each.cite.path);
    const departed = gone.get(each);
    return {
      cite: each.cite,
      isThere,
      wasThere: departed !== undefined,
      ...(departed?.to === undefined ? {} : { movedTo: departed.to }),
      before: texts.get(each)?.before ?? [],
      after: texts.get(each)?.after ?? [],
      elsewhere: new Map(),
    };
  });
  const whole = await withElsewhere(code, facts, head);
  let next = 0;
  return looks.map(({ cites }) => {
    const from = next;
    next += cites.paths.length;
    return whole.slice(from, next);
  });
}

const wantsText = ({ symbols, lines }: PathCite): boolean => symbols.length + lines.length > 0;

/** Cited paths that exist, as whole paths: in the current commit, in the working tree, or below some folder. */
async function presentPaths(
  code: CodeHistory,
  cited: readonly ResolvedCite[],
  head: string,
): Promise<ReadonlyMap<string, string>> {
  const paths = [...new Set(cited.map(({ path }) => path))];
  const [committed, inTree] = [
    await code.statPaths(paths.map((path) => ({ commit: head, path }))),
    await code.statPaths(paths.map((path) => ({ path }))),
  ];
  // A folder that exists only in the working tree may be left over from builds after its deletion.
  const isThere = (i: number): boolean => committed[i] !== undefined || inTree[i]?.is === "file";
  const present = new Map(paths.flatMap((path, i) => (isThere(i) ? [[path, path]] : [])));
  const missing = paths.filter((path) => !present.has(path));
  if (missing.length === 0) return present;
  const ending = await code.pathsEnding(missing);
  for (const path of missing) {
    const around = ending.map((file) => `/${file}/`).find((file) => file.includes(`/${path}/`));
    const start = around?.indexOf(`/${path}/`) ?? -1;
    if (around !== undefined) present.set(path, around.slice(1, start + 1 + path.length));
  }
  return present;
}

type Texts = { readonly before: readonly Source[]; readonly after: readonly Source[] };

/**
 * The texts of cited files when they were cited and now. Files that are unchanged in the current commit are left out. A file that was not
 * written since has the same text.
 */
async function textsOf(
  code: CodeHistory,
  all: readonly ResolvedCite[],
  head: string,
): Promise<ReadonlyMap<ResolvedCite, Texts>> {
  const cited = await changedSince(code, all, head);
  const places = cited.flatMap(({ path, look }) => [
    { path, wantsText: true },
    { path, wantsText: true, commit: head },
    ...look.bases.map((commit) => ({ path, wantsText: true, commit })),
  ]);
  const lying = await code.statPaths(places);
  let at = 0;
  return new Map(
    cited.map((each) => {
      const { path, look } = each;
      const own = lying.slice(at, at + 2 + look.bases.length);
      at += own.length;
      const source = (state: PathStatus | undefined): Source[] =>
        state?.text === undefined ? [] : [{ path, text: state.text }];
      const [tree, committed, ...earlier] = own;
      const isUnwritten = tree?.writtenAt !== undefined && tree.writtenAt <= look.heldAt;
      return [
        each,
        {
          before: [...earlier.flatMap(source), ...(isUnwritten ? source(tree) : [])],
          after: [...source(tree), ...source(committed)],
        },
      ];
    }),
  );
}

/** Cited files whose current version differs from every commit in which they may have been cited. */
async function changedSince(
  code: CodeHistory,
  cited: readonly ResolvedCite[],
  head: string,
): Promise<ResolvedCite[]> {
  const places = cited.flatMap(({ path, look }) => [head, ...look.bases].map((commit) => ({ path, commit })));
  const lying = await code.statPaths(places);
  let at = 0;
  return cited.filter(({ look }) => {
    const [now, ...earlier] = lying.slice(at, at + 1 + look.bases.length);
    at += 1 + look.bases.length;
    return now?.id === undefined || !earlier.some((each) => each?.id === now.id);
  });
}

/** Where names are defined now that a file no longer defines. */
async function withElsewhere(
  code: CodeHistory,
  facts: readonly PathFacts[],
  head: string,
): Promise<PathFacts[]> {
  const lost = [...new Set(facts.flatMap(lostNames))].slice(0, LOST_MAX);
  const found = new Map<string, readonly Source[]>();
  for (const symbol of lost) {
    const files = await code.filesSaying(symbol.split(/\.|::|#/).at(-1) ?? symbol);
    const lying = await code.statPaths(files.map((path) => ({ path, commit: head, wantsText: true })));
    found.set(
      symbol,
      files.flatMap((path, i) => (lying[i]?.text === undefined ? [] : [{ path, text: lying[i].text }])),
    );
  }
  return facts.map((each) => ({ ...each, elsewhere: found }));
}

async function branchesNamed(code: CodeHistory, looks: readonly UnitCites[]): Promise<Branches> {
  const isAsked = looks.some(({ cites }) => cites.branches.length > 0);
  return isAsked ? code.branches() : { names: new Set(), aliveAt: new Map() };
}

/** For each unit, the number of later commits to what it cites. */
async function commitCounts(
  code: CodeHistory,
  looks: readonly UnitCites[],
  timeline: readonly DatedCommit[],
): Promise<number[]> {
  const old = looks.filter(({ behind, cites }) => behind > 0 && cites.paths.length > 0);
  if (old.length === 0) return looks.map(() => 0);
  const since = Math.min(...old.map(({ heldAt: at }) => at));
  const paths = [...new Set(old.flatMap(({ cites }) => cites.paths.map(({ path }) => path)))];
  const commits = await code.commitsTo(paths, since);
  const indexes = new Map(timeline.map(({ commit }, i) => [commit, i]));
  return looks.map((look) => {
    const own = look.cites.paths.map(({ path }) => path);
    const isSince = ({ commit, at }: DatedCommit): boolean => {
      const index = indexes.get(commit);
      return index === undefined ? at > look.heldAt : index < look.behind;
    };
    const isOwn = (file: string): boolean => own.some((path) => file === path || file.startsWith(`${path}/`));
    return commits.filter((commit) => isSince(commit) && commit.files.some(isOwn)).length;
  });
}

/** Events at the beginning of a session among which its start is found. */
const LOOK_MAX = 5;

/** For each item, the commit at which its session began. Only for items that cite turns, if the host reported the commit. */
async function sessionCommits(deps: MemoryDeps, items: readonly ItemRow[]): Promise<(string | undefined)[]> {
  const last = items.map(({ evidence }) => evidence?.at(-1));
  const events = await eventsAt(deps, [...new Set(last.flatMap((position) => position ?? []))]);
  const commits = new Map<string, string | undefined>();
  for (const { session } of events.values()) {
    if (session !== undefined && !commits.has(session))
      commits.set(session, await startCommit(deps, session));
  }
  return last.map((position) => commits.get(events.get(position ?? 0)?.session ?? ""));
}

async function startCommit(deps: MemoryDeps, session: string): Promise<string | undefined> {
  const events = await deps.store.events.sessionEvents(session, 0, LOOK_MAX);
  const started = events.find(({ type }) => type === SESSION_EVENTS.started);
  const commit = started?.payload?.commit;
  return typeof commit === "string" ? commit : undefined;
}
