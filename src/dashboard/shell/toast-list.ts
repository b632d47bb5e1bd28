/** A short message at the edge of the page. */
export type Toast = {
  readonly id: number;
  readonly text: string;
  readonly command?: string;
  readonly fix?: string;
  readonly tone?: "bad";
  readonly undo?: () => void;
};

/** Long enough to read and to reach for undo. */
const SHOWN_MS = 9000;
const SHOWN_MAX = 3;

let toasts: readonly Toast[] = [];
let count = 0;
const listeners = new Set<(toasts: readonly Toast[]) => void>();

function setToasts(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener(toasts);
}

export function listenToasts(listener: (toasts: readonly Toast[]) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const closeToast = (id: number): void => setToasts(toasts.filter((toast) => toast.id !== id));

export function showToast(toast: Omit<Toast, "id">): void {
  count += 1;
  const id = count;
  // Only the last act can be undone by its toast: an older button would undo something else.
  const older = toasts.map(({ undo, ...rest }) => rest);
  setToasts([...older, { ...toast, id }].slice(-SHOWN_MAX));
  setTimeout(() => closeToast(id), SHOWN_MS);
}
