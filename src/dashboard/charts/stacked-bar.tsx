/** One part of a whole. */
export type BarPart = { readonly name: string; readonly value: number; readonly tone: string };

type StackedBarProps = { readonly parts: readonly BarPart[]; readonly says: string };

/** A whole divided into its parts, with the number of each below. */
export function StackedBar({ parts, says }: StackedBarProps) {
  const all = parts.reduce((sum, { value }) => sum + value, 0);
  const words = parts.map(({ name, value }) => `${value.toLocaleString()} ${name}`).join(", ");
  return (
    <div class="stacked">
      <Segments parts={parts} most={all} says={`${says}: ${words}`} />
      <PartList parts={parts} write={(value) => value.toLocaleString()} />
    </div>
  );
}

type PartListProps = { readonly parts: readonly BarPart[]; readonly write: (value: number) => string };

/** Each part by its colour, its name and its number. */
export const PartList = ({ parts, write }: PartListProps) => (
  <dl class="score-parts">
    {parts.map(({ name, value, tone }) => (
      <div key={name}>
        <dt class={`part ${tone}`}>{name}</dt>
        <dd class="number">{write(value)}</dd>
      </div>
    ))}
  </dl>
);

type SegmentsProps = {
  readonly parts: readonly (BarPart & { readonly title?: string })[];
  /** The value that fills the whole width. */
  readonly most: number;
  readonly says: string;
};

/** The bar alone. */
export function Segments({ parts, most, says }: SegmentsProps) {
  let x = 0;
  return (
    <svg class="score-bar" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label={says}>
      {parts.map(({ name, value, tone, title }) => {
        if (value === 0) return null;
        const width = (Math.abs(value) / Math.max(most, 0.001)) * 100;
        const at = x;
        x += width;
        return (
          <rect key={name} class={`part ${tone}`} x={at} y={0} width={Math.max(width - 0.4, 0.3)} height={6}>
            <title>{title ?? `${name}: ${value.toLocaleString()}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
