import { sessionDigestTexts } from "../../core/bundle/session-digest-lines.ts";
import type { ContextDeps, MemoryDeps, ProjectDeps } from "../runtime/deps.ts";
import { sessionDigest } from "../sessions/session-digest.ts";
import type { Hit } from "./hits.ts";
import { type Filters, SESSION } from "./question.ts";

/** Digests in one answer: each reads the tape of its session. */
const DIGESTS_MAX = 10;

/** If sessions are requested by kind, the digest of a session replaces its best turn. Other turns are returned only if turns were requested too. */
export async function withSessions(
  deps: MemoryDeps & ProjectDeps & ContextDeps,
  hits: readonly Hit[],
  filters: Filters,
): Promise<Hit[]> {
  const kinds = filters.kind ?? [];
  if (!kinds.includes(SESSION)) return [...hits];
  const found: Hit[] = [];
  const told = new Set<string>();
  for (const hit of hits) {
    const isNew = hit.session !== undefined && !told.has(hit.session) && told.size < DIGESTS_MAX;
    const digest = isNew ? await digestHit(deps, hit) : undefined;
    if (digest) {
      told.add(digest.session ?? "");
      found.push(digest);
    }
    if (kinds.includes(hit.kind)) found.push(hit);
  }
  return found;
}

async function digestHit(deps: MemoryDeps & ProjectDeps & ContextDeps, hit: Hit): Promise<Hit | undefined> {
  const { session = "" } = hit;
  const row = (await deps.store.views.rows(deps.views.sessions, [session])).get(session);
  if (row === undefined) return undefined;
  const text = sessionDigestTexts(await sessionDigest(deps, row)).join("\n");
  const { score, parts, evidence } = hit;
  const snippet = text.replaceAll("\n", " ");
  return {
    id: `${SESSION}:${session}`,
    kind: SESSION,
    text,
    snippet,
    at: row.last_at,
    by: "tidemark",
    session,
    score,
    parts,
    evidence,
  };
}
