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
  summary: "Where the work stands: plans, handoffs, traps, sessions, what waits and what is doubtful.",
  effect: "reads",
  input: z.strictObject({}),
  examples: [{ command: "tidemark board", says: "one page; doubts come last, each with what to do" }],
  run: async (world) => {
    const { stale, ...board } = await (await import("../../app/plans/board.ts")).board(world);
    return { ...board, stale: toldReport(stale) };
  },
  text: boardText,
});

export const doctorVerb = verb({
  name: "doctor",
  summary: "Find out what is wrong with this memory, and mend what can be mended.",
  effect: "examines",
  remote: ({ fix }) => (fix ? "never" : "admin"),
  input: z.strictObject({
    fix: described(z._default(z.boolean(), false), "Mend what can be mended, and say what was done"),
  }),
  examples: [
    { command: "tidemark doctor", says: "ends with 1 on an error; each finding has a command" },
    { command: "tidemark doctor --fix", says: "nothing is deleted: what cannot be read is set aside" },
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
