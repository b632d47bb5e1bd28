import type { ListedMemory, Projects } from "../../../app/recording/projects.ts";
import type { SwitchedRecording } from "../../../app/recording/switch-recording.ts";
import type { UninstallResult } from "../../../app/recording/uninstall.ts";
import { printable } from "../../../core/text/printable.ts";
import { restoredLines } from "../text/init-text.ts";
import { oneLine, type Paint } from "../text/paint.ts";
import { sizeText } from "../text/tape-text.ts";

/** The result of `on` or `off`, and whatever still stops recording. */
export function switchedText(done: SwitchedRecording, paint: Paint): string {
  const where = done.scope === "everywhere" ? "everywhere" : `in ${oneLine(done.project)}`;
  const on = done.scope === "everywhere" ? "tidemark on --everywhere" : "tidemark on";
  const exception = done.scope === "everywhere" ? "Recording is on again, but not here. " : "";
  if (done.still_off) return `${exception}${done.still_off.message}\nTo record here: ${done.still_off.fix}`;
  if (done.is_on) return `${paint.good("Recording is on")} ${where}.`;
  const memory = done.has_memory ? "; the existing memory stays" : "";
  return [
    `${paint.bad("Recording is off")} ${where}${untilText(done.until)}. Hooks and agents add nothing${memory}.`,
    `To turn it on: ${on}`,
  ].join("\n");
}

export function projectsText(
  { memories, off_places, repositories, everywhere }: Projects,
  paint: Paint,
): string {
  const off = everywhere.is_on
    ? []
    : [`${paint.bad("Recording is off everywhere")}${untilText(everywhere.until)}: tidemark on --everywhere`];
  const rule =
    repositories === "every"
      ? "Every git repository gets a memory automatically. To stop that: tidemark init --record project"
      : "A memory is created by tidemark init, or in a git repository by another command that stores something.";
  const idle = memories.some(({ state }) => state === "idle")
    ? ["idle: no coding agent is set up, so none is recorded. To set one up: tidemark init"]
    : [];
  const listed =
    memories.length === 0
      ? ["There is no memory on this machine."]
      : memories.map((each) => memoryLine(each, paint));
  const places = off_places.map(
    (folder) => `${paint.faint("off".padEnd(STATE_WIDTH))}  ${oneLine(folder)} and all folders below it`,
  );
  return [...off, ...listed, ...places, ...idle, rule].join("\n");
}

const untilText = (until: string | undefined): string =>
  until === undefined ? "" : ` until ${until.slice(0, 16).replace("T", " ")} UTC`;

const STATE_WIDTH = 9;
const SIZE_WIDTH = 9;

function memoryLine({ folder, bytes, last_used, state, off_until }: ListedMemory, paint: Paint): string {
  const word = state.padEnd(STATE_WIDTH);
  const when = last_used === undefined ? "never used" : last_used.slice(0, 10);
  const until = state === "off" ? untilText(off_until) : "";
  return `${state === "recording" ? word : paint.faint(word)}  ${sizeText(bytes).padStart(SIZE_WIDTH)}  ${when.padEnd(10)}  ${oneLine(folder)}${until}`;
}

const memoryCount = (number: number): string => `${number} ${number === 1 ? "memory" : "memories"}`;

export function uninstalledText(done: UninstallResult, paint: Paint): string {
  const hosts =
    done.hosts.length === 0
      ? ["No host's files mentioned Tidemark."]
      : done.hosts.flatMap(restoredLines(paint));
  return [
    ...hosts,
    ...done.plugins.map(({ name, command }) => `${name} has Tidemark as a plugin. To remove it: ${command}`),
    ...memoryLines(done, paint),
    ...done.shared_files.map(
      (file) =>
        `Left: ${printable(file)} contains statements that \`tidemark share\` wrote; they belong to the project.`,
    ),
    ...(done.is_incomplete
      ? [paint.bad("Some files could not be restored. Fix the problems above and run the command again.")]
      : []),
    "Last step: npm uninstall --global tidemark",
  ].join("\n");
}

function memoryLines({ memories, memories_deleted, left_folders }: UninstallResult, paint: Paint): string[] {
  if (memories.length === 0) return ["There was no memory on this machine."];
  const list = memories.map((memory) => `  ${printable(memoryLine(memory, paint))}`);
  return memories_deleted
    ? [
        `${paint.bad("Deleted")} ${memoryCount(memories.length)}:`,
        ...list,
        ...left_folders.map(
          (folder) =>
            `Left: ${printable(folder)}. It contains files that git tracks or that Tidemark did not create.`,
        ),
      ]
    : [`Kept ${memoryCount(memories.length)}. To delete a memory, delete its folder:`, ...list];
}
