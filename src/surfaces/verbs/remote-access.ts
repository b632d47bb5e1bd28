import type * as z from "zod/mini";
import { type AccessRole, includesRole } from "../../core/access/roles.ts";
import { isFileInput } from "./path-schema.ts";
import { effectWith, type Verb } from "./verb.ts";

/**
 * True for a verb that may be called over the network. A verb that names a file, or that is about this machine's files and settings, may
 * not: it would reach everything that the server's user can reach.
 */
export function isRemote({ effect, input, remote }: Verb): boolean {
  if (remote === "never" || takesFile(input)) return false;
  return remote !== undefined || effect === "reads" || effect === "writes";
}

/** True for a verb with an input that names a file to read or write. */
export const takesFile = ({ shape }: Verb["input"]): boolean =>
  Object.values(shape).some((field) => isFileInput(field as z.ZodMiniType));

/**
 * The role that a verb needs with this input; undefined if it is not offered. Reading needs a reader and writing a curator, unless the verb
 * says otherwise.
 */
export function roleNeeded(verb: Verb, input: z.output<Verb["input"]>): AccessRole | undefined {
  if (!isRemote(verb)) return undefined;
  const { remote } = verb;
  const said = typeof remote === "function" ? remote(input) : remote;
  if (said === "never") return undefined;
  if (said === "admin") return said;
  return effectWith(verb, input) === "reads" ? "reader" : (said ?? "curator");
}

/** True for a verb of which a role can use at least a part. */
export function isOfferedTo(role: AccessRole, verb: Verb): boolean {
  const { remote, effect, isReading } = verb;
  if (!isRemote(verb)) return false;
  if (remote === "admin") return role === "admin";
  if (effect === "reads" || isReading !== undefined) return true;
  return includesRole(role, typeof remote === "function" ? "contributor" : roleOr(remote, "curator"));
}

const roleOr = (said: AccessRole | "never" | undefined, otherwise: AccessRole): AccessRole =>
  said === undefined || said === "never" ? otherwise : said;
