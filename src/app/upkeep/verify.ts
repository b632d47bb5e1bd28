import { MemoryError } from "../../core/failure.ts";
import type { Fix } from "../../core/suggestion.ts";
import { createAudit, type Flaw } from "../../core/tape/audit.ts";
import { refusalReason } from "../../core/tape/check.ts";
import type { Position, StoredEvent } from "../../core/tape/event.ts";
import type { MemoryDeps, OwnFileDeps, ProjectDeps } from "../runtime/deps.ts";
import { SALVAGE } from "./diagnosis.ts";
import { foreignFix, foreignText } from "./foreign-memory.ts";
import { LOST_TAIL_FIX, lostTail, lostTailText } from "./lost-tail.ts";
import { isDifferent } from "./rebuild.ts";
import { replay } from "./replay.ts";

/** One problem of the memory, and the command that repairs it. */
export type VerifyFinding = {
  readonly code: string;
  readonly message: string;
  readonly fix: Fix;
  readonly position?: Position;
};

export type VerifyResult = {
  readonly ok: boolean;
  /** Events that were checked. */
  readonly events: number;
  readonly findings: readonly VerifyFinding[];
  /** Number of findings that are not listed. */
  readonly more: number;
  /** Views that nobody has needed yet: there is nothing to compare with a replay. */
  readonly not_built: readonly string[];
};

/** Events read at once. */
const PAGE_EVENTS = 2000;
/** Maximum number of listed findings. A database that is damaged throughout has one for every event. */
const FINDINGS_MAX = 100;

/** Verifies the memory: the database, the chain of the tape, every event in it, and every view against its replay. */
export async function verify(deps: MemoryDeps & ProjectDeps & OwnFileDeps): Promise<VerifyResult> {
  const report = reportOf();
  const foreign = deps.ownership?.foreign;
  // It was not opened, so nothing about it is verified.
  if (foreign) report.add({ code: "store.foreign", message: foreignText(foreign), fix: foreignFix(foreign) });
  await reportDamage(report, () => checkDatabase(deps, report));
  let events = 0;
  await reportDamage(report, async () => {
    events = await checkTape(deps, report);
  });
  // The loss in a damaged database is found when it is repaired.
  if (report.findings.length === 0) await reportDamage(report, () => checkTail(deps, report));
  // A view cannot be replayed from a tape that cannot be read.
  const not_built: string[] = [];
  if (report.findings.length === 0)
    await reportDamage(report, async () => void not_built.push(...(await checkViews(deps, report))));
  const { findings, more } = report;
  return { ok: findings.length === 0, events, findings, more: more(), not_built };
}

type Report = {
  readonly findings: readonly VerifyFinding[];
  readonly add: (finding: VerifyFinding) => void;
  readonly more: () => number;
};

function reportOf(): Report {
  const findings: VerifyFinding[] = [];
  let more = 0;
  return {
    findings,
    add: (finding) => {
      if (findings.length < FINDINGS_MAX) findings.push(finding);
      else more++;
    },
    more: () => more,
  };
}

/** A failure of a damaged store is a finding. Any other failure is for the caller. */
async function reportDamage(report: Report, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!isDamage(error)) throw error;
    const isKnown = report.findings.some((finding) => finding.code === error.code);
    if (!isKnown) report.add({ code: error.code, message: error.message, fix: SALVAGE });
  }
}

const isDamage = (error: unknown): error is MemoryError =>
  error instanceof MemoryError && (error.code === "store.corrupt" || error.code === "tape.broken");

async function checkDatabase(deps: MemoryDeps & OwnFileDeps, report: Report): Promise<void> {
  deps.progress({ what: "check the database", done: 0, total: 1 });
  for (const said of await deps.vault.integrity()) {
    const isIndex = /fts5|search_words|search_docs|view_rows|view_checkpoints/i.test(said);
    report.add({
      code: "store.corrupt",
      message: `SQLite: ${said}`,
      fix: isIndex ? { verb: "rebuild", options: { view: "search" } } : SALVAGE,
    });
  }
  deps.progress({ what: "check the database", done: 1, total: 1 });
}

/** A tape that lost its end is consistent in itself. Only the anchor outside the database shows the loss. */
async function checkTail(deps: MemoryDeps & ProjectDeps, report: Report): Promise<void> {
  const lost = await lostTail(deps);
  if (lost !== undefined)
    report.add({ code: "tape.lost_tail", message: lostTailText(lost), fix: LOST_TAIL_FIX });
}

async function checkTape(deps: MemoryDeps, report: Report): Promise<number> {
  const audit = createAudit(deps.sha256);
  let events = 0;
  for await (const found of eventsOf(deps)) {
    if ("unreadable" in found) {
      audit.skip(found.unreadable);
      report.add(unreadable(found.unreadable));
      if (report.more() > 0) break;
      continue;
    }
    events++;
    for (const flaw of audit.take(found.event)) report.add(findingOf(flaw));
    const refused = refusal(found.event);
    if (refused) report.add(refused);
  }
  for (const flaw of audit.finish()) report.add(findingOf(flaw));
  return events;
}

type ReadEvent = { readonly event: StoredEvent } | { readonly unreadable: Position };

/** Every event, in order. If a page cannot be read, its events are read one by one. */
async function* eventsOf(deps: MemoryDeps): AsyncGenerator<ReadEvent> {
  const { position: total } = await deps.store.tape.end();
  let after = 0;
  let limit = PAGE_EVENTS;
  while (after < total) {
    try {
      const { events, upTo } = await deps.store.events.read(after, limit);
      for (const event of events) yield { event };
      after = upTo;
      limit = Math.min(PAGE_EVENTS, limit * 2);
    } catch (error) {
      if (!isDamage(error)) throw error;
      if (limit > 1) {
        limit = Math.max(1, Math.floor(limit / 8));
        continue;
      }
      after += 1;
      yield { unreadable: after };
    }
    deps.progress({ what: "check the tape", done: after, total });
  }
}

const unreadable = (position: Position): VerifyFinding => ({
  code: "tape.unreadable",
  message: `Event ${position} cannot be read.`,
  fix: SALVAGE,
  position,
});

const findingOf = ({ about, message, position }: Flaw): VerifyFinding => ({
  code: `tape.${about}`,
  message,
  fix: SALVAGE,
  position,
});

/** An event that the catalogue cannot read was written by a newer Tidemark, or by another program. */
function refusal(event: StoredEvent): VerifyFinding | undefined {
  const { position, payload } = event;
  try {
    // A forgotten payload is empty, so only the header is checked.
    const said = payload === null ? undefined : refusalReason({ ...event, payload });
    return said === undefined
      ? undefined
      : { code: "tape.invalid", message: `Event ${position}: ${said}`, fix: SALVAGE, position };
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return { code: error.code, message: error.message, fix: "npm install -g tidemark@latest", position };
  }
}

/** Returns the names of the views that are not built yet. */
async function checkViews(deps: MemoryDeps, report: Report): Promise<string[]> {
  const notBuilt: string[] = [];
  const isEmpty = (await deps.store.tape.end()).position === 0;
  for (const view of Object.values(deps.views)) {
    if ((await deps.store.views.checkpoint(view)) === 0) {
      if (!isEmpty) notBuilt.push(view.name);
      continue;
    }
    await replay(deps, view, async (_scratch, difference) => {
      if (!isDifferent(difference)) return;
      const { added, removed, changed } = difference;
      report.add({
        code: "view.differs",
        message: `The view "${view.name}" differs from the tape: ${added} rows missing, ${removed} extra, ${changed} changed.`,
        fix: { verb: "rebuild", options: { view: view.name } },
      });
    });
  }
  return notBuilt;
}
