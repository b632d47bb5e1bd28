import { newerUnit, type ReviewEntry } from "../../acts/review-acts.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { ActButtons, type OfferedAct } from "../../parts/act-buttons.tsx";
import { DiffPair } from "../../parts/diff-pair.tsx";
import { EditWords } from "../../parts/edit-words.tsx";
import { Evidence } from "../../parts/evidence.tsx";
import { Ago, ItemLink, KindMark, Name } from "../../parts/item-mark.tsx";
import { Answered } from "../../parts/notices.tsx";
import { StoredText } from "../../parts/said.tsx";
import { shownText } from "../../parts/shown-text.ts";
import type { InboxEntry } from "./inbox-entries.ts";

type DetailProps = {
  readonly entry: InboxEntry;
  readonly acts: readonly OfferedAct[];
  readonly isEvidenceShown: boolean;
  readonly isEditing: boolean;
  readonly onEdit: (text: string | undefined) => void;
};

/** All that is needed to decide on one entry. */
export function EntryDetail({ entry, acts, isEvidenceShown, isEditing, onEdit }: DetailProps) {
  return (
    <article class="detail" aria-label={entry.label}>
      {isEditing ? <EditWords text={entry.text} onDone={onEdit} /> : <Statement entry={entry} />}
      {!isEditing && <ActButtons acts={acts} />}
      {isEvidenceShown && entry.review && (
        <section class="evidence">
          <h3>Why it is believed</h3>
          <EntryEvidence review={entry.review} />
        </section>
      )}
    </article>
  );
}

/** Of a single statement the turns it came from; of a pair those of both. */
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

/** Whoever only passes by asks for nothing. */
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
        <p class="quiet">
          Relation: {shownText(String(item.relation))}. If you accept, only the newer one is told.
        </p>
      </>
    );
  if (sort === "conflicts" && first && second) {
    const newer = newerUnit(units) ?? first;
    const older = newer === first ? second : first;
    return <DiffPair newer={newer} older={older} titles={["StoredText before", "StoredText last"]} />;
  }
  return (
    <>
      <Facts entry={entry} />
      <StoredText class="statement large" text={item.text} />
      {first !== undefined && (
        <DiffPair older={first} newer={{ ...item, kind: entry.kind }} titles={["It changes", "To"]} />
      )}
    </>
  );
}

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
      <p class="doubt">{shownText(warning.says)}</p>
      {repeats.length > 0 && (
        <p class="quiet">
          The same words: {repeats.map(({ label }) => label).join(", ")}. An act here is for all of them.
        </p>
      )}
      {cited_by.length > 0 && <p class="quiet">Still named by {cited_by.join(", ")}.</p>}
    </>
  );
}
