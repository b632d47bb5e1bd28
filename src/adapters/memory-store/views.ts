import { byCodePoints } from "../../core/order.ts";
import type { Ask, Candidates } from "../../core/recall/query/candidates.ts";
import { canonical } from "../../core/tape/canonical.ts";
import type { Position } from "../../core/tape/event.ts";
import type { Facets, Row, View } from "../../core/tape/projection.ts";
import type { Pass, ViewSpace } from "../../ports/store.ts";
import { memoryIndex } from "./passages.ts";

type StoredRow = { readonly key: string; readonly facets: Facets; readonly text: string };

/** Views as maps, with the same interface as a database's views. */
export type MemoryViews = {
  readonly space: ViewSpace;
  readonly entries: (view: View) => StoredRow[];
  readonly clear: (view: View) => void;
  /** Views contain erased words too. They are cleared in the same step, as in the other stores. */
  readonly clearAll: () => void;
  readonly adopt: (view: View, from: MemoryViews) => void;
  readonly candidates: (ask: Ask) => Candidates;
  readonly built: ReadonlyMap<string, Built>;
};

type Built = { version: number; position: Position; rows: Map<string, StoredRow> };

export function memoryViews(): MemoryViews {
  const built = new Map<string, Built>();
  const index = memoryIndex();
  const clear = (view: View): void => {
    built.delete(view.name);
    if (view.shape === "words") index.clear();
  };
  const checkpoint = (view: View): Position => {
    const known = built.get(view.name);
    return known?.version === view.version ? known.position : 0;
  };
  const publish = (pass: Pass): "published" | "conflict" => {
    if (checkpoint(pass.view) !== pass.after) return "conflict";
    if (pass.after === 0) clear(pass.view);
    const rows = built.get(pass.view.name)?.rows ?? new Map<string, StoredRow>();
    for (const [key, row] of pass.rows?.changed ?? []) {
      if (row === undefined) rows.delete(key);
      else rows.set(key, { key, facets: pass.rows?.facetsOf(row) ?? NO_FACETS, text: canonical(row) });
    }
    if (pass.docs) index.put(pass.docs);
    built.set(pass.view.name, { version: pass.view.version, position: pass.upTo, rows });
    return "published";
  };
  const entries = (view: View): StoredRow[] => [...(built.get(view.name)?.rows.values() ?? [])];
  return {
    built,
    clear,
    clearAll: () => {
      built.clear();
      index.clear();
    },
    entries,
    adopt: (view, from) => {
      const other = from.built.get(view.name);
      if (other) built.set(view.name, { ...other, rows: new Map(other.rows) });
    },
    candidates: index.candidates,
    space: {
      checkpoint: async (view) => checkpoint(view),
      publish: async (pass) => publish(pass),
      rows: async <R extends Row, K extends Row>(view: View<R, K>, keys: readonly string[]) => {
        // Rows of another version of the view are ignored: a fold must not start from them.
        const rows = checkpoint(view) === 0 ? undefined : built.get(view.name)?.rows;
        const found = keys.flatMap((key) => rows?.get(key) ?? []);
        return new Map(found.map(({ key, text }) => [key, JSON.parse(text) as R | K]));
      },
      scan: async (view, afterKey, limit) => {
        const all = view.shape === "words" ? index.texts() : entries(view).map(scannedRow);
        return all
          .filter(({ key }) => byCodePoints(key, afterKey) > 0)
          .sort((a, b) => byCodePoints(a.key, b.key))
          .slice(0, limit);
      },
    },
  };
}

const NO_FACETS: Facets = { kind: "", status: "", rank: 0 };

const scannedRow = ({ key, facets, text }: StoredRow) => ({
  key,
  text: `${facets.kind} ${facets.status} ${facets.rank} ${text}`,
});
