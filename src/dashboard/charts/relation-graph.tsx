import { shownLine } from "../parts/shown-text.ts";
import { itemAddress } from "../shell/route.ts";

/** An item that another one is linked with. */
export type RelatedItem = {
  readonly id: string;
  readonly label: string;
  readonly kind: string;
  readonly text: string;
  /** How they are linked. */
  readonly relation: string;
  readonly isOver: boolean;
};

const ROW = 58;
const WIDTH = 400;

/** An item and what it is linked with, as lines from one to the others. */
export function RelationGraph({
  label,
  others,
}: {
  readonly label: string;
  readonly others: readonly RelatedItem[];
}) {
  const height = Math.max(1, others.length) * ROW;
  const middle = height / 2;
  return (
    <svg
      class="graph"
      viewBox={`0 0 ${WIDTH} ${height}`}
      aria-label={`What ${shownLine(label, 40)} is linked with`}
    >
      {others.map(({ id, relation }, i) => {
        const y = i * ROW + ROW / 2;
        return (
          <g key={id}>
            <path class="edge" d={`M70 ${middle} C 100 ${middle}, 90 ${y}, 118 ${y}`} />
            <text class="relation" x={126} y={y - 6}>
              {shownLine(relation, 26)}
            </text>
          </g>
        );
      })}
      <rect class="node main" x={2} y={middle - 15} width={72} height={30} rx={8} />
      <text class="node-label" x={38} y={middle + 4} text-anchor="middle">
        {shownLine(label, 9)}
      </text>
      {others.map(({ id, label: name, text, isOver }, i) => (
        <a key={id} href={itemAddress(name)}>
          <text class={isOver ? "node-text over" : "node-text"} x={126} y={i * ROW + ROW / 2 + 11}>
            <tspan class="node-name">{shownLine(name, 9)}</tspan>
            <tspan dx={8}>{shownLine(text, 24)}</tspan>
          </text>
        </a>
      ))}
    </svg>
  );
}
