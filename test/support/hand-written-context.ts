import fc from "fast-check";
import {
  type FieldSpec,
  SECTIONS,
  type SectionSpec,
} from "../../src/core/active-context/document/sections.ts";
import { titleOf } from "../../src/core/active-context/document/titles.ts";

/** The forms in which people write the fields of a section. */
const FORMS = ["bullets", "ticks", "bold", "bare", "stars", "yaml", "wrapped yaml"] as const;
type Form = (typeof FORMS)[number];

const WORDS = [
  "Read the parser",
  "Fix total()",
  "Write the test",
  "src/a.ts",
  "the totals",
  "Ask Ann",
  "Drop the helper",
  "docs/api.md",
];
const text = fc.constantFrom(...WORDS);
const path = fc.constantFrom("src/a.ts", "src/b.ts", "docs/api.md", "`src/c.ts` the sums");
const time = fc.constantFrom("2029-12-31T10:00:00Z", "2029-12-31T12:00:00+02:00", "2029-12-30");

/** A valid value of a field, in the words of a person. */
function valueFor(spec: FieldSpec): fc.Arbitrary<string | readonly string[]> {
  if (spec.name === "scope_out") return fc.constantFrom(["taxes"], ["the web pages", "invoices"]);
  if (spec.name === "project_root") return fc.constantFrom(".", "./");
  if (spec.name === "language") return fc.constantFrom("uk", "en", "de");
  if (spec.name === "session_history")
    return fc.constantFrom([], ["ai_memory/session_history/session_2029-12-31_001.md"]);
  if (spec.name === "agent_notes") return fc.constantFrom("Branch: feature/xyz", "runs in Docker");
  if (spec.name === "repo_revision") return fc.constantFrom("abc1234", "unknown");
  if (spec.name.endsWith("_branch")) return fc.constantFrom("feature/xyz", "main", "none");
  switch (spec.type) {
    case "time":
      return time;
    case "choice":
      return fc.constantFrom(...(spec.values ?? []));
    case "count":
      return fc.constantFrom("3", "3 modified files", "0 (clean)");
    case "yes_no":
      return fc.constantFrom("yes", "no");
    case "true_false":
      return fc.constantFrom("true", "false");
    case "task_id":
      return fc.constantFrom("ORD-002", "ORD-003");
    case "task_ids":
      return fc.constantFrom([], ["ORD-002"]);
    case "paths":
      return fc.uniqueArray(path, {
        minLength: spec.need === "mandatory" ? 1 : 0,
        maxLength: Math.min(4, spec.max ?? 4),
      });
    case "list":
      return fc.oneof(
        fc.uniqueArray(text, {
          minLength: spec.need === "mandatory" ? 1 : 0,
          maxLength: Math.min(spec.max ?? 8, 8),
        }),
        ...(spec.need === "optional" ? [fc.constant("none")] : []),
      );
    case "text":
      return text;
  }
}

const NAMES: { readonly [form in Form]: (name: string) => string } = {
  bullets: (name) => `- ${name}:`,
  ticks: (name) => `- \`${name}\`:`,
  bold: (name) => `- **${name}**:`,
  stars: (name) => `* ${name}:`,
  bare: (name) => `${name}:`,
  yaml: (name) => `${name}:`,
  "wrapped yaml": (name) => `  ${name}:`,
};

type Written = {
  readonly name: string;
  readonly value: string | readonly string[];
  readonly isFlow: boolean;
};

function fieldLines(form: Form, { name, value, isFlow }: Written): string[] {
  const head = NAMES[form](name);
  if (typeof value === "string") return [`${head} ${value}`];
  if (isFlow) return [`${head} [${value.join(", ")}]`];
  const indent = " ".repeat(head.search(/\S/) + 2);
  return [
    head,
    ...value.map(
      (each) => `${indent}- ${/^[`[]|: /.test(each) && form.includes("yaml") ? `"${each}"` : each}`,
    ),
  ];
}

function sectionOf(spec: SectionSpec): fc.Arbitrary<string> {
  const title = `## ${titleOf(spec.key)}`;
  const wanted = spec.fields.filter(({ need }) => need === "mandatory");
  const others = spec.fields.filter(({ need }) => need !== "mandatory");
  return fc
    .record({ form: fc.constantFrom(...FORMS), extra: fc.subarray(others), isSpaced: fc.boolean() })
    .chain(({ form, extra, isSpaced }) =>
      fc
        .tuple(
          ...spec.fields
            .filter((field) => wanted.includes(field) || extra.includes(field))
            .map((field) =>
              fc.record({
                name: fc.constant(field.name),
                value:
                  field.name === "task_id" && spec.key === "current_task"
                    ? fc.constant("ORD-001")
                    : valueFor(field),
                isFlow: fc.boolean(),
              }),
            ),
        )
        .map((fields) => {
          const lines = fields.flatMap((each) => fieldLines(form, each));
          const body =
            form === "yaml"
              ? ["```yaml", ...lines, "```"]
              : form === "wrapped yaml"
                ? ["```yaml", `${spec.key}:`, ...lines, "```"]
                : lines;
          return [title, ...(isSpaced ? [""] : []), ...body].join("\n");
        }),
    );
}

const RESUME = `## Quick Resume

\`\`\`yaml
# Quick Resume — ORD-001
goal: the totals
focus_now: Fix total()
next_action: Write the test
key_files: [src/a.ts]
verify_cmd: npm test
last_result: pending
\`\`\``;

const LISTED = SECTIONS.filter(
  ({ key, fields }) => fields.length > 0 && key !== "quick_resume" && key !== "archive_summary",
);

/** A random hand-written file in which every section has its own form. Some of these files are not valid. */
export const handWrittenContext: fc.Arbitrary<string> = fc
  .subarray(LISTED.filter(({ need }) => need !== "mandatory"))
  .chain((optional) =>
    fc.tuple(...LISTED.filter((spec) => spec.need === "mandatory" || optional.includes(spec)).map(sectionOf)),
  )
  .map((sections) => `# Active Context\n\n${[...sections, RESUME].join("\n\n")}\n`);
