import type { ContextDocument, Field } from "../document/document.ts";
import { addItem, setList } from "../document/edit.ts";
import { inlineList, listOf } from "../document/model.ts";
import { isAbsolute, leavesRoot } from "../document/path-inside.ts";
import { listAt, sectionIn, textAt } from "../document/read.ts";
import { resumesIn } from "../registry/resume.ts";
import { parseSessionFileName } from "../registry/session-name.ts";
import {
  errorRule,
  type Facts,
  noteRule,
  quoteStart,
  type Rule,
  type RuleFinding,
  seenFields,
  seenItems,
  seenOf,
} from "./rule.ts";

export const REFERENCES: readonly Rule[] = [
  errorRule("path.absolute", (document, facts) =>
    paths(document, isAbsolute, ({ path }) => ({
      message: `${quoteStart(path)} is an absolute path; write paths relative to the repository's root.`,
      ...withFix(relativeTo(path, rootOf(document, facts))),
    })),
  ),
  errorRule("path.outside", (document) =>
    paths(
      document,
      (path) => !isAbsolute(path) && leavesRoot(path),
      ({ path }) => ({
        message: `${quoteStart(path)} is outside the repository.`,
      }),
    ),
  ),
  noteRule("path.backslash", (document) =>
    paths(
      document,
      (path) => !isAbsolute(path) && path.includes("\\"),
      ({ path }) => ({
        message: `${quoteStart(path)} works only on Windows.`,
        ...withFix(path.replaceAll("\\", "/")),
      }),
    ),
  ),
  noteRule("plan.status", (document) =>
    seenOf(document, "plan_references", "plan")
      .filter(({ field }) => field.text !== "" && !/\S\s+\S/.test(field.text))
      .map(({ field }) => ({ line: field.from, message: "The plan is named, but its progress is missing." })),
  ),
  noteRule("plan.unlisted", unlistedPlans),
  errorRule("session.name", (document) =>
    seenOf(document, "plan_references", "session_history").flatMap(({ field }) =>
      seenItems(field, inlineList(field))
        .filter(({ text }) => text !== "" && parseSessionFileName(fileName(pathIn(text))) === undefined)
        .map(({ line, text }) => ({
          line,
          message: `${quoteStart(text)} is not a session file; the names are session_YYYY-MM-DD_NNN.md.`,
        })),
    ),
  ),
  noteRule("command.unlisted", (document) => {
    const listed = [
      ...listAt(document, { section: "verification", field: "commands" }),
      ...listAt(document, { section: "verification" }),
    ];
    const [resume] = resumesIn(document);
    const command = resume?.verify_cmd ?? "";
    const field = seenOf(document, "quick_resume", "verify_cmd")[0]?.field;
    if (command === "" || !field || listed.some((each) => each.includes(command))) return [];
    const message = `${quoteStart(command)} is not listed under Verification.`;
    return [
      {
        line: field.from,
        message,
        fix: () => addItem(document, { section: "verification", field: "commands" }, { text: command }),
      },
    ];
  }),
];

/** The path at the start of an entry: in backticks, or up to the first blank; without a line number. */
export function pathIn(text: string): string {
  const [, ticked, bare = ""] = /^\[?`([^`]+)`|^\[?(\S+)/su.exec(text.trim()) ?? [];
  return (ticked ?? bare).replace(/[,;]$/, "").replace(/:\d+(?:[-:]\d+)?$/, "");
}

const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? "";

function rootOf(document: ContextDocument, { root }: Facts): string | undefined {
  const written = textAt(document, { section: "meta", field: "project_root" });
  return root ?? (written && isAbsolute(written) ? written : undefined);
}

function relativeTo(path: string, root: string | undefined): string | undefined {
  if (root === undefined) return undefined;
  const [plain, base] = [
    path.replaceAll("\\", "/"),
    `${root.replaceAll("\\", "/").replace(/(?<!\/)\/+$/, "")}/`,
  ];
  return plain.startsWith(base) ? plain.slice(base.length) : undefined;
}

type ReferenceProblem = { readonly message: string; readonly becomes?: string };
const withFix = (becomes: string | undefined): { becomes?: string } => (becomes ? { becomes } : {});

/** Reports every path that meets a condition, in all fields that hold paths. */
function paths(
  document: ContextDocument,
  isWrong: (path: string) => boolean,
  say: (of: { readonly path: string }) => ReferenceProblem,
): RuleFinding[] {
  return seenFields(document)
    .filter(({ spec }) => spec?.type === "paths")
    .flatMap(({ field }) =>
      seenItems(field, inlineList(field)).flatMap(({ line, text }, i) => {
        const path = pathIn(text);
        if (!isWrong(path)) return [];
        const { message, becomes } = say({ path });
        return [
          {
            line,
            message,
            ...(becomes ? { fix: () => withPath(document, field, { i, path, becomes }) } : {}),
          },
        ];
      }),
    );
}

type Repath = { readonly i: number; readonly path: string; readonly becomes: string };

const withPath = (document: ContextDocument, field: Field, { i, path, becomes }: Repath): ContextDocument =>
  setList(
    document,
    field,
    listOf(field).map((text, j) => (i === j ? text.replace(path, () => becomes) : text)),
  );

/** Plans, specifications and notes that the file mentions anywhere. */
const PLAN_FILE = /(?:^|[\s`"'([])((?:[\w.-]+\/)+[\w.-]*(?:plan|spec|design|ctx|rfc)[\w.-]*\.md)\b/giu;

function unlistedPlans(document: ContextDocument): RuleFinding[] {
  const section = sectionIn(document, "plan_references");
  if (!section) return [];
  const listed = new Set(
    document.lines
      .slice(section.from, section.to)
      .flatMap(({ text }) => [...text.matchAll(PLAN_FILE)].map(([, path]) => path)),
  );
  return document.lines.flatMap(({ text }, line): RuleFinding[] => {
    if (line >= section.from && line < section.to) return [];
    return [...text.matchAll(PLAN_FILE)].flatMap(([, path = ""]): RuleFinding[] => {
      if (listed.has(path)) return [];
      listed.add(path);
      const message = `${quoteStart(path)} is not listed under Plan & References.`;
      return [
        {
          line,
          message,
          fix: () => addItem(document, { section: "plan_references", field: "related_docs" }, { text: path }),
        },
      ];
    });
  });
}
