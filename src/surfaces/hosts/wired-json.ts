import { isRecord } from "../../app/intake/json-lines.ts";
import { MemoryError } from "../../core/failure.ts";
import type { FileBefore, MissingPart, WiredFile, WiringPart } from "../../ports/wiring.ts";
import { appendAt, isOpenAt, objectTree, type Path, removeAt, setAt, valueAt } from "./edit-json.ts";

/** A property of ours, under a name that only Tidemark uses. Additional fields in it are accepted. */
export type OwnProperty = {
  readonly is: "property";
  readonly part: WiringPart;
  readonly at: Path;
  readonly value: unknown;
};

/** A word of ours in a list that others also write to. */
export type OwnWord = {
  readonly is: "word";
  readonly part: WiringPart;
  readonly at: Path;
  readonly value: string;
};

/** Our hooks among others', grouped by event as in Claude Code. */
export type OwnHooks = {
  readonly is: "hooks";
  readonly at: Path;
  readonly groups: { readonly [event: string]: HookGroup };
  /** True for a command line of ours, even if somebody changed it. */
  readonly isOurs: (command: string) => boolean;
};

export type HookGroup = { readonly hooks: readonly { readonly [field: string]: unknown }[] };

export type OwnPiece = OwnProperty | OwnWord | OwnHooks;

const MARK = "\uFEFF";

/** A JSON file, with or without comments, that contains some entries of ours. */
export function jsonFile(path: string, pieces: readonly OwnPiece[]): WiredFile {
  return {
    path,
    put: (text) => {
      const { mark, body } = opened(text, path);
      if (!pieces.every((piece) => isOpenFor(body, piece))) throw refused(path, SPOILED);
      const edited = pieces.reduce((now, piece) => putPiece(now, piece), body);
      const whole = text === undefined ? `${edited}\n` : edited;
      assertOthersStay({ path, before: body, after: whole, pieces });
      return `${mark}${whole}`;
    },
    strip: (text, before) => {
      const there = withoutMark(text);
      if (objectTree(there) === undefined || !pieces.every((piece) => isOpenFor(there, piece))) return text;
      const { mark, body } = opened(text, path);
      const left = stripped(body, pieces, before);
      assertOthersStay({ path, before: body, after: left, pieces });
      const isNothing = before !== undefined && before.text === undefined && /^\s*\{\s*\}\s*$/.test(left);
      return isNothing ? undefined : `${mark}${left}`;
    },
    lacks: (text) => {
      const body = withoutMark(text ?? "{}");
      return pieces.flatMap((piece) => lacksOf(objectTree(body) ? body : "{}", piece));
    },
  };
}

const SPOILED = "has an entry that Tidemark cannot extend without damage";

function isOpenFor(text: string, piece: OwnPiece): boolean {
  if (piece.is === "property") return isOpenAt(text, piece.at.slice(0, -1), "object");
  if (piece.is === "word") return isOpenAt(text, piece.at, "array");
  const events = [...Object.keys(piece.groups), ...eventsIn(text, piece)];
  return (
    isOpenAt(text, piece.at, "object") &&
    events.every((event) => isOpenAt(text, [...piece.at, event], "array"))
  );
}

const withoutMark = (text: string): string => (text.startsWith(MARK) ? text.slice(1) : text);

function opened(text: string | undefined, path: string): { readonly mark: string; readonly body: string } {
  const mark = text?.startsWith(MARK) ? MARK : "";
  const body = withoutMark(text ?? "");
  if (/^[ \t\r\n]*$/.test(body)) return { mark, body: `{}${body}` };
  if (objectTree(body) === undefined) throw refused(path, "is not a JSON object");
  return { mark, body };
}

function putPiece(text: string, piece: OwnPiece): string {
  if (lacksOf(text, piece).length === 0 && (piece.is !== "hooks" || straysIn(text, piece).length === 0))
    return text;
  switch (piece.is) {
    case "property":
      return setAt(text, piece.at, withFields(valueAt(text, piece.at), piece.value));
    case "word":
      return valueAt(text, piece.at) === undefined
        ? setAt(text, piece.at, [piece.value])
        : appendAt(text, piece.at, piece.value);
    case "hooks":
      return putHooks(text, piece);
  }
}

function putHooks(text: string, piece: OwnHooks): string {
  let now = text;
  for (const [event, group] of Object.entries(piece.groups)) {
    const at = [...piece.at, event];
    if (groupsAt(now, at).some((each) => isSame(each, group)) && oursIn(now, piece, event).length === 1)
      continue;
    now = withoutHooksOf(now, piece, event);
    now = valueAt(now, at) === undefined ? setAt(now, at, [group]) : appendAt(now, at, group);
  }
  for (const event of straysIn(now, piece)) now = withoutEvent(now, piece, event);
  return now;
}

/** Events with hooks of ours that this version does not want. */
function straysIn(text: string, piece: OwnHooks): string[] {
  return eventsIn(text, piece).filter(
    (event) => !Object.hasOwn(piece.groups, event) && oursIn(text, piece, event).length > 0,
  );
}

function eventsIn(text: string, { at }: OwnHooks): string[] {
  const hooks = valueAt(text, at);
  return isRecord(hooks) ? Object.keys(hooks) : [];
}

const groupsAt = (text: string, at: Path): readonly unknown[] => {
  const groups = valueAt(text, at);
  return Array.isArray(groups) ? groups : [];
};

/** The places of our hooks for an event: the group's index, and the hook's index in it. */
function oursIn(text: string, { at, isOurs }: OwnHooks, event: string): (readonly [number, number])[] {
  return groupsAt(text, [...at, event]).flatMap((group, i) =>
    hooksOf(group).flatMap((hook, j) =>
      isRecord(hook) && typeof hook.command === "string" && isOurs(hook.command) ? [[i, j] as const] : [],
    ),
  );
}

const hooksOf = (group: unknown): readonly unknown[] =>
  isRecord(group) && Array.isArray(group.hooks) ? group.hooks : [];

/** A group that contained only our hook is removed with it. */
function withoutHooksOf(text: string, piece: OwnHooks, event: string): string {
  let now = text;
  for (const [i, j] of oursIn(text, piece, event).reverse()) {
    const at = [...piece.at, event, i];
    now = removeAt(now, [...at, "hooks", j]);
    if (groupsAt(now, [...at, "hooks"]).length === 0) now = removeAt(now, at);
  }
  return now;
}

function withoutEvent(text: string, piece: OwnHooks, event: string): string {
  const now = withoutHooksOf(text, piece, event);
  return groupsAt(now, [...piece.at, event]).length === 0 ? removeAt(now, [...piece.at, event]) : now;
}

/** Containers that held only our entries are removed too, unless they existed before. */
function stripped(text: string, pieces: readonly OwnPiece[], before: FileBefore | undefined): string {
  let now = text;
  const emptied: Path[] = [];
  for (const piece of pieces) {
    const withPiece = now;
    if (piece.is === "hooks") {
      for (const event of eventsIn(now, piece)) {
        if (oursIn(now, piece, event).length === 0) continue;
        now = withoutHooksOf(now, piece, event);
        emptied.push([...piece.at, event]);
      }
    } else if (piece.is === "word") now = withoutWord(now, piece);
    else now = removeAt(now, piece.at);
    if (now !== withPiece) emptied.push(...ancestors(piece));
  }
  const had = before === undefined ? undefined : withoutMark(before.text ?? "");
  for (const path of emptied) {
    const wasThere = had !== undefined && objectTree(had) !== undefined && valueAt(had, path) !== undefined;
    if (isEmpty(valueAt(now, path)) && !wasThere) now = removeAt(now, path);
  }
  return now;
}

/** The containers that may have been created for a piece, innermost first. */
function ancestors(piece: OwnPiece): Path[] {
  const own = piece.is === "property" ? piece.at.slice(0, -1) : piece.at;
  return own.map((_, i) => own.slice(0, own.length - i));
}

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;

function withoutWord(text: string, { at, value }: OwnWord): string {
  const place = groupsAt(text, at).indexOf(value);
  return place < 0 ? text : removeAt(text, [...at, place]);
}

function lacksOf(text: string, piece: OwnPiece): MissingPart[] {
  switch (piece.is) {
    case "property": {
      const value = valueAt(text, piece.at);
      const name = piece.at.join(".");
      if (value === undefined) return [{ part: piece.part, name, is: "missing" }];
      return isWithin(piece.value, value) ? [] : [{ part: piece.part, name, is: "changed" }];
    }
    case "word":
      return groupsAt(text, piece.at).includes(piece.value)
        ? []
        : [{ part: piece.part, name: piece.value, is: "missing" }];
    case "hooks":
      return Object.entries(piece.groups).flatMap(([event, group]) =>
        hookLack(text, piece, { event, group }),
      );
  }
}

function hookLack(
  text: string,
  piece: OwnHooks,
  { event, group }: { readonly event: string; readonly group: HookGroup },
): MissingPart[] {
  const ours = oursIn(text, piece, event);
  if (ours.length === 0) return [{ part: "hook", name: event, is: "missing" }];
  const isWhole = groupsAt(text, [...piece.at, event]).some((each) => isSame(each, group));
  return isWhole && ours.length === 1 ? [] : [{ part: "hook", name: event, is: "changed" }];
}

/** Equal as values, whatever the order of their fields. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, i) => isSame(each, other[i]));
  if (isRecord(one) && isRecord(other)) {
    const names = Object.keys(one);
    return (
      names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]))
    );
  }
  return one === other;
}

/** True if every field of the first is in the second. Fields that a person added to our entry are theirs. */
function isWithin(one: unknown, other: unknown): boolean {
  if (!isRecord(one) || !isRecord(other)) return isSame(one, other);
  return Object.entries(one).every(([name, value]) => isSame(value, other[name]));
}

const withFields = (there: unknown, ours: unknown): unknown =>
  isRecord(there) && isRecord(ours) ? { ...there, ...ours } : ours;

type JsonEdit = {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly pieces: readonly OwnPiece[];
};

/** Checks the result before it is written: a bug in Tidemark must not cost a person other settings. */
function assertOthersStay({ path, before, after, pieces }: JsonEdit): void {
  const rest = (text: string): unknown => withoutEmpty(valueAt(stripped(text, pieces, undefined), []));
  if (objectTree(after) === undefined || !isSame(rest(before), rest(after))) throw refused(path, SPOILED);
}

/** Empty lists and objects are added and removed together with our entries. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, withoutEmpty(each)] as const);
  return Object.fromEntries(entries.filter(([, each]) => !isEmpty(each)));
}

function refused(path: string, why: string): MemoryError {
  return new MemoryError("input.invalid", `${path} ${why}; nothing was changed.`, {
    field: "hosts",
    fix: "Fix the file, or add the output of `tidemark init --print` by hand.",
  });
}
