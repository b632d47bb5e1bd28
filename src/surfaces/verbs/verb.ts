import type * as z from "zod/mini";
import type { Deps } from "../../app/runtime/deps.ts";
import type { AccessRole } from "../../core/access/roles.ts";
import { isPrivateKind } from "../../core/config/person-settings.ts";
import { MemoryError } from "../../core/failure.ts";
import { fieldsIn } from "../../core/fields.ts";
import type { Paint } from "./text/paint.ts";

/**
 * What a verb does to the memory. A receiving verb records only what another memory recorded. A repairing verb must also run if the memory
 * cannot be opened, an examining one also if nothing can be opened.
 */
export type Effect = "reads" | "receives" | "writes" | "destroys" | "mends" | "examines";

/**
 * What a verb also writes: when and how often an item was shown; that an agent got a text; a session's working page; files outside the
 * memory folder; the user's settings for this machine; the whole memory.
 */
export type AlsoWritten = "usage" | "ledger" | "working page" | "files" | "settings" | "memory";

/** One question or act that is the same on every surface. Surfaces are loops over verbs. */
export type Verb<Input extends z.ZodMiniObject = z.ZodMiniObject, Output = unknown> = {
  readonly name: string;
  readonly summary: string;
  /** The whole command on one line, shown if an input is missing. Without it the help is named. */
  readonly usage?: string;
  readonly effect: Effect;
  /** What it records waits on this machine while the server of the memory is away. */
  readonly canWait?: true;
  /** What it may write although its effect does not say so. Only an agent's call is recorded in the ledger. */
  readonly alsoWrites?: readonly AlsoWritten[];
  /**
   * The role that may call it over the network, if that does not follow from the effect: see `roleNeeded`. "never" for verbs, or inputs,
   * that are about this machine's files and settings.
   */
  readonly remote?: AccessRole | "never" | ((input: z.output<Input>) => AccessRole | "never");
  /** True for inputs with which the verb only reads. */
  readonly isReading?: (input: z.output<Input>) => boolean;
  readonly input: Input;
  /** Fields that a person gives in this order, without a flag. The last one may have several words. */
  readonly words?: readonly (keyof z.output<Input> & string)[];
  /** One-letter flags. */
  readonly letters?: { readonly [letter: string]: keyof z.output<Input> & string };
  /** Commands, each with its purpose. */
  readonly examples: { readonly [command: string]: string };
  /** Imports the app code when it runs, so that a command starts without the code of the others. */
  readonly run: (deps: Deps, input: z.output<Input>) => Promise<Output>;
  /** The text for a person. Programs get the output itself. */
  readonly text: (output: Output, paint: Paint) => string;
  /** True if the output is a finding: then the command line ends with 1. */
  readonly isFinding?: (output: Output) => boolean;
};

/** What a verb does to the memory with this input. */
export function effectWith(verb: Verb, input: z.output<Verb["input"]>): Effect {
  return verb.isReading?.(input) ? "reads" : verb.effect;
}

/** Defines a verb, with its types derived from its input schema and its run. Each of them may also be run on the private memory. */
export function verb<Input extends z.ZodMiniObject, Output>(
  definition: Verb<Input, Output>,
): Verb<Input, Output> {
  const { run, effect } = definition;
  return {
    ...definition,
    run: (deps, input) => {
      const { privateMemory } = deps;
      const isOwnKind = effect === "writes" && "kind" in input && isPrivateKind(deps.config, input.kind);
      const own = isOwnKind && privateMemory ? input : privateInput(input);
      if (own === undefined) return run(deps, input);
      if (privateMemory === undefined) throw noPrivateMemory();
      const done = privateMemory.use(effect === "reads" ? "reads" : "writes", (theirs) => run(theirs, own));
      return done.then(withPrivateLabels);
    },
  };
}

/** The label of an item of the private memory, as shown outside it: private:prf#1. */
const PRIVATE = /^private:/;

/** The input for the private memory, if its labels name that memory. */
function privateInput<Input>(input: Input): Input | undefined {
  const fields = fieldsIn(input);
  const isNamed = (value: unknown): boolean => [value].flat().some((each) => PRIVATE.test(String(each)));
  if (fields.private !== true && !ITEM_FIELDS.some((name) => isNamed(fields[name]))) return undefined;
  const own = (value: unknown): unknown =>
    typeof value === "string" ? value.replace(PRIVATE, "") : Array.isArray(value) ? value.map(own) : value;
  const named = ITEM_FIELDS.flatMap((name) => (name in fields ? [[name, own(fields[name])] as const] : []));
  return { ...input, ...Object.fromEntries(named), private: false };
}

/** Labels with their prefix: without it they would name items of the shared memory. */
function withPrivateLabels<Output>(output: Output): Output {
  const labelled = (key: string, value: unknown): unknown =>
    key === "label" && typeof value === "string" ? `private:${value}` : value;
  return JSON.parse(JSON.stringify(output, labelled));
}

/** Inputs that name items. */
const ITEM_FIELDS = ["id", "ids", "replaces", "accept", "reject", "keep", "drop", "edit"] as const;

const noPrivateMemory = (): MemoryError =>
  new MemoryError("input.forbidden", "A private memory is used only on the machine that it lies on.", {
    field: "private",
    fix: "Run the command there, in your own terminal or by an agent of yours.",
  });
