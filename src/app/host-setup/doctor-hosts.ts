import type { Suggestion } from "../../core/suggestion.ts";
import type {
  HostPlugin,
  HostSetup,
  MissingPart,
  Scope,
  TriedHook,
  WiredFile,
  Wiring,
} from "../../ports/wiring.ts";
import { mayRecord } from "../runtime/decide-and-commit.ts";
import type { HostDeps, MemoryDeps, ProjectDeps } from "../runtime/deps.ts";
import type { Check, DoctorFinding } from "../upkeep/diagnosis.ts";
import { hasPlugin, scopesOf, shownPath, wireHosts } from "./wire-hosts.ts";

type Installed = { readonly wiring: Wiring; readonly scope: Scope };
/** A host that installed Tidemark as a plugin. */
type PluginWiring = Wiring & { readonly plugin: HostPlugin };

/** Checks every host that was set up: whether its files are unchanged, and whether its hooks arrive. */
export const hostsCheck: Check = {
  name: "hosts",
  find: async (deps) => {
    const { hosts: setup } = deps;
    if (setup === undefined) return [];
    const installed = await installedHosts(setup);
    const plugged = await pluggedHosts(setup);
    const wired = [...new Set([...installed.map(({ wiring }) => wiring), ...plugged])];
    const found: DoctorFinding[] = [];
    for (const each of installed) found.push(...(await entriesOf(deps, setup, each)));
    found.push(...plugged.flatMap((wiring) => twiceOf(wiring, installed)));
    found.push(...(await hooksOf(deps, setup, wired)));
    for (const { wiring } of installed) found.push(...(await trustOf(deps, setup, wiring)));
    for (const wiring of wired) found.push(...(await retentionOf(setup, wiring)));
    return [...found, ...(await unwiredHosts(setup, wired))];
  },
  mend: async (deps, found) => {
    const done: string[] = [];
    for (const { code, about } of found) {
      const [host, scope] = (about ?? "").split(" ");
      if (!MENDED.has(code) || host === undefined) continue;
      const outcomes = await wireHosts(deps, {
        hosts: host,
        scope: scope === "project" ? "project" : "user",
      });
      const changed = outcomes.flatMap(({ changes }) => changes.filter(({ is }) => is !== "unchanged"));
      if (changed.length > 0)
        done.push(
          `${outcomes[0]?.name ?? host} is set up again: ${changed.map(({ shown }) => shown).join(", ")}.`,
        );
    }
    return done;
  },
};

/** Problems that setting the host up again repairs. */
const MENDED: ReadonlySet<string> = new Set(["host.missing", "host.changed"]);

async function installedHosts(setup: HostSetup): Promise<Installed[]> {
  const found: Installed[] = [];
  for (const wiring of await setup.wirings())
    for (const scope of await scopesOf(setup, wiring)) found.push({ wiring, scope });
  return found;
}

async function pluggedHosts(setup: HostSetup): Promise<PluginWiring[]> {
  const found: PluginWiring[] = [];
  for (const wiring of await setup.wirings())
    if (isPluggable(wiring) && (await hasPlugin(setup, wiring))) found.push(wiring);
  return found;
}

const isPluggable = (wiring: Wiring): wiring is PluginWiring => wiring.plugin !== undefined;

/** Nothing is lost or recorded twice, but every call is made twice, and the agent sees our tools twice. */
function twiceOf({ host, name, plugin }: PluginWiring, installed: readonly Installed[]): DoctorFinding[] {
  if (!installed.some(({ wiring }) => wiring.host === host)) return [];
  return [
    {
      code: "host.twice",
      level: "warn",
      message: `${name} has Tidemark twice: as a plugin, and in its settings by \`tidemark init\`. Remove one.`,
      fix: plugin.remove,
    },
  ];
}

const commandFor = ({ wiring, scope }: Installed): Suggestion => ({
  verb: "init",
  options: { hosts: wiring.host, ...(scope === "project" ? { scope } : {}) },
});

/** Our entries that are missing in a host's files, or differ from what we write. */
async function entriesOf(deps: HostDeps, setup: HostSetup, installed: Installed): Promise<DoctorFinding[]> {
  const { wiring, scope } = installed;
  const found: DoctorFinding[] = [];
  for (const file of wiring.files(setup.where, scope)) {
    const lacks = file.lacks(await setup.read(file.path));
    for (const is of ["missing", "changed"] as const) {
      const those = lacks.filter((lack) => lack.is === is);
      if (those.length > 0) found.push(lackOf(deps, installed, { file, is, lacks: those }));
    }
  }
  return found;
}

type IncompleteFile = {
  readonly file: WiredFile;
  readonly is: MissingPart["is"];
  readonly lacks: readonly MissingPart[];
};

/** Instructions and permissions are only helpful. Without hooks, tools or the extension there is no memory. */
function lackOf(deps: HostDeps, installed: Installed, { file, is, lacks }: IncompleteFile): DoctorFinding {
  const { wiring, scope } = installed;
  const isNeeded = lacks.some(({ part }) => part !== "instructions" && part !== "permission");
  const names = lacks.map(({ part, name }) =>
    part === "hook" || part === "tools" ? `${part} ${name}` : part,
  );
  const what = `${names.join(", ")} ${names.length === 1 ? "is" : "are"}`;
  const where = shownPath(deps, file.path);
  return {
    code: `host.${is}`,
    level: isNeeded ? "error" : "warn",
    message:
      is === "missing"
        ? `${wiring.name}: ${what} missing from ${where}.`
        : `${wiring.name}: ${what} not as Tidemark wrote it in ${where}.`,
    fix: commandFor(installed),
    about: `${wiring.host} ${scope}`,
  };
}

/** Calls every hook as its host would. */
async function hooksOf(
  deps: ProjectDeps,
  setup: HostSetup,
  wirings: readonly Wiring[],
): Promise<DoctorFinding[]> {
  const { project } = deps;
  if (wirings.length === 0) return [];
  if (!setup.hasProgram("tidemark"))
    return [
      {
        code: "host.program",
        level: "error",
        message: "`tidemark` is not on the PATH, so hosts cannot run it.",
        fix: "npm install --global tidemark",
      },
    ];
  // A hook records nothing if recording is off, so a trial call would show nothing.
  if (!mayRecord(deps)) return [];
  const tried = await setup.tryHooks(wirings.flatMap(({ hooks }) => hooks));
  const silent = wirings.flatMap((wiring) => silentOf(wiring, tried));
  const isFar = tried.some(({ arrived }) => arrived === "far");
  if (!isFar) return silent;
  return [
    ...silent,
    {
      code: "host.far",
      level: "error",
      message: `Hooks cannot write to ${project.memoryDir}: events wait in another folder.`,
      fix: { verb: "doctor", options: { fix: true } },
    },
  ];
}

/** Longest part of a hook's own output that is shown. */
const SAID_MAX = 200;

function silentOf({ name, hooks }: Wiring, tried: readonly TriedHook[]): DoctorFinding[] {
  const lost = tried.filter(({ call, arrived }) => hooks.includes(call) && arrived === undefined);
  const [first] = lost;
  if (first === undefined) return [];
  const said = first.said.trim().slice(0, SAID_MAX);
  return [
    {
      code: "host.silent",
      level: "error",
      message: `${name}: ${lost.length} of ${hooks.length} hooks do not work (exit code ${first.code ?? "no code"}${said === "" ? "" : `: ${said}`}).`,
      fix: `echo '{}' | ${first.call.command}`,
    },
  ];
}

async function trustOf(
  deps: MemoryDeps,
  setup: HostSetup,
  { name, trust }: Wiring,
): Promise<DoctorFinding[]> {
  if (trust === undefined) return [];
  const missing = trust.missing(await setup.read(trust.path(setup.where)), deps.sha256);
  if (missing.length === 0) return [];
  const isNever = missing.some(({ is }) => is === "never");
  const events = missing.map(({ event }) => event).join(", ");
  return [
    {
      code: "host.untrusted",
      level: isNever ? "error" : "warn",
      message: `${name} runs a hook only after you trust it, and skips the others silently: ${events}. Start it and type /hooks.`,
      fix: trust.fix,
    },
  ];
}

async function retentionOf(setup: HostSetup, { name, retention }: Wiring): Promise<DoctorFinding[]> {
  if (retention === undefined) return [];
  const says = retention.says(await setup.read(retention.path(setup.where)));
  return [
    {
      code: "host.retention",
      level: "info",
      message: `${name} ${says}; import sessions that hooks missed before then.`,
      fix: { verb: "import" },
    },
  ];
}

/** One line for hosts that were used on this machine and are not set up. */
async function unwiredHosts(setup: HostSetup, wired: readonly Wiring[]): Promise<DoctorFinding[]> {
  const known = new Set(wired.map(({ host }) => host));
  const others = (await setup.wirings()).filter(
    ({ host, folder }) => !known.has(host) && folder !== undefined && setup.where.has(folder(setup.where)),
  );
  if (others.length === 0) return [];
  return [
    {
      code: "host.waiting",
      level: "info",
      message: `Not set up: ${others.map(({ name }) => name).join(", ")}.`,
      fix: { verb: "init", options: { hosts: others.map(({ host }) => host).join(",") } },
    },
  ];
}
