/** One column of a chart. */
export type Column = { readonly title: string; readonly value: number };

type ColumnsProps = {
  readonly columns: readonly Column[];
  /** Description of the chart for screen readers. */
  readonly says: string;
  readonly height?: number;
  readonly ends: readonly [string, string];
  /** What the highest value counts: "in a day". */
  readonly unit: string;
};

const GAP = 0.22;
/** With fewer columns than this, empty places are added so that no column looks like a block. */
export const PLACES_MIN = 48;

/** Columns over time or by group. Each shows its value under the pointer. */
export function Columns({ columns, says, height = 76, ends, unit }: ColumnsProps) {
  const places = Math.max(PLACES_MIN, columns.length);
  const most = Math.max(1, ...columns.map(({ value }) => value));
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${places} ${height}`}
        preserveAspectRatio="none"
        height={height}
        role="img"
        aria-label={says}
      >
        {columns.map(({ title, value }, i) => {
          const tall = value === 0 ? 0 : Math.max(2, (value / most) * (height - 2));
          return (
            <rect
              key={title}
              class="column"
              x={places - columns.length + i + GAP / 2}
              y={height - tall}
              width={1 - GAP}
              height={tall}
            >
              <title>{`${title}: ${value.toLocaleString()}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption>
        <span>{ends[0]}</span>
        <span>{`at most ${most.toLocaleString()} ${unit}`}</span>
        <span>{ends[1]}</span>
      </figcaption>
    </figure>
  );
}
