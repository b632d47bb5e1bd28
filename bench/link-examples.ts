import { amendSigns, signalsAmendment } from "../src/core/edges/amend-signs.ts";
import { isAmendable } from "../src/core/edges/amended.ts";
import { lastOf } from "../src/core/edges/amendment.ts";
import type { Finding } from "../src/core/extract/finding.ts";
import { statementContext } from "../src/core/extract/settle/around.ts";
import { readStatements } from "../src/core/extract/statements/read-statements.ts";
import type { Item } from "../src/core/items/item.ts";
import type { Dialogue, Label } from "./corpus/read-corpus.ts";
import { likeness } from "./extract-match.ts";
import { type Replayed, replay } from "./extract-replay.ts";

/** A person's statement, paired with each earlier statement that it may amend. */
export type LinkExample = {
  readonly dialogue: string;
  readonly pairs: readonly { readonly signs: ReadonlyMap<string, number>; readonly isMeant: boolean }[];
  /** True if a label says that the statement amends another one, which need not be among the pairs. */
  readonly isAmendment: boolean;
  /** Weight of the example in fitting. */
  readonly weight: number;
};

type Read = { readonly dialogue: Dialogue; readonly replayed: Replayed; readonly items: readonly Item[] };

/**
 * Distractors from other dialogues: their number, their maximum age in events, and the weight of such
 * examples.
 */
const CROWD = { units: 20, back: 80, weight: 0.05 };

/** Examples from dialogues; `crowded` has the same ones with distractors from other dialogues. */
export async function linkExamples(dialogues: readonly Dialogue[]): Promise<{
  readonly plain: LinkExample[];
  readonly crowded: LinkExample[];
}> {
  const all: Read[] = [];
  for (const dialogue of dialogues) {
    const replayed = await replay(dialogue);
    all.push({ dialogue, replayed, items: replayed.items.map(beforeAmendment).filter(isAmendable) });
  }
  const plain = all.flatMap((read) => examplesOf(read, () => []));
  const crowded = all.flatMap((read) => examplesOf(read, crowdFor(read, all)));
  return { plain, crowded };
}

/** Resets a candidate that its amendment accepted to pending, its status when the amendment was made. */
function beforeAmendment(item: Item): Item {
  return item.kind === "candidate" && item.status === "accepted" ? { ...item, status: "pending" } : item;
}

type Crowd = (since: number, seed: number) => readonly Item[];

/** Picks distractors from dialogues in the same language, deterministically, so that runs agree. */
function crowdFor({ dialogue }: Read, all: readonly Read[]): Crowd {
  const others = all.filter((each) => each.dialogue.lang === dialogue.lang && each.dialogue !== dialogue);
  const pool = others.flatMap(({ items }) => items);
  return (since, seed) =>
    Array.from({ length: Math.min(CROWD.units, pool.length) }, (_, i) => {
      const item = pool[(seed * 31 + i * 17) % pool.length] as Item;
      return { ...item, id: `other_${i}`, evidence: [since - 1 - ((seed * 13 + i * 29) % CROWD.back)] };
    });
}

function examplesOf({ dialogue, replayed, items }: Read, crowd: Crowd): LinkExample[] {
  const { turns, anchors } = replayed;
  const sessions = [...new Set(turns.map(({ session }) => session))];
  const promoted = new Set(items.flatMap(({ promoted_to }) => promoted_to ?? []));
  const own = items.filter(({ id }) => !promoted.has(id));
  return sessions.flatMap((session) => {
    const heard = turns.filter((turn) => turn.session === session);
    return readStatements(heard, heard[0]?.position ?? 0).flatMap((finding) => {
      const around = statementContext(heard, finding.evidence);
      const at = around?.evidence.at(-1) ?? 0;
      const said = labelsOf(dialogue, anchors, finding).filter(({ amends }) => amends !== undefined);
      const isVague = said.length > 0 && said.every(({ isMaybe, mayAmend }) => isMaybe || mayAmend);
      if (isVague || around === undefined) return [];
      const names = new Set(said.map(({ amends }) => amends));
      const others = crowd(around.since, at);
      const olders = [...own.filter((item) => lastOf(item) < at), ...others];
      const signs = amendSigns({ ...finding.fields, ...finding, ...around }, olders);
      const pairs = olders.map((older, i) => ({
        signs: signs[i] ?? new Map(),
        isMeant: labelsOf(dialogue, anchors, older).some(({ name }) => name !== undefined && names.has(name)),
      }));
      const weight = others.length > 0 ? CROWD.weight : 1;
      const open = pairs.filter((pair) => signalsAmendment(pair.signs));
      const example = { dialogue: dialogue.name, pairs: open, isAmendment: said.length > 0, weight };
      return open.length > 0 ? [example] : [];
    });
  });
}

/** The labels that match a statement, ignoring the kind. */
function labelsOf({ labels }: Dialogue, anchors: Replayed["anchors"], said: Item | Finding): Label[] {
  const kind = String(said.kind);
  const fields = { ...said, ...("fields" in said ? (said.fields as object) : {}) } as Partial<Item>;
  const parts = [fields.parts, fields.rejected].flatMap((list) =>
    Array.isArray(list) ? list.map(String) : [],
  );
  const kept = {
    ...{ id: "", kind, isCandidate: false, confidence: 1 },
    text: said.text,
    whole: [said.text, ...parts].join("\n"),
    evidence: said.evidence ?? [],
  };
  return labels.filter((label) => likeness({ ...label, kinds: [kind] }, kept, anchors) > 0);
}
