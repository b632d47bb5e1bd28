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

/** A tool call by which an agent replaced text in a file. */
export type ValueEdit = {
  readonly position: Position;
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** The person's request and the agent's answer around the edit. */
  readonly around: string;
  /** The positions of the request and of the person's next turn. */
  readonly from: Position;
  readonly to: Position;
};

/** A longer change is a rewrite and has no single old value. */
const CHANGE_MAX = 160;
const AROUND_MAX = 1200;
/** Maximum number of characters that are shown of either side. */
const TOLD_MAX = 70;

/** The edits in the turns from a position on. */
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

/** An edit as text: the file, its old content and its new content. */
export function editText(turn: TurnEvent): string {
  return changesIn(turn)
    .slice(0, 1)
    .map(({ path, before, after }) => `${path}: ${shorten(before, TOLD_MAX)} → ${shorten(after, TOLD_MAX)}`)
    .join("");
}

type TextChange = Pick<ValueEdit, "path" | "before" | "after">;

/** The changes in the recorded input of the call. The input is JSON and may be cut off. */
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

/** The lines that only one of the two texts has. */
function differingLines(before: string, after: string): readonly [string, string] {
  const [ours, theirs] = [before, after].map((text) => text.split("\n").map((line) => line.trim()));
  const without = (lines: readonly string[] = [], others: readonly string[] = []): string =>
    lines
      .filter((line) => !others.includes(line))
      .join(" ")
      .trim();
  return [without(ours, theirs), without(theirs, ours)];
}

/** Input of `editLinks`: edits, earlier statements, and the items made from the turns around the edits. */
type EditInput = {
  readonly edits: readonly ValueEdit[];
  /** Edits of earlier readings, which a later edit may change again. */
  readonly earlier: readonly ValueEdit[];
  readonly statements: readonly PriorStatement[];
  readonly items: readonly Item[];
};

/** Maximum number of statements that are linked to one edit. */
const LINKS_PER_EDIT = 4;
/** Score if the person's own statement gives the new value: that statement then replaces the old one. */
const STATED_SCORE = 0.8;
/** Score of two edits of the same line: the last edit is the current content of the file. */
const SAME_LINE_SCORE = 0.95;
/** Minimum weight of shared subject words between a statement and an edit that removes a name, a number, or a single digit. */
const SHARED_MIN = { name: 1, number: 0.7, digit: 1.2 } as const;

/**
 * Links statements to the edits that removed their value from a file. An edit never hides a person's words, because the agent may have made
 * it without being asked.
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
      // An edit that removes a forbidden value follows the statement.
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

/** The names of imported modules. People mention them as ordinary words: "logs go to wandb". */
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

/** The link to the unit in which the person states the edit's new value. */
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

/** Whether a later edit changes text that an earlier edit put in. */
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

/** The names and numbers of a statement; its other words are not values. */
const valuesNamed = memoized((text: string): ReadonlySet<string> => {
  const named = [...subjectOf(text).weights].filter(([, weight]) => weight > 1).map(([root]) => root);
  const known = valuesOf(text).flatMap(({ value }) => [...rootsOf(value)]);
  return new Set([...named, ...known.filter((each) => /\p{L}/u.test(each)), ...numbersOf(text)]);
});

/** Numbers in one form: `1_000`, `3.0` and "three" become 1000, 3 and 3. */
function numbersOf(text: string): string[] {
  const written = text.match(/\d+(?:[._]\d+)*/gu) ?? [];
  const plain = written.map((each) => each.replaceAll("_", "").replace(/\.0+$/u, ""));
  const bare = [...(amountsIn(text).get("bare") ?? [])];
  return [...written, ...plain, ...bare];
}
