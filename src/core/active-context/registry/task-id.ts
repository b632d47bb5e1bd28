/** What is wrong with an id that is to name a task and, with it, a file. */
export type TaskIdProblem = "grammar" | "device" | "snapshot";

const GRAMMAR = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const DEVICE = /^(?:con|prn|aux|nul|conin|conout|clock|com[0-9]|lpt[0-9])$/i;
/** How a dated copy of an archive is named: an id of that form could name another task's copy. */
const SNAPSHOT = /^\d{4}-\d{2}-\d{2}__/;

export function checkTaskId(id: string): TaskIdProblem | undefined {
  if (!GRAMMAR.test(id) || id.includes("..") || id.endsWith(".")) return "grammar";
  if (isDeviceName(id)) return "device";
  return SNAPSHOT.test(id) ? "snapshot" : undefined;
}

/** Whether Windows keeps a name for a device, whatever extension follows. */
export const isDeviceName = (name: string): boolean => DEVICE.test(name.split(".", 1)[0] ?? "");

/** On many disks two names that differ only in case are one file. */
export const sameTaskId = (left: string, right: string): boolean =>
  left.toLowerCase() === right.toLowerCase();

/** The one archive a task has, beside the registry. */
export const archiveFileName = (id: string): string => `${id}.md`;

/** A dated copy beside it, made only when asked for. */
export function snapshotFileName({ date, id, slug }: { date: string; id: string; slug?: string }): string {
  const tail = slug === undefined ? "" : slugOf(slug);
  return tail === "" ? `${date}__${id}.md` : `${date}__${id}__${tail}.md`;
}

/** Long enough to tell two copies of a day apart, short enough for every disk. */
const SLUG_MAX = 40;

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_MAX)
    .replaceAll(/^-+|(?<!-)-+$/g, "");
