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
  /** Keeps both units of a conflict. */
  readonly both?: Act;
  readonly snooze?: Act;
  /** Accepts it in other words. */
  readonly edit?: (text: string) => Act;
};

/** The answer of a decision needs little more than the decided entry. */
const BRIEFLY = { limit: 1, type: "candidates" } as const;

async function decide(input: VerbInputOf<"review">): Promise<readonly string[]> {
  const { done } = await ask("review", { ...input, ...BRIEFLY });
  return done.map(({ item }) => item.label);
}

type DecidedItems = Pick<VerbInputOf<"review">, "accept" | "reject" | "dismiss" | "keep" | "drop">;

function decision(name: string, done: string, ...steps: readonly DecidedItems[]): Act {
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

/** Units that were decided on together with others need no second look. */
function lookedAt(units: readonly (Unit | undefined)[], unchecked: ReadonlySet<string>): DecidedItems[] {
  const keep = units.flatMap((unit) => (unit && unchecked.has(unit.label) ? [unit.label] : []));
  return keep.length === 0 ? [] : [{ keep }];
}

export const candidateActs = (label: string): EntryActs => ({
  accept: decision("Accept", `Accepted ${label}`, { accept: [label] }),
  drop: decision("Reject", `Rejected ${label}`, { reject: [label] }),
  edit: (text) => editAct("Accept with this text", label, text),
});

const editAct = (name: string, label: string, text: string): Act => ({
  name,
  done: `Saved ${label} in your words`,
  command: commandLine({ verb: "review", options: { edit: label, text } }),
  run: () => decide({ edit: label, text }),
});

/** The newer unit of a conflict. */
export const newerUnit = (units: readonly Unit[]): Unit | undefined =>
  [...units].sort((one, other) => saidAt(other) - saidAt(one))[0];

const saidAt = ({ evidence, position }: Unit): number => evidence?.at(-1) ?? position;

/** The acts for a waiting entry. `unchecked` names units that were kept without asking. */
export function reviewActs(entry: ReviewEntry, unchecked: ReadonlySet<string>): EntryActs {
  const { item, units, sort } = entry;
  const { label } = item;
  switch (sort) {
    case "kept":
      return {
        accept: decision("Keep", `Kept ${label}`, { keep: [label] }),
        drop: decision("Drop", `Dropped ${label}`, { drop: [label] }),
        edit: (text) => editAct("Save", label, text),
      };
    case "candidates":
      return candidateActs(label);
    case "edges":
      return edgeActs(entry, unchecked);
    case "conflicts": {
      const newer = newerUnit(units);
      return {
        accept: keepOne(newer, units, unchecked),
        drop: keepOne(otherThan(newer, units), units, unchecked),
        both: decision("Keep both", "Kept both", { dismiss: [label] }, ...lookedAt(units, unchecked)),
      };
    }
  }
}

/** An edge that replaces or challenges ends the older unit; the others only link the two. */
function edgeActs({ item, units }: ReviewEntry, unchecked: ReadonlySet<string>): EntryActs {
  const { label, relation } = item;
  const isEnding = relation === "replaces" || relation === "challenges";
  const older = units[1]?.label ?? label;
  const [name, done] = isEnding
    ? ["Replace the older", `Replaced ${older}`]
    : ["Accept", `Accepted ${label}`];
  const looked = lookedAt(isEnding ? units.slice(0, 1) : units, unchecked);
  return {
    accept: decision(name, done, { accept: [label] }, ...looked),
    drop: decision("Keep both", "Kept both", { reject: [label] }, ...lookedAt(units, unchecked)),
  };
}

const otherThan = (kept: Unit | undefined, units: readonly Unit[]): Unit | undefined =>
  units.find((unit) => unit !== kept);

function keepOne(kept: Unit | undefined, units: readonly Unit[], unchecked: ReadonlySet<string>): Act {
  const label = kept?.label ?? "";
  const other = otherThan(kept, units)?.label ?? "";
  const done = `Kept ${label}, ended ${other}`;
  return decision(`Keep ${label}`, done, { keep: [label] }, ...lookedAt([kept], unchecked));
}

/**
 * Records that this person has seen everything that was kept or ended so far. It moves a bookmark and changes no item, so there is nothing
 * to undo.
 */
export const seenAct: Act = {
  name: "Mark as seen",
  done: "Marked as seen",
  command: commandLine({ verb: "review", options: { keep_all: true } }),
  run: async () => {
    await ask("review", { keep_all: true, ...BRIEFLY });
    return [];
  },
};

/** One decision over several entries of one group. Conflicts are decided one by one. */
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
