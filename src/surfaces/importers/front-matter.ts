/** The fields at the head of a Markdown file, and the line at which its text begins, counted from 0. */
export type FrontMatter = {
  readonly fields: { readonly [name: string]: string };
  readonly begin: number;
};

/** Lines that are checked for the end of a head. */
const LINES_MAX = 100;

/**
 * Reads `name: value` and lists of one level, which is all that the tools write. A nested value is stored under its own name. Lists become
 * one text with commas.
 */
export function frontMatter(lines: readonly string[]): FrontMatter {
  const end = lines[0]?.trim() === "---" ? lines.findIndex((line, i) => i > 0 && line.trim() === "---") : -1;
  if (end < 0 || end > LINES_MAX) return { fields: {}, begin: 0 };
  const fields = new Map<string, string>();
  let open = "";
  for (const line of lines.slice(1, end)) {
    const [, name, value] = /^\s*([\w-]+):\s*(.*)$/.exec(line) ?? [];
    const listed = /^\s*-\s+(.*)$/.exec(line)?.[1];
    if (name !== undefined) {
      open = name;
      fields.set(name, unquoted(value ?? "").replace(/^[>|][-+]?$/, ""));
    } else if (open !== "" && line.trim() !== "") {
      const more = listed === undefined ? line.trim() : unquoted(listed);
      fields.set(open, [fields.get(open) ?? "", more].filter(Boolean).join(listed === undefined ? " " : ","));
    }
  }
  return { fields: Object.fromEntries(fields), begin: end + 1 };
}

const unquoted = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/, "$2");

/** The folders to which globs such as `packages/api/**` are limited; none if one of them matches everywhere. */
export function foldersOfGlobs(globs: string | undefined): string[] {
  const all = (globs ?? "")
    .replaceAll(/[[\]"']/g, "")
    .split(",")
    .map((glob) => glob.trim().replace(/^\.?\//, ""))
    .filter((glob) => glob !== "");
  const folders = all.map((glob) => glob.split("/").slice(0, fixedParts(glob)).join("/"));
  return folders.includes("") ? [] : folders;
}

function fixedParts(glob: string): number {
  const parts = glob.split("/");
  const wild = parts.findIndex((part) => /[*?{]/.test(part));
  return wild < 0 ? parts.length : wild;
}
