import { useEffect, useState } from "preact/hooks";
import type { OfferedAct } from "../../parts/act-buttons.tsx";
import { copyText } from "../../parts/copy-command.tsx";
import { Ago, KindMark, Name } from "../../parts/item-mark.tsx";
import { SaidLine } from "../../parts/said.tsx";
import { useKeys } from "../../shell/keys.ts";
import { showToast } from "../../shell/toast-list.ts";
import { EntryDetail } from "./entry-detail.tsx";
import { actOverAll, GROUP_TITLES, GROUPS, type GroupName, type InboxEntry } from "./inbox-entries.ts";
import { useCursor } from "./use-cursor.ts";
import type { Decide } from "./use-inbox.ts";

export type DecisionListProps = {
  readonly entries: readonly InboxEntry[];
  readonly decide: Decide;
  readonly isReadOnly: boolean;
  /** The label of the entry that a link names. */
  readonly asked?: string;
};

/** Entries to decide on: a list, and the entry under the cursor in full. One key decides and moves on. */
export function DecisionList(props: DecisionListProps) {
  const { entries, isReadOnly } = props;
  const isWide = useWide();
  const list = useDecisions(props);
  const { entry, cursor } = list;
  if (!entry) return null;
  const detail = (
    <EntryDetail
      key={entry.key}
      entry={entry}
      acts={isReadOnly ? [] : offeredActs(entry, list)}
      isEvidenceShown={list.isEvidenceShown}
      isEditing={list.isEditing}
      onEdit={list.finishEdit}
    />
  );
  return (
    <div class={isWide ? "decide wide" : "decide"}>
      <div data-rows class="groups">
        {GROUPS.map((group) => (
          <EntryGroup
            key={group}
            group={group}
            entries={entries.filter((each) => each.group === group)}
            selected={list.selected}
            current={entry.key}
            detail={isWide ? null : detail}
            onOpen={(key) => cursor.go(entries.findIndex((each) => each.key === key))}
            onSelect={isReadOnly ? undefined : list.toggle}
            onAll={isReadOnly ? undefined : (way) => list.actOnAll(way, group)}
          />
        ))}
      </div>
      {isWide && <aside class="pane">{detail}</aside>}
    </div>
  );
}

type DecisionWay = "accept" | "drop" | "both" | "snooze";

/** What keys and buttons do with a list of entries. */
function useDecisions({ entries, decide, isReadOnly, asked }: DecisionListProps) {
  const cursor = useCursor(
    entries.map(({ key }) => key),
    entries.find(({ label }) => label === asked)?.key,
  );
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isEvidenceShown, setEvidenceShown] = useState(true);
  const [editing, setEditing] = useState("");
  const entry = entries[cursor.at];
  const act = (way: DecisionWay): void => {
    const single = entry?.acts[way];
    if (entry && single && !isReadOnly) decide(single, [entry], () => cursor.to(entry.key));
  };
  const actOnAll = (way: "accept" | "drop", group = entry?.group): void => {
    const chosen = entries.filter(({ key }) => selected.has(key));
    const all = chosen.length > 0 ? chosen : entries.filter((each) => each.group === group);
    const sameGroup = all.filter((each) => each.group === all[0]?.group);
    if (isReadOnly || sameGroup.length === 0) return;
    const bulk = actOverAll(sameGroup, way);
    if (bulk) decide(bulk, sameGroup);
    else showToast({ text: "Conflicts are decided one at a time." });
    // Selected entries of other groups wait for an act of their own.
    const done = new Set(sameGroup.map(({ key }) => key));
    setSelected(new Set([...selected].filter((key) => !done.has(key))));
  };
  const startEdit = (): void => setEditing(entry?.acts.edit && !isReadOnly ? entry.key : "");
  const finishEdit = (text: string | undefined): void => {
    setEditing("");
    const words = text?.trim() ?? "";
    if (entry?.acts.edit && words !== "") decide(entry.acts.edit(words), [entry], () => cursor.to(entry.key));
  };
  const toggle = (key: string): void => setSelected(toggleKey(selected, key));
  useKeys({
    j: cursor.next,
    ArrowDown: cursor.next,
    k: cursor.previous,
    ArrowUp: cursor.previous,
    a: () => act("accept"),
    d: () => act("drop"),
    b: () => act("both"),
    s: () => act("snooze"),
    e: startEdit,
    v: () => setEvidenceShown(!isEvidenceShown),
    x: () => entry && !isReadOnly && toggle(entry.key),
    A: () => actOnAll("accept"),
    D: () => actOnAll("drop"),
    c: () => void copyActCommand(entry),
    Escape: () => setSelected(new Set()),
  });
  const isEditing = entry !== undefined && editing === entry.key;
  return {
    cursor,
    entry,
    selected,
    isEvidenceShown,
    isEditing,
    act,
    actOnAll,
    startEdit,
    finishEdit,
    toggle,
  };
}

const toggleKey = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  keys.has(key) ? new Set([...keys].filter((each) => each !== key)) : new Set([...keys, key]);

async function copyActCommand(entry: InboxEntry | undefined): Promise<void> {
  if (entry === undefined) return;
  const { command } = entry.acts.accept;
  showToast({ text: (await copyText(command)) ? "Copied this command" : "Copy this command", command });
}

function offeredActs(
  { acts, group }: InboxEntry,
  { act, startEdit }: ReturnType<typeof useDecisions>,
): OfferedAct[] {
  const { accept, drop, both, snooze } = acts;
  const isSnooze = snooze !== undefined && snooze.command !== accept.command;
  return [
    { act: accept, key: "a", tone: "main", onAct: () => act("accept") },
    // Rejecting an edge removes nothing.
    { act: drop, key: "d", ...(group === "edges" ? {} : { tone: "bad" }), onAct: () => act("drop") },
    ...(both ? [{ act: both, key: "b", onAct: () => act("both") }] : []),
    ...(acts.edit ? [{ act: { ...acts.edit("…"), name: "Edit" }, key: "e", onAct: startEdit }] : []),
    ...(isSnooze ? [{ act: snooze, key: "s", onAct: () => act("snooze") }] : []),
  ];
}

type GroupProps = {
  readonly group: GroupName;
  readonly entries: readonly InboxEntry[];
  readonly selected: ReadonlySet<string>;
  readonly current: string;
  /** Shown below the current row if there is no room beside the list. */
  readonly detail: preact.ComponentChild;
  readonly onOpen: (key: string) => void;
  readonly onSelect: ((key: string) => void) | undefined;
  readonly onAll: ((way: "accept" | "drop") => void) | undefined;
};

function EntryGroup({ group, entries, selected, current, detail, onOpen, onSelect, onAll }: GroupProps) {
  if (entries.length === 0) return null;
  const { title, says } = GROUP_TITLES[group];
  const bulk = entries.length > 1 ? actOverAll(entries, "accept") : undefined;
  return (
    <section class="group" aria-label={title}>
      <header>
        <h2>
          {title} <span class="count">{entries.length}</span>
        </h2>
        <p class="quiet">{says}</p>
        {bulk && onAll && (
          <button type="button" class="act plain" title={bulk.command} onClick={() => onAll("accept")}>
            {bulk.name}
          </button>
        )}
      </header>
      <ul>
        {entries.map((entry) => (
          <li key={entry.key} class={entry.key === current ? "current" : ""}>
            <div class="entry">
              {onSelect && (
                <input
                  type="checkbox"
                  aria-label={`Select ${entry.label}`}
                  checked={selected.has(entry.key)}
                  onChange={() => onSelect(entry.key)}
                />
              )}
              <button
                type="button"
                class="entry-row"
                data-cursor={entry.key === current}
                aria-current={entry.key === current}
                onClick={() => onOpen(entry.key)}
              >
                <SaidLine text={entry.text} />
                <span class="facts">
                  <KindMark kind={entry.kind} />
                  <Name text={entry.name} />
                  <Ago at={entry.at} />
                </span>
              </button>
            </div>
            {entry.key === current && detail}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** True if a list and its details fit side by side. */
const WIDE = "(min-width: 1080px)";

function useWide(): boolean {
  const [isWide, setWide] = useState(matchMedia(WIDE).matches);
  useEffect(() => {
    const media = matchMedia(WIDE);
    const follow = () => setWide(media.matches);
    media.addEventListener("change", follow);
    return () => media.removeEventListener("change", follow);
  }, []);
  return isWide;
}
