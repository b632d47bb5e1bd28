export type ScoreParts = { readonly [part: string]: number | undefined };

/** What each part of a score means, in a few words. */
const MEANINGS: { readonly [part: string]: string } = {
  words: "words of the question",
  phrase: "words in the same order",
  proximity: "words close together",
  topic: "the same topic",
  concept: "names of the same concept",
  speaker: "who said it",
  answer: "reads like an answer",
  context: "turns around it",
  session: "the same session",
  time: "the time asked for",
  path: "the file asked for",
  recency: "how new it is",
  confidence: "how sure it is",
  kind: "its kind",
  staleness: "not used for long",
  ratings: "what people said of it",
  drift: "its code has changed",
  unanswered: "a question without an answer",
  relation: "linked to another hit",
  semantic: "similar meaning",
};

const GROUPS: { readonly [part: string]: string } = {
  ...{ words: "a", phrase: "a", proximity: "a", topic: "b", concept: "b", semantic: "b", relation: "b" },
  ...{ speaker: "c", answer: "c", context: "c", session: "c", path: "c", time: "d", recency: "d" },
};

const shown = (value: number): string => (value > 0 ? `+${value.toFixed(2)}` : value.toFixed(2));

/** A score as the parts that it is the sum of. What counts against it stands apart, in another colour. */
export function ScoreBar({ parts, most }: { readonly parts: ScoreParts; readonly most: number }) {
  const all = Object.entries(parts).flatMap(([name, value]) => (value ? [{ name, value }] : []));
  const positive = all.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  const negative = all.filter(({ value }) => value < 0);
  const says = all.map(({ name, value }) => `${name} ${shown(value)}`).join(", ");
  let x = 0;
  return (
    <svg
      class="score-bar"
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      role="img"
      aria-label={`Score: ${says}`}
    >
      {[...positive, ...negative].map(({ name, value }) => {
        const width = (Math.abs(value) / Math.max(most, 0.001)) * 100;
        const at = x;
        x += width;
        const tone = value < 0 ? "bad" : (GROUPS[name] ?? "e");
        return (
          <rect key={name} class={`part ${tone}`} x={at} y={0} width={Math.max(width - 0.4, 0.3)} height={6}>
            <title>{`${MEANINGS[name] ?? name}: ${shown(value)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}

/** The same parts in words. */
export function ScoreParts({ parts }: { readonly parts: ScoreParts }) {
  const all = Object.entries(parts).flatMap(([name, value]) => (value ? [{ name, value }] : []));
  return (
    <dl class="score-parts">
      {all.map(({ name, value }) => (
        <div key={name}>
          <dt class={`part ${value < 0 ? "bad" : (GROUPS[name] ?? "e")}`}>{MEANINGS[name] ?? name}</dt>
          <dd class="number">{shown(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
