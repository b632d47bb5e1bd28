import { useState } from "preact/hooks";
import { commandLine } from "../../surfaces/verbs/command-line.ts";
import { type Act, perform } from "../acts/act.ts";
import { bringBackAct, itemActs } from "../acts/item-acts.ts";
import type { AnswerOf } from "../api/ask.ts";
import { useAnswer } from "../api/use-answer.ts";
import { OverTime } from "../charts/over-time.tsx";
import { type RelatedItem, RelationGraph } from "../charts/relation-graph.tsx";
import { ActButtons, type OfferedAct } from "../parts/act-buttons.tsx";
import { CopyCommand } from "../parts/copy-command.tsx";
import { EditWords } from "../parts/edit-words.tsx";
import { Evidence } from "../parts/evidence.tsx";
import { Ago, ItemLink, KindMark, Name } from "../parts/item-mark.tsx";
import { Answered } from "../parts/notices.tsx";
import { SaidLine, StoredText } from "../parts/said.tsx";
import { shownLine, shownText } from "../parts/shown-text.ts";
import { dateText } from "../parts/times.ts";
import { useKeys } from "../shell/keys.ts";
import { addressOf } from "../shell/route.ts";
import type { ViewProps } from "../shell/view-props.ts";

type WhyAnswer = AnswerOf<"why">;
export type ShownItem = Extract<NonNullable<WhyAnswer["shown"]>, { item: unknown }>;

/** One item: its text, evidence, history, and the briefs that contained it. */
export function ItemView({ route, isReadOnly }: ViewProps) {
  const state = useAnswer("why", { id: route.id });
  return (
    <div class="view item">
      <Answered state={state}>
        {({ shown, thread = [] }) =>
          shown && "item" in shown ? (
            <ItemPage key={shown.item.id} shown={shown} thread={thread} isReadOnly={isReadOnly} />
          ) : (
            <EventPage shown={shown} />
          )
        }
      </Answered>
    </div>
  );
}

function EventPage({ shown }: { readonly shown: Exclude<WhyAnswer["shown"], ShownItem> }) {
  if (shown === undefined) return <p class="quiet">This text is compiled from other items.</p>;
  return (
    <section class="card stack">
      <h1>{shown.event.name}</h1>
      <Evidence quotes={[shown.event]} />
    </section>
  );
}

type ItemPageProps = {
  readonly shown: ShownItem;
  readonly thread: NonNullable<WhyAnswer["thread"]>;
  readonly isReadOnly: boolean;
};

function ItemPage({ shown, thread, isReadOnly }: ItemPageProps) {
  const { item, evidence, evidence_left_out, evidence_missing, history, relations } = shown;
  const others = relatedItems(relations);
  return (
    <>
      <ItemHead item={item} isReadOnly={isReadOnly} />
      <div class="columns">
        <div class="stack">
          <section class="card">
            <h2>Evidence</h2>
            <Evidence quotes={evidence} leftOut={evidence_left_out} missing={evidence_missing} />
          </section>
          {thread.length > 0 && <ThreadCard thread={thread} current={item.label} />}
          <HistoryCard history={history} />
        </div>
        <div class="stack">
          <UsageCard id={item.id} />
          <FieldsCard item={item} />
          {others.length > 0 && (
            <section class="card">
              <h2>Relations</h2>
              <RelationGraph label={item.label} others={others} />
            </section>
          )}
        </div>
      </div>
    </>
  );
}

type ThreadProps = { readonly thread: NonNullable<WhyAnswer["thread"]>; readonly current: string };

/** The statements about one matter on a timeline, the newest last. */
function ThreadCard({ thread, current }: ThreadProps) {
  return (
    <section class="card">
      <h2>
        Over time <span class="quiet">statements on the same subject</span>
      </h2>
      <ol class="timeline">
        {thread.map(({ name, at, by, session, text, position }, i) => (
          <li key={name} class={i === thread.length - 1 ? "lead" : ""} aria-current={name === current}>
            <p class="facts">
              <span>{dateText(at)}</span>
              <ItemLink label={name} />
              <Name text={by} max={30} />
              {session !== undefined && <a href={addressOf("session", session)}>session</a>}
              <a href={addressOf("tape", "", { tab: "moment", at: String(position), brief: "1" })}>
                brief then
              </a>
            </p>
            <StoredText text={text} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function HistoryCard({ history }: { readonly history: ShownItem["history"] }) {
  return (
    <section class="card">
      <h2>History</h2>
      <ol class="timeline small">
        {history.map(({ position, at, by, act, changes, reason, rating, because_label }) => (
          <li key={position}>
            <p>
              <strong>{rating ?? (act === "removed" ? "archived" : act)}</strong> by{" "}
              <Name text={by} max={30} /> <Ago at={at} />
              {because_label !== undefined && (
                <>
                  {" because of "}
                  <ItemLink label={because_label} />
                </>
              )}
            </p>
            {reason !== undefined && <SaidLine text={reason} max={200} />}
            {changes.filter(isTelling).map(({ field, from, to }) => (
              <p key={field} class="quiet">
                {shownText(field)}: {from !== undefined && <del>{shownLine(valueText(from), 120)}</del>}{" "}
                {to !== undefined && <ins>{shownLine(valueText(to), 120)}</ins>}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The name of the act says already that an item was archived or brought back. */
const isTelling = ({ field }: { readonly field: string }): boolean => field !== "removed";

const valueText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function UsageCard({ id }: { readonly id: string }) {
  const state = useAnswer("usage", { id });
  return (
    <Answered state={state}>
      {({ shown, used, told }) => (
        <section class="card">
          <h2>Usage</h2>
          <div class="figures">
            <Figure value={shown} says="times told" />
            <Figure value={used} says="times used" />
          </div>
          <OverTime
            dated={told.map(({ at }) => ({ at: Date.parse(at), value: 1 }))}
            height={44}
            says="How often agents were told it, over time"
            empty="No agent has been told it yet."
          />
          {told[0] && (
            <p class="quiet">
              Last told <Ago at={told[0].at} /> to{" "}
              <a href={addressOf("ledger", told[0].bundle)}>{shownLine(told[0].agent, 30)}</a>
            </p>
          )}
        </section>
      )}
    </Answered>
  );
}

export function Figure({ value, says }: { readonly value: number | string; readonly says: string }) {
  return (
    <div class="figure">
      <strong class="number">{typeof value === "number" ? value.toLocaleString() : value}</strong>
      <span>{says}</span>
    </div>
  );
}

const SHOWN_FIELDS = [
  ...["related_paths", "scope", "tags", "expires_at", "confidence", "command", "instead"],
  ...["severity", "rejected", "steps", "priority", "assignee", "verify_cmd"],
];

function FieldsCard({ item }: { readonly item: ShownItem["item"] }) {
  const fields = SHOWN_FIELDS.filter((name) => item[name] !== undefined);
  return (
    <section class="card">
      <h2>Details</h2>
      <dl class="fields">
        <dt>created</dt>
        <dd>
          {dateText(item.created_at)}, <Name text={item.created_by} />
        </dd>
        {fields.map((name) => (
          <FieldRow key={name} name={name} value={item[name]} />
        ))}
      </dl>
    </section>
  );
}

function FieldRow({ name, value }: { readonly name: string; readonly value: unknown }) {
  const values = Array.isArray(value) ? value : [value];
  return (
    <>
      <dt>{name.replaceAll("_", " ")}</dt>
      <dd>
        {values.map((each, i) => (
          <div key={i}>{shownLine(valueText(each), 300)}</div>
        ))}
      </dd>
    </>
  );
}

/** A longer statement is read as a text and not as a title. */
const TITLE_MAX = 280;

type ItemHeadProps = {
  readonly item: ShownItem["item"];
  readonly isReadOnly: boolean;
};

/** An item's text and the acts on it. */
function ItemHead({ item, isReadOnly }: ItemHeadProps) {
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
        <h1 class={item.text.length > TITLE_MAX ? "item-title long" : "item-title"}>
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

type Relations = ShownItem["relations"];
type Neighbour = Relations["amended_by"][number];

const SHOWN_MAX = 14;
const OVER: readonly string[] = ["superseded", "resolved", "expired", "rejected", "dropped", "dismissed"];

/** Everything that an item is linked with, in the words a person would use. */
function relatedItems(relations: Relations): RelatedItem[] {
  const linked = (relation: string, other: Neighbour | undefined): RelatedItem[] =>
    other === undefined ? [] : [{ ...other, relation, isOver: OVER.includes(other.status) }];
  const all = [
    ...relations.edges.flatMap(({ relation, this_is, status, other }) =>
      linked(edgeText(relation, this_is, status), other),
    ),
    ...relations.replaces.flatMap((other) => linked("replaces", other)),
    ...linked("changes", relations.amends),
    ...relations.amended_by.flatMap((other) => linked("changed by", other)),
    ...relations.insights.flatMap((other) => linked("in question", other)),
    ...linked("proposed as", relations.candidate),
    ...linked("became", relations.promoted_to),
    ...relations.about.flatMap((other) => linked("about", other)),
  ];
  const byId = new Map(all.map((other) => [other.id, other]));
  return [...byId.values()].slice(0, SHOWN_MAX);
}

function edgeText(relation: string, thisIs: "newer" | "older", status: string): string {
  const verb = thisIs === "newer" ? relation : (PASSIVE[relation] ?? relation);
  return status === "pending" ? `perhaps ${verb}` : verb;
}

const PASSIVE: { readonly [relation: string]: string } = {
  replaces: "replaced by",
  challenges: "challenged by",
  enriches: "enriched by",
  confirms: "confirmed by",
};
