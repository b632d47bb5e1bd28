import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../place.ts";
import { agreedOf } from "./agreed.ts";

export type CorpusPart = "dev" | "fit" | "test";
export type CorpusTurn = {
  readonly role: "user" | "assistant" | "tool";
  readonly text: string;
  /** The number by which labels refer to this turn. */
  readonly anchor?: number;
  /** Index of the conversation within the dialogue, from 0. */
  readonly session: number;
  readonly tool?: string;
  readonly tool_input?: string;
  readonly exit_code?: number;
};

export type Label = {
  /** The acceptable kinds. */
  readonly kinds: readonly string[];
  readonly anchors: readonly number[];
  /** The words of the turn that make the statement, as each reader quotes them. */
  readonly quotes: readonly string[];
  readonly isMaybe: boolean;
  readonly rejected: readonly string[];
  readonly instead?: string;
  readonly amends?: string;
  /** True if only one of the two readers says that this label amends that one. */
  readonly mayAmend?: boolean;
  readonly name?: string;
};

/** The labels of one reader for a dialogue, or the merged labels of two. */
export type Reading = {
  readonly labels: readonly Label[];
  readonly conflicts: readonly (readonly [string, string])[];
  /** Conflict pairs that only one of the two readers labelled. */
  readonly doubtful: readonly (readonly [string, string])[];
};

export type Dialogue = Reading & {
  readonly name: string;
  readonly lang: string;
  readonly host: string;
  readonly sort: string;
  readonly turns: readonly CorpusTurn[];
  /** The labels of each reader: one entry, or two if the dialogue was labelled twice. */
  readonly readings: readonly Reading[];
};

const KINDS = ["decision", "preference", "constraint", "trap", "fact", "question", "plan"];
const SORTS =
  "settled direct amended rejected standing corrected trap facts plan poison conflict chatter long".split(
    " ",
  );
const FOLDER = join(ROOT, "bench/corpus");

/**
 * Reads the dialogues of one part of the corpus in the order of their files: all files, or the named ones.
 */
export function readCorpus(part: CorpusPart, named?: readonly string[]): Dialogue[] {
  const folder = join(FOLDER, part);
  const files = (named ?? readdirSync(folder)).filter((name) => name.endsWith(".txt"));
  return files.toSorted().flatMap((name) => dialoguesOf(readFileSync(join(folder, name), "utf8"), name));
}

/** Parses the dialogues of one file. Throws an error that names the faulty line. */
export function dialoguesOf(text: string, file: string): Dialogue[] {
  const blocks = text.split(/^=== */m).slice(1);
  return blocks.map((block) => {
    const name = block.slice(0, block.indexOf("\n")).trim();
    try {
      return dialogueOf(name, block.slice(block.indexOf("\n") + 1));
    } catch (error) {
      throw new Error(`${file}, ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}

function dialogueOf(name: string, block: string): Dialogue {
  const [before = "", ...marked] = block.split(/^--- (?:labels|read again) *$/m);
  const [head = "", ...sessions] = before.split(/^--- session *$/m);
  const turns = sessions.flatMap((session, i) => turnsOf(session, i));
  const field = (of: string): string => new RegExp(`^${of}: *(.+)$`, "m").exec(head)?.[1]?.trim() ?? "";
  const sort = field("sort");
  if (!SORTS.includes(sort)) throw new Error(`has the sort "${sort}"`);
  const readings = marked.map(readingOf);
  for (const reading of readings) checkLabels(turns, reading);
  const [first, second] = readings;
  if (!first) throw new Error("has no labels part");
  const agreed = second ? agreedOf(first, second) : first;
  return { name, lang: field("lang"), host: field("host"), sort, turns, readings, ...agreed };
}

function readingOf(text: string): Reading {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const isConflict = (line: string): boolean => line.startsWith("conflict ");
  return {
    labels: lines.filter((line) => !isConflict(line)).map(labelOf),
    conflicts: lines
      .filter(isConflict)
      .map((line) => line.trim().split(/\s+/).slice(1) as unknown as readonly [string, string]),
    doubtful: [],
  };
}

function turnsOf(session: string, at: number): CorpusTurn[] {
  const turns: CorpusTurn[] = [];
  for (const line of session.split("\n")) {
    const begin = /^([UAT])(?:@(\d+))? +(.*)$/.exec(line);
    const last = turns.at(-1);
    if (begin) turns.push(turnOf(begin, at));
    else if (/^ {5}/.test(line) && last)
      turns.splice(-1, 1, { ...last, text: `${last.text}\n${line.slice(5)}` });
    else if (line.trim() !== "") throw new Error(`cannot read "${line}"`);
    else if (last && last.text !== "") turns.splice(-1, 1, { ...last, text: `${last.text}\n` });
  }
  return turns.map((turn) => ({ ...turn, text: turn.text.replace(/^\n|\s+$/g, "") }));
}

function turnOf([, who, anchor, rest = ""]: RegExpExecArray, session: number): CorpusTurn {
  const named = anchor === undefined ? {} : { anchor: Number(anchor) };
  if (who !== "T") return { role: who === "U" ? "user" : "assistant", text: rest, session, ...named };
  const [tool = "", ...parts] = rest.split(" | ");
  const exit = /^exit (-?\d+)$/.exec(parts[0] ?? "");
  const input = (exit ? parts.slice(1) : parts).join(" | ");
  const code = exit ? { exit_code: Number(exit[1]) } : {};
  return { role: "tool", text: "", session, tool: tool.trim(), tool_input: input, ...code, ...named };
}

function labelOf(line: string): Label {
  const match = /^(maybe )?([a-z|]+)((?: +@\d+)+) +"((?:[^"\\]|\\.)*)"(.*)$/.exec(line.trim());
  if (!match) throw new Error(`cannot read the label "${line}"`);
  const [, maybe, kinds = "", anchors = "", quote = "", rest = ""] = match;
  const unknown = kinds.split("|").find((kind) => !KINDS.includes(kind));
  if (unknown !== undefined) throw new Error(`there is no kind "${unknown}"`);
  const quoted = (of: string): string[] =>
    [
      ...(new RegExp(`${of}((?: +"(?:[^"\\\\]|\\\\.)*")+)`).exec(rest)?.[1] ?? "").matchAll(
        /"((?:[^"\\]|\\.)*)"/g,
      ),
    ].map((found) => bare(found[1] ?? ""));
  const [instead] = quoted("instead");
  const amends = /\bamends +(\w+)/.exec(rest)?.[1];
  const name = /\bas +(\w+)/.exec(rest)?.[1];
  return {
    kinds: kinds.split("|"),
    anchors: [...anchors.matchAll(/\d+/g)].map(([digits]) => Number(digits)),
    quotes: [bare(quote)],
    isMaybe: maybe !== undefined,
    rejected: quoted("rejected"),
    ...(instead === undefined ? {} : { instead }),
    ...(amends === undefined ? {} : { amends }),
    ...(name === undefined ? {} : { name }),
  };
}

const bare = (text: string): string => text.replace(/\\(.)/g, "$1");

function checkLabels(turns: readonly CorpusTurn[], { labels, conflicts }: Reading): void {
  const names = new Set(labels.flatMap(({ name }) => name ?? []));
  for (const { anchors, quotes, amends } of labels) {
    const [quote = ""] = quotes;
    const cited = anchors.map((anchor) => turns.filter((turn) => turn.anchor === anchor));
    if (cited.some((found) => found.length !== 1)) throw new Error(`"${quote}" points at no turn, or at two`);
    const isThere = cited.flat().some((turn) => `${turn.text}\n${turn.tool_input ?? ""}`.includes(quote));
    if (!isThere) throw new Error(`"${quote}" is not in the turns it points at`);
    if (amends !== undefined && !names.has(amends)) throw new Error(`nothing is called "${amends}"`);
  }
  for (const pair of conflicts)
    if (pair.length !== 2 || pair.some((name) => !names.has(name)))
      throw new Error(`conflict ${pair.join(" ")}`);
}
