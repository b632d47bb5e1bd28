import type { PlanStep } from "../../items/field.ts";
import type { Position } from "../../tape/event.ts";
import { wordSet } from "../../text/word-set.ts";
import type { SeenTurn } from "./seen-turn.ts";
import { unquoteJson } from "./tool-sort.ts";

/** Names of the hosts' todo-list tools, lower case. */
const TOOLS: ReadonlySet<string> =
  wordSet(`todowrite todo_write update_plan write_todos todo todos manage_todo manage_todo_list managetodolist update_todo
   update_todos update_todo_list set_todos plan_update`);
const STEPS_MAX = 100;
const STEP_TEXT_MAX = 300;
/** Minimum number of boxes; fewer are only a remark. */
const BOXES_MIN = 3;

/** The last todo list in these turns, and its position; no steps if there is none. */
export function todoSteps(turns: readonly SeenTurn[]): {
  readonly steps: readonly PlanStep[];
  readonly positions: readonly Position[];
} {
  for (const turn of turns.toReversed()) {
    const steps = turn.isAside ? [] : stepsIn(turn);
    if (steps.length > 0) return { steps, positions: [turn.position] };
  }
  return { steps: [], positions: [] };
}

function stepsIn({ by, tool, input, text }: SeenTurn): PlanStep[] {
  if (by === "tool") return TOOLS.has(tool) ? todoEntries(input) : [];
  return by === "agent" ? boxes(text) : [];
}

const TEXT_FIELD = /"(?:content|step|description|title|text|task|name)"\s*:\s*("(?:[^"\\]|\\.)*")/;
const STATUS_FIELD = /"(?:status|state)"\s*:\s*"([\w -]{1,30})"/;
const DONE_FIELD = /"(?:done|completed|checked)"\s*:\s*(true|false)/;

/** The complete entries. The input may be cut in the middle. Hosts use different field names. */
function todoEntries(input: string): PlanStep[] {
  const entries = innerObjects(input)
    .slice(0, STEPS_MAX)
    .flatMap((entry) => {
      const quoted = unquoteJson(TEXT_FIELD.exec(entry)?.[1] ?? "");
      const text = quoted.replace(/\s+/gu, " ").trim().slice(0, STEP_TEXT_MAX);
      if (text === "") return [];
      const isDone = DONE_FIELD.exec(entry)?.[1] === "true";
      return [{ text, status: isDone ? "done" : statusOf(STATUS_FIELD.exec(entry)?.[1] ?? "") }];
    });
  return entries.length > 0 ? entries : boxes(input.replace(/\\n/g, "\n"), 1);
}

/** JSON objects without nested objects, verbatim. */
function innerObjects(input: string): string[] {
  return input.split(/\n?\[… \d+ characters left out …\]\n?/).flatMap((half, i) => {
    // The second half may begin inside a string; an entry begins with its first key.
    const from = i === 0 ? 0 : half.indexOf('{"');
    return from === -1 ? [] : objectsIn(half.slice(from));
  });
}

function objectsIn(text: string): string[] {
  const found: string[] = [];
  let [start, isText] = [-1, false];
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (isText && letter === "\\") i++;
    else if (letter === '"') isText = !isText;
    else if (!isText && letter === "{") start = i;
    else if (!isText && letter === "}" && start !== -1) {
      found.push(text.slice(start, i + 1));
      start = -1;
    }
  }
  return found;
}

function statusOf(word: string): PlanStep["status"] {
  const plain = word.toLowerCase().replace(/[\s-]+/g, "_");
  if (/^(?:completed?|done|finished|cancell?ed|skipped|dropped)$/.test(plain)) return "done";
  if (/^(?:in_progress|active|doing|started|current)$/.test(plain)) return "in_progress";
  return /^(?:blocked|waiting)$/.test(plain) ? "blocked" : "todo";
}

const BOX = /^\s{0,12}(?:[-*+]|\d{1,3}[.)])\s{1,4}\[([ xX~/>!-])\]\s{1,4}(\S.*)$/;

/** A checklist in Markdown. */
function boxes(text: string, min = BOXES_MIN): PlanStep[] {
  const found = text.split("\n").flatMap((line) => {
    const [, mark = "", entry = ""] = BOX.exec(line.slice(0, STEP_TEXT_MAX * 2)) ?? [];
    return entry === "" ? [] : [{ text: entry.trim().slice(0, STEP_TEXT_MAX), status: boxStatus(mark) }];
  });
  return found.length >= min ? found.slice(0, STEPS_MAX) : [];
}

function boxStatus(mark: string): PlanStep["status"] {
  if (/[xX]/.test(mark)) return "done";
  return /[~/>-]/.test(mark) ? "in_progress" : mark === "!" ? "blocked" : "todo";
}
