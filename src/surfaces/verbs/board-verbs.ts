import * as z from "zod/mini";
import type { BriefDeps } from "../../app/runtime/deps.ts";
import { fixText } from "./command-line.ts";
import { flag } from "./inputs.ts";
import { boardText, type ShownBoard } from "./text/board-text.ts";
import { doctorText } from "./text/doctor-text.ts";
import { shownReport } from "./text/stale-text.ts";
import { statusText } from "./text/status-text.ts";
import { verb } from "./verb.ts";

/** The state of all work, with suggestions written as commands. */
export async function board(deps: BriefDeps): Promise<ShownBoard> {
  const { stale, ...found } = await (await import("../../app/plans/board.ts")).board(deps);
  return { ...found, stale: shownReport(stale) };
}

export const statusVerb = verb({
  name: "status",
  summary: "Show the state of the memory, and what to do next.",
  effect: "reads",
  input: z.strictObject({
    work: flag(
      "Show the state of all work instead: plans, handoffs, traps, sessions and possibly outdated items",
    ),
  }),
  examples: {
    "tidemark status": "one screen; `tidemark` without a command shows the same",
    "tidemark status --work": "outdated items come last, each with a command",
  },
  run: async (deps, { work }) => ({
    ...(await (await import("../../app/upkeep/status.ts")).status(deps)),
    ...(work ? { work: await board(deps) } : {}),
  }),
  text: ({ work, ...status }, paint) => (work ? boardText(work, paint) : statusText(status, paint)),
});

export const doctorVerb = verb({
  name: "doctor",
  summary: "Check this memory for problems and repair them.",
  effect: "examines",
  alsoWrites: ["files", "settings", "memory"],
  remote: ({ fix }) => (fix ? "never" : "admin"),
  input: z.strictObject({
    fix: flag("Repair what can be repaired, and report each repair"),
  }),
  examples: {
    "tidemark doctor": "exits with 1 on an error; each finding comes with a command",
    "tidemark doctor --fix": "deletes nothing: unreadable files are set aside",
  },
  run: async (deps, input) => {
    const { findings, ...found } = await (await import("../../app/upkeep/doctor.ts")).doctor(deps, input);
    return {
      ...found,
      findings: findings.map(({ report, ...each }) => ({
        ...each,
        fix: fixText(each.fix),
        ...(report === undefined ? {} : { report: shownReport(report) }),
      })),
    };
  },
  text: doctorText,
  isFinding: ({ ok }) => !ok,
});
