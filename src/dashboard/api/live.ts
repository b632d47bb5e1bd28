import { observable } from "../shell/observed.ts";

/** The state of the page's connection to the event stream. */
export type Live = {
  /** Lost: the server does not answer. Refused: it answers, but no longer knows this page. */
  readonly link: "opening" | "open" | "lost" | "refused";
  readonly position: number;
  /** Number of this page's acts that have ended. */
  readonly acts: number;
};

let held = 0;

/** While a person acts, views do not reload: the next act would make their data outdated at once. */
export function holdReading(more: 1 | -1): void {
  held += more;
  if (more < 0) live.set({ ...live.now(), acts: live.now().acts + 1 });
}

export const isReadingHeld = (): boolean => held > 0;

export const live = observable<Live>({ link: "opening", position: 0, acts: 0 });

export const isAway = ({ link }: Live): boolean => link === "lost" || link === "refused";

/** Pause before a refused page asks again. */
const AGAIN_MS = 3000;

/** Starts to listen. After a break the browser reconnects by itself; after a refusal it does not. */
export function startLive(): void {
  const source = new EventSource("/api/v1/events");
  source.addEventListener("open", () => live.set({ ...live.now(), link: "open" }));
  source.addEventListener("error", () => {
    const isRefused = source.readyState === EventSource.CLOSED;
    live.set({ ...live.now(), link: isRefused ? "refused" : "lost" });
    // `tidemark open` in another tab lets this page in again.
    if (isRefused) setTimeout(startLive, AGAIN_MS);
  });
  source.addEventListener("moved", ({ data }) => {
    const position = positionIn(String(data));
    if (position !== undefined) live.set({ ...live.now(), link: "open", position });
  });
}

function positionIn(data: string): number | undefined {
  try {
    const { position }: { readonly position?: unknown } = JSON.parse(data);
    return typeof position === "number" ? position : undefined;
  } catch {
    return undefined;
  }
}
