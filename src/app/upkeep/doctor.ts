import { MemoryError } from "../../core/failure.ts";
import type { Deps } from "../runtime/deps.ts";
import { type Check, type DoctorFinding, SALVAGE } from "./diagnosis.ts";
import { CHECKS } from "./doctor-checks.ts";
import { READ_ONLY } from "./doctor-folder.ts";
import { type MemoryLocation, memoryLocation } from "./status.ts";

export type Diagnosis = {
  /** True if no error was found, or none is left. */
  readonly ok: boolean;
  readonly findings: readonly DoctorFinding[];
  /** What was mended. */
  readonly mended: readonly string[];
  /** The memory was replaced by its readable part, or was opened before it could be written: run the doctor again. */
  readonly look_again: boolean;
  readonly memory: MemoryLocation;
  readonly versions: { readonly [program: string]: string };
  /** Whether recalled text may be left out, and the fill level that is assumed for hosts that report none. */
  readonly context_window: Pick<Deps["config"]["memory"], "recallMode" | "pressure">;
};

/** Checks everything that can be wrong with a memory, and repairs it on request. */
export async function doctor(deps: Deps, { fix }: { readonly fix: boolean }): Promise<Diagnosis> {
  const first = await runChecks(deps);
  if (!fix) return diagnosis(deps, first, { mended: [], look_again: false });
  const mended: string[] = [];
  for (const { check, found } of first) mended.push(...((await check.mend?.(deps, found)) ?? []));
  const isReplaced = first.some(({ found }) =>
    found.some(({ code, fix: command }) => command === SALVAGE || (code === READ_ONLY && mended.length > 0)),
  );
  // The open file is the damaged one, or was opened read-only.
  return diagnosis(deps, isReplaced ? [] : await runChecks(deps), { mended, look_again: isReplaced });
}

type CheckedDiagnoses = readonly { readonly check: Check; readonly found: readonly DoctorFinding[] }[];

/** A check that failed because of another finding adds nothing. */
async function runChecks(deps: Deps): Promise<CheckedDiagnoses> {
  const seen = new Set<string>();
  const all: { check: Check; found: readonly DoctorFinding[] }[] = [];
  for (const check of CHECKS) {
    const found = (await foundBy(check, deps)).filter(({ code, message }) => !seen.has(`${code} ${message}`));
    for (const { code, message } of found) seen.add(`${code} ${message}`);
    if (found.length > 0) all.push({ check, found });
  }
  return all;
}

async function foundBy(check: Check, deps: Deps): Promise<readonly DoctorFinding[]> {
  try {
    return await check.find(deps);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    const { code, message, fix } = error;
    return [
      {
        code,
        level: "error",
        message,
        fix: code === "store.corrupt" ? SALVAGE : (fix ?? { verb: "status" }),
      },
    ];
  }
}

async function diagnosis(
  deps: Deps,
  found: CheckedDiagnoses,
  done: Pick<Diagnosis, "mended" | "look_again">,
): Promise<Diagnosis> {
  const findings = found.flatMap((each) => each.found);
  const { recallMode, pressure } = deps.config.memory;
  return {
    ok: findings.every(({ level }) => level !== "error"),
    findings,
    ...done,
    memory: await memoryLocation(deps),
    versions: deps.checkup?.versions ?? {},
    context_window: { recallMode, pressure },
  };
}
