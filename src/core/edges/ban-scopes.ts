import { forbids } from "./opposition.ts";

/** Clauses before a ban in which the thing may stand that it is about. */
const CLAUSES_BACK = 4;
const CLAUSE_ENDS = /[.,:;!?]+(?:\s+|$)|[。！？；，、：\n]+|\s[–—-]+\s/u;
/** What only a file, an identifier or a name is written like. */
const NAMED = /`|\p{L}\/|\p{L}[_.-]\p{L}|\p{Ll}\p{Lu}|\p{L}\p{N}/u;

const namesThing = (clause: string): boolean => NAMED.test(clause);

/** Words for changing a file, in ten languages. */
const EDITS =
  /(?<!\p{L})(?:edit|touch|chang|modif|patch|änder|geändert|anfass|anrühr|tocar|toca|toque|cambi|alter|mex|tocc|прав|меня|трога|hands off|finger weg)|改|动|编辑|変更|編集|触|수정|변경|건드|고치/iu;

/** Whether a ban is on changing something, so that an edit of a file by that name is what it means. */
export const bansEdits = (scope: string): boolean => EDITS.test(scope);

/**
 * What each ban of a text is about: the clause that forbids, and, where that names nothing, the clauses before it back to the one
 * that does. Of "vendor/ is theirs, never patch it, work around it in port/" only the first folder is forbidden.
 */
export function banScopes(text: string): string[] {
  const clauses = text.split(CLAUSE_ENDS).filter((clause) => clause.trim() !== "");
  return clauses.flatMap((clause, at) => {
    if (!forbids(clause)) return [];
    if (namesThing(clause)) return [clause];
    const before = clauses.slice(Math.max(0, at - CLAUSES_BACK), at);
    const from = before.findLastIndex(namesThing);
    return [clause, [...before.slice(from < 0 ? -1 : from), clause].join(" ")];
  });
}
