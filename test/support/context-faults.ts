import { CLEAN } from "./clean-context.ts";
import { add, archivedWith, changed, type Fault, without } from "./context-fault.ts";
import { FORM_FAULTS } from "./context-form-faults.ts";

const END = CLEAN.split("\n").length - 1;
const block = (task: string) =>
  new RegExp(`\`\`\`yaml\n# Quick Resume — ${task}\n[\\s\\S]*?\n\`\`\`\n`).exec(CLEAN)?.[0] ?? "";

const TASKS: readonly Fault[] = [
  { code: "task_id.grammar", text: changed("- predecessor: CTX-000", "- predecessor: ../up"), at: "../up" },
  { code: "task_id.device", text: changed("- predecessor: CTX-000", "- predecessor: nul"), at: "nul" },
  {
    code: "task_id.snapshot",
    text: changed("- predecessor: CTX-000", "- predecessor: 2026-01-01__X"),
    at: "2026-01-01__X",
  },
  {
    code: "task_id.collision",
    text: changed("- task_id: DOC-002", "- task_id: ctx-001"),
    at: "- task_id: ctx-001",
  },
  { code: "secondary.blocked_by", text: changed("  blocked_by: CTX-001\n", ""), at: "- task_id: DOC-002" },
  {
    code: "group.missing",
    text: changed("## Guardrails\n\n### CTX-001\n", "## Guardrails\n"),
    at: "## Guardrails",
    fixed: CLEAN,
  },
  {
    code: "group.unknown",
    text: changed("## Guardrails\n\n### CTX-001", "## Guardrails\n\n### CTX-009"),
    at: "### CTX-009",
  },
  { code: "related.self", text: changed("- related: [UI-7]", "- related: [CTX-001]"), at: "[CTX-001]" },
  {
    code: "resume.missing",
    text: CLEAN.replace(`${block("CTX-001")}\n`, ""),
    at: "## Quick Resume",
    fixed: CLEAN.replace("focus_now: nested bullets", "focus_now: parse.ts, the reading of nested bullets")
      .replace(
        "key_files: [src/parse.ts, src/print.ts, src/lines.ts]",
        "key_files: [src/parse.ts, src/print.ts]",
      )
      .replace("last_result: success", "last_result: pending"),
  },
  { code: "resume.secondary", text: CLEAN.replace(`\n${block("DOC-002")}`, ""), at: "## Quick Resume" },
  {
    code: "resume.unknown",
    text: changed("# Quick Resume — DOC-002", "# Quick Resume — DOC-003"),
    at: "```yaml",
    which: "last",
  },
  { code: "resume.duplicate", text: `${CLEAN}\n${block("DOC-002")}`, at: "```yaml", which: "last" },
  {
    code: "resume.order",
    text: CLEAN.replace(
      `${block("CTX-001")}\n${block("DOC-002")}`,
      `${block("DOC-002")}\n${block("CTX-001")}`,
    ),
    at: "```yaml",
    which: "last",
    fixed: CLEAN,
  },
  {
    code: "resume.next",
    text: changed("next_action: Write the printer for edited lists", "next_action: Rest"),
    at: "next_action: Rest",
    fixed: CLEAN,
  },
  { code: "archive.summary", text: CLEAN, at: "```", which: "last", facts: { archived: true } },
  { code: "archive.unexpected", text: archivedWith(4), at: "## Archive Summary", fixed: CLEAN },
];

const REFERENCES: readonly Fault[] = [
  {
    code: "path.absolute",
    text: changed("  - src/print.ts\n", "  - /r/src/print.ts\n"),
    at: "/r/src/print.ts",
    fixed: CLEAN,
  },
  { code: "path.outside", text: changed("  - docs/format.md", "  - docs/../../up.md"), at: "up.md" },
  {
    code: "path.backslash",
    text: changed("  - docs/format.md", "  - docs\\format.md"),
    at: "docs\\format.md",
    fixed: CLEAN,
  },
  {
    code: "plan.status",
    text: changed("- plan: docs/parser-plan.md, 3 of 5 steps done", "- plan: docs/parser-plan.md"),
    at: "- plan:",
  },
  {
    code: "plan.unlisted",
    text: changed("people's spacing survives", "see docs/merge-plan.md"),
    at: "docs/merge-plan.md",
    fixed: changed("people's spacing survives", "see docs/merge-plan.md").replace(
      "  - docs/format.md\n",
      "  - docs/format.md\n  - docs/merge-plan.md\n",
    ),
  },
  { code: "session.name", text: changed("session_2026-03-01_001.md", "session-1.md"), at: "session-1.md" },
  {
    code: "command.unlisted",
    text: changed("verify_cmd: npm test", "verify_cmd: npm run check"),
    at: "verify_cmd: npm run check",
    fixed: changed("verify_cmd: npm test", "verify_cmd: npm run check").replace(
      "  - npm test\n",
      "  - npm test\n  - npm run check\n",
    ),
  },
];

const KEY = ["AKIA", "QX7RT2MLPW9ZK4BD"].join("");
const CONTENTS: readonly Fault[] = [
  {
    code: "secret.found",
    text: changed("- os: Linux", `- os: Linux ${KEY}`),
    at: KEY,
    fixed: changed("- os: Linux", "- os: Linux [redacted:aws-access-key]"),
  },
  {
    code: "personal.email",
    text: changed("- commit_style: short", "- commit_style: ask jo.doe@corp.net"),
    at: "jo.doe@",
  },
  {
    code: "log.long",
    text: add("  - npm test\n", `\n\`\`\`text\n${"one line\n".repeat(40)}\`\`\`\n`),
    at: "```text",
  },
  { code: "file.long", text: add("- os: Linux\n", "<!-- x -->\n".repeat(402 - END)), at: 401 },
  {
    code: "next.vague",
    text: changed("  - Run the round trip on 10,000 files", "  - continue"),
    at: "  - continue",
  },
  {
    code: "wording.unsure",
    text: changed("  - Read nested bullets", "  - Read bullets, probably nested"),
    at: "probably",
  },
  {
    code: "progress.contradiction",
    text: add("  - Run the round trip on 10,000 files", "\n  - Read headings outside fences"),
    at: "  - Read headings outside fences",
    which: "last",
    fixed: CLEAN,
  },
  {
    code: "scope.contradiction",
    text: changed("  - the verbs", "  - parser and printer"),
    at: "  - parser and printer",
    which: "last",
  },
  {
    code: "decision.form",
    text: changed("- 2026-03-01T12:00:00Z → keep lines, not a tree → people's", "- keep lines, people's"),
    at: "- keep lines",
  },
  { code: "allowance.expired", text: changed("until 2026-03-20", "until 2026-02-20"), at: "2026-02-20" },
  {
    code: "hop.reason",
    text: changed("  - src/print.ts because lists are printed there", "  - src/print.ts"),
    at: "  - src/print.ts",
    which: "last",
  },
];

const STATE: readonly Fault[] = [
  {
    code: "updated.old",
    text: changed("last_updated: 2026-03-02T09:30", "last_updated: 2026-02-20T09:30"),
    at: "- last_updated:",
  },
  {
    code: "updated.future",
    text: changed("last_updated: 2026-03-02T09:30", "last_updated: 2027-03-02T09:30"),
    at: "- last_updated:",
    fixed: changed("last_updated: 2026-03-02T09:30:00Z", "last_updated: 2026-03-02T10:00:00.000Z"),
  },
  {
    code: "failure.missing",
    text: without("Failure Context").replace("last_result: success", "last_result: failure"),
    at: "last_result: failure",
  },
  {
    code: "failure.incomplete",
    text: changed("- resolution_status: resolved", "- resolution_status: pending").replace(
      "- error_signature: expected 3 lines, got 2\n",
      "",
    ),
    at: "## Failure Context",
  },
  {
    code: "git.missing",
    text: without("Git State").replace(
      "session_2026-03-01_001.md\n",
      "session_2026-03-01_001.md\n  - session_2026-03-02_001.md\n",
    ),
    at: "## Plan & References",
  },
  {
    code: "git.branch",
    text: CLEAN,
    at: "- current_branch:",
    facts: { branch: "main" },
    fixed: changed("- current_branch: feature/lossless", "- current_branch: main"),
  },
  { code: "git.notes", text: changed("Branch: feature/lossless", "Branch: main"), at: "- agent_notes:" },
];

/** Faults for every rule. */
export const FAULTS: readonly Fault[] = [...FORM_FAULTS, ...TASKS, ...REFERENCES, ...CONTENTS, ...STATE];
