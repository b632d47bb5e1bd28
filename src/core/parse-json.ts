import { MemoryError } from "./failure.ts";

/** Far above what hosts, tools and people nest, and far below what exhausts the stack of code that walks a value. */
const DEPTH_MAX = 200;

/**
 * Reads JSON that somebody else wrote. Throws SyntaxError for text that is no JSON, and MemoryError for a value that is
 * nested too deeply: the parser takes any depth, but every function that walks such a value would run out of stack.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!isNestedWithin(value, DEPTH_MAX)) throw tooDeep();
  return value;
}

/** The same; text that is no JSON is refused in the words of whoever reads it. */
export function parseJsonOr(text: string, refusal: (cause: unknown) => MemoryError): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw cause instanceof MemoryError ? cause : refusal(cause);
  }
}

/** The same for files that may be spoiled: undefined where there is nothing, or nothing that can be read. */
export function tryParseJson(text: string | Uint8Array | undefined): unknown {
  try {
    return text === undefined ? undefined : parseJson(String(text));
  } catch {
    return undefined;
  }
}

/** Whether a value has at most this many levels of lists and objects. Looks no deeper than that itself. */
function isNestedWithin(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isNestedWithin(inner, levels - 1));
}

/** Refuses a value that a library has parsed for us. */
export function refuseDeep(value: unknown): void {
  if (!isNestedWithin(value, DEPTH_MAX)) throw tooDeep();
}

const tooDeep = (): MemoryError =>
  new MemoryError("input.invalid", `This JSON is nested more than ${DEPTH_MAX} levels deep.`, {
    fix: "Leave out the nested value, or give it as text.",
  });
