import { namesIn } from "../fields.ts";
import type { AgeRule } from "./age-rule.ts";
import { choice, type Field, fraction, instant, line, list, prose, steps } from "./field.ts";

/** The declaration of one kind: its fields and its status machine. Verbs, help, schemas and pages are all generated from it. */
export type Kind = {
  readonly summary: string;
  /** The prefix of ids (`pln_…`) and labels (`pln#12`). */
  readonly prefix: string;
  /** A unit is a statement of knowledge; the other kinds are work and messages. */
  readonly isUnit: boolean;
  readonly fields: { readonly [name: string]: Field };
  readonly initial: string;
  /** For each status, the statuses that a person or an agent may set next. A status without moves is final. */
  readonly moves: { readonly [from: string]: readonly string[] };
  /** Statuses in which the item still counts. In all other statuses it is history. */
  readonly live: readonly string[];
  /** Only Tidemark creates items of this kind; `create` refuses it. */
  readonly isOwn?: true;
  /** The status that a stale item gets when somebody resolves it; undefined: the item is removed. */
  readonly resolvesTo?: string;
  /** The rules by which its age alone makes it doubtful. The first rule that applies is used. */
  readonly ages?: readonly AgeRule[];
};

/** An item with this tag is left out of every shared block. */
export const PRIVATE_TAG = "private";

const UNIT_FIELDS = {
  topic: line("Topic, in a word or two"),
  scope: line("Part of the project that it applies to"),
  tags: list("Tags"),
  related_paths: list("Files or folders that it concerns, relative to the project's root"),
  expires_at: instant("Expiry time"),
  verify_cmd: line("A command that checks whether it still holds; Tidemark shows it but never runs it"),
  confidence: fraction("Confidence, 0 to 1"),
  parts: list("The parts of the decision, verbatim, in order"),
  rejected: list("Rejected alternatives"),
} as const;

const UNIT_MOVES = { active: ["resolved", "superseded", "expired"] } as const;

const unit = <const Prefix extends string>(prefix: Prefix, summary: string) =>
  ({
    summary,
    prefix,
    isUnit: true,
    fields: UNIT_FIELDS,
    initial: "active",
    moves: UNIT_MOVES,
    live: ["active"],
    resolvesTo: "resolved",
  }) as const;

const TRAP_FIELDS = {
  severity: choice("Severity", ["info", "warn", "error"]),
  command: line("Command that triggers it, or part of the command"),
  instead: prose("What to do instead"),
} as const;

const UNIT_KINDS = {
  fact: unit("fct", "A true statement about the project."),
  decision: unit("dec", "A choice that was made."),
  constraint: unit("con", "A rule that all work must follow."),
  preference: unit("prf", "How a person wants things done."),
  pattern: unit("pat", "A practice that is usual in this project."),
  hypothesis: unit("hyp", "An unproven assumption."),
  lesson: unit("les", "A conclusion from something that happened."),
  trap: {
    ...unit("trp", "A known pitfall, and how to avoid it."),
    fields: { ...UNIT_FIELDS, ...TRAP_FIELDS },
  },
} as const;

export type UnitKindName = keyof typeof UNIT_KINDS;
export const UNIT_KIND_NAMES = namesIn(UNIT_KINDS);

export const EDGE_RELATIONS = ["replaces", "challenges", "enriches", "confirms"] as const;
export type EdgeRelation = (typeof EDGE_RELATIONS)[number];
export const INSIGHT_TYPES = ["conflict", "evolves_pending", "stale", "expired", "drift"] as const;

const WORK_KINDS = {
  plan: {
    summary: "A piece of work with a stable key.",
    prefix: "pln",
    isUnit: false,
    fields: {
      key: { ...line("Stable name of the work, the same in every session"), fixed: true },
      steps: steps('Steps, each "text" or "done: text"'),
      priority: choice("How soon", ["low", "normal", "high", "urgent"]),
      assignee: line("Assignee"),
      depends_on: list("Ids of plans that must be done first"),
      related_paths: list("Files or folders that it concerns"),
    },
    initial: "todo",
    moves: {
      todo: ["in_progress", "blocked", "done", "dropped"],
      in_progress: ["blocked", "done", "dropped", "todo"],
      blocked: ["in_progress", "todo", "dropped"],
    },
    live: ["todo", "in_progress", "blocked"],
    resolvesTo: "dropped",
    ages: [
      {
        when: { status: ["in_progress"] },
        since: "changed_at",
        days: "plan_in_progress_days",
        reason: "no_progress",
      },
      {
        when: { status: ["todo", "blocked"] },
        since: "progressed_at",
        days: "plan_todo_days",
        reason: "never_progressed",
      },
    ],
  },
  handoff: {
    summary: "A note for the next agent.",
    prefix: "hnd",
    isUnit: false,
    fields: {
      from: line("Author of the note"),
      to: line("Receiving agent"),
      open_work: list("Unfinished work"),
      files: list("Files that it concerns"),
      commits: list("Commits of the session"),
      verify_cmd: line("A command that shows the state; Tidemark shows it but never runs it"),
    },
    initial: "open",
    moves: { open: ["accepted", "closed"], accepted: ["closed"] },
    live: ["open", "accepted"],
    resolvesTo: "closed",
    ages: [{ when: { status: ["open"] }, since: "created_at", days: "handoff_days", reason: "not_accepted" }],
  },
  note: {
    summary: "An observation while working.",
    prefix: "nte",
    isUnit: false,
    fields: {
      type: choice("Type of note", ["observation", "question", "session_start", "session_end"]),
      topic: line("Topic, in a word or two"),
      expires_at: instant("Expiry time"),
    },
    initial: "active",
    moves: { active: ["resolved"] },
    live: ["active"],
    ages: [
      {
        when: { type: ["observation", "question", undefined], expires_at: [undefined] },
        since: "created_at",
        days: "note_days",
        reason: "old_note",
      },
    ],
  },
  candidate: {
    summary: "A proposed statement that waits for review.",
    prefix: "cnd",
    isUnit: false,
    fields: {
      ...UNIT_FIELDS,
      ...TRAP_FIELDS,
      proposes: {
        ...choice("Kind of the accepted statement", UNIT_KIND_NAMES),
        required: true,
        fixed: true,
      },
      source: choice("Who proposed it", ["user", "auto"]),
    },
    initial: "pending",
    moves: { pending: ["accepted", "rejected"] },
    live: ["pending"],
    resolvesTo: "rejected",
    ages: [
      {
        when: { source: ["auto"] },
        since: "created_at",
        days: "candidate_auto_days",
        reason: "not_reviewed",
      },
      { when: {}, since: "created_at", days: "candidate_user_days", reason: "not_reviewed" },
    ],
  },
  edge: {
    summary: "A relation from a newer statement to an older one; accepting it can end the older one.",
    prefix: "edg",
    isUnit: false,
    fields: {
      newer: { ...line("Id or label of the newer statement"), required: true, fixed: true },
      older: { ...line("Id or label of the older statement"), required: true, fixed: true },
      relation: {
        ...choice("Relation of the newer one to the older one", EDGE_RELATIONS),
        required: true,
        fixed: true,
      },
      topic: line("Common topic"),
      confidence: fraction("Confidence, 0 to 1"),
    },
    initial: "pending",
    moves: { pending: ["accepted", "rejected"] },
    live: ["pending"],
    resolvesTo: "rejected",
  },
  insight: {
    summary: "A finding that needs a decision.",
    prefix: "ins",
    isUnit: false,
    isOwn: true,
    fields: {
      type: choice("Type of finding", INSIGHT_TYPES),
      about: list("Ids of the items concerned"),
      topic: line("Common topic"),
    },
    initial: "open",
    moves: { open: ["dismissed"] },
    live: ["open"],
    resolvesTo: "dismissed",
  },
} as const satisfies { readonly [name: string]: Kind };

/** The kind registry: the one place where a kind of item is declared. */
export const KINDS = { ...UNIT_KINDS, ...WORK_KINDS } as const;

export type KindName = keyof typeof KINDS;

type WorkKinds = typeof WORK_KINDS;

/** Every field that at least one kind has. */
export type FieldName =
  | keyof typeof UNIT_FIELDS
  | keyof typeof TRAP_FIELDS
  | { [Name in keyof WorkKinds]: keyof WorkKinds[Name]["fields"] }[keyof WorkKinds];

export const KIND_NAMES = namesIn(KINDS);

export function kindOf(name: KindName): Kind {
  return KINDS[name];
}

export function isKind(name: string): name is KindName {
  return Object.hasOwn(KINDS, name);
}

/** The kind whose prefix an id or a label has. */
export function kindOfPrefix(prefix: string): KindName | undefined {
  return KIND_NAMES.find((name) => KINDS[name].prefix === prefix);
}

/** Every status that an item of this kind can have; the first one is the initial status. */
export function statusesOf(name: KindName): string[] {
  const { initial, moves } = kindOf(name);
  return [...new Set([initial, ...Object.keys(moves), ...Object.values(moves).flat()])];
}
