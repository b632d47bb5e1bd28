import { useState } from "preact/hooks";
import { commandLine } from "../../surfaces/verbs/command-line.ts";
import { type Act, perform } from "../acts/act.ts";
import { bringBackAct, itemActs } from "../acts/item-acts.ts";
import { ActButtons, type OfferedAct } from "../parts/act-buttons.tsx";
import { CopyCommand } from "../parts/copy-command.tsx";
import { EditWords } from "../parts/edit-words.tsx";
import { KindMark } from "../parts/item-mark.tsx";
import { StoredText } from "../parts/said.tsx";
import { shownLine, shownText } from "../parts/shown-text.ts";
import { useKeys } from "../shell/keys.ts";
import { addressOf } from "../shell/route.ts";
import type { ShownItem } from "./item-view.tsx";

type ItemHeadProps = {
  readonly item: ShownItem["item"];
  readonly isReadOnly: boolean;
};

/** An item's text and the acts on it. */
export function ItemHead({ item, isReadOnly }: ItemHeadProps) {
  const [isEditing, setEditing] = useState(false);
  const run = (act: Act): void => void perform(act);
  const acts = isReadOnly || isEditing ? [] : offeredActs(item, { run, edit: () => setEditing(true) });
  useKeys(Object.fromEntries(acts.flatMap(({ key, onAct }) => (key === undefined ? [] : [[key, onAct]]))));
  return (
    <header class="view-head">
      <div class="head-row">
        <p class="facts">
          <a href={addressOf("memory")}>Memory</a>
          <span class="label">{shownText(item.label)}</span>
          <KindMark kind={item.kind} />
          <span class="status">{item.removed ? "archived" : item.status.replace("_", " ")}</span>
          {item.topic !== undefined && (
            <a href={addressOf("memory", "", { q: String(item.topic) })}>
              {shownLine(String(item.topic), 40)}
            </a>
          )}
        </p>
        <CopyCommand command={commandLine({ verb: "get", words: [item.label] })} />
      </div>
      {isEditing ? (
        <EditWords
          text={item.text}
          onDone={(text) => {
            setEditing(false);
            if (text !== undefined && text.trim() !== "") run(itemActs(item).edit(text.trim()));
          }}
        />
      ) : (
        <h1 class="item-title">
          <StoredText text={item.text} />
        </h1>
      )}
      <ActButtons acts={acts} />
      {isUndecided(item) && (
        <p>
          <a href={addressOf("inbox", item.label)}>Decide in the inbox</a>
        </p>
      )}
    </header>
  );
}

/** Kinds of items that wait for a decision. The inbox shows what each decision needs. */
const REVIEWED: readonly string[] = ["candidate", "edge", "insight"];

const isUndecided = ({ kind, status, removed }: ItemHeadProps["item"]): boolean =>
  REVIEWED.includes(kind) && !removed && ["pending", "open"].includes(status);

type ItemHandlers = { readonly run: (act: Act) => void; readonly edit: () => void };

function offeredActs(item: ItemHeadProps["item"], { run, edit }: ItemHandlers): OfferedAct[] {
  const act = (offered: Act, key: string, tone?: "main" | "bad"): OfferedAct => ({
    act: offered,
    key,
    ...(tone === undefined ? {} : { tone }),
    onAct: () => run(offered),
  });
  if (item.removed || item.status === "superseded") return [act(bringBackAct(item), "a", "main")];
  if (REVIEWED.includes(item.kind)) return [];
  const { confirm, edit: reword, remove } = itemActs(item);
  return [
    ...(confirm ? [act(confirm, "a", "main")] : []),
    { act: { ...reword("…"), name: "Edit" }, key: "e", onAct: edit },
    act(remove, "d", "bad"),
  ];
}
