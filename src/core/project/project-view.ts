import type { Recorded } from "../tape/event.ts";
import type { Projection, Row, Rows } from "../tape/projection.ts";

/** One folder, git directory or root commit the project has been met under. */
export type AliasRow = {
  readonly folder: string;
  readonly common_dir?: string;
  readonly root_commit?: string;
  readonly since: number;
};

/** What the project is known by, so that a worktree, a rename or a moved clone does not split its memory. */
export const projectView: Projection = {
  shape: "rows",
  name: "project",
  version: 1,
  types: ["project.identified"],
  keysOf: (event) => (event.payload === null ? [] : [aliasKey(event)]),
  evolve: (rows: Rows, event): Rows => {
    if (event.payload === null || rows.get(aliasKey(event))) return new Map();
    return new Map<string, Row>([[aliasKey(event), { ...event.payload, since: event.position }]]);
  },
  facetsOf: (row) => ({ kind: "alias", status: "", rank: Number(row.since) }),
};

function aliasKey(event: Recorded): string {
  const { folder, common_dir, root_commit } = event.payload as Partial<AliasRow>;
  return JSON.stringify([folder, common_dir ?? null, root_commit ?? null]);
}
