import { CLEAN } from "./clean-context.ts";
import { add, archivedWith, changed, type Fault, many, SECTION, without } from "./context-fault.ts";

const part = (title: string) => SECTION(title).exec(CLEAN)?.[0] ?? "";
const moved = (title: string, before: string) =>
  without(title).replace(`## ${before}\n`, `${part(title)}## ${before}\n`);
const FILE_END = `last_result: pending\n\`\`\`\n`;
const INVISIBLE = "\u202e";

const STRUCTURE: readonly Fault[] = [
  { code: "section.missing", text: without("Progress"), at: "```", which: "last" },
  { code: "section.recommended", text: without("Guardrails"), at: "```", which: "last" },
  { code: "section.order", text: moved("Guardrails", "Breadcrumbs"), at: "## Breadcrumbs", fixed: CLEAN },
  {
    code: "section.duplicate",
    text: add("  - npm test\n", "\n## Verification\n\n- failing_tests:\n"),
    at: "## Verification",
    which: "last",
  },
  {
    code: "section.unknown",
    text: changed("## Verification", "## Verificaton"),
    at: "## Verificaton",
    fixed: CLEAN,
  },
  {
    code: "section.empty",
    text: changed("## Related Contexts\n", "## Risk Register\n\n## Related Contexts\n"),
    at: "## Risk Register",
    fixed: CLEAN,
  },
  {
    code: "resume.last",
    text: add(FILE_END, "\n## My notes\n\nOne line.\n"),
    at: "## Quick Resume",
    fixed: changed("## Quick Resume\n", "## My notes\n\nOne line.\n\n## Quick Resume\n"),
  },
  { code: "fence.unclosed", text: add(FILE_END, "\n```js\nlet a;\n"), at: "```js" },
  { code: "comment.unclosed", text: add(FILE_END, "\n<!-- a remark\n"), at: "<!-- a remark" },
  { code: "conflict.unresolved", text: add("- os: Linux\n", "<<<<<<< mine\n"), at: "<<<<<<<" },
  {
    code: "text.invisible",
    text: changed("- os: Linux", `- os: ${INVISIBLE}Linux`),
    at: "os:",
    fixed: CLEAN,
  },
];

const FIELDS: readonly Fault[] = [
  { code: "field.missing", text: changed("- project_root: .\n", ""), at: "## Meta", fixed: CLEAN },
  { code: "field.recommended", text: changed("- title: Lossless parser", "- title:"), at: "- title:" },
  { code: "field.empty", text: changed("- language: en", "- language:"), at: "- language:", fixed: CLEAN },
  {
    code: "field.unknown",
    text: changed("- related_code:", "- related_cod:"),
    at: "- related_cod:",
    fixed: CLEAN,
  },
  {
    code: "field.duplicate",
    text: changed("- os: Linux\n", "- os: Linux\n- os: Linux\n"),
    at: "- os: Linux",
    which: "last",
    fixed: CLEAN,
  },
  {
    code: "field.choice",
    text: changed("  status: blocked", "  status: Blocked"),
    at: "status: Blocked",
    fixed: CLEAN,
  },
  { code: "field.time", text: changed("2026-03-01T18:00:00Z", "yesterday"), at: "yesterday" },
  {
    code: "field.count",
    text: changed("- uncommitted_changes: 2", "- uncommitted_changes: some"),
    at: "some",
  },
  {
    code: "field.yes_no",
    text: changed("required: yes", "required: True"),
    at: "required: True",
    fixed: CLEAN,
  },
  {
    code: "field.true_false",
    text: changed("blocking: false", "blocking: no"),
    at: "blocking: no",
    fixed: CLEAN,
  },
  {
    code: "field.placeholder",
    text: changed("- commit_style: short", "- commit_style: <style>"),
    at: "<style>",
  },
  {
    code: "list.duplicate",
    text: changed("  - docs/format.md\n", "  - docs/format.md\n  - docs/format.md\n"),
    at: "  - docs/format.md",
    which: "last",
    fixed: CLEAN,
  },
  { code: "tags.few", text: changed("[parser, markdown, context]", "[parser]"), at: "[parser]" },
];

type Which = Exclude<Fault["which"], undefined>;
const bound = (...[code, text, at, which]: readonly [string, string, string, Which?]): Fault => ({
  code,
  text,
  at,
  ...(which ? { which } : {}),
});

const BOUNDS: readonly Fault[] = [
  bound("progress.done.many", add("  - Read headings outside fences", many(5)), "- done:"),
  bound("progress.done.few", changed("  - Read headings outside fences\n", ""), "- done:"),
  bound("progress.in_progress.many", add("  - Read nested bullets", many(4)), "- in_progress:"),
  bound("progress.in_progress.few", changed("  - Read nested bullets\n", ""), "- in_progress:"),
  bound("progress.next.many", add("  - Run the round trip on 10,000 files", many(5)), "- next:"),
  bound(
    "progress.next.few",
    changed("- next:\n  - Write the page on sections\n", "- next:\n"),
    "- next:",
    "last",
  ),
  bound("breadcrumbs.navigation_queries.many", add("  - rg outdented", many(6)), "- navigation_queries:"),
  bound("breadcrumbs.navigation_queries.few", changed("  - rg outdented\n", ""), "- navigation_queries:"),
  bound(
    "breadcrumbs.resume_recipe.many",
    add("  - Take the first failing file", many(4)),
    "- resume_recipe:",
  ),
  bound(
    "breadcrumbs.resume_recipe.few",
    changed("  - Take the first failing file\n", ""),
    "- resume_recipe:",
  ),
  bound("guardrails.invariants.many", add("  - no file makes the parser fail", many(6)), "- invariants:"),
  bound("guardrails.invariants.few", changed("  - no file makes the parser fail\n", ""), "- invariants:"),
  bound("guardrails.definition_of_done.many", add("  - 10,000 files pass", many(4)), "- definition_of_done:"),
  bound("guardrails.definition_of_done.few", changed("  - 10,000 files pass\n", ""), "- definition_of_done:"),
  bound(
    "quick_resume.key_files.many",
    changed("src/lines.ts]", "src/lines.ts, a.ts, b.ts, c.ts]"),
    "key_files:",
  ),
  bound("quick_resume.key_files.few", changed(", src/lines.ts]", "]"), "key_files:"),
  bound(
    "current_task.goal.long",
    changed("Edits touch one line.", "Edits touch one line. It is fast."),
    "- goal:",
  ),
  bound(
    "breadcrumbs.last_focus.long",
    changed("of its own.", "of its own. Then fences. Then tabs."),
    "- last_focus:",
  ),
  bound(
    "meta.agent_notes.long",
    add("- agent_notes: Node 20 on Linux. Branch: feature/lossless", "\n  a\n  b\n  c"),
    "- agent_notes:",
  ),
  bound(
    "secondary_tasks.many",
    add(
      "  blocked_by: CTX-001\n",
      ["A-1", "A-2", "A-3"]
        .map((id) => `- task_id: ${id}\n  goal: g\n  status: queued\n  priority: low\n  next: n\n`)
        .join(""),
    ),
    "- task_id: A-3",
  ),
  bound("archive_summary.resume_recipe.many", archivedWith(7), "- resume_recipe:", "last"),
  bound("archive_summary.resume_recipe.few", archivedWith(2), "- resume_recipe:", "last"),
];

export const FORM_FAULTS: readonly Fault[] = [...STRUCTURE, ...FIELDS, ...BOUNDS];
