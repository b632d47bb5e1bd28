import * as z from "zod/mini";
import { fixText } from "./command-line.ts";
import { described } from "./described.ts";
import { boardText } from "./text/board-text.ts";
import { doctorText } from "./text/doctor-text.ts";
import { toldReport } from "./text/stale-text.ts";
import { verb } from "./verb.ts";

/* What these verbs run is loaded when it is asked for: everyday commands should not wait for it. */

export const boardVerb = verb({
  name: "board",
  summary:
    "Show the state of all work: plans, handoffs, traps, sessions, pending reviews and possibly outdated items.",
  effect: "reads",
  input: z.strictObject({}),
  examples: [{ command: "tidemark board", says: "one page; outdated items come last, each with a command" }],
  run: async (world) => {
    const { stale, ...board } = await (await import("../../app/plans/board.ts")).board(world);
    return { ...board, stale: toldReport(stale) };
  },
  text: boardText,
});

export const doctorVerb = verb({
  name: "doctor",
  summary: "Check this memory for problems and repair them.",
  effect: "examines",
  alsoWrites: ["files", "settings", "memory"],
  remote: ({ fix }) => (fix ? "never" : "admin"),
  input: z.strictObject({
    fix: described(z._default(z.boolean(), false), "Repair what can be repaired, and report each repair"),
  }),
  examples: [
    { command: "tidemark doctor", says: "exits with 1 on an error; each finding comes with a command" },
    { command: "tidemark doctor --fix", says: "deletes nothing: unreadable files are set aside" },
  ],
  run: async (world, input) => {
    const { findings, ...found } = await (await import("../../app/upkeep/doctor.ts")).doctor(world, input);
    return {
      ...found,
      findings: findings.map(({ report, ...each }) => ({
        ...each,
        fix: fixText(each.fix),
        ...(report === undefined ? {} : { report: toldReport(report) }),
      })),
    };
  },
  text: doctorText,
  isFinding: ({ ok }) => !ok,
});
