import { useState } from "preact/hooks";
import { shownLine, shownText } from "./shown-text.ts";

/** Longer texts are cut until the reader asks for the rest. */
const LETTERS_MAX = 900;

/** Stored words. They are always text and never markup. */
export function StoredText({ text, class: name = "" }: { readonly text: string; readonly class?: string }) {
  const [isWhole, setWhole] = useState(false);
  const whole = shownText(text);
  const isLong = whole.length > LETTERS_MAX;
  return (
    <div class={`said ${name}`} dir="auto">
      {isLong && !isWhole ? `${whole.slice(0, LETTERS_MAX)}…` : whole}
      {isLong && (
        <button type="button" class="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show less" : `Show all ${whole.length.toLocaleString()} characters`}
        </button>
      )}
    </div>
  );
}

export function SaidLine({ text, max }: { readonly text: string; readonly max?: number }) {
  return (
    <span class="said-line" dir="auto">
      {shownLine(text, max)}
    </span>
  );
}
