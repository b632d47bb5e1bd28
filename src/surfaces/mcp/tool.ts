import type { Deps } from "../../app/runtime/deps.ts";
import type { JsonSchema } from "../verbs/json-schema.ts";
import type { Verb } from "../verbs/verb.ts";

/** A verb as clients of the protocol see it. */
export type Tool = {
  readonly name: string;
  readonly description: string;
  readonly verb: Verb;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  readonly hints: Hints;
  /** What a call gives that was made before, where doing it again would be refused. */
  readonly again?: (deps: Deps, input: { readonly id: string }) => Promise<unknown>;
};

/** What a client may want to know before it lets an agent call a tool; missing hints have the protocol's defaults. */
export type Hints = {
  readonly readOnlyHint?: true;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: true;
};
