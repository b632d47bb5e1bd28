import { PartList, Segments } from "./stacked-bar.tsx";

export type ScoreParts = { readonly [part: string]: number | undefined };

/** What each part of a score means, in a few words. */
const MEANINGS: { readonly [part: string]: string } = {
  words: "matching words",
  phrase: "exact phrase",
  proximity: "words close together",
  topic: "same topic",
  concept: "same concept",
  speaker: "who said it",
  answer: "reads like an answer",
  context: "neighbouring turns",
  session: "same session",
  time: "time asked for",
  path: "file asked for",
  recency: "recency",
  confidence: "confidence",
  kind: "kind",
  staleness: "not used recently",
  ratings: "ratings",
  drift: "its code changed",
  unanswered: "unanswered question",
  relation: "linked to another result",
  semantic: "similar meaning",
};

const GROUPS: { readonly [part: string]: string } = {
  ...{ words: "a", phrase: "a", proximity: "a", topic: "b", concept: "b", semantic: "b", relation: "b" },
  ...{ speaker: "c", answer: "c", context: "c", session: "c", path: "c", time: "d", recency: "d" },
};

const signedText = (value: number): string => (value > 0 ? `+${value.toFixed(2)}` : value.toFixed(2));

const toneOf = (name: string, value: number): string => (value < 0 ? "bad" : (GROUPS[name] ?? "e"));

const partsIn = (parts: ScoreParts): { readonly name: string; readonly value: number }[] =>
  Object.entries(parts).flatMap(([name, value]) => (value ? [{ name, value }] : []));

/** The parts of a score, largest first. Negative parts come last, in another colour. */
export function ScoreBar({ parts, most }: { readonly parts: ScoreParts; readonly most: number }) {
  const all = partsIn(parts).sort((a, b) => b.value - a.value);
  const says = all.map(({ name, value }) => `${name} ${signedText(value)}`).join(", ");
  const segments = all.map(({ name, value }) => ({
    name,
    value,
    tone: toneOf(name, value),
    title: `${MEANINGS[name] ?? name}: ${signedText(value)}`,
  }));
  return <Segments parts={segments} most={most} says={`Score: ${says}`} />;
}

/** The same parts as text. */
export function ScoreParts({ parts }: { readonly parts: ScoreParts }) {
  const named = partsIn(parts).map(({ name, value }) => ({
    name: MEANINGS[name] ?? name,
    value,
    tone: toneOf(name, value),
  }));
  return <PartList parts={named} write={signedText} />;
}
