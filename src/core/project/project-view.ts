import type { Projection } from "../tape/projection.ts";

/** One folder, git directory or root commit under which the project was opened. */
export type AliasRow = {
  readonly folder: string;
  readonly common_dir?: string;
  readonly root_commit?: string;
  readonly since: number;
};

/** The names of the project, so that a worktree, a rename or a moved clone does not split its memory. */
export const projectView: Projection<AliasRow, never, "project.identified"> = {
  shape: "rows",
  name: "project",
  version: 1,
  types: ["project.identified"],
  keysOf: ({ payload }) => (payload === null ? [] : [aliasKey(payload)]),
  evolve: (rows, { payload, position }) => {
    if (payload === null || rows.get(aliasKey(payload))) return new Map();
    return new Map([[aliasKey(payload), { ...payload, since: position }]]);
  },
  facetsOf: (row) => ({ kind: "alias", status: "", rank: row.since }),
};

function aliasKey({ folder, common_dir, root_commit }: Omit<AliasRow, "since">): string {
  return JSON.stringify([folder, common_dir ?? null, root_commit ?? null]);
}
