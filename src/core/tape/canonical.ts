/**
 * JSON with sorted keys and no undefined values: the same data gives the same bytes whatever order its
 * fields were set in, so that hashes, exports and rebuilt views can be compared as text.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = value as Record<string, unknown>;
  const parts: string[] = [];
  for (const name of Object.keys(fields).sort()) {
    if (fields[name] !== undefined) parts.push(`${JSON.stringify(name)}:${canonical(fields[name])}`);
  }
  return `{${parts.join(",")}}`;
}
