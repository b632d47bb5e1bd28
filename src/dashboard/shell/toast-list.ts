import { observable } from "./observed.ts";

/** A short message at the edge of the page. */
export type Toast = {
  readonly id: number;
  readonly text: string;
  readonly command?: string;
  readonly fix?: string;
  readonly tone?: "bad";
  readonly undo?: () => void;
};

/** Long enough to read the message and to reach for undo. */
const SHOWN_MS = 9000;
const SHOWN_MAX = 2;

let count = 0;

export const toasts = observable<readonly Toast[]>([]);

export const closeToast = (id: number): void => toasts.set(toasts.now().filter((toast) => toast.id !== id));

export function showToast(toast: Omit<Toast, "id">): void {
  count += 1;
  const id = count;
  // Only the last act can be undone from its message: an older button would undo something else.
  const older = toasts.now().map(({ undo, ...rest }) => rest);
  toasts.set([...older, { ...toast, id }].slice(-SHOWN_MAX));
  setTimeout(() => closeToast(id), SHOWN_MS);
}
