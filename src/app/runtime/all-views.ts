import { contextsView } from "../../core/active-context/registry/contexts-view.ts";
import { ledgerView } from "../../core/bundle/ledger-view.ts";
import { documentsView } from "../../core/documents/documents-view.ts";
import { spendingView } from "../../core/extract/model/spending-view.ts";
import { agingView } from "../../core/freshness/aging-view.ts";
import { itemsView } from "../../core/items/items-view.ts";
import { statementsView } from "../../core/items/statements-view.ts";
import { topicsView } from "../../core/items/topics-view.ts";
import { projectView } from "../../core/project/project-view.ts";
import { searchView } from "../../core/recall/index/search-view.ts";
import { changesView } from "../../core/resume/changes-view.ts";
import { cursorsView } from "../../core/resume/cursors-view.ts";
import { sessionsView } from "../../core/sessions/sessions-view.ts";
import type { Sha256 } from "../../core/tape/chain.ts";
import type { Indexing } from "../../core/tape/projection.ts";
import { threadsView } from "../../core/threads/threads-view.ts";

/** All stored views, in the order in which a rebuild makes them. */
export type Views = {
  readonly items: typeof itemsView;
  readonly statements: ReturnType<typeof statementsView>;
  readonly topics: typeof topicsView;
  readonly aging: typeof agingView;
  readonly sessions: typeof sessionsView;
  readonly project: typeof projectView;
  readonly spending: typeof spendingView;
  readonly ledger: typeof ledgerView;
  readonly documents: typeof documentsView;
  readonly changes: typeof changesView;
  readonly cursors: typeof cursorsView;
  readonly contexts: typeof contextsView;
  readonly threads: typeof threadsView;
  readonly search: Indexing;
};

export function allViews(sha256: Sha256): Views {
  return {
    items: itemsView,
    statements: statementsView(sha256),
    topics: topicsView,
    aging: agingView,
    sessions: sessionsView,
    project: projectView,
    spending: spendingView,
    ledger: ledgerView,
    documents: documentsView,
    changes: changesView,
    cursors: cursorsView,
    contexts: contextsView,
    threads: threadsView,
    search: searchView,
  };
}
