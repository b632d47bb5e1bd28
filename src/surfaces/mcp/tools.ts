import { findItem } from "../../app/items/find-item.ts";
import { KIND_NAMES, type KindName, kindOf } from "../../core/items/kinds.ts";
import { contextShowVerb } from "../verbs/bundle-verbs.ts";
import { createVerb, findVerb, removeVerb, transitionVerb, updateVerb } from "../verbs/item-verbs.ts";
import { type AdvertisedInputs, inputSchemaOf, type JsonSchema } from "../verbs/json-schema.ts";
import { recallVerb } from "../verbs/recall-verbs.ts";
import { takesFile } from "../verbs/remote-access.ts";
import type { Verb } from "../verbs/verb.ts";
import type { Hints, Tool } from "./tool.ts";
import { workVerb } from "./work.ts";

/** How many tools an agent is offered: the eight that it needs, or every verb except those for files and maintenance. */
export const PROFILES = ["few", "all"] as const;
export type Profile = (typeof PROFILES)[number];

export function toolsOf(profile: Profile, verbs: readonly Verb[]): readonly Tool[] {
  const few = [...tellingTools(), ...itemTools()];
  if (profile === "few") return few;
  const names = new Set(few.map(({ verb }) => verb.name));
  return [...few, ...verbs.filter((verb) => isOffered(verb) && !names.has(verb.name)).map(plainTool)];
}

/** Verbs that set up a project, or that run until they are stopped. */
const NOT_OFFERED: ReadonlySet<string> = new Set(["init", "worker"]);

/** An agent cannot name a file to read or write: it would reach everything that its user can reach, past its host's own rules. */
const isOffered = ({ name, effect, input }: Verb): boolean =>
  ["reads", "writes"].includes(effect) && !NOT_OFFERED.has(name) && !takesFile(input);

const READS: Hints = { readOnlyHint: true };
const WRITES: Hints = { destructiveHint: false };
const REPEATABLE: Hints = { ...WRITES, idempotentHint: true };

/** Describes the fields of a result. None is required, because a failure has the same schema. */
function output(fields: {
  readonly [name: string]: "array" | "boolean" | "integer" | "object" | "string";
}): JsonSchema {
  const properties = Object.entries(fields).map(([name, type]) => [name, { type }] as const);
  return { type: "object", properties: Object.fromEntries(properties) };
}

const ITEM = output({ id: "string", label: "string", status: "string" });

type Overrides<Input extends string> = Omit<Tool, "name" | "verb" | "input" | "output"> & {
  readonly name?: string;
  readonly output?: JsonSchema;
  /** The inputs that agents see. An input without a text has the verb's text. */
  readonly advertised: { readonly [name in Input]?: string | undefined };
};

function tool<Shape extends Verb["input"]>(
  verb: { readonly name: string; readonly input: Shape },
  { advertised, name = verb.name, output: result = ITEM, ...own }: Overrides<keyof Shape["shape"] & string>,
): Tool {
  const input = inputSchemaOf(verb.input, advertised as AdvertisedInputs);
  return { ...own, name, verb: verb as unknown as Verb, input, output: result };
}

/** For an input that its name or the tool's description explains. */
const PLAIN = "";
const ID = "Id or label, like dec#3";

/** Fields that agents set and change. All other fields of a kind are accepted as well. */
const CHANGING = {
  topic: PLAIN,
  related_paths: PLAIN,
  expires_at: PLAIN,
  instead: PLAIN,
  steps: PLAIN,
  priority: PLAIN,
  assignee: PLAIN,
  depends_on: PLAIN,
} as const;
const FIELDS = { ...CHANGING, tags: PLAIN, severity: PLAIN, command: PLAIN, key: PLAIN } as const;

function tellingTools(): Tool[] {
  return [
    tool(workVerb, {
      description:
        "start: begin work, get the brief. resume: get the changes since you were here. checkpoint: save your state, get others' changes. handoff: leave a note for the next agent. end: end the session. Active context (the file with the state of a task): load; sync after changes; switch task; archive; restore.",
      advertised: {
        intent: PLAIN,
        session: "The id from start, unless your host has one",
        text: "Your state, or what the next agent must know",
        to: "Agent",
        open_work: PLAIN,
        files: PLAIN,
        verify_cmd: PLAIN,
        task: PLAIN,
        goal: PLAIN,
        patch: PLAIN,
      },
      output: output({ session: "string", bundle: "object", delta: "object" }),
      hints: WRITES,
    }),
    tool(contextShowVerb, {
      name: "context",
      description:
        "Get notes from the memory. memory: about a task. action: known pitfalls of a command or file you are about to touch. brief: as at session start. delta: others' changes. board: the state of all work.",
      advertised: {
        kind: PLAIN,
        query: "The task; for memory",
        path: "Files you work on",
        command: "For action",
        error: "The error output, if it failed (for action)",
        since: "Session, position, or time like 3d; for delta",
        budget: undefined,
      },
      output: output({ text: "string", tokens: "integer", stale_warnings: "array" }),
      hints: READS,
    }),
    tool(recallVerb, {
      description:
        "Search the memory: decisions, traps, facts, past turns, commits, documents. Search before you decide or guess.",
      advertised: {
        query: PLAIN,
        limit: PLAIN,
        kind: "Also turn, commit, document",
        topic: PLAIN,
        path: "Only about this file or folder",
        since: "Date, 3d, 2w",
      },
      output: output({ hits: "array", returned: "integer" }),
      hints: READS,
    }),
    tool(findVerb, {
      description: "List items by kind and status, last changed first.",
      advertised: {
        kind: "As in create: decision, trap, plan, handoff…",
        status: "One of that kind, or removed",
        ready: "Plans that can be started",
        limit: PLAIN,
        offset: PLAIN,
      },
      output: output({ items: "array", returned: "integer", total: "integer", has_more: "boolean" }),
      hints: READS,
    }),
  ];
}

function itemTools(): Tool[] {
  return [
    tool(createVerb, {
      description: `Record one statement, in words that need no context. A decision, constraint or preference waits for the user's review, unless its evidence is one of the user's turns. Kinds and their fields: ${fieldsText()}.`,
      advertised: {
        kind: PLAIN,
        text: PLAIN,
        evidence: "Turns that support it, like turn@12",
        ...FIELDS,
      },
      output: output({ outcome: "string", item: "object", raised: "array" }),
      hints: WRITES,
    }),
    tool(updateVerb, {
      description: "Set fields of an item, as in create; an empty value clears one.",
      advertised: { id: ID, text: PLAIN, step: 'Sets steps of a plan: "done: 2"', ...CHANGING },
      hints: REPEATABLE,
      again: (deps, { id }) => findItem(deps, id),
    }),
    tool(transitionVerb, {
      description: `Move an item to another status: ${statusesText()}.`,
      advertised: { id: ID, status: PLAIN, reason: PLAIN },
      output: output({ item: "object", from: "string" }),
      hints: REPEATABLE,
      again: async (deps, { id }) => {
        const item = await findItem(deps, id);
        return { item, from: item.status, together: [] };
      },
    }),
    tool(removeVerb, {
      description: "Archive an item that is wrong or useless; this can be undone.",
      advertised: { id: ID },
      hints: { ...REPEATABLE, destructiveHint: true },
      again: (deps, { id }) => findItem(deps, id),
    }),
  ];
}

/** Which kind has which fields that agents set. Fields that all units share are listed once. */
function fieldsText(): string {
  const shared = Object.keys(kindOf("fact").fields);
  const own = (kind: KindName): string[] =>
    Object.entries(kindOf(kind).fields)
      .filter(([name]) => Object.hasOwn(FIELDS, name))
      .filter(([name]) => !kindOf(kind).isUnit || !shared.includes(name))
      .map(([name, { choices }]) => (choices ? `${name} (${choices.join("|")})` : name));
  const units = KIND_NAMES.filter((kind) => kindOf(kind).isUnit);
  const told = shared.filter((name) => Object.hasOwn(FIELDS, name));
  const ownFields = (["trap", "plan"] as const).map((kind) => `${kind} also ${own(kind).join(", ")}`);
  return [`${units.join(", ")}: ${told.join(", ")}`, ...ownFields, "note, handoff"].join("; ");
}

function statusesText(): string {
  const machines = new Map<string, KindName[]>();
  for (const kind of KIND_NAMES) {
    const { moves } = kindOf(kind);
    const to = [...new Set(Object.values(moves).flat())].join("|");
    machines.set(to, [...(machines.get(to) ?? []), kind]);
  }
  const words = ([to, kinds]: [string, KindName[]]): string =>
    kinds.some((kind) => kindOf(kind).isUnit) ? `knowledge ${to}` : `${kinds.join(", ")} ${to}`;
  return [...machines].map(words).join("; ");
}

/** A verb of the catalogue, unchanged. */
function plainTool(verb: Verb): Tool {
  return {
    name: verb.name.replaceAll(/[ -]/g, "_"),
    description: verb.summary,
    verb,
    input: inputSchemaOf(verb.input),
    output: { type: "object" },
    hints: verb.effect === "reads" ? READS : WRITES,
  };
}
