import { redact } from "../../redact/redact.ts";
import { DAY_MS, parseInstant } from "../../time.ts";
import type { ContextDocument } from "../document/document.ts";
import { setList } from "../document/edit.ts";
import { isBlank } from "../document/lines.ts";
import { inlineList, listOf } from "../document/model.ts";
import { parse } from "../document/parse.ts";
import { print } from "../document/print.ts";
import { listAt } from "../document/read.ts";
import {
  errorRule,
  knownSections,
  noteRule,
  quoteStart,
  type Rule,
  type RuleFinding,
  type SeenItem,
  seenFields,
  seenItems,
  seenOf,
} from "./rule.ts";

/** A longer fenced block is a log or a listing: it belongs in its own file. */
const FENCE_LINES_MAX = 30;
/** An active context describes the current state, not its history; nobody reads a longer one to the end. */
const FILE_LINES_MAX = 400;

/** An e-mail address of a person. Excludes git remotes and example addresses. */
const EMAIL =
  /(?<![\w.+-])(?!(?:git|ssh)@)[\w.+-]{1,64}@(?!example\b|localhost\b)[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.[a-z]{2,}\b/i;

export const CONTENTS: readonly Rule[] = [
  errorRule("secret.found", (document) => {
    const { text: clean, found } = redact(print(document));
    if (found.length === 0) return [];
    const after = clean.split("\n");
    const line = print(document)
      .split("\n")
      .findIndex((text, i) => text !== after[i]);
    const message = `This line contains a secret (${found.map(({ rule }) => rule).join(", ")}).`;
    return [{ line: Math.max(0, line), message, fix: () => parse(clean) }];
  }),
  noteRule("personal.email", (document) =>
    lines(document)
      .filter(({ text }) => text.includes("@") && EMAIL.test(text))
      .map(({ line }) => ({
        line,
        message: "This line contains a person's address; such files are shared.",
      })),
  ),
  noteRule("log.long", (document) => longFences(document)),
  noteRule("file.long", (document) =>
    document.lines.length > FILE_LINES_MAX
      ? [
          {
            line: FILE_LINES_MAX,
            message: `The file has ${document.lines.length} lines; move history into session files.`,
          },
        ]
      : [],
  ),
  noteRule("next.vague", (document) =>
    stepsOf(document, ["next"])
      .filter(({ text }) => text !== "" && VAGUE.test(text.trim()))
      .map(({ line, text }) => ({
        line,
        message: `${quoteStart(text)} is not a step that somebody else could take.`,
      })),
  ),
  noteRule("wording.unsure", (document) =>
    [...stepsOf(document, ["done", "in_progress", "next"]), ...goals(document)]
      .filter(({ text }) => UNSURE.test(text))
      .map(({ line, text }) => ({
        line,
        message: `${quoteStart(text)} is uncertain; move it to Open Questions.`,
      })),
  ),
  noteRule("progress.contradiction", contradictions),
  errorRule("scope.contradiction", (document) => {
    const inside = new Set(listAt(document, { section: "current_task", field: "scope_in" }));
    return seenOf(document, "current_task", "scope_out").flatMap(({ field }) =>
      seenItems(field, inlineList(field))
        .filter(({ text }) => text !== "" && inside.has(text))
        .map(({ line, text }) => ({
          line,
          message: `${quoteStart(text)} is both inside and outside the scope.`,
        })),
    );
  }),
  noteRule("decision.form", (document) =>
    knownSections(document)
      .filter(({ key }) => key === "decisions")
      .flatMap(({ groups }) => groups.flatMap(({ nodes }) => nodes))
      .flatMap((node) => (node.kind === "item" && !isDecision(node.text) ? [node] : []))
      .map(({ from }) => ({ line: from, message: "A decision is written as time → decision → reason." })),
  ),
  noteRule("allowance.expired", (document, { now }) =>
    seenOf(document, "guardrails", "temporary_allowances").flatMap(({ field }) =>
      seenItems(field, inlineList(field))
        .filter(({ text }) => {
          const until = parseInstant(text.match(/\d{4}-\d{2}-\d{2}/g)?.at(-1) ?? "");
          return until !== undefined && until + DAY_MS <= now;
        })
        .map(({ line, text }) => ({ line, message: `${quoteStart(text)} has expired.` })),
    ),
  ),
  noteRule("hop.reason", (document) =>
    seenOf(document, "breadcrumbs", "next_hops").flatMap(({ field }) =>
      seenItems(field, inlineList(field))
        .filter(({ text }) => /^`?\S+`?$/.test(text))
        .map(({ line, text }) => ({ line, message: `${quoteStart(text)} does not say why to go there.` })),
    ),
  ),
];

const lines = ({ lines: all }: ContextDocument): SeenItem[] => all.map(({ text }, line) => ({ line, text }));

const isDecision = (text: string): boolean =>
  /\d{4}-\d{2}-\d{2}/.test(text) && text.split(/→|->|=>/).length >= 3;

function longFences({ zones }: ContextDocument): RuleFinding[] {
  return zones.flatMap((zone, line): RuleFinding[] => {
    if (zone.kind !== "fence" || zone.part !== "open") return [];
    const rest = zones.slice(line + 1).findIndex((each) => each.kind === "fence" && each.part === "close");
    if (rest <= FENCE_LINES_MAX) return [];
    return [{ line, message: `This block has ${rest} lines; move it to a file and link to it.` }];
  });
}

/** Entries of Progress, for all tasks. */
function stepsOf(document: ContextDocument, names: readonly string[]): SeenItem[] {
  return seenFields(document)
    .filter(({ key, field }) => key === "progress" && names.includes(field.name))
    .flatMap(({ field }) => seenItems(field, inlineList(field)));
}

const goals = (document: ContextDocument): SeenItem[] =>
  seenOf(document, "current_task", "goal").map(({ field }) => ({ line: field.from, text: field.text }));

/** A finished step cannot also be listed as a next step. */
function contradictions(document: ContextDocument): RuleFinding[] {
  const all = seenFields(document).filter(({ key }) => key === "progress");
  return all
    .filter(({ field }) => field.name === "next" || field.name === "in_progress")
    .flatMap(({ field, group }) => {
      const done = new Set(
        all
          .filter((other) => other.group === group && other.field.name === "done")
          .flatMap((other) => listOf(other.field)),
      );
      return seenItems(field, inlineList(field)).flatMap(({ line, text }, i): RuleFinding[] =>
        !isBlank(text) && done.has(text)
          ? [
              {
                line,
                message: `${quoteStart(text)} is also done.`,
                fix: () => setList(document, field, listOf(field).toSpliced(i, 1)),
              },
            ]
          : [],
      );
    });
}

/** Words of uncertainty. An uncertain statement belongs under Open Questions. */
const UNSURE: RegExp = new RegExp(
  [
    "\\b(?:maybe|perhaps|probably|possibly|somewhere|somehow|not sure|i guess|i think)\\b",
    "\\b(?:vielleicht|wahrscheinlich|vermutlich|irgendwo|irgendwie)\\b",
    "(?:^|\\s)(?:quizás?|tal vez|probablemente|en algún lugar|de algún modo)(?=\\s|[.,;]|$)",
    "(?:^|\\s)(?:peut-être|probablement|sans doute|quelque part)(?=\\s|[.,;]|$)",
    "たぶん|おそらく|どこか|かもしれない",
    "也许|可能是|大概|某处",
    "(?:^|\\s)(?:можливо|мабуть|напевно|десь)(?=\\s|[.,;]|$)",
  ].join("|"),
  "iu",
);

/** Vague steps, which name nothing to act on. */
const VAGUE: RegExp = new RegExp(
  [
    "^(?:continue|go on|keep going|finish(?: it| up)?|more work|work on it|fix (?:it|things|bugs|stuff)|misc|etc|various|cleanup|improve(?: it)?|see above)[.…]*$",
    "^(?:weiter(?:machen)?|fertig machen|aufräumen|verschiedenes)[.…]*$",
    "^(?:continuar|seguir|terminar|varios)[.…]*$",
    "^(?:continuer|finir|terminer|divers)[.…]*$",
    "^(?:続ける|続き|その他)[。…]*$",
    "^(?:继续|完成|其他)[。…]*$",
    "^(?:продовжити|далі|різне)[.…]*$",
  ].join("|"),
  "iu",
);
