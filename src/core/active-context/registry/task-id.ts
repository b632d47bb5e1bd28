/** Why an id cannot name a task and its file. */
export type TaskIdProblem = "grammar" | "device" | "snapshot";

const GRAMMAR = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const DEVICE = /^(?:con|prn|aux|nul|conin|conout|clock|com[0-9]|lpt[0-9])$/i;
/** The form of a dated copy's name: a task id of that form could name the copy of another task. */
const SNAPSHOT = /^\d{4}-\d{2}-\d{2}__/;

export function checkTaskId(id: string): TaskIdProblem | undefined {
  if (!GRAMMAR.test(id) || id.includes("..") || id.endsWith(".")) return "grammar";
  if (isDeviceName(id)) return "device";
  return SNAPSHOT.test(id) ? "snapshot" : undefined;
}

/** Whether Windows reserves a name for a device, with any extension. */
export const isDeviceName = (name: string): boolean => DEVICE.test(name.split(".", 1)[0] ?? "");

/** On many disks two names that differ only in case are the same file. */
export const sameTaskId = (left: string, right: string): boolean =>
  left.toLowerCase() === right.toLowerCase();

/** The name of a task's archive, which lies in the same folder as the registry. */
export const archiveFileName = (id: string): string => `${id}.md`;

/** The name of a dated copy of an archive, made only on request. */
export function snapshotFileName({ date, id, slug }: { date: string; id: string; slug?: string }): string {
  const tail = slug === undefined ? "" : slugOf(slug);
  return tail === "" ? `${date}__${id}.md` : `${date}__${id}__${tail}.md`;
}

/** Long enough to distinguish two copies of a day, short enough for every disk. */
const SLUG_MAX = 40;

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_MAX)
    .replaceAll(/^-+|(?<!-)-+$/g, "");
