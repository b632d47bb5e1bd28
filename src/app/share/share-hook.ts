import { MemoryError } from "../../core/failure.ts";
import type { WriteCommand } from "../../core/suggestion.ts";
import type { HostSetup } from "../../ports/wiring.ts";
import type { MemoryDeps, ProjectDeps } from "../runtime/deps.ts";

/** The line by which a git hook that Tidemark installed is recognised. */
const MARK = /^# Written by `\w+ share --hook`\./m;

/** The hook never stops a commit, and leaves a file with unstaged changes alone: those are somebody's own. */
const hookText = (command: WriteCommand, file: string): string => {
  const quoted = `'${file.replaceAll("'", "'\\''")}'`;
  const mark = command({ verb: "share", options: { hook: true } });
  return `#!/bin/sh
# Written by \`${mark}\`. Keeps the shared block of a file current; it never stops a commit.
command -v tidemark >/dev/null 2>&1 || exit 0
git diff --quiet -- ${quoted} || exit 0
${command({ verb: "share", words: [file], options: { yes: true } })} >/dev/null 2>&1 || exit 0
git diff --quiet -- ${quoted} || git add -- ${quoted}
exit 0
`;
};

/** The setting in a git config, on its own line or after the name of its section. */
const HOOKS_PATH = /^\s*(?:\[[^\]\n]*\]\s*)?hookspath\s*=/im;

const isShareHook = (text: string): boolean => MARK.test(text);

/** Removes the hook from a repository. A hook that stays does nothing without the program. */
export async function removeShareHook(hosts: HostSetup, commonDir: string | undefined): Promise<void> {
  if (commonDir === undefined) return;
  const path = `${commonDir}/hooks/pre-commit`;
  try {
    if (isShareHook((await hosts.read(path)) ?? "")) await hosts.remove(path);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
  }
}

/** Writes a hook that runs before each commit, and returns its path. Another author's hook is not changed. */
export async function installShareHook(
  { project, command }: MemoryDeps & ProjectDeps,
  hosts: HostSetup,
  file: string,
): Promise<string> {
  if (project.commonDir === undefined)
    throw new MemoryError("input.invalid", "There is no git repository here, so there are no hooks.", {
      field: "hook",
    });
  const path = `${project.commonDir}/hooks/pre-commit`;
  const there = await hosts.read(path);
  const configs = [`${project.commonDir}/config`, `${project.commonDir}/config.worktree`];
  const isElsewhere = (await Promise.all(configs.map(hosts.read))).some((text) =>
    HOOKS_PATH.test(text ?? ""),
  );
  if (isElsewhere || (there !== undefined && !isShareHook(there)))
    throw new MemoryError(
      "input.invalid",
      isElsewhere
        ? "This repository keeps its hooks elsewhere (core.hooksPath)."
        : `${path} is a hook of your own.`,
      {
        field: "hook",
        fix: {
          to: "Add this to your pre-commit hook, and git add the file after it",
          verb: "share",
          words: [file],
        },
      },
    );
  await hosts.write(path, hookText(command, file), 0o755);
  return path;
}
