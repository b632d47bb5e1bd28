import { redactedHead } from "../../core/redact/redacted-head.ts";
import type { Commit } from "../../ports/git.ts";
import { newDraft } from "../runtime/decide-and-commit.ts";
import type { ItemDeps } from "../runtime/deps.ts";

/** Commits read at once. The first import takes this many; later ones only the new commits. */
const COMMITS_MAX = 300;
/** Maximum length of the stored parts of a commit message. */
const SUBJECT_MAX = 4000;
const BODY_MAX = 64_000;
const AUTHOR_MAX = 200;

/** Puts commits on the tape, oldest first, so that what their messages decided can be recalled. */
export async function importCommits(deps: ItemDeps): Promise<{ readonly added: number }> {
  const commits = await deps.git.log(COMMITS_MAX);
  const known = await deps.store.events.known(commits.map(keyOf));
  const fresh = commits.filter((commit) => !known.has(keyOf(commit))).reverse();
  if (fresh.length === 0) return { added: 0 };
  const placed = await deps.store.tape.append(fresh.map((commit) => newDraft(deps, eventOf(commit))));
  return { added: placed.filter(({ isNew }) => isNew).length };
}

const keyOf = ({ commit }: Commit): string => `commit ${commit}`;

function eventOf(commit: Commit) {
  const body = redactedHead(commit.body, BODY_MAX);
  return {
    type: "commit.seen",
    key: keyOf(commit),
    at: commit.at,
    payload: {
      commit: commit.commit,
      subject: redactedHead(commit.subject, SUBJECT_MAX),
      ...(body === "" ? {} : { body }),
      ...(commit.author === "" ? {} : { author: redactedHead(commit.author, AUTHOR_MAX) }),
      ...(commit.files.length === 0 ? {} : { files: commit.files }),
      ...(commit.filesLeftOut === 0 ? {} : { files_left_out: commit.filesLeftOut }),
    },
  };
}
