import { MemoryError } from "../../core/failure.ts";
import { KIND_NAMES, UNIT_KIND_NAMES } from "../../core/items/kinds.ts";
import { topicName } from "../../core/items/topics-view.ts";
import type { Ask } from "../../core/recall/query/candidates.ts";
import { nearest } from "../../core/text/nearest.ts";
import { givenTime } from "../../core/time.ts";
import { knownTopic } from "../items/topics.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { ProjectDeps, WriteDeps } from "../runtime/deps.ts";
import { findSession } from "../sessions/find-session.ts";

/** The filters of a question. */
export type Filters = {
  readonly kind?: readonly string[] | undefined;
  readonly topic?: string | undefined;
  /** An agent or a person. */
  readonly by?: string | undefined;
  readonly session?: string | undefined;
  readonly path?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
};

/** A crystal is compiled on request, so no index contains it. */
export const CRYSTAL = "crystal";

/** The digest of a session is computed on request as well. */
export const SESSION = "session";

/** Kinds of hits that are not items. */
const OTHER_KINDS = ["turn", "commit", "document", CRYSTAL, SESSION] as const;

/** The filters as the store takes them. An unknown name is refused with the most similar known one. */
export async function filtersOf(
  deps: WriteDeps & ProjectDeps,
  input: Filters,
): Promise<Omit<Ask, "terms" | "limit">> {
  const { kind, topic, by, session, path, since, until } = input;
  if (session !== undefined) await findSession(deps, session, "session");
  return {
    ...(kind?.length ? { kinds: [...new Set(kind.map(recallable).flatMap(indexedKinds))] } : {}),
    ...(topic === undefined ? {} : { topics: [await knownTopic(deps, topicName(topic))] }),
    ...(by === undefined ? {} : { by: [await knownName(deps, by)] }),
    ...(session === undefined ? {} : { session }),
    ...(path === undefined ? {} : { path: inProject(deps, path) }),
    ...(since === undefined ? {} : { since: givenTime(since, deps.clock.now(), "since") }),
    ...(until === undefined ? {} : { until: givenTime(until, deps.clock.now(), "until") }),
  };
}

function recallable(kind: string): string {
  const known: readonly string[] = [...KIND_NAMES, ...OTHER_KINDS];
  if (known.includes(kind)) return kind;
  const close = nearest(kind, known);
  throw new MemoryError("input.unknown_kind", `There is no kind "${kind}" to recall.`, {
    field: "kind",
    fix: close ? `Did you mean "${close}"?` : `Kinds: ${known.join(", ")}.`,
  });
}

/** A crystal is found through its units, and a session through its turns. */
const indexedKinds = (kind: string): readonly string[] =>
  kind === CRYSTAL ? UNIT_KIND_NAMES : [kind === SESSION ? "turn" : kind];

/** Number of sessions whose agents are known by name. */
const AGENTS_MAX = 200;

/** Speakers can have any name, so only a name that looks like a misspelt agent is refused. */
async function knownName(deps: WriteDeps, name: string): Promise<string> {
  await catchUp(deps, "sessions");
  const selection = { order: "newest", limit: AGENTS_MAX, offset: 0 } as const;
  const { rows } = await deps.store.views.select(deps.views.sessions, selection);
  const agents = new Set(rows.map(({ agent }) => agent));
  if (agents.has(name) || deps.writer.agent === name) return name;
  const close = nearest(name, [...agents, deps.writer.agent, "user", "assistant"]);
  if (close === undefined || close === name) return name;
  throw new MemoryError("input.unknown_id", `There are no recorded words of "${name}".`, {
    field: "by",
    fix: `Did you mean "${close}"?`,
  });
}

/** A path as items name it: relative to the project's root, with slashes. */
function inProject({ project }: ProjectDeps, path: string): string {
  const slashed = path.replaceAll("\\", "/");
  const root = `${project.root.replaceAll("\\", "/")}/`;
  return slashed.startsWith(root) ? slashed.slice(root.length) : slashed;
}
