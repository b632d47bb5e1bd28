import { useState } from "preact/hooks";
import type { AnswerOf } from "../api/ask.ts";
import { live } from "../api/live.ts";
import { useAnswer } from "../api/use-answer.ts";
import { Name } from "../parts/item-mark.tsx";
import { entriesOf } from "../views/inbox/inbox-entries.ts";
import { Icon, Logo } from "./icons.tsx";
import { useObserved } from "./observed.ts";
import { AFTER_VIEW_MS, addressOf, type PageRoute, VIEWS, type ViewName } from "./route.ts";
import type { Theme } from "./theme.ts";
import { signOut, type Viewer } from "./use-me.ts";

export const capitalized = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** On a phone the first four views are always visible, and the others are in a menu. */
const FIRST = 4;

export type NavProps = {
  readonly view: PageRoute["view"];
  readonly me: Viewer;
  readonly review: AnswerOf<"review"> | undefined;
  readonly theme: Theme;
  readonly onTheme: () => void;
  readonly onKeys: () => void;
};

export function Nav({ view, me, review, theme, onTheme, onKeys }: NavProps) {
  const [isOpen, setOpen] = useState(false);
  const counts = useCounts(review);
  const shown = view === "item" ? "memory" : view === "session" ? "tape" : view;
  return (
    <nav class={isOpen ? "nav open" : "nav"} aria-label="Views">
      <div class="brand">
        <Logo />
        <span>
          <strong>Tidemark</strong>
          <Name text={me.project} max={28} />
        </span>
      </div>
      <ul>
        {VIEWS.map((name, i) => (
          <li key={name} class={i < FIRST ? "first" : "later"}>
            <a
              href={addressOf(name)}
              aria-current={name === shown ? "page" : undefined}
              onClick={() => setOpen(false)}
            >
              <Icon name={name} />
              <span>{capitalized(name)}</span>
              <Badge count={counts[name] ?? 0} />
            </a>
          </li>
        ))}
        <li class="more">
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Icon name="more" />
            <span>More</span>
          </button>
        </li>
      </ul>
      <div class="nav-foot">
        <LiveMark />
        {me.signedInAs !== "" && (
          <button type="button" title="Sign out" aria-label="Sign out" onClick={() => void signOut()}>
            <Icon name="person" />
            <Name text={me.signedInAs} max={40} />
          </button>
        )}
        <button type="button" onClick={onTheme}>
          <Icon name="theme" />
          <span>{capitalized(theme)} theme</span>
        </button>
        <button type="button" onClick={onKeys}>
          <Icon name="keys" />
          <span>
            Keys <kbd>?</kbd>
          </span>
        </button>
      </div>
    </nav>
  );
}

function Badge({ count }: { readonly count: number }) {
  return count === 0 ? null : <span class="badge">{count > 999 ? "999+" : count}</span>;
}

/** Number of waiting entries, shown beside the names of the views. */
function useCounts(review: AnswerOf<"review"> | undefined): { readonly [view in ViewName]?: number } {
  const { answer: status } = useAnswer("status", {}, { isOn: review !== undefined, settleMs: AFTER_VIEW_MS });
  return {
    inbox: entriesOf(review, undefined).length,
    freshness: status?.stale.warn ?? 0,
    health: status?.worker.dead ?? 0,
  };
}

function LiveMark() {
  const { link, position } = useObserved(live);
  return (
    <span class="live" data-on={link === "open"}>
      {link === "open" ? "Live" : link === "opening" ? "Connecting…" : "Not connected"}
      {position > 0 && <span class="quiet">{position.toLocaleString()} events</span>}
    </span>
  );
}
