import { MemoryError } from "../../core/failure.ts";
import type { HostSetup } from "../../ports/wiring.ts";
import type { World } from "../runtime/world.ts";

const MARK = "# Written by `tidemark share --hook`.";

/** A commit is never stopped, and a file with changes that are not staged is left alone: they are somebody's own. */
const hookText = (file: string): string => {
  const quoted = `'${file.replaceAll("'", "'\\''")}'`;
  return `#!/bin/sh
${MARK} Keeps the shared block of a file current; it never stops a commit.
command -v tidemark >/dev/null 2>&1 || exit 0
git diff --quiet -- ${quoted} || exit 0
tidemark share ${quoted} >/dev/null 2>&1 || exit 0
git diff --quiet -- ${quoted} || git add -- ${quoted}
exit 0
`;
};

/** Writes a hook that runs before each commit, and gives its path. A hook that somebody else wrote is left to them. */
export async function installShareHook({ project }: World, hosts: HostSetup, file: string): Promise<string> {
  if (project.commonDir === undefined)
    throw new MemoryError("input.invalid", "There is no git repository here, so there are no hooks.", {
      field: "hook",
    });
  const path = `${project.commonDir}/hooks/pre-commit`;
  const there = await hosts.read(path);
  const isElsewhere = /^\s*hookspath\s*=/im.test((await hosts.read(`${project.commonDir}/config`)) ?? "");
  if (isElsewhere || (there !== undefined && !there.includes(MARK)))
    throw new MemoryError(
      "input.invalid",
      isElsewhere
        ? "This repository keeps its hooks elsewhere (core.hooksPath)."
        : `${path} is a hook of your own.`,
      { field: "hook", fix: `Add this line to your pre-commit hook: tidemark share && git add ${file}` },
    );
  await hosts.write(path, hookText(file), 0o755);
  return path;
}
