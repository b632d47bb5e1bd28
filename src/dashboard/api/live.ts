import { observable } from "../shell/observed.ts";

/** What the page hears of the tape while it is open. */
export type Live = {
  /** Lost: the server does not answer. Refused: it answers, and does not know this page any more. */
  readonly link: "opening" | "open" | "lost" | "refused";
  readonly position: number;
  /** Acts of this page that have ended. */
  readonly acts: number;
};

let held = 0;

/** While somebody acts, views wait with reading again: the next act would make that old at once. */
export function holdReading(more: 1 | -1): void {
  held += more;
  if (more < 0) live.set({ ...live.now(), acts: live.now().acts + 1 });
}

export const isReadingHeld = (): boolean => held > 0;

export const live = observable<Live>({ link: "opening", position: 0, acts: 0 });

export const isAway = ({ link }: Live): boolean => link === "lost" || link === "refused";

/** How long a page that was refused waits until it asks again. */
const AGAIN_MS = 3000;

/** Begins to listen. After a break the browser itself connects again; after a refusal it does not. */
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
