import type { InitResult } from "../../../app/host-setup/init.ts";
import type { FileChange, FoundHost, HostOutcome } from "../../../app/host-setup/wire-hosts.ts";
import type { EarlierSessions } from "../../../app/intake/earlier-sessions.ts";
import type { ImportResult } from "../../../app/intake/import-any.ts";
import { SETTINGS } from "../../../core/config/config.ts";
import { printable } from "../../../core/text/printable.ts";
import { importText } from "./import-text.ts";
import { oneLine, type Paint } from "./paint.ts";
import { count } from "./tape-text.ts";

/** What `init` did or would do. */
export function initText(done: InitResult, paint: Paint): string {
  if (done.printed)
    return done.printed
      .flatMap(({ files }) => files.map(({ shown, text }) => `# ${oneLine(shown)}\n${text}`))
      .join("\n");
  if (done.removed) return removedText(done.hosts ?? [], paint);
  const { folder, server, is_new, config_file, config_written, hosts, found } = done;
  const place = server === undefined ? oneLine(folder) : `on the server ${oneLine(server)}`;
  return [
    is_new ? `${paint.good("Memory created:")} ${place}` : `The memory already exists: ${place}`,
    ...recordingLines(done),
    ...(config_file
      ? [`${config_written ? "Settings to edit" : "Settings file already exists"}: ${oneLine(config_file)}`]
      : []),
    ...(hosts ?? []).map((host) => outcomeText(host, paint)),
    ...(hosts && hosts.length > 0 ? [undoLine(hosts)] : []),
    ...foundLines(found ?? []),
    ...(done.imported ? [importText(done.imported, paint)] : []),
    ...earlierLines(done),
    ...(is_new ? readerLines(done) : []),
    `Next: ${nextStep(done)}`,
  ].join("\n");
}

/** The first open step, in the order in which a person takes them. */
function nextStep({ found = [], earlier = [], memory_files = 0, imported }: InitResult): string {
  const waiting = found.filter(({ is_set_up }) => !is_set_up);
  if (waiting.length > 0) return `tidemark init --hosts ${waiting.map(({ host }) => host).join(",")}`;
  if (earlier.length + memory_files > 0 || hasMoreToImport(imported)) return "tidemark import";
  return (imported?.reading?.kept ?? 0) > 0
    ? "tidemark brief"
    : 'tidemark remember "what the next agent should know"';
}

const hasMoreToImport = (imported: ImportResult | undefined): boolean =>
  imported?.memories?.taken === false &&
  imported.memories.files.some(({ kept, proposed }) => kept + proposed > 0);

/** What is recorded from now on, and how to stop it. */
function recordingLines({ repositories }: InitResult): string[] {
  if (repositories === undefined) return [];
  return [
    repositories === "every"
      ? "Recording: in every git repository. To stop that: tidemark init --record project"
      : "Recording: in this project. To pause it: tidemark off. For every git repository: tidemark init --record every-repository",
  ];
}

/** How many earlier sessions of this project hosts keep, in words. */
export function earlierText(earlier: readonly EarlierSessions[]): string {
  const sum = earlier.reduce((total, { sessions }) => total + sessions, 0);
  return `${count(sum, "earlier session")} of this project (${earlier.map(({ host }) => host).join(", ")})`;
}

function earlierLines({ earlier = [], memory_files = 0 }: InitResult): string[] {
  const found = [
    ...(earlier.length > 0 ? [`Found here: ${earlierText(earlier)}`] : []),
    ...(memory_files > 0
      ? [`Found here: ${count(memory_files, "file")} of rules or of other tools' memories`]
      : []),
  ];
  return found.length === 0 ? [] : [...found, "To import them: tidemark import"];
}

/** A host and what happened, or would happen, to its files; line by line if the person is asked about it. */
export function outcomeText(
  { name, changes, next }: HostOutcome,
  paint: Paint,
  { isPreview = false, diffLines = 0 }: { readonly isPreview?: boolean; readonly diffLines?: number } = {},
): string {
  const isAllThere = changes.every(({ is }) => is === "unchanged");
  return [
    paint.strong(name) + (isAllThere ? ": already set up, nothing changed" : ""),
    ...(isAllThere ? [] : changes.flatMap((change) => changeLines(change, paint, { isPreview, diffLines }))),
    ...(next === undefined ? [] : [`  ${next}`]),
  ].join("\n");
}

const WORD_WIDTH = 9;

/** What will happen to a file, as asked. */
const PREVIEWED: { readonly [is in FileChange["is"]]: string } = {
  made: "new",
  changed: "change",
  unchanged: "keep",
  deleted: "delete",
  kept: "keep",
  failed: "failed",
};

type ChangeDetail = { readonly isPreview?: boolean; readonly diffLines?: number };

function changeLines(
  { is, shown, diff, problem }: FileChange,
  paint: Paint,
  { isPreview = false, diffLines = 0 }: ChangeDetail = {},
): string[] {
  const colour = (line: string): string => {
    if (line.startsWith("+")) return paint.good(line);
    return line.startsWith("-") ? paint.bad(line) : paint.faint(line);
  };
  const note =
    problem !== undefined
      ? `  (${printable(problem)})`
      : is === "kept"
        ? "  (it was edited; delete it yourself if you no longer want it)"
        : "";
  const word = isPreview ? PREVIEWED[is] : is;
  const left =
    isPreview && diff.length > diffLines ? `  (${count(diff.length - diffLines, "more line")})` : "";
  return [
    `  ${word.padEnd(WORD_WIDTH)} ${printable(shown)}${note}${left}`,
    ...diff.slice(0, diffLines).map((line) => `    ${colour(printable(line.replaceAll("\r", "")))}`),
  ];
}

/** A host whose files were restored. */
export const restoredLines =
  (paint: Paint) =>
  ({ name, changes }: HostOutcome): string[] => [
    paint.strong(name),
    ...changes.flatMap((change) => changeLines(change, paint)),
  ];

function removedText(hosts: readonly HostOutcome[], paint: Paint): string {
  if (hosts.length === 0) return "No host's files mention Tidemark.";
  return [...hosts.flatMap(restoredLines(paint)), "The memory itself stays."].join("\n");
}

const undoLine = (hosts: readonly HostOutcome[]): string =>
  `To undo: tidemark init --remove --hosts ${hosts.map(({ host }) => host).join(",")}`;

function foundLines(found: readonly FoundHost[]): string[] {
  const waiting = found.filter(({ is_set_up }) => !is_set_up);
  if (waiting.length === 0) return [];
  return [
    `Found here: ${waiting.map(({ name }) => name).join(", ")}`,
    `To set them up: tidemark init --hosts ${waiting.map(({ host }) => host).join(",")}`,
  ];
}

/** What the option costs and who sees session text, shown before anybody turns it on. */
function readerLines({ possible_reader }: InitResult): string[] {
  if (possible_reader === undefined) return [];
  const { host, name } = possible_reader;
  const calls = SETTINGS["model.calls_per_day"].default;
  return [
    `Optional: ${name} can extract items from ended sessions. It is off. If you turn it on, it makes at most ${calls} requests a day on your own plan and sends session text to the provider of ${name}, as your sessions do.`,
    "To turn it on, add this line to ~/.config/tidemark/config.yaml:",
    `  model: { mode: active, provider: host, host: ${host} }`,
  ];
}
