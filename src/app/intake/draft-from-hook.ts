import { withoutOwn } from "../../core/bundle/own-words.ts";
import type { Draft, Payload } from "../../core/tape/event.ts";
import { draftOfLine, limitTurnText, type Stamp, typeOf } from "../../core/tape/record-line.ts";
import { isKnownType, versionOf } from "../../core/tape/versions.ts";

export type HookStamp = Omit<Stamp, "version" | "ordinal"> & {
  /** Whether the session is one of Tidemark's own, in which it asks a model. */
  readonly isOwn: boolean;
};

/**
 * The event that a host told a hook about, without our own words in it. It loads no schemas, so that a hook is fast; the process that puts
 * it on the tape checks it.
 */
export function draftFromHook(line: Payload, { isOwn, ...stamp }: HookStamp): Draft {
  const { counted, ...said } = withoutOwn(limitTurnText(line));
  const type = typeOf(said.type);
  // An unknown type would wait in the spool as if a newer Tidemark had written it, and stop every reader.
  if (!isKnownType(type)) throw new Error(`there is no event "${said.type}"; nothing was recorded`);
  const own = isOwn && type === "turn.recorded" ? { own: true } : {};
  const { key, ...draft } = draftOfLine(
    { ...said, ...own },
    { ...stamp, version: versionOf(type), ordinal: 0 },
  );
  // An event without an id that the history shares gets no key. An import then knows that a hook heard it.
  return counted === true || key === undefined ? draft : { ...draft, key };
}
