import type { ReviewEntry } from "../acts/review-acts.ts";
import { addressOf } from "../shell/route.ts";
import { Ago, Name } from "./item-mark.tsx";
import { StoredText } from "./said.tsx";

type Quote = ReviewEntry["evidence"][number];

type EvidenceProps = {
  readonly quotes: readonly Quote[];
  readonly leftOut?: number;
  readonly missing?: number | undefined;
};

/** The turns that a statement cites, verbatim. */
export function Evidence({ quotes, leftOut = 0, missing = 0 }: EvidenceProps) {
  if (quotes.length === 0)
    return (
      <p class="quiet">
        {missing > 0 ? "Its source turns are not on this tape." : "Entered by hand, without a source turn."}
      </p>
    );
  return (
    <div class="quotes">
      {quotes.map((quote) => (
        <QuoteBlock key={quote.position} quote={quote} />
      ))}
      {leftOut > 0 && <p class="quiet">and {leftOut} more</p>}
    </div>
  );
}

function QuoteBlock({ quote }: { readonly quote: Quote }) {
  const { by, at, session, text, position } = quote;
  return (
    <figure class="quote">
      <blockquote>
        <StoredText text={text} />
      </blockquote>
      <figcaption>
        <Name text={by} /> · <Ago at={at} />
        {session !== undefined && (
          <>
            {" · "}
            <a href={addressOf("session", session, { at: String(position) })}>session</a>
          </>
        )}
        {" · "}
        <a href={addressOf("tape", "", { at: String(position) })}>{`tape ${position.toLocaleString()}`}</a>
      </figcaption>
    </figure>
  );
}
