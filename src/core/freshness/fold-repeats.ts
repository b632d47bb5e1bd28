import type { StaleWarning } from "./warning.ts";

/** Items named in one warning: a command with more of them would not be read. */
const REPEATS_MAX = 20;

/**
 * Items of one kind that say the same and are doubted for the same reason, told once: the oldest, with the ids of the
 * others. Only what one command ends together is folded.
 */
export function foldRepeats(warnings: readonly StaleWarning[]): StaleWarning[] {
  const groups = new Map<string, StaleWarning[]>();
  for (const warning of warnings) {
    const key = keyOf(warning, groups);
    groups.set(key, [...(groups.get(key) ?? []), warning]);
  }
  return [...groups.values()].flatMap(([first, ...rest]) => {
    if (!first) return [];
    const repeats = rest.map(({ id, label }) => ({ id, label }));
    return [repeats.length === 0 ? first : { ...first, repeats }];
  });
}

function keyOf(warning: StaleWarning, groups: ReadonlyMap<string, readonly StaleWarning[]>): string {
  const { suggests, id, kind, reason, level, text } = warning;
  if (suggests !== "resolve") return id;
  const words = text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
  for (let page = 0; ; page++) {
    const key = JSON.stringify([kind, reason, level, words, page]);
    if ((groups.get(key)?.length ?? 0) <= REPEATS_MAX) return key;
  }
}
