/**
 * Tape notation: a tape written as lines of text, for tests, documentation and bug reports.
 *
 *     1d  decision #auth  Use JWT for the session        = jwt
 *     2d  decision #auth  Use opaque cookies for session = cookies
 *     2d  jwt > cookies
 *
 * The grammar, one event a line; empty lines and lines that begin with `#` say nothing:
 *
 *     line    = when ["@" agent] what
 *     when    = number ("w" | "d" | "h" | "m" | "s" | "ms") from the start of the tape, or an ISO instant
 *     what    = kind ["#" topic] [fields] text ["=" name]       an item comes to be
 *             | name "~" [fields] [text]                        its fields or its text are set
 *             | name ">" status [reason]                        it moves to another status
 *             | name ">" name                                   it is superseded by the other item
 *             | name ("removed" | "undone" | "redone")
 *             | "turn" session role [fields] text               role: user, assistant, tool, system
 *             | "session" session "started" [fields]
 *             | "session" session "ended" [reason]
 *             | "event" type {payload, session, subject, key, version}
 *     fields  = a JSON object
 *     text    = the rest of the line, or a JSON string where it has line ends or begins like something else
 *
 * The item named `jwt` of kind decision has the id `dec_jwt`; a name that is an id already is that id. The
 * drafts are meant for an empty tape: the n-th line lies at position n.
 */
import { MemoryError } from "../core/failure.ts";
import { type Item, isItemAct } from "../core/items/item.ts";
import { isKind, type KindName, kindOf, statusesOf } from "../core/items/kinds.ts";
import {
  type Act,
  createItem,
  type ItemEvent,
  isItemEvent,
  itemOf,
  removeItem,
  transitionItem,
  undoAct,
  updateItem,
} from "../core/items/life.ts";
import { CATALOGUE } from "../core/tape/catalogue.ts";
import type { Draft, Instant, Writer } from "../core/tape/event.ts";
import { upcast } from "../core/tape/read.ts";
import type { Ids } from "../ports/clock.ts";
import { sequentialIds, TEST_START, testWriter } from "./fakes.ts";
import { firstFields, firstWord, invalid, lastName, parseMoment, parseText } from "./notation-words.ts";

export type NotationOptions = {
  readonly start?: Instant;
  readonly writer?: Writer;
  readonly ids?: Ids;
};

/** The content of a text in tape notation. */
export type NotedTape = {
  readonly drafts: readonly Draft[];
  /** Ids of items by the names the text gives them. */
  readonly names: ReadonlyMap<string, string>;
};

/** Reads tape notation. A line that cannot be read fails with its number and its words. */
export function parseTape(text: string, options: NotationOptions = {}): NotedTape {
  const reader = notationReader(options);
  const drafts: Draft[] = [];
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    try {
      drafts.push(reader.read(line));
    } catch (cause) {
      if (!(cause instanceof MemoryError)) throw cause;
      const { code, message, fix } = cause;
      throw new MemoryError(code, `Line ${index + 1}: ${message.replace(/\.$/, "")}, in "${line}".`, {
        cause,
        field: `line ${index + 1}`,
        ...(fix ? { fix } : {}),
      });
    }
  }
  return { drafts, names: reader.names };
}

type NotedEvent = Partial<Pick<Draft, "version" | "session" | "subject" | "key">> &
  Pick<Draft, "type" | "payload"> & { readonly name?: string };

type NotationState = {
  readonly ids: Ids;
  readonly names: ReadonlyMap<string, string>;
  /** Every event of an item so far, in order. */
  readonly histories: ReadonlyMap<string, readonly ItemEvent[]>;
};

/** Reads lines one by one and keeps what the earlier lines stated. */
function notationReader(options: NotationOptions) {
  const { start = TEST_START, writer = testWriter, ids = sequentialIds() } = options;
  const names = new Map<string, string>();
  const histories = new Map<string, ItemEvent[]>();
  let position = 0;
  const read = (line: string): Draft => {
    const { word: when, rest } = firstWord(line);
    const at = parseMoment(when, start);
    const { agent, what } = agentOf(rest);
    const { name, ...said } = saidBy(what, at, { ids, names, histories });
    const by = agent === undefined ? writer : { ...writer, agent };
    const version = said.version ?? CATALOGUE[said.type]?.version ?? 1;
    const draft = { ...said, version, at, recordedAt: at, writer: by, id: ids.next("evt") };
    position++;
    const { subject } = draft;
    if (subject === undefined || !isItemAct(draft.type)) return draft;
    const event = upcast({ ...draft, position, payloadHash: "", hash: "" });
    if (isItemEvent(event)) histories.set(subject, [...(histories.get(subject) ?? []), event]);
    names.set(name ?? subject, subject);
    return draft;
  };
  return { names, read };
}

function agentOf(line: string): { readonly agent?: string; readonly what: string } {
  if (!line.startsWith("@")) return { what: line };
  const { word, rest } = firstWord(line);
  return { agent: word.slice(1), what: rest };
}

function saidBy(what: string, at: Instant, known: NotationState): NotedEvent {
  const { word, rest } = firstWord(what);
  if (word === "turn") return turn(rest);
  if (word === "session") return session(rest);
  if (word === "event") return event(rest);
  if (isKind(word)) return createdEvent(word, rest, { at, known });
  if (known.names.has(word)) return actEvent(word, rest, { at, known });
  throw invalid(`"${word}" is neither a kind, a word of the notation, nor the name of an item above`);
}

/** True for a word that begins a line of its own kind, and therefore cannot name an item. */
function isReserved(word: string): boolean {
  return isKind(word) || ["turn", "session", "event"].includes(word);
}

type Moment = { readonly at: Instant; readonly known: NotationState };

function createdEvent(kind: KindName, rest: string, { at, known }: Moment): NotedEvent {
  const topic = rest.startsWith("#") ? firstWord(rest) : undefined;
  const { fields, rest: tail } = firstFields(topic?.rest ?? rest);
  const { text, name } = lastName(tail);
  if (name !== undefined && known.names.has(name)) throw invalid(`there is an item named "${name}" already`);
  if (name !== undefined && isReserved(name))
    throw invalid(`"${name}" is a word of the notation; name it otherwise`);
  const given = { ...fields, ...(topic ? { topic: topic.word.slice(1) } : {}), text: parseText(text) };
  const act = createItem(kind, given, { id: idFor(kind, name, known.ids), at, now: at });
  return { ...act, ...(name === undefined ? {} : { name }) };
}

function idFor(kind: KindName, name: string | undefined, ids: Ids): string {
  const { prefix } = kindOf(kind);
  if (name === undefined) return ids.next(prefix);
  return name.startsWith(`${prefix}_`) ? name : `${prefix}_${name}`;
}

function actEvent(name: string, rest: string, { at, known }: Moment): NotedEvent {
  const history = known.histories.get(known.names.get(name) ?? "") ?? [];
  const last = history.at(-1);
  if (last === undefined) throw invalid(`nothing was done to "${name}" yet`);
  const item = itemOf(last);
  const { word, rest: tail } = firstWord(rest);
  if (word === "~") return { ...updateItem(item, patchOf(tail), at), name };
  if (word === ">") return { ...transitionAct(item, tail, { at, known }), name };
  if (word === "removed" && tail === "") return { ...removeItem(item, at), name };
  if ((word === "undone" || word === "redone") && tail === "") {
    const act = undoAct(history, word === "undone" ? "undo" : "redo", at);
    if (!act) throw invalid(`there is nothing on "${name}" that can be ${word}`);
    return { ...act, name };
  }
  throw invalid(`after the name of an item comes ~, >, removed, undone or redone, not "${rest}"`);
}

function patchOf(written: string): { readonly [field: string]: unknown } {
  const { fields, rest } = firstFields(written);
  return rest === "" ? fields : { ...fields, text: parseText(rest) };
}

/** `jwt > cookies` names the replacement; `jwt > resolved  done` gives a status and a reason. */
function transitionAct(item: Item, written: string, { at, known }: Moment): Act {
  const { word, rest } = firstWord(written);
  const other = statusesOf(item.kind).includes(word) ? undefined : known.names.get(word);
  if (other !== undefined && rest === "") {
    return transitionItem(item, "superseded", { reason: `superseded by ${other}`, now: at });
  }
  return transitionItem(item, word, { ...(rest === "" ? {} : { reason: parseText(rest) }), now: at });
}

function turn(rest: string): NotedEvent {
  const { word: id, rest: afterId } = firstWord(rest);
  const { word: role, rest: afterRole } = firstWord(afterId);
  const { fields, rest: text } = firstFields(afterRole);
  if (id === "" || role === "") throw invalid("a turn has a session and a role before its text");
  return { type: "turn.recorded", session: id, payload: { role, ...fields, text: parseText(text) } };
}

function session(rest: string): NotedEvent {
  const { word: id, rest: afterId } = firstWord(rest);
  const { word: step, rest: tail } = firstWord(afterId);
  if (step === "started") return { type: "session.started", session: id, payload: firstFields(tail).fields };
  if (step !== "ended") throw invalid('after a session comes "started" or "ended"');
  return { type: "session.ended", session: id, payload: tail === "" ? {} : { reason: parseText(tail) } };
}

function event(rest: string): NotedEvent {
  const { word: type, rest: afterType } = firstWord(rest);
  const { fields, rest: tail } = firstFields(afterType);
  if (type === "" || tail !== "" || typeof fields.payload !== "object") {
    throw invalid("an event has a type and an object with its payload");
  }
  const isName = (value: unknown): boolean => value === undefined || typeof value === "string";
  if (![fields.session, fields.subject, fields.key].every(isName))
    throw invalid("the session, subject and key of an event are texts");
  return { ...(fields as unknown as NotedEvent), type };
}
