import { isItemAct } from "../../core/items/item.ts";
import { redactDeep } from "../../core/redact/redact-deep.ts";
import { cursorKey } from "../../core/resume/cursors-view.ts";
import type { StoredEvent } from "../../core/tape/event.ts";
import { shellWord } from "../../core/text/shell-word.ts";
import { DAY_MS } from "../../core/time.ts";
import { hostsCheck } from "../host-setup/doctor-hosts.ts";
import { isOfThisTape } from "../resume/cursor.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, WriteDeps } from "../runtime/deps.ts";
import { workerRetry, workerStatus } from "../sessions/sessions.ts";
import { staleReport } from "../staleness/stale.ts";
import { type Check, type DoctorFinding, SALVAGE } from "./diagnosis.ts";
import { folderCheck, isOfFolder } from "./doctor-folder.ts";
import { foreignCheck, storeNoteCheck, trackedCheck } from "./doctor-foreign.ts";
import { vectorsCheck } from "./embedder-status.ts";
import { LOST_TAIL_FIX, lostTail, lostTailText } from "./lost-tail.ts";

/** Longer than any lease lasts: the clock of its holder is or was wrong. */
const LEASE_MAX_MS = 60 * 60 * 1000;
/** Larger than years of one person's work. */
const BYTES_MANY = 2 * 1024 * 1024 * 1024;
/** Newest events that are searched for secrets, and characters: a second or two. */
const SECRETS_EVENTS = 5000;
const SECRETS_LETTERS = 16_000_000;
const PAGE_EVENTS = 500;
const LISTED_MAX = 20;

const findingIf = (isSo: boolean, ailment: DoctorFinding): readonly DoctorFinding[] =>
  isSo ? [ailment] : [];

/** Git opens no repository of another user, because its settings could name programs to run. Only its user can allow that. */
const git: Check = {
  name: "git",
  find: async ({ git, project }) => {
    if (project.commonDir === undefined || !(await git.isRefused())) return [];
    return [
      {
        code: "git.refused",
        level: "warn",
        message: `Git refuses to open ${project.worktreeRoot}, because another user owns it. Tidemark cannot see commits, branches and code changes.`,
        fix: `git config --global --add safe.directory ${shellWord(project.worktreeRoot)}`,
      },
    ];
  },
};

const config: Check = {
  name: "config",
  find: async ({ checkup }) =>
    (checkup?.faults() ?? [])
      .filter(({ code }) => !isOfFolder(code))
      .map(({ message, fix, file }) => ({
        code: file === undefined ? "config.environment" : "config.unreadable",
        level: "error",
        message: fix === undefined ? message : `${message.replace(/\.?$/, ".")} ${fix}`,
        fix:
          file === undefined
            ? `unset ${/^[A-Z][A-Z0-9_]*/.exec(message)?.[0] ?? "TIDEMARK_…"}`
            : { verb: "doctor", options: { fix: true } },
        ...(file === undefined ? {} : { about: file }),
      })),
  mend: async ({ checkup }, found) =>
    found.flatMap(({ about }) => {
      const aside = about === undefined ? undefined : checkup?.setAside(about);
      return aside === undefined
        ? []
        : [`The settings in ${about} are now ignored; the file was renamed to ${aside}.`];
    }),
};

const store: Check = {
  name: "store",
  find: async (deps) => {
    if (!deps.project.hasMemory && deps.ownership?.foreign) return [];
    const lost = deps.project.hasMemory ? undefined : await lostTail(deps);
    if (lost !== undefined) {
      const message = lostTailText(lost);
      return [{ code: "tape.lost_tail", level: "error", message, fix: LOST_TAIL_FIX }];
    }
    if (!deps.project.hasMemory) {
      const message = "There is no memory here yet.";
      return [{ code: "memory.none", level: "info", message, fix: { verb: "init" } }];
    }
    const { verify } = await import("./verify.ts");
    const { findings, more } = await verify(deps);
    const listed = findings.slice(0, LISTED_MAX).map(({ code, message, fix }): DoctorFinding => {
      const view = typeof fix === "string" ? undefined : fix.options?.view;
      return { code, level: "error", message, fix, ...(view === undefined ? {} : { about: String(view) }) };
    });
    const left = findings.length - listed.length + more;
    const rest: DoctorFinding[] =
      left === 0
        ? []
        : [{ code: "store.more", level: "error", message: `${left} more of that.`, fix: { verb: "verify" } }];
    return [...listed, ...rest];
  },
  mend: async (deps, found) => {
    if (found.some(({ fix }) => fix === SALVAGE)) {
      const { found: saved, lost_count, damaged } = await deps.vault.salvage();
      return [`Saved ${saved} events, lost ${lost_count}; the damaged file is now ${damaged}.`];
    }
    const views = found.flatMap(({ about }) => about ?? []);
    if (views.length === 0) return [];
    const { rebuild } = await import("./rebuild.ts");
    await rebuild(deps, { views });
    return [`Built ${views.join(", ")} again from the tape.`];
  },
};

const queue: Check = {
  name: "queue",
  find: async (deps) => {
    const now = deps.clock.now();
    const { due, waiting, dead } = await workerStatus(deps);
    const stuck = await deps.store.leases.leased(now + LEASE_MAX_MS);
    return [
      ...dead.slice(0, LISTED_MAX).map(
        ({ id, attempts, error = "" }): DoctorFinding => ({
          code: "worker.gave_up",
          level: "error",
          message: `Session ${id} could not be read ${attempts} times: ${error}`,
          fix: { verb: "worker retry", words: [id] },
          about: id,
        }),
      ),
      ...[...stuck].map(
        (name): DoctorFinding => ({
          code: "worker.lease_stuck",
          level: "error",
          message: `"${name}" has been locked for more than an hour: its owner is gone, or a clock was wrong.`,
          fix: { verb: "doctor", options: { fix: true } },
          about: name,
        }),
      ),
      ...(await waitsLong(deps, due)),
      ...findingIf(waiting.length > 0, {
        code: "worker.retries",
        level: "info",
        message: `${waiting.length} sessions failed and will be retried.`,
        fix: { verb: "worker", options: { once: true } },
      }),
    ];
  },
  mend: async (deps, found) => {
    const done: string[] = [];
    for (const { code, about } of found) {
      if (about === undefined) continue;
      if (code === "worker.gave_up") await workerRetry(deps, { id: about });
      else await releaseStuck(deps, about);
      done.push(code === "worker.gave_up" ? `Session ${about} will be retried.` : `"${about}" is unlocked.`);
    }
    return done;
  },
};

/** A worker with a clock far in the future finds every lease expired. */
async function releaseStuck({ store: leases, writer }: WriteDeps, name: string): Promise<void> {
  await leases.leases.claim({ name, owner: writer.process, until: 0 }, Number.MAX_SAFE_INTEGER);
  await leases.leases.release({ name, owner: writer.process });
}

/** A worker should have read them by now: a host's hook starts one after every turn. */
async function waitsLong(deps: MemoryDeps, due: number): Promise<DoctorFinding[]> {
  const selection = { kinds: ["due"], order: "oldest", limit: 1, offset: 0 } as const;
  const [oldest] = (await deps.store.views.select(deps.views.sessions, selection)).rows;
  const since = Number(oldest?.recorded_at ?? Number.POSITIVE_INFINITY);
  if (deps.clock.now() - since < DAY_MS) return [];
  const message = `${due} sessions wait to be read, the first for more than a day.`;
  return [
    { code: "worker.behind", level: "warn", message, fix: { verb: "worker", options: { once: true } } },
  ];
}

const usage: Check = {
  name: "usage",
  find: async ({ usage: kept, project }) => {
    const { state, failed, set_aside } = kept.health();
    return [
      ...findingIf(state === "unreadable", {
        code: "usage.unreadable",
        level: "error",
        message: "The usage file cannot be read, so usage is ignored.",
        fix: { verb: "doctor", options: { fix: true } },
      }),
      ...set_aside.map(
        (name): DoctorFinding => ({
          code: "usage.set_aside",
          level: "info",
          message: `${name} could not be read and was set aside.`,
          fix: `rm ${shellWord(`${project.memoryDir}/${name}`)}`,
        }),
      ),
      ...findingIf(failed > 0, {
        code: "usage.not_noted",
        level: "info",
        message: `Usage could not be saved ${failed} times; nothing else was lost.`,
        fix: { verb: "status" },
      }),
    ];
  },
  mend: async ({ checkup }, found) => {
    if (checkup === undefined || !found.some(({ code }) => code === "usage.unreadable")) return [];
    return [`The usage file was invalid and is now ${checkup.setAside(checkup.usageFile)}.`];
  },
};

/** The check drains the spool first; lines that remain could not be recorded. */
const spool: Check = {
  name: "spool",
  find: async ({ store: tape, project }) => {
    await tape.tape.end();
    const { rejected, lost, foreign } = await tape.upkeep.intake();
    return [
      ...findingIf(foreign > 0, {
        code: "spool.foreign",
        level: "warn",
        message: `The spool holds ${foreign} ${foreign === 1 ? "file" : "files"} not written with your key. Tidemark did not read ${foreign === 1 ? "it" : "them"}. The origin may be another user, another home folder or the repository.`,
        fix: `ls ${shellWord(`${project.memoryDir}/spool`)}`,
      }),
      ...findingIf(rejected > 0, {
        code: "spool.rejected",
        level: "warn",
        message: `${rejected} lines could not be recorded and were set aside.`,
        fix: `cat ${shellWord(`${project.memoryDir}/spool/rejected.log`)}`,
      }),
      ...findingIf(lost > 0, {
        code: "spool.lost",
        level: "warn",
        message: `Hooks could not store ${lost} events. Import them if the host still has them.`,
        fix: { verb: "import" },
      }),
    ];
  },
};

const stale: Check = {
  name: "stale",
  find: async (deps) => {
    const report = await staleReport(deps);
    const { counts, malformed } = report;
    return [
      ...malformed.slice(0, LISTED_MAX).map(
        ({ label, field, value }): DoctorFinding => ({
          code: "date.malformed",
          level: "error",
          message: `"${field}" of ${label} is not a date: ${value}`,
          fix:
            field === "expires_at"
              ? { verb: "update", words: [label], options: { expires_at: "" } }
              : { verb: "remove", words: [label] },
          about: label,
        }),
      ),
      ...findingIf(counts.warn > 0, {
        code: "stale_memory",
        level: "warn",
        message: counts.warn === 1 ? "1 item may be outdated." : `${counts.warn} items may be outdated.`,
        fix: { verb: "stale list" },
        report,
      }),
    ];
  },
};

/** Loaded only if such files exist, which most projects lack. */
const context: Check = {
  name: "context",
  find: async (deps) => {
    if (!(await deps.contextFiles.exists(deps.contextFiles.folder))) return [];
    return (await import("../active-context/diagnose-context.ts")).diagnoseContext(deps);
  },
};

const cursors: Check = {
  name: "cursors",
  find: async (deps) => {
    await catchUp(deps, "cursors");
    const selection = { kinds: ["cursor"], order: "newest", limit: LISTED_MAX, offset: 0 } as const;
    const { rows } = await deps.store.views.select(deps.views.cursors, selection);
    const lost: DoctorFinding[] = [];
    for (const { agent, worktree, reached } of rows) {
      if (reached === undefined || (await isOfThisTape(deps, reached.up_to))) continue;
      lost.push({
        code: "cursor.unreadable",
        level: "warn",
        message: `The read position of "${agent}" in worktree ${worktree} belongs to another tape.`,
        fix: { verb: "resume", options: { ack: true, agent } },
        about: cursorKey({ agent, worktree }),
      });
    }
    return lost;
  },
};

/** Secrets that were recorded before a rule existed, or that came with another tape. */
const secrets: Check = {
  name: "secrets",
  find: async (deps) => {
    const { position: end } = await deps.store.tape.end();
    const found: DoctorFinding[] = [];
    let letters = 0;
    for (let after = Math.max(0, end - SECRETS_EVENTS); after < end && letters < SECRETS_LETTERS; ) {
      const { events, upTo } = await deps.store.events.read(after, PAGE_EVENTS);
      for (const event of events) {
        letters += JSON.stringify(event.payload ?? {}).length;
        const rules = secretsIn(event);
        if (rules.length > 0 && found.length < LISTED_MAX) found.push(secretAt(event, rules));
      }
      after = upTo;
    }
    return found;
  },
};

const secretsIn = ({ payload }: StoredEvent): string[] =>
  payload === null ? [] : redactDeep(payload).found.map(({ rule }) => rule);

function secretAt({ type, subject, position }: StoredEvent, rules: readonly string[]): DoctorFinding {
  const what = isItemAct(type) && subject !== undefined ? subject : String(position);
  const message = `Event ${position} contains what looks like a secret (${rules.join(", ")}).`;
  return {
    code: "secret.at_rest",
    level: "error",
    message,
    fix: { verb: "forget", words: [what] },
    about: what,
  };
}

const disk: Check = {
  name: "disk",
  find: async ({ vault, project }) => {
    const bytes = project.hasMemory ? await vault.size() : 0;
    if (bytes < BYTES_MANY) return [];
    const message = `The memory takes ${Math.round(bytes / 1024 / 1024)} MB.`;
    return [
      { code: "disk.large", level: "info", message, fix: { verb: "export", words: ["../memory-export"] } },
    ];
  },
};

/** Nothing is wrong if a person turned recording off, but a person who looks for lost sessions must be told. */
const recording: Check = {
  name: "recording",
  find: async ({ consent, project }) => {
    const now = consent?.recording;
    if (now === undefined || now.is_on || (now.why === "not_asked" && !project.hasMemory)) return [];
    return [
      { code: "recording.off", level: "warn", message: `Recording is off. ${now.message}`, fix: now.fix },
    ];
  },
};

/** Every check of the doctor, in the order of its output. */
export const CHECKS: readonly Check[] = [
  config,
  recording,
  folderCheck,
  foreignCheck,
  storeNoteCheck,
  trackedCheck,
  store,
  queue,
  usage,
  vectorsCheck,
  spool,
  stale,
  context,
  cursors,
  secrets,
  disk,
  git,
  hostsCheck,
];
