/**
 * True if a path matches a glob: `*` and `?` stand for characters within a name, `**` for any folders. Case is ignored, as on many disks.
 * The time is bounded by the product of both lengths, because the glob may come from a stranger's repository.
 */
export function fitsGlob(glob: string, path: string): boolean {
  const [names, parts] = [glob, path].map((each) => each.toLowerCase().split("/"));
  return fits(names ?? [], parts ?? [], { many: "**", isOne: nameFits });
}

const nameFits = (pattern: string, name: string): boolean =>
  fits([...pattern], [...name], { many: "*", isOne: (letter, given) => letter === "?" || letter === given });

type Rules = { readonly many: string; readonly isOne: (pattern: string, given: string) => boolean };

/** Backtracking to the last `many` is sufficient: it can match everything that an earlier one could match. */
function fits(pattern: readonly string[], given: readonly string[], { many, isOne }: Rules): boolean {
  let [at, next] = [0, 0];
  let again: { readonly at: number; readonly next: number } | undefined;
  while (next < given.length) {
    const piece = pattern[at];
    if (piece === many) again = { at: ++at, next };
    else if (piece !== undefined && isOne(piece, given[next] ?? "")) {
      at++;
      next++;
    } else if (again) {
      again = { at: again.at, next: again.next + 1 };
      [at, next] = [again.at, again.next];
    } else return false;
  }
  return pattern.slice(at).every((piece) => piece === many);
}

/** The globs of a setting, separated by commas. */
export const globsIn = (text: string): string[] => text.split(",").map((glob) => glob.trim());

/** The problem with a list of globs; undefined if there is none. */
export function problemOfGlobs(text: string): string | undefined {
  for (const glob of globsIn(text)) {
    if (glob === "") return "there is an empty entry in the list";
    if (glob.includes("\\")) return `"${glob}" has a backslash; use "/" between folders`;
    if (glob.startsWith("/") || glob.split("/").includes("..")) return `"${glob}" is outside the project`;
  }
  return undefined;
}
