import type { HistoryReader } from "../../ports/host.ts";
import type { HostDeps } from "../runtime/deps.ts";
import { ownHistories } from "./import-history.ts";

/** Sessions of this project in the histories of one host. */
export type EarlierSessions = { readonly host: string; readonly sessions: number };

/** Files that are read, because a person waits for the answer. */
const FILES_MAX = 1000;
/** Records of one file that are read to find the session's folder. */
const RECORDS_MAX = 20;

/** Counts the sessions of this project that hosts keep on this machine, without reading them in full. */
export async function earlierSessions(deps: HostDeps): Promise<EarlierSessions[]> {
  const counts = new Map<string, number>();
  const found = await ownHistories(deps, await deps.histories.readers());
  for (const { path, reader } of found.slice(0, FILES_MAX)) {
    const own = await sessionsHere(deps, path, reader);
    if (own > 0) counts.set(reader.host, (counts.get(reader.host) ?? 0) + own);
  }
  return [...counts].map(([host, sessions]) => ({ host, sessions }));
}

/** A history that cannot be read is not counted. An import reports what is wrong with it. */
async function sessionsHere(deps: HostDeps, path: string, reader: HistoryReader): Promise<number> {
  let [own, read] = [0, 0];
  try {
    for await (const record of reader.read(deps.histories.source(path))) {
      const { type, cwd } = record.is === "event" ? record.line : {};
      if (type === "session.started" && typeof cwd === "string" && deps.histories.isOfProject(cwd)) own++;
      if (++read >= RECORDS_MAX) break;
    }
  } catch {
    return 0;
  }
  return own;
}
