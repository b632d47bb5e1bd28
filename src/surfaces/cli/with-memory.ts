import type { Deps } from "../../app/runtime/deps.ts";

export type OpenedMemory = { readonly deps: Deps; readonly close: () => Promise<void> };

/** Works on a memory and closes it, whether the work succeeds or fails. */
export async function withMemory<T>(
  opened: Promise<OpenedMemory>,
  work: (deps: Deps) => Promise<T>,
): Promise<T> {
  const { deps, close } = await opened;
  try {
    return await work(deps);
  } finally {
    await close();
  }
}
