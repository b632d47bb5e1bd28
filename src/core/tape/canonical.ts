import { MemoryError } from "../failure.ts";

/** Deeper than any payload: redaction removes everything below the 64th level. */
const DEPTH_MAX = 500;

/**
 * JSON with sorted keys and no undefined values. The same data gives the same bytes in whatever order its fields were set, so that hashes,
 * exports and rebuilt views can be compared as text. Every value has such a text, and parsing that text gives a value with the same text.
 * Only endless nesting is refused.
 */
export function canonical(value: unknown): string {
  return canonicalAt(value, 0);
}

function canonicalAt(value: unknown, depth: number): string {
  if (typeof value === "bigint") return JSON.stringify(String(value));
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (depth >= DEPTH_MAX) throw tooDeep();
  if (Array.isArray(value)) {
    // A loop instead of `map`, because `map` keeps holes in the array.
    const parts: string[] = [];
    for (let i = 0; i < value.length; i++) parts.push(canonicalAt(value[i], depth + 1));
    return `[${parts.join(",")}]`;
  }
  const fields = value as Record<string, unknown>;
  const parts: string[] = [];
  for (const name of Object.keys(fields).sort()) {
    if (fields[name] !== undefined)
      parts.push(`${JSON.stringify(name)}:${canonicalAt(fields[name], depth + 1)}`);
  }
  return `{${parts.join(",")}}`;
}

const tooDeep = (): MemoryError =>
  new MemoryError("input.invalid", `The value is nested more than ${DEPTH_MAX} levels deep.`, {
    fix: "Use less nesting.",
  });
