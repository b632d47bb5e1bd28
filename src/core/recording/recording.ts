import type { Instant } from "../tape/event.ts";
import { iso } from "../time.ts";
import type { PausePeriod } from "./pause-periods.ts";

/** A pause of recording: until an instant, or until somebody turns recording on again. */
export type Pause = { readonly from?: Instant; readonly until?: Instant };

/** The user's decision for the whole machine. */
export type EverywhereConsent = {
  /** Where a memory is created automatically: nowhere, or in every git repository. */
  readonly repositories: "asked" | "every";
  readonly off?: Pause;
  /** Pauses that have ended: their turns are not imported later. */
  readonly paused?: readonly PausePeriod[];
};

/** The user's decision for one project. */
export type ProjectConsent = {
  readonly off?: Pause;
  readonly paused?: readonly PausePeriod[];
  /** A memory folder outside the project that a person used from this project. */
  readonly memory?: string;
};

export type OffReason =
  | "variable"
  | "everywhere"
  | "project"
  | "enclosing"
  | "setting"
  | "ignored"
  | "settings_broken"
  | "not_asked";

/** Whether anything is recorded in a project, and if not, why. */
export type RecordingDecision =
  | { readonly is_on: true }
  | {
      readonly is_on: false;
      readonly why: OffReason;
      readonly message: string;
      readonly until?: string;
    };

/** The same, with the command or sentence that tells how to change it. */
export type Recording =
  | { readonly is_on: true }
  | (Exclude<RecordingDecision, { readonly is_on: true }> & { readonly fix: string });

export type RecordingFacts = {
  readonly now: Instant;
  /** TIDEMARK_OFF is set. */
  readonly isSilenced: boolean;
  readonly everywhere: EverywhereConsent;
  readonly project: ProjectConsent;
  /** A folder above the project where the user turned recording off, or a settings file did. */
  readonly enclosing?: { readonly folder: string; readonly pause?: Pause } | undefined;
  /** False if a settings file or a variable turns the memory off. */
  readonly isEnabled: boolean;
  /** The pattern of the user's ignore list that matches this project. */
  readonly ignoredBy?: string | undefined;
  /** Why the settings cannot be read. They may turn recording off. */
  readonly problem?: string | undefined;
  /** This user created or adopted the memory there, from this project. */
  readonly hasOwnMemory: boolean;
  /** A git repository that is neither the home folder nor a temporary one. */
  readonly mayBegin: boolean;
};

/** Recording needs a person's permission, and any single prohibition stops it. */
export function decideRecording(facts: RecordingFacts): RecordingDecision {
  const { now, everywhere, project } = facts;
  if (facts.isSilenced) return off("variable");
  if (isPaused(everywhere.off, now)) return off("everywhere", { pause: everywhere.off });
  if (isPaused(project.off, now)) return off("project", { pause: project.off });
  const { enclosing } = facts;
  if (enclosing !== undefined) return off("enclosing", { pause: enclosing.pause, detail: enclosing.folder });
  if (facts.problem !== undefined) return off("settings_broken", { detail: facts.problem });
  if (!facts.isEnabled) return off("setting");
  if (facts.ignoredBy !== undefined) return off("ignored", { detail: facts.ignoredBy });
  const isAsked = facts.hasOwnMemory || (everywhere.repositories === "every" && facts.mayBegin);
  return isAsked ? { is_on: true } : off("not_asked");
}

export const isPaused = (pause: Pause | undefined, now: Instant): boolean =>
  pause !== undefined && (pause.until === undefined || pause.until > now);

type OffDetail = { readonly pause?: Pause | undefined; readonly detail?: string };

const MESSAGES: { readonly [why in OffReason]: (detail: string, until: string) => string } = {
  variable: () => "The variable TIDEMARK_OFF is set.",
  everywhere: (_, until) => `You turned recording off everywhere${until}.`,
  project: (_, until) => `You turned recording off in this project${until}.`,
  enclosing: (folder, until) => `Recording is off in ${folder}, which contains this project${until}.`,
  setting: () => "The setting memory.enabled is false.",
  ignored: (pattern) => `Your setting recording.ignore names this project (${pattern}).`,
  settings_broken: (problem) => `The settings cannot be read, so nothing is recorded: ${problem}`,
  not_asked: () => "Nobody has turned on recording in this project.",
};

function off(why: OffReason, { pause, detail = "" }: OffDetail = {}): RecordingDecision {
  const until = pause?.until === undefined ? undefined : iso(pause.until);
  return {
    is_on: false,
    why,
    message: MESSAGES[why](
      detail,
      until === undefined ? "" : ` until ${until.slice(0, 16).replace("T", " ")} UTC`,
    ),
    ...(until === undefined ? {} : { until }),
  };
}

/** Whether a variable such as TIDEMARK_OFF is set to anything except a word for "no". */
export const isVariableSet = (value: string | undefined): boolean =>
  value !== undefined && !/^(?:0|false|no|off)?$/i.test(value.trim());
