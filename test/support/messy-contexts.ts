/** Files as people leave them. Each breaks an assumption that a simple parser would make. */
export const MESSY: { readonly [name: string]: string } = {
  empty: "",
  "only a line break": "\n",
  "only blanks and no line break": "  \t ",
  "Windows line ends":
    "# Active Context\r\n\r\n## Meta\r\n- language: de\r\n\r\n## Progress\r\n- done:\r\n  - eins\r\n",
  "mixed line ends and a lone carriage return": "## Meta\n- language: en\r\n- agent_notes: a\rb\n",
  "tabs and no final line break": "## Progress\n\t- done:\n\t\t- one\n\t\t  more\n\t- next:\n\t\t- two",
  "numbers and signs in headings":
    "## 🔴 1) **Meta**\n* last_updated: today\n\n## 2b) Other Tasks (This Chat)\n- task_id: B\n## 3. Plan and References ##\nplan: none\n",
  "a section twice and a section nobody knows":
    "## Progress\n- next:\n  - a\n\n## Shopping\n- milk\n  - fresh\n\n## Progress\n- next:\n  - b\n",
  "comments everywhere":
    "<!-- top\n## Meta\n-->\n## Meta <!-- here -->\n- language: en <!-- for now -->\n<!-- between -->\n- project_root: .\n<!-- never closed\n- active_skills: [a]\n",
  "fences in bullets, of both sorts, one left open":
    "## Decisions\n- first\n  ```sh\n  ## Progress\n  ```\n- ~~~\n  ## Meta\n  ~~~\n## Meta\n```\n- language: en\n",
  "fields in a fence, with a name around them":
    '## Secondary Tasks\n```yaml\nsecondary_tasks:\n  - task_id: X-1\n    goal: "a: b"  # why\n    status: queued\n```\ntrailing words\n',
  "bare names with bullets below": "## Progress\n**done:**\n- a\n- b\nnext:\n1. c\n2. d\n",
  "several Quick Resumes, one without a fence":
    "## Quick Resume — A-1\n```yaml\ngoal: g\n```\n\n## Quick Resume — B-2\n- goal: h\n- key_files:\n  - a\n",
  "many scripts":
    "## Current Task\n- task_id: あ\n- goal: 目標です。次も。\n\n## Progress\n- done：\n  - 完成\n\n## Meta\n- language: uk\n",
  "signs that hide, halves of characters, a mark of order":
    "\ufeff## Meta\n- agent_notes: a\u202eb\u0000c\ud800\n- language: en\u2028fr\n",
  "deep and ragged nesting":
    "## Guardrails\n      - invariants:\n   - a\n         - b\n - c\n- scope_guardrails: x\n        y\n  z\n",
  "one very long line": `## Verification\n- commands: ${"npm test; ".repeat(2000)}\n`,
};
