import { MemoryError } from "../../core/failure.ts";
import { redact } from "../../core/redact/redact.ts";
import { lineDiff } from "../../core/text/line-diff.ts";
import { nearest } from "../../core/text/nearest.ts";
import type { HostSetup, Scope, Wiring } from "../../ports/wiring.ts";
import type { HostDeps, MemoryDeps } from "../runtime/deps.ts";
import {
  applyPlans,
  carryOutRemoval,
  type FilePlan,
  type PlanningDeps,
  planRemoval,
  planWiring,
  wiredProjects,
} from "./wire-plan.ts";

export type HostsInput = {
  /** Ids separated by commas, or "all" for the hosts found here. */
  readonly hosts?: string | undefined;
  readonly scope: Scope;
};

export type FileChange = {
  readonly file: string;
  /** The same path as people write it. */
  readonly shown: string;
  readonly is: "made" | "changed" | "unchanged" | "deleted" | "kept" | "failed";
  /** Why it could not be changed. */
  readonly problem?: string;
  /** Line by line, without anything that looks like a secret. */
  readonly diff: readonly string[];
};

export type HostOutcome = {
  readonly host: string;
  readonly name: string;
  readonly changes: readonly FileChange[];
  /** What a person still has to do. */
  readonly next?: string;
};

export type FoundHost = { readonly host: string; readonly name: string; readonly is_set_up: boolean };

export type PrintedHost = {
  readonly host: string;
  readonly name: string;
  readonly files: readonly { readonly file: string; readonly shown: string; readonly text: string }[];
};

/** The hosts that are on this machine. */
export async function foundHosts(deps: HostDeps): Promise<FoundHost[]> {
  const setup = setupOf(deps);
  const found = (await setup.wirings()).filter((wiring) => isFound(setup, wiring));
  const told: FoundHost[] = [];
  for (const wiring of found) {
    const { host, name } = wiring;
    const isSetUp = (await scopesOf(setup, wiring)).length > 0 || (await hasPlugin(setup, wiring));
    told.push({ host, name, is_set_up: isSetUp });
  }
  return told;
}

/** Whether a host has Tidemark as a plugin. */
export async function hasPlugin(setup: HostSetup, { plugin }: Wiring): Promise<boolean> {
  return plugin?.isOn(await setup.read(plugin.path(setup.where))) ?? false;
}

export type InstalledPlugin = { readonly name: string; readonly command: string };

/** Hosts that have Tidemark as a plugin, with the command that removes it. */
export async function installedPlugins(deps: HostDeps): Promise<InstalledPlugin[]> {
  const setup = setupOf(deps);
  const found: InstalledPlugin[] = [];
  for (const wiring of await setup.wirings())
    if (wiring.plugin && (await hasPlugin(setup, wiring)))
      found.push({ name: wiring.name, command: wiring.plugin.remove });
  return found;
}

/** Whether any agent was set up here, in whatever project. */
export async function isAnySetUp(deps: HostDeps): Promise<boolean> {
  const written = Object.keys(await setupOf(deps).records()).length;
  return written > 0 || (await installedPlugins(deps)).length > 0;
}

/** The scopes in which a host has entries of ours. */
export async function scopesOf(setup: HostSetup, wiring: Wiring): Promise<Scope[]> {
  const records = await setup.records();
  const found: Scope[] = [];
  for (const scope of ["user", "project"] as const) {
    const isThere = wiring
      .files(setup.where, scope)
      .some(({ path }) => records[path]?.scope === scope && records[path]?.hosts.includes(wiring.host));
    if (isThere) found.push(scope);
  }
  return found;
}

/** What setting up hosts would change. Nothing is written. */
export async function previewHosts(deps: MemoryDeps & HostDeps, input: HostsInput): Promise<HostOutcome[]> {
  const wirings = await chooseHosts(deps, input.hosts);
  return outcomes(deps, wirings, await planWiring(planningOf(deps), wirings, input.scope));
}

export async function wireHosts(deps: MemoryDeps & HostDeps, input: HostsInput): Promise<HostOutcome[]> {
  const wirings = await chooseHosts(deps, input.hosts);
  const plans = await planWiring(planningOf(deps), wirings, input.scope);
  await applyPlans(planningOf(deps), plans);
  return outcomes(deps, wirings, plans);
}

/** Removes our entries from the files of the named hosts, or of all. */
export async function unwireHosts(
  deps: MemoryDeps & HostDeps,
  hosts: string | undefined,
): Promise<HostOutcome[]> {
  const named =
    hosts === undefined || hosts === "all" ? await setupOf(deps).wirings() : await chooseHosts(deps, hosts);
  return removeWiring(deps, named, await planRemoval(planningOf(deps), named));
}

/** Removes our entries for every host, from the user's own files and from every project's. */
export async function unwireEverywhere(deps: MemoryDeps & HostDeps): Promise<HostOutcome[]> {
  const planning = planningOf(deps);
  const all = await planning.setup.wirings();
  return removeWiring(deps, all, await planRemoval(planning, all, await wiredProjects(planning, all)));
}

async function removeWiring(
  deps: MemoryDeps & HostDeps,
  wirings: readonly Wiring[],
  plans: readonly FilePlan[],
): Promise<HostOutcome[]> {
  const done = await carryOutRemoval(
    planningOf(deps),
    plans,
    wirings.map(({ host }) => host),
  );
  const touched = wirings.filter(({ host }) => plans.some((plan) => plan.host === host));
  return outcomes(
    deps,
    touched.map(({ next, ...wiring }) => wiring),
    done,
  );
}

/** True if a file that could not be changed still contains entries of ours. */
export const hasFailed = (hosts: readonly HostOutcome[]): boolean =>
  hosts.some(({ changes }) => changes.some(({ is }) => is === "failed"));

/** The content of each file if it contained only our entries: for people who keep their settings elsewhere. */
export async function printHosts(deps: HostDeps, input: HostsInput): Promise<PrintedHost[]> {
  const { where } = setupOf(deps);
  return (await chooseHosts(deps, input.hosts)).map(({ host, name, files }) => ({
    host,
    name,
    files: files(where, input.scope).map((file) => ({
      file: file.path,
      shown: shownPath(deps, file.path),
      text: file.put(undefined),
    })),
  }));
}

export function setupOf({ hosts }: HostDeps): HostSetup {
  if (hosts === undefined) throw new Error("bug: no hosts here");
  return hosts;
}

const planningOf = (deps: MemoryDeps & HostDeps): PlanningDeps => ({
  setup: setupOf(deps),
  sha256: deps.sha256,
});

const isFound = ({ where, hasProgram }: HostSetup, { programs, folder }: Wiring): boolean =>
  programs.some(hasProgram) || (folder !== undefined && where.has(folder(where)));

async function chooseHosts(deps: HostDeps, named: string | undefined): Promise<readonly Wiring[]> {
  const setup = setupOf(deps);
  const all = await setup.wirings();
  if (named === "all") return all.filter((wiring) => isFound(setup, wiring));
  const ids = (named ?? "").split(",").map((id) => id.trim());
  return ids.filter((id) => id !== "").map((id) => wiringBy(id, all));
}

function wiringBy(id: string, all: readonly Wiring[]): Wiring {
  const wiring = all.find(({ host }) => host === id);
  if (wiring) return wiring;
  const known = all.map(({ host }) => host);
  const close = nearest(id, known);
  throw new MemoryError("input.invalid", `There is no host "${id}".`, {
    field: "hosts",
    fix: close === undefined ? `Hosts: ${known.join(", ")}.` : `Did you mean ${close}?`,
  });
}

function outcomes(deps: HostDeps, wirings: readonly Wiring[], plans: readonly FilePlan[]): HostOutcome[] {
  return wirings.map(({ host, name, next }) => ({
    host,
    name,
    changes: plans.filter((plan) => plan.host === host).map((plan) => changeOf(deps, plan)),
    ...(next === undefined ? {} : { next }),
  }));
}

function changeOf(deps: HostDeps, { path, before, after, isKept, problem }: FilePlan): FileChange {
  if (problem !== undefined)
    return { file: path, shown: shownPath(deps, path), is: "failed", diff: [], problem };
  const diff = before === after ? [] : lineDiff(before ?? "", after ?? "").map(shownLine);
  return { file: path, shown: shownPath(deps, path), is: isKept ? "kept" : stateOf(before, after), diff };
}

function stateOf(before: string | undefined, after: string | undefined): FileChange["is"] {
  if (before === after) return "unchanged";
  if (before === undefined) return "made";
  return after === undefined ? "deleted" : "changed";
}

/** Longest line of a difference that is shown: some programs write all their settings on one line. */
const LINE_MAX = 200;

const shownLine = (line: string): string => {
  const { text } = redact(line);
  return text.length > LINE_MAX ? `${text.slice(0, LINE_MAX)} …` : text;
};

/** A path as people write it. */
export function shownPath(deps: HostDeps, path: string): string {
  const { home } = setupOf(deps).where;
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
