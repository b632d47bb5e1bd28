import * as z from "zod/mini";
import { projects } from "../../../app/recording/projects.ts";
import { turnOff, turnOn } from "../../../app/recording/switch-recording.ts";
import { flag, optionalText } from "../inputs.ts";
import { verb } from "../verb.ts";
import { projectsText, switchedText, uninstalledText } from "./recording-text.ts";

/** Longest duration, such as 2h. */
const SPAN_MAX = 20;

export const offVerb = verb({
  name: "off",
  summary: "Stop recording in this project or everywhere; the memory stays.",
  effect: "examines",
  alsoWrites: ["settings"],
  input: z.strictObject({
    everywhere: flag("In all projects, not only in this one"),
    for: optionalText("Resume automatically after this time: 30m, 2h, 3d", { max: SPAN_MAX }),
  }),
  examples: {
    "tidemark off": "records nothing in this project until tidemark on",
    "tidemark off --everywhere --for 2h": "records nothing anywhere for two hours",
  },
  run: turnOff,
  text: switchedText,
});

export const onVerb = verb({
  name: "on",
  summary: "Resume recording after `off`.",
  effect: "examines",
  alsoWrites: ["settings"],
  input: z.strictObject({ everywhere: flag("Undo `off --everywhere`") }),
  examples: {
    "tidemark on": "records in this project again",
    "tidemark on --everywhere": "after tidemark off --everywhere",
  },
  run: turnOn,
  text: switchedText,
});

export const projectsVerb = verb({
  name: "projects",
  summary: "List every memory on this machine with its folder, size, last use and recording state.",
  effect: "examines",
  input: z.strictObject({}),
  examples: { "tidemark projects": "most recently used first" },
  run: projects,
  text: projectsText,
});

export const uninstallVerb = verb({
  name: "uninstall",
  summary: "Remove Tidemark from every host and restore the hosts' files; memories stay unless you ask.",
  effect: "examines",
  alsoWrites: ["files", "settings", "memory"],
  input: z.strictObject({
    delete_memories: flag("Also delete every memory on this machine, for good"),
    yes: flag("Do not ask first"),
  }),
  examples: {
    "tidemark uninstall --yes": "restores the hosts; lists the memories that stay",
    "tidemark uninstall --delete-memories --yes": "removes everything Tidemark stored on this machine",
  },
  run: async (deps, input) => (await import("../../../app/recording/uninstall.ts")).uninstall(deps, input),
  text: uninstalledText,
  isFinding: ({ is_incomplete }) => is_incomplete,
});
