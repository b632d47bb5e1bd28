import type { HostHook } from "./hook.ts";

/** Any program that can run a command: the event's name on the command line, its fields on standard input. */
export const genericHook: HostHook = {
  host: "generic",
  capture: (event, input) => ({
    lines: [{ ...input, type: event }],
    wantsBrief: false,
    isEnd: event === "session.ended",
  }),
  reply: () => "",
};
