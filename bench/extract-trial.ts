import type { ItemRow } from "../src/core/items/items-view.ts";
import { isKind, kindOf } from "../src/core/items/kinds.ts";
import { type CorpusPart, type Dialogue, type Label, readCorpus } from "./corpus/read-corpus.ts";
import { type Kept, type Matched, matchedTo } from "./extract-match.ts";
import { type Replayed, replay } from "./extract-replay.ts";

/** One dialogue with the units that were kept, matched with its labels. */
export type Trial = {
  readonly part: CorpusPart;
  readonly dialogue: Dialogue;
  readonly units: Matched;
  /** The same units, matched with the labels of each reader alone. */
  readonly byReader: readonly Matched[];
  /** Pending candidates, matched separately with the same labels. */
  readonly candidates: Matched;
  readonly kept: readonly Kept[];
  readonly conflicts: readonly (readonly [string, string])[];
  /** Instructions whose only evidence is tool output. */
  readonly fromTools: readonly Kept[];
};

export async function trialsOf(part: CorpusPart): Promise<Trial[]> {
  const trials: Trial[] = [];
  for (const dialogue of readCorpus(part)) trials.push(trialOf(part, dialogue, await replay(dialogue)));
  return trials;
}

/** Kinds that are instructions. They must never come from tool output. */
const INSTRUCTIONS: ReadonlySet<string> = new Set(["decision", "preference", "constraint"]);

function trialOf(part: CorpusPart, dialogue: Dialogue, { items, anchors, toolTurns }: Replayed): Trial {
  const kept = items.flatMap(keptOf);
  const units = kept.filter(({ isCandidate }) => !isCandidate);
  const isOfTools = ({ kind, evidence }: Kept): boolean =>
    INSTRUCTIONS.has(kind) && evidence.every((position) => toolTurns.has(position));
  return {
    part,
    dialogue,
    kept,
    units: matchedTo(dialogue, units, anchors),
    byReader: dialogue.readings.map((reading) => matchedTo(reading, units, anchors)),
    candidates: matchedTo(
      dialogue,
      kept.filter(({ isCandidate }) => isCandidate),
      anchors,
    ),
    conflicts: items.filter(({ kind, type }) => kind === "insight" && type === "conflict").flatMap(pairOf),
    fromTools: units.filter(isOfTools),
  };
}

function pairOf({ about }: ItemRow): (readonly [string, string])[] {
  const [one, other] = Array.isArray(about) ? about.map(String) : [];
  return one === undefined || other === undefined ? [] : [[one, other]];
}

/** Converts units, plans, open questions and candidates. Sessions, edges and insights are not statements. */
function keptOf(item: ItemRow): Kept[] {
  const isCandidate = item.kind === "candidate";
  const kind = isCandidate ? String(item.proposes) : kindAsLabelled(item);
  if (kind === undefined) return [];
  return [
    {
      id: item.id,
      kind,
      isCandidate,
      text: item.text,
      whole: wordsIn(item).join("\n"),
      evidence: item.evidence ?? [],
      confidence: Number(item.confidence ?? 1),
      ...(typeof item.amends === "string" ? { amends: item.amends } : {}),
      ...(typeof item.instead === "string" ? { instead: item.instead } : {}),
    },
  ];
}

function kindAsLabelled({ kind, type }: ItemRow): string | undefined {
  if (kind === "note") return type === "question" ? "question" : undefined;
  if (kind === "plan") return "plan";
  return isKind(kind) && kindOf(kind).isUnit ? kind : undefined;
}

const FIELDS = ["text", "parts", "rejected", "command", "instead", "steps", "related_paths"];

const wordsIn = (item: ItemRow): string[] => FIELDS.flatMap((name) => textsIn(item[name]));

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === "object" && value !== null ? textsIn((value as { text?: unknown }).text) : [];
}

/** Whether a label is required. A label that a careful reader may leave out is not. */
export const isCounted = ({ isMaybe }: Label): boolean => !isMaybe;
