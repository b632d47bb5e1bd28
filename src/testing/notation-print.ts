import { ITEM_ACTS, type Item, isItemAct } from "../core/items/item.ts";
import { kindOf } from "../core/items/kinds.ts";
import { canonical } from "../core/tape/canonical.ts";
import { CATALOGUE } from "../core/tape/catalogue.ts";
import type { Draft, Payload, StoredEvent } from "../core/tape/event.ts";
import { TEST_START, testWriter } from "./fakes.ts";
import { isReserved, type NotationOptions, type NotationReader, notationReader } from "./notation.ts";
import { printMoment, printText } from "./notation-words.ts";

/**
 * Writes events in tape notation, so that reading it gives the same facts in the same order. A fact without a short form is written as
 * `event`, and a forgotten one as a remark.
 */
export function printTape(events: readonly (Draft | StoredEvent)[], options: NotationOptions = {}): string {
  const reader = notationReader(options);
  return events.map((event) => `${lineFor(event, reader, options)}\n`).join("");
}

function lineFor(event: Draft | StoredEvent, reader: NotationReader, options: NotationOptions): string {
  const { payload } = event;
  if (payload === null) return `# ${event.type} ${event.subject ?? event.id} was forgotten`;
  const draft: Draft = { ...event, payload };
  const { start = TEST_START, writer = testWriter } = options;
  const by = draft.writer.agent === writer.agent ? "" : `@${draft.writer.agent} `;
  const front = `${printMoment(draft.at, start)}  ${by}`;
  const name = nameFor(draft, reader);
  const short = shortFormOf(draft, name, (form) => readsBack(reader, `${front}${form}`, draft));
  reader.note(draft, name);
  return `${front}${short ?? longForm(draft)}`;
}

/** The rest of the id, unless it is a word of the notation or another item's name. */
function nameFor({ type, subject }: Draft, { names }: NotationReader): string {
  if (subject === undefined || !isItemAct(type)) return "";
  const known = [...names].find(([, id]) => id === subject)?.[0];
  const rest = subject.slice(subject.indexOf("_") + 1);
  return known ?? (names.has(rest) || isReserved(rest) ? subject : rest);
}

/** A payload of a strange shape, such as an object without a text of its own, has no short form. */
function shortFormOf(draft: Draft, name: string, fits: (form: string) => boolean): string | undefined {
  try {
    return shortForms(draft, name).find(fits);
  } catch {
    return undefined;
  }
}

/** A short form is used only if it is read as the same fact. */
function readsBack(reader: NotationReader, line: string, draft: Draft): boolean {
  try {
    return facts(reader.peek(line)) === facts(draft);
  } catch {
    return false;
  }
}

const facts = ({ type, version, at, session, subject, key, payload }: Draft): string =>
  canonical({ type, version, at, session, subject, key, payload });

function shortForms({ type, session, payload }: Draft, name: string): string[] {
  switch (type) {
    case "turn.recorded": {
      const { role, text, ...rest } = payload;
      return [`turn ${session} ${role}${printFields(rest)}  ${printText(String(text))}`];
    }
    case "session.started":
      return [`session ${session} started${printFields(payload)}`];
    case "session.ended":
      return [`session ${session} ended${printReason(payload)}`];
    case ITEM_ACTS.created:
      return [`${creation((payload as { item: Item }).item)}  = ${name}`];
    default:
      return isItemAct(type) ? changes(type, payload).map((form) => `${name} ${form}`) : [];
  }
}

function creation({ kind, text, topic, ...item }: Item): string {
  const known = kindOf(kind)?.fields ?? {};
  const fields = Object.fromEntries(Object.entries(item).filter(([field]) => Object.hasOwn(known, field)));
  const isWord = typeof topic === "string" && /^[^\s{]+$/u.test(topic);
  const rest = isWord || topic === undefined ? fields : { ...fields, topic };
  return `${kind}${isWord ? ` #${topic}` : ""}${printFields(rest)}  ${printText(text)}`;
}

function changes(type: string, payload: Payload): string[] {
  const { item, fields = [] } = payload as { item: Item; fields?: readonly string[] };
  if (type === ITEM_ACTS.removed) return ["removed"];
  if (type === ITEM_ACTS.undone) return ["undone", "redone"];
  if (type === ITEM_ACTS.transitioned) return [`> ${item.status}${printReason(payload)}`];
  const { text, ...rest } = Object.fromEntries(fields.map((field) => [field, item[field] ?? null]));
  return [`~${printFields(rest)}${text === undefined ? "" : `  ${printText(String(text))}`}`];
}

function printReason({ reason }: Payload): string {
  return reason === undefined ? "" : `  ${printText(String(reason))}`;
}

function printFields(fields: Payload): string {
  return Object.keys(fields).length === 0 ? "" : ` ${canonical(fields)}`;
}

function longForm({ type, version, session, subject, key, payload }: Draft): string {
  const isNewest = version === CATALOGUE[type]?.version;
  return `event ${type} ${canonical({ payload, session, subject, key, ...(isNewest ? {} : { version }) })}`;
}
