import { commandLine } from "../../surfaces/verbs/command-line.ts";
import { type AnswerOf, ask } from "../api/ask.ts";
import type { Act } from "./act.ts";
import { candidateActs, type EntryActs } from "./review-acts.ts";

export type Warning = AnswerOf<"staleList">["warnings"][number];

const SNOOZE = "2w";
const CHECKED = "a person checked it";

export const snoozeAct = (labels: readonly string[], until = SNOOZE): Act => ({
  name: "Snooze two weeks",
  done: `Snoozed ${countText(labels)} for two weeks`,
  command: commandLine({ verb: "stale snooze", words: [...labels], options: { until } }),
  run: async () => {
    const { snoozed } = await ask("staleSnooze", { ids: [...labels], until });
    return snoozed.map(({ label }) => label);
  },
});

export const resolveAct = (labels: readonly string[]): Act => ({
  name: "End",
  done: `Ended ${countText(labels)}`,
  command: commandLine({ verb: "stale resolve", words: [...labels] }),
  run: async () => {
    const { resolved } = await ask("staleResolve", { ids: [...labels] });
    return resolved.map(({ item }) => item.label);
  },
});

const countText = (labels: readonly string[]): string =>
  labels.length === 1 ? (labels[0] ?? "") : `${labels.length} items`;

export const confirmAct = (labels: readonly string[]): Act => ({
  name: "Still true",
  done: `Confirmed ${countText(labels)}`,
  command: labels
    .map((label) =>
      commandLine({ verb: "rate", words: [label, "confirmed"], options: { evidence: CHECKED } }),
    )
    .join(" && "),
  run: async () => {
    const ids: string[] = [];
    for (const id of labels)
      ids.push((await ask("rate", { id, rating: "confirmed", evidence: CHECKED })).label);
    return ids;
  },
});

function pathsAct({ label, related_paths }: Warning): Act {
  const paths = [...(related_paths ?? [])];
  return {
    name: "Update paths",
    done: `Updated the paths of ${label}: ${paths.join(", ")}`,
    command: commandLine({ verb: "update", words: [label], options: { related_paths: paths } }),
    run: async () => [(await ask("update", { id: label, related_paths: paths })).label],
  };
}

/** Kinds that can be confirmed; items of other kinds are snoozed. */
const STATEMENTS: readonly string[] = [
  ...["fact", "decision", "constraint", "preference"],
  ...["pattern", "hypothesis", "lesson", "trap"],
];

/** Labels of a doubt, including doubts that say the same. */
const labelsOf = ({ label, repeats = [] }: Warning): string[] => [
  label,
  ...repeats.map((each) => each.label),
];

/** The acts for a doubt. The active context is a file, and is updated by a command of its own. */
export function staleActs(warning: Warning): EntryActs | undefined {
  if (warning.kind === "context") return undefined;
  const labels = labelsOf(warning);
  if (warning.kind === "candidate") return { ...candidateActs(warning.label), snooze: snoozeAct(labels) };
  const isStatement = STATEMENTS.includes(warning.kind) && !warning.reasons.includes("expired");
  const holds = isStatement ? confirmAct(labels) : snoozeAct(labels);
  return {
    accept: warning.suggests === "update_paths" ? pathsAct(warning) : holds,
    drop: resolveAct(labels),
    snooze: snoozeAct(labels),
  };
}
