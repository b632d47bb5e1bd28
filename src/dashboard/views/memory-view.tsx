import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { commandLine } from "../../surfaces/verbs/command-line.ts";
import type { AnswerOf } from "../api/ask.ts";
import { useAnswer } from "../api/use-answer.ts";
import { OverTime } from "../charts/over-time.tsx";
import { ScoreBar, ScoreParts } from "../charts/score-bar.tsx";
import { CopyCommand } from "../parts/copy-command.tsx";
import { Ago, ItemLink, KindMark, Name } from "../parts/item-mark.tsx";
import { Answered, Empty } from "../parts/notices.tsx";
import { SaidLine } from "../parts/said.tsx";
import { ShownPart } from "../parts/table.tsx";
import { ViewHead } from "../parts/view-head.tsx";
import { useKeys } from "../shell/keys.ts";
import { addressOf, itemAddress, replaceAddress } from "../shell/route.ts";
import type { ViewProps } from "../shell/view-props.ts";
import { useCursor } from "./inbox/use-cursor.ts";

const KINDS = [
  ...["decision", "constraint", "preference", "trap", "fact", "lesson", "pattern", "hypothesis"],
  ...["plan", "note"],
];
/** Pause after the last typed letter. */
const TYPING_MS = 140;
const HITS_MAX = 20;

/** Search as you type. Without a question it lists the latest changes. */
export function MemoryView({ route }: ViewProps) {
  const words = route.query.get("q") ?? "";
  const kind = route.query.get("kind") ?? "";
  const change = (q: string, only: string): void =>
    replaceAddress(addressOf("memory", "", { q, kind: only }));
  return (
    <div class="view memory">
      <ViewHead title="Memory" command={commandFor(words.trim(), kind)}>
        <SearchField words={words} onWords={(q) => change(q, kind)} />
        <fieldset class="filters">
          <legend class="quiet">Kind</legend>
          {["", ...KINDS].map((each) => (
            <button
              key={each}
              type="button"
              class="filter"
              aria-pressed={each === kind}
              onClick={() => change(words, each)}
            >
              {each === "" ? "All kinds" : each}
            </button>
          ))}
        </fieldset>
      </ViewHead>
      {words.trim() === "" ? <Newest kind={kind} /> : <Hits query={words.trim()} kind={kind} />}
    </div>
  );
}

/** The command that gives the same list. */
const commandFor = (query: string, kind: string): string =>
  query === ""
    ? commandLine({ verb: "find", options: { kind: kind === "" ? undefined : kind } })
    : commandLine({ verb: "recall", words: [query], options: { kind: kind || undefined, limit: HITS_MAX } });

type SearchFieldProps = { readonly words: string; readonly onWords: (words: string) => void };

function SearchField({ words, onWords }: SearchFieldProps) {
  return (
    <input
      id="search"
      class="field search"
      type="search"
      placeholder="Search or ask, for example: how are prices stored"
      aria-label="Search the memory"
      autocomplete="off"
      value={words}
      onInput={({ currentTarget }) => onWords(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (["Escape", "ArrowDown", "Enter"].includes(key)) currentTarget.blur();
      }}
    />
  );
}

function Hits({ query, kind }: { readonly query: string; readonly kind: string }) {
  const state = useAnswer(
    "recall",
    { query, limit: HITS_MAX, ...(kind === "" ? {} : { kind: [kind] }) },
    { settleMs: TYPING_MS },
  );
  return (
    <Answered state={state}>
      {({ hits }) =>
        hits.length === 0 ? (
          <Empty title="No results">
            <p>Try other words{kind === "" ? "" : " or all kinds"}.</p>
          </Empty>
        ) : (
          <HitList hits={hits} />
        )
      }
    </Answered>
  );
}

type MemoryHit = AnswerOf<"recall">["hits"][number];

const addressOfHit = ({ id, label, session, kind }: MemoryHit): string => {
  const position = /@(\d+)$/.exec(id)?.[1];
  if (label !== undefined) return itemAddress(label);
  if (kind === "session") return addressOf("session", session ?? id);
  return position === undefined ? itemAddress(id) : addressOf("tape", "", { at: position });
};

type ListRow = { readonly id: string; readonly address: string; readonly text: string };
type RowListProps<Listed> = {
  readonly rows: readonly Listed[];
  readonly children: (row: Listed, isCurrent: boolean) => ComponentChildren;
};

/** Rows that are links, with a cursor. Enter follows the row under the cursor. */
function RowList<Listed extends ListRow>({ rows, children }: RowListProps<Listed>) {
  const cursor = useCursor(rows.map(({ id }) => id));
  useKeys({
    j: cursor.next,
    k: cursor.previous,
    Enter: () => {
      location.hash = rows[cursor.at]?.address ?? location.hash;
    },
  });
  return (
    <ul class="hits" data-rows>
      {rows.map((row) => (
        <li key={row.id} class={row.id === cursor.key ? "current" : ""}>
          <a class="hit" data-cursor={row.id === cursor.key} href={row.address}>
            <SaidLine text={row.text} max={300} />
          </a>
          {children(row, row.id === cursor.key)}
        </li>
      ))}
    </ul>
  );
}

function HitList({ hits }: { readonly hits: readonly MemoryHit[] }) {
  const [isExplained, setExplained] = useState(false);
  const most = Math.max(
    ...hits.map(({ parts }) => Object.values(parts).reduce((sum, part) => sum + Math.abs(part ?? 0), 0)),
  );
  useKeys({ v: () => setExplained(!isExplained) });
  const rows = hits.map((hit) => ({ ...hit, text: hit.snippet, address: addressOfHit(hit) }));
  return (
    <RowList rows={rows}>
      {(hit, isCurrent) => (
        <>
          <div class="hit-score">
            <ScoreBar parts={hit.parts} most={most} />
            <span class="number">{hit.score.toFixed(2)}</span>
          </div>
          <p class="facts">
            <KindMark kind={hit.kind} />
            {hit.label !== undefined && <ItemLink label={hit.label} />}
            {hit.topic !== undefined && <Name text={hit.topic} max={30} />}
            <Name text={hit.by} max={30} />
            <Ago at={hit.at} />
            {hit.earlier !== undefined && <span>{hit.earlier.length} earlier</span>}
            {isCurrent && (
              <button
                type="button"
                class="link"
                aria-expanded={isExplained}
                onClick={() => setExplained(!isExplained)}
              >
                Score <kbd>v</kbd>
              </button>
            )}
          </p>
          {isCurrent && isExplained && <ScoreParts parts={hit.parts} />}
        </>
      )}
    </RowList>
  );
}

function Newest({ kind }: { readonly kind: string }) {
  const state = useAnswer("find", { limit: 500, ...(kind === "" ? {} : { kind }) });
  return (
    <Answered state={state}>
      {({ items, total }) =>
        total === 0 ? (
          <Empty title={kind === "" ? "The memory is empty" : `No ${kind} is stored`}>
            <p>Statements are stored when a session ends, or when you record one.</p>
            <CopyCommand command={'tidemark remember "We build with pnpm" --kind decision'} />
          </Empty>
        ) : (
          <>
            <section class="card">
              <h2>
                Age of memory{" "}
                <span class="quiet">when each item was last said{ofAll(items.length, total)}</span>
              </h2>
              <OverTime
                dated={items.map(({ last_seen_at }) => ({ at: Date.parse(last_seen_at), value: 1 }))}
                height={64}
                says="Items by when they were last said"
                empty="No item has a date."
              />
            </section>
            <ItemList items={items} total={total} />
          </>
        )
      }
    </Answered>
  );
}

const ofAll = (count: number, total: number): string =>
  total > count ? `, the last ${count} changed of ${total.toLocaleString()}` : "";

type ListedItem = AnswerOf<"find">["items"][number];

/** Kinds that link other items and are shown with those. */
const LINKS: readonly string[] = ["edge", "insight"];
const LISTED_MAX = 100;

function ItemList({ items, total }: { readonly items: readonly ListedItem[]; readonly total: number }) {
  const shown = items.filter(({ kind }) => !LINKS.includes(kind)).slice(0, LISTED_MAX);
  return (
    <>
      <RowList
        rows={shown.map((item) => ({ id: item.id, text: item.text, address: itemAddress(item.label), item }))}
      >
        {({ item: { label, kind, status, topic, changed_at } }) => (
          <p class="facts">
            <KindMark kind={kind} />
            <ItemLink label={label} />
            {topic !== undefined && <Name text={String(topic)} max={30} />}
            {status !== "active" && <span class="status">{status.replace("_", " ")}</span>}
            <Ago at={changed_at} />
          </p>
        )}
      </RowList>
      {shown.length === LISTED_MAX && <ShownPart shown={shown.length} total={total} />}
    </>
  );
}
