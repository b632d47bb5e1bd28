import { namesIn } from "../../fields.ts";
import type { SectionKey } from "./sections.ts";

/** Languages of the placeholder texts in a new file. Headings and field names are always English. */
export const LANGUAGES = ["en", "de", "es", "fr", "ja", "zh", "uk"] as const;
export type Language = (typeof LANGUAGES)[number];

const TITLES: { readonly [Key in SectionKey]: string } = {
  meta: "Meta",
  current_task: "Current Task",
  secondary_tasks: "Secondary Tasks",
  plan_references: "Plan & References",
  progress: "Progress",
  breadcrumbs: "Breadcrumbs",
  guardrails: "Guardrails",
  decisions: "Decisions",
  open_questions: "Open Questions / Blockers",
  verification: "Verification",
  deferred: "Deferred / Parking Lot",
  external_dependencies: "External Dependencies",
  user_preferences: "User Preferences",
  lessons_learned: "Lessons Learned",
  environment_snapshot: "Environment Snapshot",
  failure_context: "Failure Context",
  search_cache: "Search & Navigation Cache",
  code_patterns: "Code Patterns",
  conversation_anchors: "Conversation Anchors",
  git_state: "Git State",
  tool_usage: "Tool Usage",
  mental_model: "Mental Model",
  time_effort: "Time & Effort",
  risk_register: "Risk Register",
  related_contexts: "Related Contexts",
  archive_summary: "Archive Summary",
  quick_resume: "Quick Resume",
};

/** Alternative titles of sections. */
const ALSO: { readonly [title: string]: SectionKey } = {
  "Other Tasks": "secondary_tasks",
  Plan: "plan_references",
  "Plan and References": "plan_references",
  References: "plan_references",
  "Open Questions": "open_questions",
  Blockers: "open_questions",
  Deferred: "deferred",
  "Parking Lot": "deferred",
  Lessons: "lessons_learned",
  Environment: "environment_snapshot",
  Failure: "failure_context",
  "Search Cache": "search_cache",
  "Search and Navigation Cache": "search_cache",
  "Code Patterns Registry": "code_patterns",
  "Git State Snapshot": "git_state",
  "Tool Usage History": "tool_usage",
  "Mental Model State": "mental_model",
  "Time and Effort": "time_effort",
  "Time & Effort Tracking": "time_effort",
  Risks: "risk_register",
  "Quick Resume Block": "quick_resume",
};

const KEYS = namesIn(TITLES);

let byTitle: ReadonlyMap<string, SectionKey> | undefined;

/** The map is built for the first heading, because a hook loads this file only for the names of the languages. */
function keyOfTitle(title: string): SectionKey | undefined {
  byTitle ??= new Map<string, SectionKey>([
    ...KEYS.flatMap((key) => [key, TITLES[key]].map((each) => [plainTitle(each), key] as const)),
    ...Object.entries(ALSO).map(([each, key]) => [plainTitle(each), key] as const),
  ]);
  return byTitle.get(plainTitle(title));
}

export const titleOf = (key: SectionKey): string => TITLES[key];

export const isLanguage = (code: string): code is Language => LANGUAGES.some((each) => each === code);

/** All titles, to correct a misspelled heading. */
export const allTitles = (): string[] => Object.values(TITLES);

/** The section of a heading and, if the heading ends with a task's id, that task. */
export function sectionByTitle(title: string): { key: SectionKey; task?: string } | undefined {
  const whole = keyOfTitle(title);
  if (whole) return { key: whole };
  const [, name = "", task = ""] = /^(.*?\S)\s+[—–-]\s+`?([^\s`]+)`?$/su.exec(title.trim()) ?? [];
  const key = keyOfTitle(name);
  return key ? { key, task } : undefined;
}

/** A title without decoration: numbers, signs, bracketed text and letter case. */
function plainTitle(title: string): string {
  const bare = title.replaceAll("`", "").replace(/(?<!\s)\s*\([^()]*\)\s*$/u, "");
  return bare
    .replace(/^(?:[^\p{L}\d]*\d+[a-z]?[.)]?\s+)?[^\p{L}]*/u, "")
    .replaceAll(/[*_\s:：]+/gu, " ")
    .trim()
    .toLowerCase();
}
