import { commandLine } from "../../surfaces/verbs/command-line.ts";
import { type AnswerOf, ask, type VerbInputOf } from "../api/ask.ts";
import type { Act } from "./act.ts";

type ReviewAnswer = AnswerOf<"review">;
export type ReviewEntry = ReviewAnswer["waiting"][number];
export type Unit = ReviewEntry["item"];

/** What can be done with an entry of the inbox, by the key that does it. */
export type EntryActs = {
  readonly accept: Act;
  readonly drop: Act;
  /** Both units of a conflict hold. */
  readonly both?: Act;
  readonly snooze?: Act;
  /** Accepts it in other words. */
  readonly edit?: (text: string) => Act;
};

/** A decision answers with little more than itself. */
const BRIEFLY = { limit: 1, type: "candidates" } as const;

async function decide(input: VerbInputOf<"review">): Promise<readonly string[]> {
  const { done } = await ask("review", { ...input, ...BRIEFLY });
  return done.map(({ item }) => item.label);
}

type Decided = Pick<VerbInputOf<"review">, "accept" | "reject" | "dismiss" | "keep" | "drop">;

function decision(name: string, done: string, ...steps: readonly Decided[]): Act {
  return {
    name,
    done,
    command: steps.map((step) => commandLine({ verb: "review", options: step })).join(" && "),
    run: async () => {
      const ids: string[] = [];
      for (const step of steps) ids.push(...(await decide(step)));
      return ids;
    },
  };
}

/** Units that were decided on with others need no second look. */
function lookedAt(units: readonly (Unit | undefined)[], unchecked: ReadonlySet<string>): Decided[] {
  const keep = units.flatMap((unit) => (unit && unchecked.has(unit.label) ? [unit.label] : []));
  return keep.length === 0 ? [] : [{ keep }];
}

const edited = (name: string, { label }: Unit, text: string): Act => ({
  name,
  done: `${label} says it in your words`,
  command: commandLine({ verb: "review", options: { edit: label, text } }),
  run: () => decide({ edit: label, text }),
});

/** The unit of a conflict that was said last. */
export const newerUnit = (units: readonly Unit[]): Unit | undefined =>
  [...units].sort((one, other) => saidAt(other) - saidAt(one))[0];

const saidAt = ({ evidence, position }: Unit): number => evidence?.at(-1) ?? position;

/** The acts for what waits. `unchecked` names units that were kept without asking. */
export function reviewActs(entry: ReviewEntry, unchecked: ReadonlySet<string>): EntryActs {
  const { item, units, sort } = entry;
  const { label } = item;
  switch (sort) {
    case "kept":
      return {
        accept: decision("Keep", `Kept ${label}`, { keep: [label] }),
        drop: decision("Drop", `Dropped ${label}`, { drop: [label] }),
        edit: (text) => edited("Change the words", item, text),
      };
    case "candidates":
      return {
        accept: decision("Accept", `Accepted ${label}`, { accept: [label] }),
        drop: decision("Reject", `Rejected ${label}`, { reject: [label] }),
        edit: (text) => edited("Accept in these words", item, text),
      };
    case "edges":
      return {
        accept: decision(
          "Replace the old one",
          `${units[1]?.label ?? label} is replaced`,
          { accept: [label] },
          ...lookedAt(units.slice(0, 1), unchecked),
        ),
        drop: decision("Keep both", "Both hold", { reject: [label] }, ...lookedAt(units, unchecked)),
      };
    case "conflicts": {
      const newer = newerUnit(units);
      return {
        accept: keepOne(newer, units, unchecked),
        drop: keepOne(
          units.find((unit) => unit !== newer),
          units,
          unchecked,
        ),
        both: decision("Both hold", "Both hold", { dismiss: [label] }, ...lookedAt(units, unchecked)),
      };
    }
  }
}

function keepOne(kept: Unit | undefined, units: readonly Unit[], unchecked: ReadonlySet<string>): Act {
  const label = kept?.label ?? "";
  const other = units.find((unit) => unit !== kept)?.label ?? "";
  const done = `${label} holds, ${other} ended`;
  return decision(`Keep ${label}`, done, { keep: [label] }, ...lookedAt([kept], unchecked));
}

/** One decision over several entries of one sort. Conflicts are decided one by one. */
export function bulkAct(entries: readonly ReviewEntry[], way: "accept" | "drop"): Act | undefined {
  const sort = entries[0]?.sort;
  if (sort === undefined || sort === "conflicts") return undefined;
  const labels = entries.map(({ item }) => item.label);
  const count = `${labels.length} ${labels.length === 1 ? "item" : "items"}`;
  if (sort === "kept")
    return way === "accept"
      ? decision(`Keep ${count}`, `Kept ${count}`, { keep: labels })
      : decision(`Drop ${count}`, `Dropped ${count}`, { drop: labels });
  return way === "accept"
    ? decision(`Accept ${count}`, `Accepted ${count}`, { accept: labels })
    : decision(`Reject ${count}`, `Rejected ${count}`, { reject: labels });
}
