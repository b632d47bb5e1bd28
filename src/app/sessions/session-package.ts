import type { Finding } from "../../core/extract/finding.ts";
import { kindOf } from "../../core/items/kinds.ts";
import { isOfPackage } from "../../core/project/package-concern.ts";
import type { FileDeps, MemoryDeps, ProjectDeps } from "../runtime/deps.ts";
import { packageFinder } from "../runtime/packages.ts";

/** Events at the beginning of a session among which it says where it runs. */
const LOOKED_AT_MAX = 20;

/** Statements of a session that runs in a package of the repository hold for that package, unless they name paths. */
export async function withPackage(
  world: MemoryDeps & ProjectDeps & FileDeps,
  session: string,
  findings: readonly Finding[],
): Promise<Finding[]> {
  const folder = findings.length === 0 ? undefined : await packageOfSession(world, session);
  if (folder === undefined) return [...findings];
  return findings.map((finding) => {
    const { kind, fields } = finding;
    const isPlaced = fields?.scope !== undefined || fields?.related_paths !== undefined;
    if (isPlaced || !kindOf(kind).isUnit || !isOfPackage(finding)) return finding;
    return { ...finding, fields: { ...fields, scope: folder } };
  });
}

async function packageOfSession(
  world: MemoryDeps & ProjectDeps & FileDeps,
  session: string,
): Promise<string | undefined> {
  const { root, worktreeRoot } = world.project;
  const events = await world.store.events.sessionEvents(session, 0, LOOKED_AT_MAX);
  const cwd = events.find(({ type }) => type === "session.started")?.payload?.cwd;
  if (typeof cwd !== "string") return undefined;
  const within = [worktreeRoot, root].find((folder) => cwd.startsWith(`${folder}/`));
  return within === undefined ? undefined : packageFinder(world)(cwd.slice(within.length + 1));
}
