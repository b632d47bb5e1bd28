import type { AnswerOf } from "../api/ask.ts";
import { Columns } from "../charts/columns.tsx";
import { columnsOverTime } from "../charts/time-buckets.ts";

type AgedItem = AnswerOf<"find">["items"][number];

/** How old what is known is, by when each item was last said. */
export function MemoryAge({ items, total }: { readonly items: readonly AgedItem[]; readonly total: number }) {
  const now = Date.now();
  const said = items.map(({ last_seen_at }) => ({ at: Date.parse(last_seen_at), value: 1 }));
  const columns = columnsOverTime(said, now);
  if (columns.length === 0) return null;
  const note =
    total > items.length ? `last ${items.length} changed of ${total.toLocaleString()}` : `${total} items`;
  return (
    <section class="card">
      <h2>
        Age of memory <span class="quiet">items by when they were last said, {note}</span>
      </h2>
      <Columns
        columns={columns}
        height={64}
        says="Items by when they were last said"
        ends={[columns[0]?.title ?? "", "today"]}
      />
    </section>
  );
}
