import { MemoryError } from "./failure.ts";

/** Maximum nesting: far more than hosts, tools and people use, and far less than what exhausts the stack. */
const DEPTH_MAX = 200;

/**
 * Reads untrusted JSON. Throws SyntaxError for invalid text, and MemoryError for a value that is nested too deeply: the parser accepts any
 * depth, but functions that walk such a value would exhaust the stack.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!isNestedWithin(value, DEPTH_MAX)) throw tooDeep();
  return value;
}

/** The same, with the caller's own error for invalid text. */
export function parseJsonOr(text: string, refusal: (cause: unknown) => MemoryError): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw cause instanceof MemoryError ? cause : refusal(cause);
  }
}

/** The same for files that may be damaged: undefined if the file is absent or invalid. */
export function tryParseJson(text: string | Uint8Array | undefined): unknown {
  try {
    return text === undefined ? undefined : parseJson(String(text));
  } catch {
    return undefined;
  }
}

/** Whether a value has at most this many levels of lists and objects. It stops at that depth. */
function isNestedWithin(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isNestedWithin(inner, levels - 1));
}

/** Refuses a deeply nested value that a library has parsed. */
export function refuseDeep(value: unknown): void {
  if (!isNestedWithin(value, DEPTH_MAX)) throw tooDeep();
}

const tooDeep = (): MemoryError =>
  new MemoryError("input.invalid", `This JSON is nested more than ${DEPTH_MAX} levels deep.`, {
    fix: "Leave out the nested value, or give it as text.",
  });
