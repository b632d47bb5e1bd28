import type { ContextDocument } from "../document/document.ts";
import { print } from "../document/print.ts";
import { BOUNDS } from "./bounds.ts";
import { CONTENTS } from "./contents.ts";
import { FIELDS } from "./fields.ts";
import { REFERENCES } from "./references.ts";
import { RESUMES } from "./resumes.ts";
import type { Facts, Level, Rule, RuleFinding } from "./rule.ts";
import { STATE } from "./state.ts";
import { STRUCTURE } from "./structure.ts";
import { TASKS } from "./tasks.ts";

/** A problem in a file, with its line number counted from one. */
export type LintFinding = {
  readonly code: string;
  readonly level: Level;
  readonly line: number;
  readonly message: string;
  readonly fixable: boolean;
};

export const RULES: readonly Rule[] = [
  ...STRUCTURE,
  ...FIELDS,
  ...BOUNDS,
  ...TASKS,
  ...RESUMES,
  ...REFERENCES,
  ...CONTENTS,
  ...STATE,
];

export function lint(document: ContextDocument, facts: Facts): LintFinding[] {
  return founds(document, facts)
    .map(({ rule, found }) => findingOf(rule, found))
    .sort((a, b) => a.line - b.line);
}

/** More repairs than any file needs. The limit ends two rules whose repairs undo each other. */
const FIXES_MAX = 500;

export type FixedDocument = {
  readonly document: ContextDocument;
  readonly fixed: readonly LintFinding[];
  readonly left: readonly LintFinding[];
};

/** Makes all possible repairs, one at a time, so that each repair sees the result of the one before it. */
export function fixAll(document: ContextDocument, facts: Facts): FixedDocument {
  const fixed: LintFinding[] = [];
  const tried = new Set<string>();
  let current = document;
  for (let round = 0; round < FIXES_MAX; round++) {
    const next = founds(current, facts).find(
      ({ rule, found }) => found.fix !== undefined && !tried.has(`${rule.code} ${found.message}`),
    );
    if (!next?.found.fix) break;
    const after = next.found.fix();
    if (print(after) === print(current)) tried.add(`${next.rule.code} ${next.found.message}`);
    else fixed.push(findingOf(next.rule, next.found));
    current = after;
  }
  return { document: current, fixed, left: lint(current, facts) };
}

const founds = (document: ContextDocument, facts: Facts): { rule: Rule; found: RuleFinding }[] =>
  RULES.flatMap((rule) => rule.find(document, facts).map((found) => ({ rule, found })));

const findingOf = ({ code, level }: Rule, { line, message, fix }: RuleFinding): LintFinding => ({
  code,
  level,
  line: line + 1,
  message,
  fixable: fix !== undefined,
});
