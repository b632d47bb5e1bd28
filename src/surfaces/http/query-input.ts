import { MemoryError } from "../../core/failure.ts";
import { type Flag, flagsOf } from "../verbs/flags.ts";
import type { Verb } from "../verbs/verb.ts";

export type VerbInput = { readonly [name: string]: unknown };

/** A verb's input out of the query of an address: `?kind=plan&limit=5&path=a&path=b`. */
export function queryInput(verb: Pick<Verb, "input">, query: URLSearchParams): VerbInput {
  const flags = flagsOf(verb);
  const names = [...new Set(query.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const flag = flags.find((one) => one.name === name);
      return [name, valueFor(flag, name, query.getAll(name))];
    }),
  );
}

/** An unknown name is passed on, and refused with the verb's own words. */
function valueFor(flag: Flag | undefined, name: string, values: readonly string[]): unknown {
  if (flag?.type === "list") return values;
  const [value, ...more] = values;
  if (more.length > 0)
    throw new MemoryError("input.invalid", `"${name}" can be given only once.`, { field: name });
  if (flag?.type === "switch" || (flag?.type === "maybe" && TRUTH.has(value ?? "")))
    return TRUTH.get(value ?? "") ?? value;
  return value;
}

/** What a switch may be given. Anything else is refused by the verb. */
const TRUTH: ReadonlyMap<string, boolean> = new Map([
  ["", true],
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);
