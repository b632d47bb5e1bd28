/** What the page hears of the tape while it is open. */
export type Live = { readonly isConnected: boolean; readonly position: number };

let held = 0;

/** While somebody acts, views wait with reading again: the next act would make that old at once. */
export const holdReading = (more: 1 | -1): void => {
  held += more;
};

export const isReadingHeld = (): boolean => held > 0;

type LiveListener = (live: Live) => void;

let live: Live = { isConnected: false, position: 0 };
const listeners = new Set<LiveListener>();

export const liveNow = (): Live => live;

/** Calls back whenever the tape moved or the connection changed; what it gives back ends that. */
export function listenLive(listener: LiveListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function setLive(next: Live): void {
  live = next;
  for (const listener of listeners) listener(live);
}

/** Begins to listen. The browser itself connects again after a break. */
export function startLive(): void {
  const source = new EventSource("/api/v1/events");
  source.addEventListener("open", () => setLive({ ...live, isConnected: true }));
  source.addEventListener("error", () => setLive({ ...live, isConnected: false }));
  source.addEventListener("moved", ({ data }) => {
    const position = positionIn(String(data));
    if (position !== undefined) setLive({ isConnected: true, position });
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
