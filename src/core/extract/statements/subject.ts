import type { Position } from "../../tape/event.ts";
import { type CueSet, meetsAny } from "./languages.ts";
import type { Option } from "./options.ts";
import { tellingWords } from "./words.ts";

/** The subject of a statement, verbatim, and the turn that names it. */
export type Subject = { readonly text: string; readonly position: Position };

/** A longer line is a text of its own, not a title. */
export const SUBJECT_MAX = 120;

/** The line that introduces an option, if the option itself does not name its purpose. */
export function subjectOf(
  { title, text, position }: Option,
  tongues: readonly CueSet[],
): Subject | undefined {
  if (title === undefined || title.length > SUBJECT_MAX || meetsAny(tongues, "finite", text.toLowerCase()))
    return undefined;
  // In a longer line, the last sentence introduces the list.
  const last = title.split(/(?<=[.!?。！？])\s+/u).at(-1) ?? title;
  const words = tellingWords(last.toLowerCase(), tongues);
  const telling = [...words].filter((word) => !meetsAny(tongues, "options", word));
  // "Two ways are open" does not name the purpose.
  return telling.length === 0 ? undefined : { text: last, position };
}
