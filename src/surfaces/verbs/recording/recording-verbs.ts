import * as z from "zod/mini";
import { projects } from "../../../app/recording/projects.ts";
import { turnOff, turnOn } from "../../../app/recording/switch-recording.ts";
import { described } from "../described.ts";
import { verb } from "../verb.ts";
import { projectsText, switchedText, uninstalledText } from "./recording-text.ts";

/** A span such as 2h. */
const SPAN_MAX = 20;

const everywhere = (help: string) => described(z._default(z.boolean(), false), help);

export const offVerb = verb({
  name: "off",
  summary: "Stop recording in this project or everywhere; the memory stays.",
  effect: "examines",
  alsoWrites: ["settings"],
  input: z.strictObject({
    everywhere: everywhere("In all projects, not only in this one"),
    for: described(
      z.optional(z.string().check(z.maxLength(SPAN_MAX))),
      "Resume automatically after this time: 30m, 2h, 3d",
    ),
  }),
  examples: [
    { command: "tidemark off", says: "records nothing in this project until tidemark on" },
    { command: "tidemark off --everywhere --for 2h", says: "records nothing anywhere for two hours" },
  ],
  run: turnOff,
  text: switchedText,
});

export const onVerb = verb({
  name: "on",
  summary: "Resume recording after `off`.",
  effect: "examines",
  alsoWrites: ["settings"],
  input: z.strictObject({ everywhere: everywhere("Undo `off --everywhere`") }),
  examples: [
    { command: "tidemark on", says: "records in this project again" },
    { command: "tidemark on --everywhere", says: "after tidemark off --everywhere" },
  ],
  run: turnOn,
  text: switchedText,
});

export const projectsVerb = verb({
  name: "projects",
  summary: "List every memory on this machine with its folder, size, last use and recording state.",
  effect: "examines",
  input: z.strictObject({}),
  examples: [{ command: "tidemark projects", says: "most recently used first" }],
  run: projects,
  text: projectsText,
});

export const uninstallVerb = verb({
  name: "uninstall",
  summary: "Remove Tidemark from every host and restore the hosts' files; memories stay unless you ask.",
  effect: "examines",
  alsoWrites: ["files", "settings", "memory"],
  input: z.strictObject({
    delete_memories: described(
      z._default(z.boolean(), false),
      "Also delete every memory on this machine, for good",
    ),
    yes: described(z._default(z.boolean(), false), "Do not ask first"),
  }),
  examples: [
    { command: "tidemark uninstall --yes", says: "restores the hosts; lists the memories that stay" },
    {
      command: "tidemark uninstall --delete-memories --yes",
      says: "removes everything Tidemark stored on this machine",
    },
  ],
  run: async (world, input) => (await import("../../../app/recording/uninstall.ts")).uninstall(world, input),
  text: uninstalledText,
  isFinding: ({ is_incomplete }) => is_incomplete,
});
