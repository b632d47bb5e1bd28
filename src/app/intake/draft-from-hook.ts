import { withoutOwn } from "../../core/bundle/own-words.ts";
import type { Draft, Payload } from "../../core/tape/event.ts";
import { draftOfLine, type Stamp, typeOf, withinReading } from "../../core/tape/record-line.ts";
import { isKnownType, versionOf } from "../../core/tape/versions.ts";

export type HookStamp = Omit<Stamp, "version" | "ordinal"> & {
  /** The session is one of Tidemark's own, in which it asks a model something. */
  readonly isOwn: boolean;
};

/**
 * What a host told a hook, as an event, without our own words in it. It loads no schemas, so that a hook
 * is quick; whoever puts it on the tape checks it.
 */
export function draftFromHook(line: Payload, { isOwn, ...stamp }: HookStamp): Draft {
  const { counted, ...said } = withoutOwn(withinReading(line));
  const type = typeOf(said.type);
  // One we do not know would wait in the spool as if a newer Tidemark had written it, and stop every reader.
  if (!isKnownType(type)) throw new Error(`there is no event "${said.type}"; nothing was recorded`);
  const own = isOwn && type === "turn.recorded" ? { own: true } : {};
  const { key, ...draft } = draftOfLine(
    { ...said, ...own },
    { ...stamp, version: versionOf(type), ordinal: 0 },
  );
  // What has no id that the history shares stays without a key: an import then knows that it was heard.
  return counted === true || key === undefined ? draft : { ...draft, key };
}
