import { observable, useObserved } from "./observed.ts";

export const VIEWS = ["inbox", "now", "memory", "freshness", "tape", "ledger", "health"] as const;
export type ViewName = (typeof VIEWS)[number];

/** The place that the page shows: a view, optionally one thing in it, and its settings. The address contains all of it. */
export type PageRoute = {
  readonly view: ViewName | "item" | "session";
  readonly id: string;
  readonly query: URLSearchParams;
};

const ROUTED: readonly PageRoute["view"][] = [...VIEWS, "item", "session"];

/** Reads `#/ledger/bnd_1?why=1`. An unknown address leads to the inbox. */
export function routeIn(hash: string): PageRoute {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [name = "", ...rest] = path.split("/");
  const view = ROUTED.find((each) => each === name) ?? "inbox";
  return { view, id: decodePart(rest.join("/")), query: new URLSearchParams(query) };
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

export function addressOf(
  view: PageRoute["view"],
  id = "",
  query: { readonly [name: string]: string } = {},
): string {
  const kept = Object.entries(query).filter(([, value]) => value !== "");
  const text = new URLSearchParams(kept).toString();
  return `#/${view}${id === "" ? "" : `/${encodeURIComponent(id)}`}${text === "" ? "" : `?${text}`}`;
}

/** The counts beside the names of the views load after the current view has its data. */
export const AFTER_VIEW_MS = 700;

export const itemAddress = (id: string): string => addressOf("item", id);

/** Changes the address without adding to the browser's history: for settings of a view. */
export function replaceAddress(address: string): void {
  history.replaceState(null, "", address);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

const hash = observable("");

/** Starts to follow the address. */
export function startRoute(): void {
  hash.set(location.hash);
  addEventListener("hashchange", () => hash.set(location.hash));
}

export const useRoute = (): PageRoute => routeIn(useObserved(hash));
