import { memoized } from "../edges/remember.ts";
import { standsBeside } from "../edges/stands-beside.ts";
import { rootsOf, sharedSubject, subjectOf } from "../edges/subject.ts";
import { amountsIn, valuesOf } from "../edges/values.ts";
import type { Item } from "../items/item.ts";
import type { Position, TurnEvent } from "../tape/event.ts";
import { isPersonTurn, turnSpeaker } from "../tape/turn-speaker.ts";
import { shorten } from "../text/shorten.ts";
import { type PriorStatement, rarityIn, type ThreadLink } from "./link.ts";
import { isDenying } from "./replaced-unit.ts";
import { UNSURE_MAX } from "./thread.ts";
import { restingKey } from "./threads-view.ts";

/** A call by which an agent put other words in the place of those that a file had. */
export type ValueEdit = {
  readonly position: Position;
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** What the person asked for, and what the agent said of it. */
  readonly around: string;
  /** Where the person asked, and where they answered. */
  readonly from: Position;
  readonly to: Position;
};

/** A longer change is a rewrite and gives no single value. */
const CHANGE_MAX = 160;
const AROUND_MAX = 1200;
/** So much of either side is told. */
const TOLD_MAX = 70;

/** The edits among turns, from a position on. */
export function editsIn(turns: readonly TurnEvent[], from: Position): ValueEdit[] {
  const persons = turns.flatMap(({ payload }, i) => (isPersonTurn(payload) ? [i] : []));
  return turns.flatMap((turn, i) => {
    if (turn.position < from) return [];
    const changes = changesIn(turn);
    if (changes.length === 0) return [];
    const asked = persons.findLast((each) => each < i) ?? 0;
    const answered = persons.find((each) => each > i) ?? turns.length - 1;
    const around = turns
      .slice(asked, answered)
      .filter(({ payload }) => ["person", "agent"].includes(turnSpeaker(payload)))
      .map(({ payload }) => payload?.text ?? "")
      .join("\n")
      .slice(0, AROUND_MAX);
    const place = { from: turns[asked]?.position ?? 0, to: turns[answered]?.position ?? turn.position };
    return changes.map((change) => ({ position: turn.position, ...change, around, ...place }));
  });
}

/** How an edit is told: the file, what it said and what it says now. */
export function editText(turn: TurnEvent): string {
  return changesIn(turn)
    .slice(0, 1)
    .map(({ path, before, after }) => `${path}: ${shorten(before, TOLD_MAX)} → ${shorten(after, TOLD_MAX)}`)
    .join("");
}

type TextChange = Pick<ValueEdit, "path" | "before" | "after">;

/** The call's input as it was recorded: JSON, perhaps cut off. */
function changesIn({ payload }: TurnEvent): TextChange[] {
  if (turnSpeaker(payload) !== "tool" || (payload?.exit_code ?? 0) !== 0) return [];
  const input = String(payload?.tool_input ?? "");
  const olds = fieldsIn(input, OLD_FIELD);
  const news = fieldsIn(input, NEW_FIELD);
  const [path = ""] = fieldsIn(input, PATH_FIELD);
  return olds.flatMap((old, i) => {
    const [before, after] = differingLines(old, news[i] ?? "");
    return before === "" || after === "" || before.length + after.length > CHANGE_MAX
      ? []
      : [{ path: path.split("/").slice(-2).join("/"), before, after }];
  });
}

const VALUE = String.raw`"\s*:\s*("(?:[^"\\]|\\.){0,600}")`;
const OLD_FIELD = new RegExp(`"(?:old_string|old_str|oldString|oldText)${VALUE}`, "gu");
const NEW_FIELD = new RegExp(`"(?:new_string|new_str|newString|newText)${VALUE}`, "gu");
const PATH_FIELD = new RegExp(`"(?:file_path|filePath|path)${VALUE}`, "gu");

function fieldsIn(input: string, field: RegExp): string[] {
  return [...input.matchAll(field)].map(([, quoted = '""']) => {
    try {
      return String(JSON.parse(quoted));
    } catch {
      return "";
    }
  });
}

/** The lines that only one side has. */
function differingLines(before: string, after: string): readonly [string, string] {
  const [ours, theirs] = [before, after].map((text) => text.split("\n").map((line) => line.trim()));
  const without = (lines: readonly string[] = [], others: readonly string[] = []): string =>
    lines
      .filter((line) => !others.includes(line))
      .join(" ")
      .trim();
  return [without(ours, theirs), without(theirs, ours)];
}

/** What edits say of earlier statements, given the items that were made of what was said around them. */
type EditInput = {
  readonly edits: readonly ValueEdit[];
  /** Those of other readings, which a later one may change again. */
  readonly earlier: readonly ValueEdit[];
  readonly statements: readonly PriorStatement[];
  readonly items: readonly Item[];
};

/** So many statements are linked to one edit. */
const LINKS_PER_EDIT = 4;
/** Where the person's own statement gives the value that was put in, it takes the place. */
const STATED_SCORE = 0.8;
/** Of the same line of the same file the last edit is what the file says. */
const SAME_LINE_SCORE = 0.95;
/** How much of a subject a statement shares with an edit that takes a name out of a file, a number, or a single digit. */
const SHARED_MIN = { name: 1, number: 0.7, digit: 1.2 } as const;

/**
 * Links statements to the edits that took their value out of a file. An edit never hides what a person said: it may be of the agent's
 * own accord.
 */
export function editLinks({ edits, earlier, statements, items }: EditInput): ThreadLink[] {
  const rarity = rarityIn(statements);
  return edits.flatMap((edit) => {
    const [gone, put] = [differingValues(edit.before, edit.after), differingValues(edit.after, edit.before)];
    const modules = modulesIn(edit.before);
    const changed = [...earlier, ...edits].filter(
      (other) => other.position < edit.position && other.path === edit.path && isSameLine(other, edit),
    );
    const about = subjectOf([edit.path, edit.before, edit.around].join("\n"));
    const linked = statements.flatMap((older) => {
      if (older.at === 0 || older.at >= edit.position) return [];
      const values = valuesNamed(older.text);
      const isNamed = (value: string): boolean => modules.has(value) && rootsOf(older.text).has(value);
      const named = [...gone].filter((value) => values.has(value) || isNamed(value));
      if (named.length === 0 || [...put].some((value) => values.has(value))) return [];
      // Whoever takes out what was forbidden does as they were told.
      if (isDenying(older.text, named.join(" "))) return [];
      const shared = sharedSubject(about, subjectOf(older.text), rarity).weight;
      return shared >= SHARED_MIN[sortOf(named)] ? [{ older, shared }] : [];
    });
    const best = linked.sort((a, b) => b.shared - a.shared).slice(0, LINKS_PER_EDIT);
    return [
      ...changed.slice(-1).map((other) => linkOf(restingKey(other.position), edit, SAME_LINE_SCORE)),
      ...best.map(
        ({ older }) => statedLink(older, { edit, put, items }) ?? linkOf(older.key, edit, UNSURE_MAX),
      ),
    ];
  });
}

/** What code takes from elsewhere: whoever writes "logs go to wandb" names it by an ordinary word. */
const modulesIn = (code: string): ReadonlySet<string> =>
  new Set([...code.matchAll(MODULE)].flatMap(([, name = ""]) => [...rootsOf(name)]));
const MODULE =
  /(?:^|[\s(])(?:import|from|require|use|using|include|gem)[\s("'<]+([\p{L}@][\p{L}\p{N}_@/-]*)/gu;

const linkOf = (older: string, { position }: ValueEdit, score: number): ThreadLink => ({
  older,
  turn: position,
  words: [],
  score,
});

type StatedInput = {
  readonly edit: ValueEdit;
  readonly put: ReadonlySet<string>;
  readonly items: readonly Item[];
};

/** The link to the unit in which the person gives the value that the edit put in. */
function statedLink(older: PriorStatement, { edit, put, items }: StatedInput): ThreadLink | undefined {
  for (const { id, kind, text, evidence = [] } of items) {
    const turn = evidence.at(-1) ?? 0;
    const isNear = turn >= edit.from && turn <= edit.to && turn > older.at;
    if (!isNear || kind === "candidate" || id === older.key) continue;
    const values = valuesNamed(text);
    if (![...put].some((value) => values.has(value)) || standsBeside(older.own, text)) continue;
    return { older: older.key, turn, newer: id, words: [], score: STATED_SCORE };
  }
  return undefined;
}

/** A later edit finds what an earlier one has put in. */
const isSameLine = (earlier: ValueEdit, later: ValueEdit): boolean =>
  earlier.after.includes(later.before) || later.before.includes(earlier.after);

function sortOf(values: readonly string[]): keyof typeof SHARED_MIN {
  if (values.some((value) => !/^[\d.]+$/u.test(value))) return "name";
  return values.some((value) => value.length > 1) ? "number" : "digit";
}

function differingValues(text: string, other: string): ReadonlySet<string> {
  const theirs = allValues(other);
  return new Set([...allValues(text)].filter((value) => !theirs.has(value)));
}

/** The words and numbers of a line of code. */
const allValues = memoized(
  (text: string): ReadonlySet<string> => new Set([...rootsOf(text), ...numbersOf(text)]),
);

/** The names and numbers of a statement; its other words are no values. */
const valuesNamed = memoized((text: string): ReadonlySet<string> => {
  const named = [...subjectOf(text).weights].filter(([, weight]) => weight > 1).map(([root]) => root);
  const known = valuesOf(text).flatMap(({ value }) => [...rootsOf(value)]);
  return new Set([...named, ...known.filter((each) => /\p{L}/u.test(each)), ...numbersOf(text)]);
});

/** Numbers in one form: `1_000`, `3.0` and "three" as 1000, 3 and 3. */
function numbersOf(text: string): string[] {
  const written = text.match(/\d+(?:[._]\d+)*/gu) ?? [];
  const plain = written.map((each) => each.replaceAll("_", "").replace(/\.0+$/u, ""));
  const bare = [...(amountsIn(text).get("bare") ?? [])];
  return [...written, ...plain, ...bare];
}
