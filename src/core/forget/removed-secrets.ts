/** The marker that redaction writes in place of a secret. */
const MARKER = /\[redacted:[a-z0-9-]{2,40}\]/;

/** The texts that redaction removed from a value, at any depth. They are searched for in other files, and stored nowhere. */
export function removedSecrets(before: unknown, after: unknown): readonly string[] {
  if (before === after) return [];
  if (typeof before === "string") return typeof after === "string" ? removedFrom(before, after) : [before];
  if (typeof before !== "object" || before === null || typeof after !== "object" || after === null) return [];
  const clean = Object.entries(after);
  return Object.entries(before).flatMap(([key, value], i) => {
    const [cleanKey = "", cleanValue] = clean[i] ?? [];
    return [...removedSecrets(value, cleanValue), ...(key === cleanKey ? [] : removedFrom(key, cleanKey))];
  });
}

/** The texts that the markers replaced. The text between markers is the same before and after. */
function removedFrom(before: string, after: string): string[] {
  const kept = after.split(MARKER);
  const removed: string[] = [];
  let at = kept[0]?.length ?? 0;
  for (const [i, text] of kept.entries()) {
    if (i === 0) continue;
    const isLast = i === kept.length - 1;
    const next = isLast ? before.length - text.length : before.indexOf(text, at + 1);
    if (next < at) break;
    removed.push(before.slice(at, next));
    at = next + text.length;
  }
  return removed.filter((text) => text.replace(MARKER, "").trim() !== "");
}
