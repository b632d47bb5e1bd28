import { documentPath } from "../../core/documents/document.ts";
import { MemoryError } from "../../core/failure.ts";
import type { Position } from "../../core/tape/event.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** Where the version of a document lies that holds now; undefined when the name is not a document's. */
export async function documentNamed(world: MemoryDeps, name: string): Promise<Position | undefined> {
  const path = documentPath(name.trim());
  if (path === undefined) return undefined;
  await catchUp(world, "documents");
  const row = (await world.store.views.rows(world.views.documents, [path])).get(path);
  if (row?.status === "seen") return row.position;
  throw new MemoryError("input.unknown_id", `There is no document "${path}" in this memory.`, {
    field: "id",
    fix: {
      to: "The setting documents.paths selects documents. To read them",
      verb: "worker",
      options: { once: true },
    },
  });
}
