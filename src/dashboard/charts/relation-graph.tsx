import { KindMark } from "../parts/item-mark.tsx";
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

const ROW = 64;
const WIDTH = 56;

type GraphProps = { readonly label: string; readonly others: readonly RelatedItem[] };

/** An item and what it is linked with: lines from one node to the others, which are links. */
export function RelationGraph({ label, others }: GraphProps) {
  const height = Math.max(1, others.length) * ROW;
  const middle = height / 2;
  return (
    <div class="graph">
      <span class="node">{shownLine(label, 12)}</span>
      <svg width={WIDTH} height={height} aria-hidden="true">
        {others.map(({ id, isOver }, i) => {
          const y = i * ROW + ROW / 2;
          const half = WIDTH / 2;
          return (
            <g key={id} class={isOver ? "edge over" : "edge"}>
              <path d={`M0 ${middle} C ${half} ${middle}, ${half} ${y}, ${WIDTH - 4} ${y}`} />
              <circle cx={WIDTH - 4} cy={y} r={3.5} />
            </g>
          );
        })}
      </svg>
      <ul aria-label={`Items linked with ${shownLine(label, 40)}`}>
        {others.map(({ id, label: name, kind, text, relation, isOver }) => (
          <li key={id}>
            <p class="facts">
              <span>{shownLine(relation, 30)}</span>
              <KindMark kind={kind} />
            </p>
            <a href={itemAddress(name)} class={isOver ? "over" : ""} dir="auto">
              <span class="label">{shownLine(name, 12)}</span> {shownLine(text, 120)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
