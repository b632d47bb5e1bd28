/**
 * True when a path is one that the glob means: `*` and `?` stand for letters within a name, `**` for any folders. Case
 * does not count, as it does not on many disks. The time it takes grows with both lengths and no further, whatever the
 * glob: it may come with a stranger's repository.
 */
export function fitsGlob(glob: string, path: string): boolean {
  const [names, parts] = [glob, path].map((each) => each.toLowerCase().split("/"));
  return fits(names ?? [], parts ?? [], { many: "**", isOne: nameFits });
}

const nameFits = (pattern: string, name: string): boolean =>
  fits([...pattern], [...name], { many: "*", isOne: (letter, given) => letter === "?" || letter === given });

type Rules = { readonly many: string; readonly isOne: (pattern: string, given: string) => boolean };

/** Only the last `many` ever needs to match more: whatever an earlier one could match, the last one can match too. */
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

/** The globs of a setting, with commas between them. */
export const globsIn = (text: string): string[] => text.split(",").map((glob) => glob.trim());

/** What is wrong with a list of globs; undefined when nothing is. */
export function problemOfGlobs(text: string): string | undefined {
  for (const glob of globsIn(text)) {
    if (glob === "") return "there is an empty entry in the list";
    if (glob.includes("\\")) return `"${glob}" has a backslash; use "/" between folders`;
    if (glob.startsWith("/") || glob.split("/").includes("..")) return `"${glob}" is outside the project`;
  }
  return undefined;
}
