import { MemoryError } from "../../core/failure.ts";
import { refuseAgent } from "../../core/items/authority.ts";
import { endPause } from "../../core/recording/pause-periods.ts";
import type { Pause } from "../../core/recording/recording.ts";
import type { Instant } from "../../core/tape/event.ts";
import { iso, parseWhen } from "../../core/time.ts";
import type { Consent } from "../../ports/ownership.ts";
import type { ItemDeps, ProjectDeps } from "../runtime/deps.ts";

export type OffInput = { readonly everywhere: boolean; readonly for?: string | undefined };
export type OnInput = { readonly everywhere: boolean };

export type SwitchedRecording = {
  readonly scope: "project" | "everywhere";
  readonly project: string;
  readonly is_on: boolean;
  /** When recording resumes automatically. */
  readonly until?: string;
  /** What still stops recording in this project. */
  readonly still_off?: { readonly message: string; readonly fix: string };
  readonly has_memory: boolean;
};

/** Turns recording off, in this project or everywhere, for a while or until it is turned on. */
export async function turnOff(deps: ProjectDeps, input: OffInput): Promise<SwitchedRecording> {
  const consent = consentOf(deps);
  const now = consent.now();
  const off = pauseFor(input.for, now);
  if (input.everywhere) consent.keepEverywhere({ ...endPause(consent.everywhere(), now), off });
  else consent.keepProject({ ...endPause(consent.project(), now), off });
  return {
    ...outcomeOf(deps, input.everywhere),
    is_on: false,
    ...(off.until === undefined ? {} : { until: iso(off.until) }),
  };
}

/** Reverts `turnOff`. It creates no memory: `init` does. */
export async function turnOn(deps: ItemDeps, { everywhere }: OnInput): Promise<SwitchedRecording> {
  refuseAgent(deps.voice, "on");
  const consent = consentOf(deps);
  if (everywhere) consent.keepEverywhere(endPause(consent.everywhere(), consent.now()));
  else consent.keepProject(endPause(consent.project(), consent.now()));
  const now = await consent.look();
  return {
    ...outcomeOf(deps, everywhere),
    is_on: now.is_on,
    ...(now.is_on ? {} : { still_off: { message: now.message, fix: now.fix } }),
  };
}

export function consentOf({ consent }: ProjectDeps): Consent {
  if (consent === undefined) throw new Error("bug: no consent here");
  return consent;
}

const outcomeOf = ({ project }: ProjectDeps, everywhere: boolean) => ({
  scope: everywhere ? ("everywhere" as const) : ("project" as const),
  project: project.root,
  has_memory: project.hasMemory,
});

/** The longest pause: a year. Longer is off permanently. */
const PAUSE_MS_MAX = 366 * 24 * 60 * 60 * 1000;

function pauseFor(span: string | undefined, now: Instant): Pause {
  if (span === undefined) return { from: now };
  const until = /^\d/.test(span.trim()) ? parseWhen(span, now, "future") : undefined;
  if (until !== undefined && until > now && until - now <= PAUSE_MS_MAX) return { from: now, until };
  throw new MemoryError("input.invalid", `"${span}" is not a valid time span.`, {
    field: "for",
    fix: "Pass a time span such as 30m, 2h, 3d or 2w. Without --for, recording stays off until you turn it on.",
  });
}
