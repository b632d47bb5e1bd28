/** The time at which the tests check these files. */
export const NOW = Date.parse("2026-03-02T10:00:00Z");

/** A valid file that uses most sections and has no findings. */
export const CLEAN = `# Active Context

<!-- Kept by hand and by the program. -->

## Meta

- last_updated: 2026-03-02T09:30:00Z
- project_root: .
- language: en
- active_skills: [typescript]
- agent_notes: Node 20 on Linux. Branch: feature/lossless

## Current Task

- task_id: CTX-001
- title: Lossless parser
- category: feature
- tags: [parser, markdown, context]
- goal: Read any context file without losing a byte. Edits touch one line.
- current_focus: parse.ts, the reading of nested bullets
- active_files:
  - src/parse.ts
  - src/print.ts
- scope_in:
  - parser and printer
- scope_out:
  - the verbs

## Secondary Tasks

- task_id: DOC-002
  goal: Describe the format for users
  status: blocked
  priority: low
  next: Write the page on sections
  blocked_by: CTX-001

## Plan & References

### CTX-001

- plan: docs/parser-plan.md, 3 of 5 steps done
- related_docs:
  - docs/format.md
- related_code:
  - src/parse.ts
- session_history:
  - ai_memory/session_history/session_2026-03-01_001.md

### DOC-002

- plan: todo list, not started

## Progress

### CTX-001

- done:
  - Split a file into lines with their ends
  - Read headings outside fences
- in_progress:
  - Read nested bullets
- next:
  - Write the printer for edited lists
  - Run the round trip on 10,000 files

### DOC-002

- done:
  - Collect questions from users
  - Choose the page's place
- in_progress:
  - Wait for the parser
- next:
  - Write the page on sections

## Breadcrumbs

### CTX-001

- last_focus: Nested bullets below a field without a bullet of its own.
- last_edit_targets:
  - readLine in src/parse.ts
- next_hops:
  - src/print.ts because lists are printed there
- navigation_queries:
  - rg readLine
  - rg spliceLines
  - rg "type Field"
  - rg headingIn
  - rg outdented
- resume_recipe:
  - Open src/parse.ts
  - Run the round trip test
  - Take the first failing file

## Guardrails

### CTX-001

- invariants:
  - print gives back what parse read
  - an edit never changes another line
  - no file makes the parser fail
- scope_guardrails:
  - no verb is added here
- risk_hotspots:
  - fences inside bullets
- temporary_allowances:
  - slow merge until 2026-03-20
- definition_of_done:
  - 10,000 files pass
  - every rule has a seeded fault

## Decisions

- 2026-03-01T12:00:00Z → keep lines, not a tree → people's spacing survives

## Open Questions / Blockers

- question: Should tabs count as four columns?
  priority: low
  blocking: false
  raised_at: 2026-03-01
  assigned_to: user

## Verification

- last_green_build: 2026-03-01 abc1234
- failing_tests:
- commands:
  - npm test

## User Preferences

- commit_style: short
- code_review_required: yes

## Environment Snapshot

- os: Linux
- last_successful_run: 2026-03-01T18:00:00Z

## Failure Context

- last_failure_time: 2026-03-01T17:00:00Z
- failure_type: test
- error_signature: expected 3 lines, got 2
- failing_files: [src/parse.ts:40]
- attempted_fixes:
  - keep blank lines until the next line
- resolution_status: resolved

## Git State

- current_branch: feature/lossless
- uncommitted_changes: 2
- repo_revision: abc1234

## Time & Effort

- sessions_spent: 2

## Related Contexts

- predecessor: CTX-000
- related: [UI-7]

## Quick Resume

\`\`\`yaml
# Quick Resume — CTX-001
goal: Read any context file without losing a byte.
focus_now: nested bullets
next_action: Write the printer for edited lists
key_files: [src/parse.ts, src/print.ts, src/lines.ts]
verify_cmd: npm test
last_result: success
\`\`\`

\`\`\`yaml
# Quick Resume — DOC-002
goal: Describe the format for users
focus_now: nothing yet
next_action: Write the page on sections
key_files: [docs/format.md, docs/guide.md, README.md]
verify_cmd: npm test
last_result: pending
\`\`\`
`;
