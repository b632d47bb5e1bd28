import { Fragment } from "preact";
import type { Unit } from "../acts/review-acts.ts";
import { ItemLink, KindMark, Name } from "./item-mark.tsx";
import { shownText } from "./shown-text.ts";
import { dateText } from "./times.ts";
import { type DiffPiece, wordDiff } from "./word-diff.ts";

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
export function DiffPair({ older, newer, titles = ["Before", "Now"] }: DiffPairProps) {
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
        <span>
          {dateText(statement.created_at)} <Name text={speakerOf(statement)} />
        </span>
      </p>
    </section>
  );
}
