import { includesRole, type RemoteCaller } from "../../core/access/roles.ts";
import { MemoryError } from "../../core/failure.ts";
import { isObject } from "../../core/fields.ts";
import { parseJsonOr } from "../../core/parse-json.ts";
import { invalid, REPORT_INPUT } from "../../core/tape/check.ts";
import { type Flag, flagsOf } from "../verbs/flags.ts";
import { roleNeeded } from "../verbs/remote-access.ts";
import { type Effect, effectWith, type Verb } from "../verbs/verb.ts";

/** Runs a verb for a remote caller. The caller decides the name and the rights. */
export type RunRemotely = (call: RemoteCall) => Promise<unknown>;

export type RemoteCall = {
  readonly verb: Verb;
  readonly input: VerbInput;
  readonly caller: RemoteCaller;
  /** Whether the request must leave no trace: the page shows what an agent would be told without telling an agent. */
  readonly isLook: boolean;
};

/** `context show` is at /api/v1/context-show. */
export const pathOf = ({ name }: Verb): string => name.replaceAll(" ", "-");

/** The input of a verb in the body of a request. No body is no input. */
export function bodyInput(text: string): VerbInput {
  if (text.trim() === "") return {};
  const notJson = (): MemoryError =>
    new MemoryError("input.invalid", "The body of this request is not JSON.");
  const value = parseJsonOr(text, notJson);
  if (isObject(value)) return value;
  throw new MemoryError("input.invalid", "The body of this request must be a JSON object.");
}

/** The input of a verb, checked against its schema and against the caller's rights. */
export function checkedCall(
  verb: Verb,
  {
    method,
    query,
    body,
  }: { readonly method: string; readonly query: URLSearchParams; readonly body: string },
  caller: RemoteCaller,
): RemoteCall {
  const isLook = method !== "POST" || caller.role === "reader";
  const given = method === "POST" ? bodyInput(body) : queryInput(verb, query);
  const parsed = verb.input.safeParse(given, REPORT_INPUT);
  const known = Object.keys(verb.input.shape);
  if (!parsed.success) throw invalid(parsed.error.issues, verb.name, { known });
  permit(verb, parsed.data, caller);
  if (method !== "POST" && !LOOKING.includes(effectWith(verb, parsed.data)))
    throw new MemoryError("input.invalid", `${verb.name}: this changes the memory, so send it with POST.`);
  return { verb, input: parsed.data, caller, isLook };
}

const LOOKING: readonly Effect[] = ["reads", "examines"];

/** A verb that only reads, at least with some inputs, accepts GET. */
export const canGet = ({ effect, isReading }: Verb): boolean =>
  LOOKING.includes(effect) || isReading !== undefined;

/** Refuses what the caller's role does not allow. */
export function permit(verb: Verb, input: VerbInput, { role }: RemoteCaller): void {
  const needed = roleNeeded(verb, input);
  if (needed === undefined)
    throw new MemoryError("input.forbidden", `${verb.name} is not available over the network.`, {
      fix: "It concerns files and settings of the machine that runs the server; run it there.",
    });
  if (includesRole(role, needed)) return;
  throw new MemoryError(
    "input.forbidden",
    `${verb.name} needs the role ${needed}; this token is a ${role}'s.`,
    {
      fix: `Ask for a token: tidemark token create NAME --role ${needed}`,
    },
  );
}

type VerbInput = { readonly [name: string]: unknown };

/** Reads a verb's input from a query string: `?kind=plan&limit=5&path=a&path=b`. */
function queryInput(verb: Pick<Verb, "input">, query: URLSearchParams): VerbInput {
  const flags = flagsOf(verb);
  const names = [...new Set(query.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const flag = flags.find((one) => one.name === name);
      return [name, valueFor(flag, name, query.getAll(name))];
    }),
  );
}

/** An unknown name is passed on, so that the verb refuses it in its own words. */
function valueFor(flag: Flag | undefined, name: string, values: readonly string[]): unknown {
  if (flag?.type === "list") return values;
  const [value, ...more] = values;
  if (more.length > 0)
    throw new MemoryError("input.invalid", `"${name}" can be given only once.`, { field: name });
  if (flag?.type === "switch" || (flag?.type === "maybe" && TRUTH.has(value ?? "")))
    return TRUTH.get(value ?? "") ?? value;
  return value;
}

/** The values that a switch accepts. The verb refuses any other. */
const TRUTH: ReadonlyMap<string, boolean> = new Map([
  ["", true],
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);
