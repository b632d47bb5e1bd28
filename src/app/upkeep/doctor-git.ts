import { shellWord } from "../../core/text/shell-word.ts";
import type { Check } from "./diagnosis.ts";

/** Git opens no repository of another user, because its settings could name programs to run. That is for its user to decide. */
export const gitCheck: Check = {
  name: "git",
  find: async ({ git, project }) => {
    if (project.commonDir === undefined || !(await git.isRefused())) return [];
    return [
      {
        code: "git.refused",
        level: "warn",
        message: `Git refuses to open ${project.worktreeRoot}, because another user owns it. Tidemark cannot see commits, branches and code changes.`,
        fix: `git config --global --add safe.directory ${shellWord(project.worktreeRoot)}`,
      },
    ];
  },
};
