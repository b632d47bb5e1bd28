import { wordSet } from "../../core/text/word-set.ts";

/**
 * Sections whose named entries start no program in the commands that we run: transports are closed and submodules are
 * not entered. Every other named entry (`filter.NAME.clean`, `diff.NAME.textconv`, `hook.NAME.command` …) may.
 */
const HARMLESS_SECTIONS: ReadonlySet<string> = new Set(["branch", "remote", "submodule", "url", "includeif"]);

/** Entries without a name of their own that name programs. Git, or a filter that the user installed, starts them. */
const PROGRAM_KEYS = wordSet(
  `core.alternaterefscommand core.askpass core.editor core.gitproxy core.pager core.sshcommand
   credential.helper diff.external gpg.program`,
);

/** A repository with more of them is not an ordinary one, and no command line holds them all. */
const OVERRIDES_MAX = 500;

type ConfigEntry = { readonly scope: string; readonly key: string; readonly value: string };

/**
 * Options that give each program which a repository's settings name back to the user: the user's own value counts, or
 * none. Takes what `git config --list --show-scope -z` printed. Undefined where it cannot be done on a command line.
 */
export function repositoryOverrides(listed: string): readonly string[] | undefined {
  const entries = entriesIn(listed);
  const own = new Map(
    entries
      .filter(({ scope }) => scope === "system" || scope === "global")
      .map(({ key, value }) => [key, value]),
  );
  const foreign = entries.filter(({ scope }) => scope === "local" || scope === "worktree");
  const keys = [...new Set(foreign.map(({ key }) => key))].filter(namesProgram);
  // Git takes the first equals sign for the end of the key.
  if (keys.length > OVERRIDES_MAX || keys.some((key) => /[=\n]/.test(key))) return undefined;
  return keys.flatMap((key) => ["-c", `${key}=${own.get(key) ?? ""}`]);
}

function namesProgram(key: string): boolean {
  const section = key.slice(0, key.indexOf("."));
  const isNamed = key.indexOf(".") !== key.lastIndexOf(".");
  return isNamed ? !HARMLESS_SECTIONS.has(section) : PROGRAM_KEYS.has(key);
}

/** Scope, then key and value with a line end between them; a key alone means true. */
function entriesIn(listed: string): ConfigEntry[] {
  const fields = listed.split("\0");
  const entries: ConfigEntry[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope = "", entry = ""] = [fields[at], fields[at + 1]];
    const end = entry.indexOf("\n");
    entries.push(
      end < 0
        ? { scope, key: entry, value: "true" }
        : { scope, key: entry.slice(0, end), value: entry.slice(end + 1) },
    );
  }
  return entries;
}
