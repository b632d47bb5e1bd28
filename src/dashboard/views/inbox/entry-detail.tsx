import { Fragment } from "preact";
import { newerUnit, type ReviewEntry, type Unit } from "../../acts/review-acts.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { ActButtons, type OfferedAct } from "../../parts/act-buttons.tsx";
import { EditWords } from "../../parts/edit-words.tsx";
import { Evidence } from "../../parts/evidence.tsx";
import { Ago, ItemLink, KindMark, Name } from "../../parts/item-mark.tsx";
import { Answered } from "../../parts/notices.tsx";
import { StoredText } from "../../parts/said.tsx";
import { shownText } from "../../parts/shown-text.ts";
import { dateText } from "../../parts/times.ts";
import { type DiffPiece, wordDiff } from "../../parts/word-diff.ts";
import { type InboxEntry, REASON_NAMES } from "./inbox-entries.ts";

type DetailProps = {
  readonly entry: InboxEntry;
  readonly acts: readonly OfferedAct[];
  readonly isEvidenceShown: boolean;
  readonly isEditing: boolean;
  readonly onEdit: (text: string | undefined) => void;
};

/** Everything that is needed to decide on one entry. */
export function EntryDetail({ entry, acts, isEvidenceShown, isEditing, onEdit }: DetailProps) {
  return (
    <article class="detail" aria-label={entry.label}>
      {isEditing ? <EditWords text={entry.text} onDone={onEdit} /> : <Statement entry={entry} />}
      {!isEditing && <ActButtons acts={acts} />}
      {isEvidenceShown && (
        <section class="evidence">
          <h3>Evidence</h3>
          {entry.review ? <EntryEvidence review={entry.review} /> : <UnitEvidence label={entry.label} />}
        </section>
      )}
    </article>
  );
}

/** The turns that a single statement cites, or those that both statements of a pair cite. */
function EntryEvidence({ review }: { readonly review: ReviewEntry }) {
  if (review.sort !== "edges" && review.sort !== "conflicts")
    return (
      <Evidence
        quotes={review.evidence}
        leftOut={review.evidence_left_out}
        missing={review.evidence_missing}
      />
    );
  return (
    <>
      {review.units.map(({ id, label }) => (
        <UnitEvidence key={id} label={label} />
      ))}
    </>
  );
}

/** A cursor that only passes by requests nothing. */
const PASSING_MS = 250;

function UnitEvidence({ label }: { readonly label: string }) {
  const state = useAnswer("why", { id: label }, { settleMs: PASSING_MS, isLive: false });
  return (
    <Answered state={state}>
      {({ shown }) =>
        shown && "item" in shown ? (
          <div class="unit-evidence">
            <ItemLink label={label} />
            <Evidence
              quotes={shown.evidence}
              leftOut={shown.evidence_left_out}
              missing={shown.evidence_missing}
            />
          </div>
        ) : null
      }
    </Answered>
  );
}

function Statement({ entry }: { readonly entry: InboxEntry }) {
  if (entry.warning) return <DoubtStatement entry={entry} />;
  const { item, units, sort } = entry.review;
  const [first, second] = units;
  if (sort === "edges" && first && second)
    return (
      <>
        <DiffPair newer={first} older={second} />
        <p class="quiet">{EDGE_EFFECTS[String(item.relation)] ?? EDGE_EFFECTS.replaces}</p>
      </>
    );
  if (sort === "conflicts" && first && second) {
    const newer = newerUnit(units) ?? first;
    const older = newer === first ? second : first;
    return <DiffPair newer={newer} older={older} titles={["Earlier", "Later"]} />;
  }
  return (
    <>
      <Facts entry={entry} />
      <StoredText class="statement large" text={item.text} />
      {first !== undefined && (
        <DiffPair older={first} newer={{ ...item, kind: entry.kind }} titles={["Changes", "To"]} />
      )}
    </>
  );
}

/** What accepting an edge does, by its relation. */
const EDGE_EFFECTS: { readonly [relation: string]: string } = {
  replaces: "If you accept, agents are told only the newer statement. The older one stays in the history.",
  challenges:
    "The newer statement questions the older one. If you accept, agents are told only the newer one.",
  enriches: "The newer statement adds to the older one. If you accept, both stay.",
  confirms: "The newer statement confirms the older one. If you accept, both stay.",
};

function Facts({ entry }: { readonly entry: InboxEntry }) {
  const item = entry.review?.item;
  return (
    <p class="facts">
      <ItemLink label={entry.label} /> <KindMark kind={entry.kind} />
      {item?.topic !== undefined && <Name text={String(item.topic)} max={40} />}
      <Ago at={entry.at} />
    </p>
  );
}

function DoubtStatement({ entry }: { readonly entry: InboxEntry }) {
  const { warning } = entry;
  if (!warning) return null;
  const { repeats = [], cited_by = [] } = warning;
  return (
    <>
      <Facts entry={entry} />
      <StoredText class="statement large" text={warning.text} />
      <p class="doubt">
        {REASON_NAMES[warning.reason] ?? warning.reason}: {shownText(warning.says)}
      </p>
      {repeats.length > 0 && (
        <p class="quiet">
          Same text: {repeats.map(({ label }) => label).join(", ")}. Your decision applies to all of them.
        </p>
      )}
      {cited_by.length > 0 && <p class="quiet">Still cited by {cited_by.join(", ")}.</p>}
    </>
  );
}

type ComparedStatement = Pick<Unit, "label" | "text" | "created_at" | "created_by"> & {
  readonly kind: string;
  readonly said_by?: unknown;
  readonly origin?: unknown;
};

/** The speaker, if known: the worker stores other people's statements. */
const speakerOf = ({ said_by, origin, created_by }: ComparedStatement): string =>
  String(said_by ?? origin ?? (created_by === "worker" ? "" : created_by));

type DiffPairProps = {
  readonly older: ComparedStatement;
  readonly newer: ComparedStatement;
  readonly titles?: readonly [string, string];
};

/** Two statements side by side. Words that only one of them contains are marked. */
function DiffPair({ older, newer, titles = ["Before", "Now"] }: DiffPairProps) {
  const sides = wordDiff(shownText(older.text), shownText(newer.text));
  return (
    <div class="pair">
      <Side title={titles[0]} side="older" statement={older} pieces={sides.older} />
      <Side title={titles[1]} side="newer" statement={newer} pieces={sides.newer} />
    </div>
  );
}

type SideProps = {
  readonly title: string;
  readonly side: "older" | "newer";
  readonly statement: ComparedStatement;
  readonly pieces: readonly DiffPiece[];
};

function Side({ title, side, statement, pieces }: SideProps) {
  const Mark = side === "older" ? "del" : "ins";
  return (
    <section class={`side ${side}`}>
      <h4>{title}</h4>
      <p class="statement" dir="auto">
        {pieces.map(({ text, isChanged }, i) =>
          isChanged ? (
            <Fragment key={i}>
              {/^\s*/.exec(text)?.[0]}
              <Mark>{text.trimStart()}</Mark>
            </Fragment>
          ) : (
            text
          ),
        )}
      </p>
      <p class="facts">
        <ItemLink label={statement.label} /> <KindMark kind={statement.kind} />
        <span>{dateText(statement.created_at)}</span>
        <Name text={speakerOf(statement)} />
      </p>
    </section>
  );
}
