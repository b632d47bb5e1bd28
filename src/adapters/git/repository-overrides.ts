import { wordSet } from "../../core/text/word-set.ts";

/**
 * Sections whose named entries start no program in the commands that we run: transports are closed and submodules are not entered. Other
 * named entries (`filter.NAME.clean`, `diff.NAME.textconv`, `hook.NAME.command` …) may start one.
 */
const HARMLESS_SECTIONS: ReadonlySet<string> = new Set(["branch", "remote", "submodule", "url", "includeif"]);

/** Unnamed entries that contain programs. Git, or a filter that the user installed, starts them. */
const PROGRAM_KEYS = wordSet(
  `core.alternaterefscommand core.askpass core.editor core.gitproxy core.pager core.sshcommand
   credential.helper diff.external gpg.program`,
);

/** A repository with more overrides is unusual, and they would not fit on a command line. */
const OVERRIDES_MAX = 500;

type ConfigEntry = { readonly scope: string; readonly key: string; readonly value: string };

/**
 * Options that restore the user's own value, or none, for each program that a repository's settings name. Reads the output of `git config
 * --list --show-scope -z`. Undefined if a command line cannot express them.
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
  // Git ends the key at the first equals sign.
  if (keys.length > OVERRIDES_MAX || keys.some((key) => /[=\n]/.test(key))) return undefined;
  return keys.flatMap((key) => ["-c", `${key}=${own.get(key) ?? ""}`]);
}

function namesProgram(key: string): boolean {
  const section = key.slice(0, key.indexOf("."));
  const isNamed = key.indexOf(".") !== key.lastIndexOf(".");
  return isNamed ? !HARMLESS_SECTIONS.has(section) : PROGRAM_KEYS.has(key);
}

/** Scope, then key and value with a line end between them. A key alone means true. */
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
