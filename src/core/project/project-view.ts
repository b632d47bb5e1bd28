import type { Recorded } from "../tape/event.ts";
import type { Projection } from "../tape/projection.ts";

/** One folder, git directory or root commit the project has been met under. */
export type AliasRow = {
  readonly folder: string;
  readonly common_dir?: string;
  readonly root_commit?: string;
  readonly since: number;
};

/** What the project is known by, so that a worktree, a rename or a moved clone does not split its memory. */
export const projectView: Projection<AliasRow, never> = {
  shape: "rows",
  name: "project",
  version: 1,
  types: ["project.identified"],
  keysOf: (event) => (event.payload === null ? [] : [aliasKey(event)]),
  evolve: (rows, event) => {
    if (event.payload === null || rows.get(aliasKey(event))) return new Map();
    const alias = event.payload as Omit<AliasRow, "since">;
    return new Map([[aliasKey(event), { ...alias, since: event.position }]]);
  },
  facetsOf: (row) => ({ kind: "alias", status: "", rank: row.since }),
};

function aliasKey(event: Recorded): string {
  const { folder, common_dir, root_commit } = event.payload as Partial<AliasRow>;
  return JSON.stringify([folder, common_dir ?? null, root_commit ?? null]);
}
