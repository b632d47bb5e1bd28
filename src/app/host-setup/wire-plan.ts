import { MemoryError } from "../../core/failure.ts";
import type { Sha256 } from "../../core/tape/chain.ts";
import type { FileRecord, FileRecords, HostSetup, Scope, WiredFile, Wiring } from "../../ports/wiring.ts";

/** The planned change of one file. Equal texts mean no change. */
export type FilePlan = {
  readonly host: string;
  readonly path: string;
  readonly scope: Scope;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The file before it contained anything of ours. */
  readonly base: string | undefined;
  /** Our entry stays, because somebody made it their own. */
  readonly isKept?: boolean;
  /** Why the file could not be read or written. */
  readonly problem?: string;
};

export type PlanningDeps = { readonly setup: HostSetup; readonly sha256: Sha256 };

/** What setting up these hosts would change. Nothing is written. If one file cannot be edited, nothing is changed at all. */
export async function planWiring(
  planning: PlanningDeps,
  wirings: readonly Wiring[],
  scope: Scope,
): Promise<FilePlan[]> {
  const { setup } = planning;
  const records = await setup.records();
  const seen = textsOf(setup);
  const plans: FilePlan[] = [];
  for (const { host, files } of wirings) {
    for (const file of files(setup.where, scope)) {
      const before = await seen.read(file.path);
      const after = file.put(before);
      const planned = plans.find(({ path }) => path === file.path);
      const { base } = planned ?? {
        base: await baseOf(planning, file, { text: before, record: records[file.path] }),
      };
      seen.set(file.path, after);
      plans.push({ host, path: file.path, scope, before, after, base });
    }
  }
  return plans;
}

/** What removing these hosts would change, in the person's own files and in those of projects. */
export async function planRemoval(
  planning: PlanningDeps,
  wirings: readonly Wiring[],
  projects: readonly string[] = [planning.setup.where.project],
): Promise<FilePlan[]> {
  const { setup } = planning;
  const records = { ...(await setup.records()) };
  const seen = textsOf(setup);
  const plans: FilePlan[] = [];
  for (const { host, file, scope } of wirings.flatMap((wiring) => filesOf(wiring, setup, projects))) {
    const { path } = file;
    const record = records[path];
    const others = (record?.hosts ?? []).filter((each) => each !== host);
    if (record && others.length > 0) records[path] = { ...record, hosts: others };
    try {
      const before = await seen.read(path);
      if (before === undefined || others.length > 0) continue;
      const base = await baseOf(planning, file, { text: before, record });
      const after = await strippedOf(planning, file, { text: before, record });
      seen.set(path, after);
      const isKept = after === before && isEdited(file, before);
      if (after !== before || isKept) plans.push({ host, path, scope, before, after, base, isKept });
    } catch (error) {
      // If one file cannot be read, the others are still changed. If it contained nothing of ours, nothing is lost.
      if (record) plans.push({ host, path, scope, ...NOTHING, problem: problemOf(error) });
    }
  }
  return plans;
}

const NOTHING = { before: undefined, after: undefined, base: undefined } as const;

const isEdited = (file: WiredFile, text: string): boolean =>
  file.lacks(text).some(({ part, is }) => part === "extension" && is === "changed");

/** Failures of a file that are reported to the person; any other failure is a bug in Tidemark. */
function problemOf(error: unknown): string {
  if (error instanceof MemoryError) return error.message;
  throw error;
}

type PlacedFile = { readonly host: string; readonly file: WiredFile; readonly scope: Scope };

function filesOf({ host, files }: Wiring, { where }: HostSetup, projects: readonly string[]): PlacedFile[] {
  const own = files(where, "user").map((file): PlacedFile => ({ host, file, scope: "user" }));
  const shared = projects.flatMap((project) =>
    files({ ...where, project }, "project").map((file): PlacedFile => ({ host, file, scope: "project" })),
  );
  return [...own, ...shared];
}

/** Projects whose own files were changed for hosts: the folders above a recorded file from which a host would name it. */
export async function wiredProjects({ setup }: PlanningDeps, wirings: readonly Wiring[]): Promise<string[]> {
  const found = new Set([setup.where.project]);
  for (const [path, { scope }] of Object.entries(await setup.records())) {
    if (scope !== "project") continue;
    const above = foldersAbove(path).find((project) =>
      wirings.some(({ files }) =>
        files({ ...setup.where, project }, "project").some((file) => file.path === path),
      ),
    );
    if (above !== undefined) found.add(above);
  }
  return [...found];
}

function foldersAbove(path: string): string[] {
  const parts = path.split(/[\\/]/);
  return parts.slice(1).map((_, i) => path.slice(0, parts.slice(0, i + 1).join("/").length));
}

type HostFile = { readonly text: string | undefined; readonly record: FileRecord | undefined };

/** If nobody else has written to the file since, its earlier text is known exactly. */
async function baseOf(
  planning: PlanningDeps,
  file: WiredFile,
  { text, record }: HostFile,
): Promise<string | undefined> {
  if (text === undefined) return undefined;
  return record === undefined ? file.strip(text, undefined) : strippedOf(planning, file, { text, record });
}

async function strippedOf(
  { setup, sha256 }: PlanningDeps,
  file: WiredFile,
  { text, record }: HostFile & { readonly text: string },
): Promise<string | undefined> {
  if (record === undefined) return file.strip(text, undefined);
  const before = record.before === null ? undefined : await setup.backup(record.before);
  const isKnown = record.before === null || before !== undefined;
  if (isKnown && sha256(text) === record.after) return before;
  return file.strip(text, isKnown ? { text: before } : undefined);
}

/** Two hosts may share a file. The second one continues with the first one's result. */
function textsOf(setup: HostSetup): {
  readonly read: (path: string) => Promise<string | undefined>;
  readonly set: (path: string, text: string | undefined) => void;
} {
  const texts = new Map<string, string | undefined>();
  return {
    read: async (path) => {
      if (!texts.has(path)) texts.set(path, await setup.read(path));
      return texts.get(path);
    },
    set: (path, text) => void texts.set(path, text),
  };
}

/** Writes the planned changes, and stores what is needed to undo them. */
export async function applyPlans({ setup, sha256 }: PlanningDeps, plans: readonly FilePlan[]): Promise<void> {
  const records: { [path: string]: FileRecord } = { ...(await setup.records()) };
  for (const { host, path, scope, before, after, base } of plans) {
    const known = records[path];
    const hosts = [...new Set([...(known?.hosts ?? []), host])].sort();
    if (before === after && known) records[path] = { ...known, hosts };
    if (before === after || after === undefined) continue;
    const kept = base === undefined ? null : await setup.backUp(base);
    const made = known?.made === undefined ? {} : { made: known.made };
    records[path] = { ...made, hosts, scope, before: kept, after: sha256(after) };
  }
  // The records are written first: a change that cannot be undone must never exist.
  await setup.keepRecords(records);
  for (const { path, before, after } of plans) {
    if (before === after || after === undefined) continue;
    const made = await setup.write(path, after);
    const known = records[path];
    if (made !== undefined && known) records[path] = { ...known, made };
  }
  await setup.keepRecords(records);
}

/** Applies planned removals and deletes their records. Returns the plans, with the failures. */
export async function carryOutRemoval(
  { setup }: PlanningDeps,
  plans: readonly FilePlan[],
  hosts: readonly string[],
): Promise<FilePlan[]> {
  const records = await setup.records();
  const done: FilePlan[] = [];
  for (const plan of plans) done.push(await removeFrom(setup, plan));
  const failed = new Set(done.filter(({ problem }) => problem !== undefined).map(({ path }) => path));
  for (const { path } of done) {
    const made = records[path]?.made;
    if (made !== undefined && !failed.has(path)) await setup.removeEmpty(path, made);
  }
  // The record of a file that could not be changed stays, because it is needed the next time.
  const left = Object.fromEntries(Object.entries(records).filter(([path]) => failed.has(path)));
  await setup.keepRecords({ ...withoutHosts(records, hosts), ...left });
  return done;
}

async function removeFrom(setup: HostSetup, plan: FilePlan): Promise<FilePlan> {
  const { path, before, after } = plan;
  if (before === after) return plan;
  try {
    if (after === undefined) await setup.remove(path);
    else await setup.write(path, after);
    return plan;
  } catch (error) {
    return { ...plan, problem: problemOf(error) };
  }
}

function withoutHosts(records: FileRecords, hosts: readonly string[]): FileRecords {
  return Object.fromEntries(
    Object.entries(records).flatMap(([path, record]) => {
      const left = record.hosts.filter((host) => !hosts.includes(host));
      return left.length === 0 ? [] : [[path, { ...record, hosts: left }]];
    }),
  );
}
