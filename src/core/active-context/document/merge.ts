import type { ContextDocument } from "./document.ts";
import { isBlank, joinLines, type Line, lineEnd, withLineEnds } from "./lines.ts";
import { mergedOrder, rivalsIn, type Sides } from "./merge-order.ts";
import { type MergePart, mergeTreeOf, nameOf, textOf } from "./merge-tree.ts";
import { parse } from "./parse.ts";
import { escapeUnclosed } from "./splice.ts";

/** Two different texts for the same place. Both are kept in the file, and the program's is marked. */
export type Conflict = {
  /** The section, task, field or bullet, from the outermost to the innermost. */
  readonly place: readonly string[];
  readonly person: string;
  readonly program: string;
};

export type MergedText = { readonly text: string; readonly conflicts: readonly Conflict[] };

/** Marks the program's text at a place that a person changed as well. */
export const CONFLICT_MARK = "conflict: written by the program, a person wrote the line above; keep one";

/**
 * Merges a person's and the program's version of a file. A change of one side is taken. If both changed one value, the
 * person's stays and the program's follows it with a mark. Nothing that either side wrote is lost.
 */
export function merge({ base, person, program }: Sides<string>): MergedText {
  if (person === program || program === base) return { text: person, conflicts: [] };
  if (person === base) return { text: program, conflicts: [] };
  const sides = { base: parse(base), person: parse(person), program: parse(program) };
  const merged = mergedFiles(sides);
  if (!hidesSections(merged.text, sides)) return merged;
  return mergedFiles({
    base: escapeUnclosed(sides.base),
    person: escapeUnclosed(sides.person),
    program: escapeUnclosed(sides.program),
  });
}

function mergedFiles({ base, person, program }: Sides<ContextDocument>): MergedText {
  const conflicts: Conflict[] = [];
  const trees = { base: mergeTreeOf(base), person: mergeTreeOf(person), program: mergeTreeOf(program) };
  const lines = mergedParts(trees, { conflicts, place: [] });
  const last = person.lines.at(-1)?.end ?? "\n";
  return { text: joinLines(withLineEnds(lines, last, lineEnd(person.lines))), conflicts };
}

/** Whether a line of one side closes a fence that the other side left open, so that sections between them vanish. */
function hidesSections(text: string, { person, program }: Sides<ContextDocument>): boolean {
  if (person.unclosed.length + program.unclosed.length === 0) return false;
  const found = new Set(parse(text).sections.map(({ key, title }) => key ?? title));
  const ofProgram = new Set(program.sections.map(({ key, title }) => key ?? title));
  return person.sections.some(({ key, title }) => ofProgram.has(key ?? title) && !found.has(key ?? title));
}

type Trace = { readonly conflicts: Conflict[]; readonly place: readonly string[] };
type MatchedParts = Sides<MergePart | undefined>;

/** The merged inner parts of a part. */
function mergedParts(sides: MatchedParts, trace: Trace): Line[] {
  const inner = (part: MergePart | undefined) => part?.inner ?? [];
  const lists = { base: inner(sides.base), person: inner(sides.person), program: inner(sides.program) };
  const byId = (parts: readonly MergePart[]) => new Map(parts.map((part) => [part.id, part]));
  const maps = { base: byId(lists.base), person: byId(lists.person), program: byId(lists.program) };
  const rivals = rivalsIn(lists);
  return mergedOrder(lists).flatMap((id) => {
    const found = { base: maps.base.get(id), person: maps.person.get(id), program: maps.program.get(id) };
    const rival = rivals.get(id);
    const lines = mergedPart(found, trace);
    if (!rival || lines.length === 0) return lines;
    const conflict = { place: placeIn(trace, found), person: textOf(rival.lines), program: textOf(lines) };
    trace.conflicts.push(conflict);
    return markConflict({ lines, kind: "item", yaml: found.program?.yaml ?? false });
  });
}

function mergedPart(found: MatchedParts, trace: Trace): Line[] {
  const inside = mergedParts(found, { ...trace, place: placeIn(trace, found) });
  const holdsSomething = inside.some(({ text }) => !isBlank(text));
  const own = ownLines(found, holdsSomething, trace);
  if (own.length === 0 && !holdsSomething && found.base && !(found.person && found.program)) return [];
  return [...own, ...inside, ...((found.person ?? found.program)?.tail ?? [])];
}

const placeIn = ({ place }: Trace, { base, person, program }: MatchedParts): string[] => {
  const part = person ?? program ?? base;
  return part ? [...place, nameOf(part)] : [...place];
};

/** The lines of a part itself, from the side that changed them or from both. */
function ownLines(found: MatchedParts, holdsSomething: boolean, trace: Trace): readonly Line[] {
  const { base, person, program } = found;
  const text = (part: MergePart | undefined) => (part ? textOf(part.lines) : undefined);
  const tell = () =>
    trace.conflicts.push({
      place: placeIn(trace, found),
      person: text(person) ?? "",
      program: text(program) ?? "",
    });
  const only = person && program ? undefined : (person ?? program);
  if (only) {
    const isChanged = base !== undefined && text(only) !== text(base);
    // If one side removed a line and the other changed it, the line stays: a person can remove it again.
    if (isChanged) tell();
    return base === undefined || isChanged || holdsSomething ? only.lines : [];
  }
  if (!person || !program) return [];
  if (text(program) === text(person) || text(program) === text(base)) return person.lines;
  if (text(person) === text(base)) return program.lines;
  tell();
  return [...person.lines, ...markConflict(program)];
}

/**
 * Two values under one name would make a YAML block unreadable, and a second heading would split a section. There the
 * program's lines are kept as comments.
 */
function markConflict({ lines, yaml, kind }: Pick<MergePart, "lines" | "yaml" | "kind">): Line[] {
  const isOpening = kind === "section" || kind === "group" || kind === "entry";
  return lines.map((line, i) => {
    if (yaml) return { ...line, text: `# ${CONFLICT_MARK}: ${line.text.trim()}` };
    if (isOpening && !line.text.includes("-->"))
      return { ...line, text: `<!-- ${CONFLICT_MARK}: ${line.text.trim()} -->` };
    return i === 0 ? { ...line, text: `${line.text} <!-- ${CONFLICT_MARK} -->` } : line;
  });
}
