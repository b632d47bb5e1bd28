/** The types of semantic events. The list is separate from the schemas so that a hook need not load those. */
const SEMANTIC_TYPES = [
  ...["truth.upserted", "truth.resolved", "task.spec_set", "task.status_set", "blocker.recorded"],
  ...["blocker.resolved", "skill.completed", "verification.recorded"],
] as const;

export type SemanticType = (typeof SEMANTIC_TYPES)[number];

export const SEMANTIC: ReadonlySet<SemanticType> = new Set(SEMANTIC_TYPES);

const NAMES: ReadonlySet<string> = SEMANTIC;

export const isSemantic = (type: string): type is SemanticType => NAMES.has(type);

/** Maximum number of entries in a list of such an event: checks, outputs, constraints of a task. */
export const SEMANTIC_LIST_MAX = 50;
