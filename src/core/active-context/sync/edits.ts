import { isInvisible } from "../../text/printable.ts";
import { parseInstant } from "../../time.ts";
import type { ContextDocument } from "../document/document.ts";
import { entriesIn, type FieldRef, listAt, textAt } from "../document/read.ts";
import { sectionSpec } from "../document/sections.ts";

/** Something that a person added to the file by hand, apart from steps of the plan. */
export type PersonEdit = {
  readonly kind: "decision" | "constraint" | "preference" | "question";
  readonly text: string;
  /** The label of the unit whose text was changed. */
  readonly label?: string;
};

export type Edits = {
  readonly made: readonly PersonEdit[];
  /** Questions that were removed from the file. */
  readonly settled: readonly string[];
};

/** What a person wrote since the program last wrote the file. Moving or removing a line states nothing new. */
export function editsBetween(base: ContextDocument, person: ContextDocument): Edits {
  const fresh = (spot: FieldRef) => missingTexts(listAt(person, spot), listAt(base, spot));
  const rules = ["invariants", "scope_guardrails"].flatMap((field) =>
    fresh({ section: "guardrails", field }),
  );
  return {
    made: [
      ...fresh({ section: "decisions" }).flatMap(decisionIn),
      ...rules.map((text): PersonEdit => ({ kind: "constraint", text })),
      ...preferences(base, person),
      ...missingTexts(questionsIn(person), questionsIn(base)).map(
        (text): PersonEdit => ({ kind: "question", text }),
      ),
    ].filter(({ text }) => !isInvisible(text)),
    settled: missingTexts(questionsIn(base), questionsIn(person)),
  };
}

const missingTexts = (texts: readonly string[], known: readonly string[]): string[] =>
  texts.filter((text) => text !== "" && !known.includes(text));

export const questionsIn = (document: ContextDocument): string[] => [
  ...entriesIn(document, "open_questions").flatMap(({ question }) => question ?? []),
  ...listAt(document, { section: "open_questions" }),
];

const ARROW = /(?<!\s)\s*(?:→|->|=>)\s*/;
const LABEL = /(?<!\s)\s*\[(dec#\d+)\]/;

/** Reads `time → decision → reason` as a decision with its reason. */
function decisionIn(line: string): PersonEdit[] {
  const label = LABEL.exec(line)?.[1];
  const parts = line.replace(LABEL, "").split(ARROW);
  const said = parseInstant(parts[0] ?? "") === undefined ? parts : parts.slice(1);
  const [what = "", ...why] = said.map((part) => part.trim()).filter((part) => part !== "");
  const text = why.length === 0 ? what : `${what} (${why.join("; ")})`;
  return [{ kind: "decision", text, ...(label === undefined ? {} : { label }) }];
}

function preferences(base: ContextDocument, person: ContextDocument): PersonEdit[] {
  return sectionSpec("user_preferences").fields.flatMap(({ name: field }): PersonEdit[] => {
    const at = (document: ContextDocument) => textAt(document, { section: "user_preferences", field }) ?? "";
    const now = at(person);
    return now === "" || now === at(base) ? [] : [{ kind: "preference", text: `${inWords(field)}: ${now}` }];
  });
}

const inWords = (field: string): string => {
  const words = field.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
