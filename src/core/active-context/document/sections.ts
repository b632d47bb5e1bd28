/** How important a section or field is: a missing mandatory one is an error, a missing recommended one a note. */
export type Need = "mandatory" | "recommended" | "optional";

export type FieldType =
  | "text"
  | "time"
  | "choice"
  | "count"
  | "yes_no"
  | "true_false"
  | "task_id"
  | "list"
  | "paths"
  | "task_ids";

export type FieldSpec = {
  readonly name: string;
  readonly type: FieldType;
  readonly need: Need;
  /** For a list: the minimum and maximum number of entries. */
  readonly min?: number;
  readonly max?: number;
  readonly sentencesMax?: number;
  readonly linesMax?: number;
  readonly values?: readonly string[];
};

/** A list whose entries have fields. The first field is the id of an entry. */
export type EntrySpec = { readonly id: string; readonly max?: number; readonly fields: readonly FieldSpec[] };

export type SectionSpec = {
  readonly key: SectionKey;
  readonly need: Need;
  /** If the file has several tasks, each task's content has a heading of its own. */
  readonly grouped?: true;
  /** Whether the section has bullets of its own, besides or instead of fields. */
  readonly items?: true;
  readonly entry?: EntrySpec;
  readonly fields: readonly FieldSpec[];
};

export type SectionKey =
  | "meta"
  | "current_task"
  | "secondary_tasks"
  | "plan_references"
  | "progress"
  | "breadcrumbs"
  | "guardrails"
  | "decisions"
  | "open_questions"
  | "verification"
  | "deferred"
  | "external_dependencies"
  | "user_preferences"
  | "lessons_learned"
  | "environment_snapshot"
  | "failure_context"
  | "search_cache"
  | "code_patterns"
  | "conversation_anchors"
  | "git_state"
  | "tool_usage"
  | "mental_model"
  | "time_effort"
  | "risk_register"
  | "related_contexts"
  | "archive_summary"
  | "quick_resume";

export const PRIORITIES = ["high", "medium", "low"] as const;
export const SECONDARY_STATUSES = ["queued", "paused", "blocked"] as const;
export const ARCHIVE_STATUSES = ["paused", "completed", "abandoned"] as const;
export const LAST_RESULTS = ["success", "failure", "pending"] as const;
export const NEEDS_VERIFICATION = "needs verification";

/** Maximum number of secondary tasks; the one with the lowest priority is archived first. */
export const SECONDARY_TASKS_MAX = 3;

type Rest = Partial<Omit<FieldSpec, "name" | "type">>;
const field = (type: FieldType, name: string, rest: Rest = {}): FieldSpec => ({
  name,
  type,
  need: "optional",
  ...rest,
});
const text = (name: string, need: Need = "optional", rest: Rest = {}) =>
  field("text", name, { need, ...rest });
const list = (name: string, need: Need = "optional", rest: Rest = {}) =>
  field("list", name, { need, ...rest });
const paths = (name: string, need: Need = "optional", rest: Rest = {}) =>
  field("paths", name, { need, ...rest });
const choice = (name: string, values: readonly string[], need: Need = "optional") =>
  field("choice", name, { need, values });
const texts = (...names: readonly string[]) => names.map((name) => text(name));
const lists = (...names: readonly string[]) => names.map((name) => list(name));

type Body = Omit<SectionSpec, "key" | "need" | "fields">;
const section =
  (need: Need, shared: Body = {}) =>
  (key: SectionKey, fields: readonly FieldSpec[], rest: Body = {}): SectionSpec => ({
    ...{ key, need, fields, ...shared, ...rest },
  });
const [mandatory, optional] = [section("mandatory"), section("optional")];
const [mandatoryGroup, recommendedGroup] = [
  section("mandatory", { grouped: true }),
  section("recommended", { grouped: true }),
];

const SECONDARY: EntrySpec = {
  id: "task_id",
  max: SECONDARY_TASKS_MAX,
  fields: [
    field("task_id", "task_id", { need: "mandatory" }),
    text("goal", "mandatory"),
    choice("status", SECONDARY_STATUSES, "mandatory"),
    choice("priority", PRIORITIES, "mandatory"),
    text("next", "mandatory"),
    text("blocked_by"),
  ],
};

const MANDATORY: readonly SectionSpec[] = [
  mandatory("meta", [
    field("time", "last_updated", { need: "mandatory" }),
    text("project_root", "mandatory"),
    text("language", "mandatory"),
    list("active_skills"),
    text("agent_notes", "optional", { linesMax: 3 }),
  ]),
  mandatory("current_task", [
    field("task_id", "task_id", { need: "mandatory" }),
    text("title", "recommended"),
    text("category", "recommended"),
    list("tags", "recommended"),
    text("goal", "mandatory", { sentencesMax: 2 }),
    text("current_focus"),
    paths("active_files"),
    text("scratchpad"),
    list("scope_in", "mandatory"),
    list("scope_out", "mandatory"),
  ]),
  optional("secondary_tasks", [], { entry: SECONDARY }),
  mandatoryGroup("plan_references", [
    text("plan", "mandatory"),
    ...["related_docs", "related_code", "session_history"].map((name) => paths(name)),
  ]),
  mandatoryGroup("progress", [
    list("done", "mandatory", { min: 2, max: 6 }),
    list("in_progress", "mandatory", { min: 1, max: 4 }),
    list("next", "mandatory", { min: 1, max: 6 }),
  ]),
];

const RECOMMENDED: readonly SectionSpec[] = [
  recommendedGroup("breadcrumbs", [
    text("last_focus", "optional", { sentencesMax: 2 }),
    ...lists("last_edit_targets", "next_hops"),
    list("navigation_queries", "optional", { min: 5, max: 10 }),
    list("resume_recipe", "optional", { min: 3, max: 6 }),
  ]),
  recommendedGroup("guardrails", [
    list("invariants", "optional", { min: 3, max: 8 }),
    ...lists("scope_guardrails", "risk_hotspots", "temporary_allowances"),
    list("definition_of_done", "optional", { min: 2, max: 5 }),
  ]),
];

const QUESTION: EntrySpec = {
  id: "question",
  fields: [
    text("question", "mandatory"),
    choice("priority", PRIORITIES),
    field("true_false", "blocking"),
    field("time", "raised_at"),
    choice("assigned_to", ["user", "agent", "external"]),
  ],
};

const PATTERN: EntrySpec = {
  id: "migration_pattern",
  fields: [text("migration_pattern", "mandatory"), ...texts("before", "after", "applied_in", "pending_in")],
};

const OPTIONAL: readonly SectionSpec[] = [
  optional("decisions", [], { items: true }),
  optional("open_questions", [], { items: true, entry: QUESTION }),
  optional("verification", [text("last_green_build"), ...lists("failing_tests", "commands")], {
    items: true,
  }),
  optional("deferred", [], { items: true }),
  optional("external_dependencies", lists("waiting_for", "blocked_by", "depends_on")),
  optional("user_preferences", [
    ...texts("communication_language", "commit_style"),
    field("yes_no", "code_review_required"),
    text("auto_format"),
  ]),
  optional("lessons_learned", [], { items: true }),
  optional("environment_snapshot", [
    ...texts("os", "shell"),
    list("runtime_versions"),
    field("time", "last_successful_run"),
    list("known_env_issues"),
  ]),
  optional("failure_context", [
    field("time", "last_failure_time"),
    choice("failure_type", ["compile", "runtime", "test"]),
    text("error_signature"),
    paths("failing_files"),
    list("attempted_fixes"),
    choice("resolution_status", ["resolved", "pending", NEEDS_VERIFICATION]),
  ]),
  optional("search_cache", [
    ...lists("recent_greps", "recent_semantic_searches"),
    paths("useful_file_paths"),
  ]),
  optional("code_patterns", [], { items: true, entry: PATTERN }),
  optional("conversation_anchors", [
    ...lists("key_user_statements", "implicit_preferences"),
    text("last_user_intent"),
  ]),
  optional("git_state", [
    ...texts("current_branch", "base_branch"),
    field("count", "uncommitted_changes"),
    ...texts("last_commit", "repo_revision"),
    ...lists("stash_entries", "merge_conflicts"),
  ]),
  optional("tool_usage", lists("frequently_used_commands", "last_terminal_sessions", "preferred_tools")),
  optional("mental_model", [text("architecture_understanding"), ...lists("key_invariants", "gotchas")]),
  optional("time_effort", [
    field("time", "task_started"),
    text("estimated_effort"),
    field("count", "sessions_spent"),
    list("time_per_phase"),
    text("velocity_notes"),
  ]),
  optional("risk_register", lists("high", "medium", "low")),
  optional("related_contexts", [
    field("task_id", "predecessor"),
    field("task_id", "successor"),
    ...["depends_on", "blocks", "related"].map((name) => field("task_ids", name)),
  ]),
];

const LAST: readonly SectionSpec[] = [
  optional("archive_summary", [
    choice("status", ARCHIVE_STATUSES, "mandatory"),
    field("time", "archived_at", { need: "mandatory" }),
    ...["state", "accomplished", "where_to_resume", "failing_or_unknown"].map((name) =>
      list(name, "mandatory"),
    ),
    list("resume_recipe", "mandatory", { min: 3, max: 6 }),
  ]),
  mandatory("quick_resume", [
    ...["goal", "focus_now", "next_action"].map((name) => text(name, "mandatory")),
    paths("key_files", "mandatory", { min: 3, max: 5 }),
    text("verify_cmd", "recommended"),
    choice("last_result", LAST_RESULTS, "mandatory"),
  ]),
];

/**
 * All sections in their fixed order: twenty-five numbered ones, the secondary tasks between the second and the third,
 * and the summary that only an archived context has.
 */
export const SECTIONS: readonly SectionSpec[] = [...MANDATORY, ...RECOMMENDED, ...OPTIONAL, ...LAST];

const BY_KEY = new Map(SECTIONS.map((spec) => [spec.key, spec]));
const PLACES = new Map(SECTIONS.map(({ key }, place) => [key, place]));

export function sectionSpec(key: SectionKey): SectionSpec {
  const spec = BY_KEY.get(key);
  if (spec === undefined) throw new Error(`bug: no section ${key}`);
  return spec;
}

export const fieldSpec = (key: SectionKey, name: string): FieldSpec | undefined =>
  sectionSpec(key).fields.find((each) => each.name === name);

/** Where a section belongs among the others. */
export const placeOf = (key: SectionKey): number => PLACES.get(key) ?? SECTIONS.length;

const LISTS: ReadonlySet<FieldType> = new Set(["list", "paths", "task_ids"]);
export const isList = ({ type }: FieldSpec): boolean => LISTS.has(type);

export const GROUPED: readonly SectionKey[] = SECTIONS.filter(({ grouped }) => grouped).map(({ key }) => key);
