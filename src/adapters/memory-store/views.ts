import { byCodePoints } from "../../core/order.ts";
import { wordsOf } from "../../core/recall/words.ts";
import { canonical } from "../../core/tape/canonical.ts";
import type { Sha256 } from "../../core/tape/chain.ts";
import type { Position } from "../../core/tape/event.ts";
import type { Doc, Facets, Row, View } from "../../core/tape/projection.ts";
import type { Found, Pass, ViewSpace } from "../../ports/store.ts";

type Entry = { readonly key: string; readonly facets: Facets; readonly text: string };
type Indexed = { readonly kind: string; readonly words: readonly string[]; readonly text: string };

/** Views as maps, with the same reading and writing as a database's. */
export type MemoryViews = {
  readonly space: ViewSpace;
  readonly entries: (view: View) => Entry[];
  readonly clear: (view: View) => void;
  readonly adopt: (view: View, from: MemoryViews) => void;
  readonly search: (words: readonly string[], how: { limit: number; kinds?: readonly string[] }) => Found[];
  readonly built: ReadonlyMap<string, Built>;
};

type Built = { version: number; position: Position; rows: Map<string, Entry> };

export function memoryViews(sha256: Sha256): MemoryViews {
  const built = new Map<string, Built>();
  const docs = new Map<string, Indexed>();
  const clear = (view: View): void => {
    built.delete(view.name);
    if (view.shape === "words") docs.clear();
  };
  const checkpoint = (view: View): Position => {
    const known = built.get(view.name);
    return known?.version === view.version ? known.position : 0;
  };
  const publish = (pass: Pass): "published" | "conflict" => {
    if (checkpoint(pass.view) !== pass.after) return "conflict";
    if (pass.after === 0) clear(pass.view);
    const rows = built.get(pass.view.name)?.rows ?? new Map<string, Entry>();
    for (const [key, row] of pass.rows?.changed ?? []) {
      if (row === undefined) rows.delete(key);
      else rows.set(key, { key, facets: pass.rows?.facetsOf(row) ?? NO_FACETS, text: canonical(row) });
    }
    for (const [key, doc] of pass.docs ?? []) {
      docs.delete(key);
      if (doc) docs.set(key, indexed(sha256, doc));
    }
    built.set(pass.view.name, { version: pass.view.version, position: pass.upTo, rows });
    return "published";
  };
  const entries = (view: View): Entry[] => [...(built.get(view.name)?.rows.values() ?? [])];
  return {
    built,
    clear,
    entries,
    adopt: (view, from) => {
      const other = from.built.get(view.name);
      if (other) built.set(view.name, { ...other, rows: new Map(other.rows) });
    },
    search: (words, how) => rank(docs, words, how),
    space: {
      checkpoint: async (view) => checkpoint(view),
      publish: async (pass) => publish(pass),
      rows: async (view, keys) => {
        // What another version of the view left behind is not there: a fold must not start from it.
        const rows = checkpoint(view) === 0 ? undefined : built.get(view.name)?.rows;
        const found = keys.flatMap((key) => rows?.get(key) ?? []);
        return new Map(found.map(({ key, text }) => [key, JSON.parse(text) as Row]));
      },
      scan: async (view, afterKey, limit) => {
        const all =
          view.shape === "words"
            ? [...docs].map(([key, { text }]) => ({ key, text }))
            : entries(view).map(scanned);
        return all
          .filter(({ key }) => byCodePoints(key, afterKey) > 0)
          .sort((a, b) => byCodePoints(a.key, b.key))
          .slice(0, limit);
      },
    },
  };
}

const NO_FACETS: Facets = { kind: "", status: "", rank: 0 };

const scanned = ({ key, facets, text }: Entry) => ({
  key,
  text: `${facets.kind} ${facets.status} ${facets.rank} ${text}`,
});

function indexed(sha256: Sha256, doc: Doc): Indexed {
  const [topic, text] = [wordsOf(doc.topic), wordsOf(doc.text)];
  // The same in every store, so that their views can be compared.
  const digest = sha256(`${doc.at}\n${topic.join(" ")}\n${text.join(" ")}`).slice(0, 32);
  return { kind: doc.kind, words: [...topic, ...text], text: `${doc.kind} ${doc.position} ${digest}` };
}

/** Rarer words count more, and a doc that has more of them comes first. */
function rank(
  docs: ReadonlyMap<string, Indexed>,
  words: readonly string[],
  how: { limit: number; kinds?: readonly string[] },
): Found[] {
  const asked = [...new Set(words)];
  const weight = new Map(
    asked.map((word) => {
      const holders = [...docs.values()].filter((doc) => doc.words.includes(word)).length;
      return [word, Math.log(1 + docs.size / (holders + 0.5))];
    }),
  );
  const found: Found[] = [];
  for (const [key, doc] of docs) {
    if (how.kinds && !how.kinds.includes(doc.kind)) continue;
    const hits = asked.filter((word) => doc.words.includes(word));
    const sum = hits.reduce((total, word) => total + (weight.get(word) ?? 0), 0);
    if (hits.length > 0) found.push({ key, rank: sum / (1 + doc.words.length / 100) });
  }
  return found.sort((a, b) => b.rank - a.rank || (a.key < b.key ? -1 : 1)).slice(0, how.limit);
}
