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
  /** The result of a repeated call, if performing it again would be refused. */
  readonly again?: (deps: Deps, input: { readonly id: string }) => Promise<unknown>;
};

/** Hints for a client that decides whether to allow a tool call. Missing hints have the protocol's defaults. */
export type Hints = {
  readonly readOnlyHint?: true;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: true;
};
