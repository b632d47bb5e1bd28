import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { undoLast } from "./acts/act.ts";
import { live } from "./api/live.ts";
import { useAnswer } from "./api/use-answer.ts";
import { CopyCommand } from "./parts/copy-command.tsx";
import { KeyHelp } from "./shell/key-help.tsx";
import { useKeys } from "./shell/keys.ts";
import { capitalized, Nav } from "./shell/nav.tsx";
import { useObserved } from "./shell/observed.ts";
import { AFTER_VIEW_MS, addressOf, type PageRoute, useRoute, VIEWS } from "./shell/route.ts";
import { applyTheme, keptTheme, nextTheme } from "./shell/theme.ts";
import { Toasts } from "./shell/toasts.tsx";
import { useMe } from "./shell/use-me.ts";
import type { ViewProps } from "./shell/view-props.ts";
import { FreshnessView } from "./views/freshness-view.tsx";
import { HealthView } from "./views/health-view.tsx";
import { InboxView } from "./views/inbox/inbox-view.tsx";
import { ItemView } from "./views/item-view.tsx";
import { LedgerView } from "./views/ledger-view.tsx";
import { MemoryView } from "./views/memory-view.tsx";
import { NowView } from "./views/now-view.tsx";
import { SessionView } from "./views/session-view.tsx";
import { TapeView } from "./views/tape-view.tsx";

/** More than anybody decides on in one sitting. The next entries follow when these are done. */
const REVIEW_MAX = 200;

export function App() {
  const route = useRoute();
  const me = useMe();
  const review = useAnswer(
    "review",
    { limit: REVIEW_MAX },
    { settleMs: route.view === "inbox" ? 0 : AFTER_VIEW_MS },
  );
  const [theme, setTheme] = useState(keptTheme());
  const [isKeysOpen, setKeysOpen] = useState(false);
  const turnTheme = (): void => {
    const next = nextTheme(theme);
    applyTheme(next);
    setTheme(next);
  };
  const go = (address: string): void => {
    location.hash = address;
  };
  useKeys({
    "?": () => setKeysOpen(!isKeysOpen),
    "/": () => {
      go(addressOf("memory"));
      focusSearch();
    },
    t: turnTheme,
    u: () => void undoLast(),
    ...Object.fromEntries(VIEWS.map((view, i) => [String(i + 1), () => go(addressOf(view))])),
  });
  useTitle(route.view, me.project);
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to content
      </button>
      <Nav
        view={route.view}
        me={me}
        review={review.answer}
        theme={theme}
        onTheme={turnTheme}
        onKeys={() => setKeysOpen(true)}
      />
      <main id="main" tabIndex={-1}>
        <ConnectionNotice isOwner={me.signedInAs === ""} />
        <CurrentView route={route} isReadOnly={me.isReadOnly} isAdmin={me.isAdmin} review={review} />
      </main>
      <Toasts />
      {isKeysOpen && <KeyHelp onClose={() => setKeysOpen(false)} />}
    </>
  );
}

const AWAY = {
  lost: "The server has stopped. The page shows what it knew last, and goes on when the server is back.",
  refused: "This page is no longer signed in. It goes on when you open the dashboard again.",
} as const;

/** Shows that the data may be outdated, and what helps: only the server's own user can start it. */
function ConnectionNotice({ isOwner }: { readonly isOwner: boolean }) {
  const { link } = useObserved(live);
  if (link === "open" || link === "opening") return null;
  return (
    <div class="notice row" role="alert">
      {isOwner || link === "lost" ? AWAY[link] : "You are no longer signed in."}{" "}
      {isOwner ? (
        <CopyCommand command="tidemark open" />
      ) : (
        link === "refused" && (
          <button type="button" onClick={() => location.reload()}>
            Sign in again
          </button>
        )
      )}
    </div>
  );
}

const PAGES: { readonly [view in PageRoute["view"]]: (props: ViewProps) => JSX.Element } = {
  ...{ inbox: InboxView, now: NowView, memory: MemoryView, item: ItemView, freshness: FreshnessView },
  ...{ tape: TapeView, session: SessionView, ledger: LedgerView, health: HealthView },
};

function CurrentView(props: ViewProps) {
  const { view, id } = props.route;
  const Page = PAGES[view];
  // Another item or session is another page, without what the last one had open.
  return <Page key={view === "item" || view === "session" ? id : view} {...props} />;
}

/** The field is there once the view is. */
function focusSearch(): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLInputElement>("#search");
    if (field) field.focus();
    else requestAnimationFrame(() => document.querySelector<HTMLInputElement>("#search")?.focus());
  });
}

function useTitle(view: PageRoute["view"], project: string): void {
  useEffect(() => {
    document.title = [view === "item" ? "Memory" : capitalized(view), project, "Tidemark"]
      .filter(Boolean)
      .join(" · ");
  }, [view, project]);
}
