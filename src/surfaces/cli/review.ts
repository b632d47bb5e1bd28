import { findItem } from "../../app/items/find-item.ts";
import { noteLook } from "../../app/review/kept-items.ts";
import { type Decision, decide, type ReviewDecision, takeBack } from "../../app/review/review.ts";
import {
  type ReviewEntry,
  waitingCounts,
  waitingEntry,
  waitingItems,
} from "../../app/review/waiting-for-review.ts";
import type { ItemDeps, MemoryDeps, OwnFileDeps, RankingDeps, WriteDeps } from "../../app/runtime/deps.ts";
import { MemoryError } from "../../core/failure.ts";
import type { Keys } from "../../ports/keys.ts";
import type { Paint } from "../verbs/text/paint.ts";
import { decidedLines, entryText, keptText, waitText } from "../verbs/text/review-text.ts";
import { count } from "../verbs/text/tape-text.ts";
import { failureText } from "./failure-text.ts";

/** A review that asks about one entry after the other. */
export type Walk = {
  readonly deps: ItemDeps & OwnFileDeps & RankingDeps;
  readonly keys: Keys;
  readonly out: (text: string) => void;
  readonly paint: Paint;
};

/** An act of this review, so that it can be undone: the entry and the changed item. */
type ReviewedEntry = {
  readonly entry: string;
  readonly subject: string;
  readonly did: ReviewDecision["did"];
};

type State = {
  /** Ids of pending entries, in the order in which they are shown. */
  readonly queue: string[];
  at: number;
  readonly done: ReviewedEntry[];
  readonly skipped: Set<string>;
};

/** Asks about one pending entry after the other until none is left or the person leaves; returns the decisions. */
export async function walkReview(walk: Walk): Promise<void> {
  const { deps, out } = walk;
  const state: State = { queue: [], at: 0, done: [], skipped: new Set() };
  await fill(deps, state);
  const kept = (await waitingItems(deps, "kept")).length;
  out(`${waitText(await waitingCounts(deps))}${kept > 0 ? ` ${keptText(kept)}` : ""}\n`);
  for (let isOver = false; !isOver && state.at < state.queue.length; ) {
    const id = state.queue[state.at] ?? "";
    const entry = await waitingEntry(deps, id);
    if (entry) isOver = (await askEntry(walk, state, entry)) === "leave";
    // It was decided elsewhere or no longer needs a decision: it is removed from the queue.
    else state.queue.splice(state.at, 1);
  }
  // A person who reached the end has seen all entries, also the skipped ones.
  if (state.at >= state.queue.length && kept > 0) await noteLook(deps);
  out(`\n${await summary(deps, state)}\n`);
}

/** Entries that an act raised, or that an undo restored, are asked about too. */
async function fill(deps: WriteDeps & OwnFileDeps, { queue }: State): Promise<void> {
  const known = new Set(queue);
  const all = [...(await waitingItems(deps)), ...(await waitingItems(deps, "kept"))];
  for (const { id } of all) if (!known.has(id)) queue.push(id);
}

/** Shows an entry and asks until a decision is made. */
async function askEntry(walk: Walk, state: State, entry: ReviewEntry): Promise<"leave" | "on"> {
  const { keys, out, paint } = walk;
  out(`\n${paint.faint(`${state.at + 1} of ${state.queue.length}`)}\n${entryText(entry, paint)}\n\n`);
  let isExplained = false;
  for (;;) {
    out(`${promptOf(entry)} `);
    const way = await readChoice(keys, entry, isExplained);
    if (way === "leave") return leaveReview(out);
    out(`${way === undefined ? "" : way.word}\n`);
    isExplained ||= way === undefined;
    if (way === undefined) out(helpOf(entry));
    else if (way.do === "leave") return "leave";
    else if (await act(walk, state, { entry, way: way.do })) return "on";
  }
}

/** The first unknown key gets an explanation. Later ones are ignored. */
async function readChoice(
  keys: Keys,
  entry: ReviewEntry,
  isExplained: boolean,
): Promise<Way | "leave" | undefined> {
  for (;;) {
    const key = await keys.next();
    const way = key === "leave" ? key : waysOf(entry).find((each) => each.key === key);
    if (way !== undefined || !isExplained || key === "?") return way;
  }
}

function leaveReview(out: Walk["out"]): "leave" {
  out("\n");
  return "leave";
}

type Way = {
  readonly key: string;
  readonly word: string;
  readonly help: string;
  readonly do:
    | "accept"
    | "reject"
    | "edit"
    | "first"
    | "second"
    | "dismiss"
    | "confirm"
    | "drop"
    | "reword"
    | "replace"
    | "all"
    | "skip"
    | "undo"
    | "leave";
};

const SKIP: readonly Way[] = [
  { key: "s", word: "skip", help: "skip it for now", do: "skip" },
  { key: "u", word: "undo", help: "undo the last decision", do: "undo" },
  { key: "q", word: "quit", help: "quit; your decisions stay", do: "leave" },
];
const ACCEPT: Way = { key: "a", word: "accept", help: "it is right", do: "accept" };
const REJECT: Way = { key: "r", word: "reject", help: "it is wrong", do: "reject" };

function waysOf({ sort }: ReviewEntry): readonly Way[] {
  switch (sort) {
    case "candidates":
      return [
        ACCEPT,
        REJECT,
        { key: "e", word: "edit", help: "accept it with another text", do: "edit" },
        ...SKIP,
      ];
    case "edges":
      return [ACCEPT, REJECT, ...SKIP];
    case "conflicts":
      return [
        { key: "1", word: "keep-1", help: "keep the first, end the second", do: "first" },
        { key: "2", word: "keep-2", help: "keep the second, end the first", do: "second" },
        { key: "d", word: "dismiss", help: "both hold", do: "dismiss" },
        ...SKIP,
      ];
    case "kept":
      return [
        { key: "k", word: "keep", help: "it is right", do: "confirm" },
        { key: "d", word: "drop", help: "it is wrong: archive it", do: "drop" },
        { key: "e", word: "edit", help: "change its text", do: "reword" },
        {
          key: "r",
          word: "replaces",
          help: "it replaces another item, which you name",
          do: "replace",
        },
        { key: "a", word: "all", help: "keep this one and all others", do: "all" },
        ...SKIP,
      ];
  }
}

/** The prompt `[a]ccept [r]eject … ?`, with each letter inside its word. */
const promptOf = (entry: ReviewEntry): string =>
  `${waysOf(entry)
    .map(({ key, word }) => word.replace(key, `[${key}]`))
    .join(" ")} ?`;

const helpOf = (entry: ReviewEntry): string =>
  waysOf(entry)
    .map(({ key, help }) => `  ${key}  ${help}\n`)
    .join("");

type ReviewStep = { readonly entry: ReviewEntry; readonly way: Exclude<Way["do"], "leave"> };

/** Performs the act of a key. False if nothing was done: then the question stays open. */
async function act(walk: Walk, state: State, step: ReviewStep): Promise<boolean> {
  const { out, paint } = walk;
  if (step.way === "skip") {
    state.skipped.add(step.entry.item.id);
    state.at++;
    return true;
  }
  if (step.way === "all") return lookedAtAll(walk, state);
  try {
    return step.way === "undo" ? await undone(walk, state) : await applyDecision(walk, state, step);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    out(`${failureText(error, paint)}\n`);
    return false;
  }
}

/** Leaves everything that was kept unchanged, and asks nothing more about it. */
async function lookedAtAll({ deps, out }: Walk, state: State): Promise<boolean> {
  const kept = new Set((await waitingItems(deps, "kept")).map(({ id }) => id));
  await noteLook(deps);
  const left = state.queue.slice(state.at).filter((id) => !kept.has(id));
  state.queue.splice(state.at, state.queue.length, ...left);
  out("All of them are kept.\n");
  return true;
}

async function undone({ deps, out, paint }: Walk, state: State): Promise<boolean> {
  const last = state.done.at(-1);
  if (!last) {
    out("Nothing was decided yet.\n");
    return false;
  }
  const back = await takeBack(deps, last.subject);
  state.done.pop();
  await fill(deps, state);
  state.at = Math.max(0, state.queue.indexOf(last.entry));
  out(`${decidedLines(back, paint).join("\n")}\n`);
  return true;
}

async function applyDecision(walk: Walk, state: State, { entry, way }: ReviewStep): Promise<boolean> {
  const { deps, out, paint } = walk;
  const decision = await decisionOf(walk, entry, way);
  if (!decision) {
    out("Nothing was changed.\n");
    return false;
  }
  const made = await decide(deps, decision);
  state.skipped.delete(entry.item.id);
  state.done.push({ entry: entry.item.id, subject: made.item.id, did: made.did });
  state.at++;
  await fill(deps, state);
  out(`${decidedLines(made, paint).join("\n")}\n`);
  return true;
}

async function decisionOf(
  walk: Walk,
  { item, units }: ReviewEntry,
  way: ReviewStep["way"],
): Promise<Decision | undefined> {
  switch (way) {
    case "accept":
    case "reject":
    case "dismiss":
    case "confirm":
    case "drop":
      return { do: way, id: item.id };
    case "reword": {
      const text = (await walk.keys.line("text: ", onOneLine(item.text)))?.trim();
      return text ? { do: "reword", id: item.id, text } : undefined;
    }
    case "replace": {
      const older = (await walk.keys.line("replaces (id or label): ", ""))?.trim();
      return older ? { do: "replace", id: item.id, older: (await findItem(walk.deps, older)).id } : undefined;
    }
    case "first":
    case "second": {
      const unit = units[way === "first" ? 0 : 1];
      return unit && { do: "keep", conflict: item.id, id: unit.id };
    }
    case "edit":
      return editDecision(walk, item);
    default:
      return undefined;
  }
}

const onOneLine = (text: string): string => text.replace(/(?<!\s)\s*\n\s*/g, " ");

async function editDecision({ keys }: Walk, item: ReviewEntry["item"]): Promise<Decision | undefined> {
  const said = onOneLine(item.text);
  const text = (await keys.line("text: ", said))?.trim();
  if (!text) return undefined;
  const kind = (await keys.line("kind: ", String(item.proposes)))?.trim();
  if (!kind) return undefined;
  return { do: "accept", id: item.id, edit: { proposes: kind, ...(text === said ? {} : { text }) } };
}

const CHECKED = [
  ["confirmed", "kept"],
  ["dropped", "dropped"],
  ["reworded", "changed"],
  ["replaced", "replaced"],
] as const;

async function summary(deps: MemoryDeps, { done, skipped }: State): Promise<string> {
  const of = (did: ReviewDecision["did"]) => done.filter((each) => each.did === did).length;
  const parts = [
    ...(["accepted", "rejected", "dismissed"] as const).flatMap((did) =>
      of(did) > 0 ? [`${of(did)} ${did}`] : [],
    ),
    ...(of("kept") > 0 ? [`${count(of("kept"), "conflict")} settled`] : []),
    ...CHECKED.flatMap(([did, word]) => (of(did) > 0 ? [`${of(did)} ${word}`] : [])),
    ...(skipped.size > 0 ? [`${skipped.size} skipped`] : []),
  ];
  const said = parts.length === 0 ? "Nothing was decided." : `${parts.join(", ")}.`;
  const back = done.length === 0 ? "" : " To undo the last one: tidemark review --undo";
  return `${said} ${waitText(await waitingCounts(deps))}${back}`;
}
