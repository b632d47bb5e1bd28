import type { DoctorFinding, Level } from "../../../app/upkeep/diagnosis.ts";
import type { Diagnosis } from "../../../app/upkeep/doctor.ts";
import { fixText } from "../command-line.ts";
import { row } from "./columns.ts";
import { oneLine, type Paint } from "./paint.ts";
import { count } from "./tape-text.ts";

export type ShownDiagnosis = Omit<Diagnosis, "findings"> & {
  readonly findings: readonly Omit<DoctorFinding, "report">[];
};

/** The findings, the repairs, and the environment of the memory. */
export function doctorText(diagnosis: ShownDiagnosis, paint: Paint): string {
  const { findings, mended, look_again, memory, versions, context_window } = diagnosis;
  const done = mended.map((sentence) => labelLine("mended", sentence, paint));
  const size = memory.exists ? `, ${Math.ceil(memory.bytes / 1024)} KB` : "";
  const runs = Object.entries(versions).map(([program, version]) => `${program} ${version}`);
  return [
    ...findings.map((finding) => findingText(finding, paint)),
    ...done,
    ...(look_again ? ["It was opened before the repair. Check again: tidemark doctor"] : []),
    verdict(diagnosis, paint),
    paint.faint(`${oneLine(memory.server ?? memory.folder)}${size}`),
    paint.faint(runs.join(", ")),
    paint.faint(pressureLine(context_window)),
  ].join("\n");
}

const pressureLine = ({ recallMode, pressure }: Diagnosis["context_window"]): string =>
  recallMode === "always"
    ? "context pressure: ignored (memory.recallMode: always)"
    : `context pressure: the host's, else ${pressure} (memory.pressure)`;

const findingText = ({ level, message, fix }: Omit<DoctorFinding, "report">, paint: Paint): string =>
  [labelLine(level, message, paint), row("do", oneLine(fixText(fix)), paint)].join("\n");

const LABEL_WIDTH = 7;

/** The label of a list entry, in the label column. */
function labelLine(word: Level | "mended", text: string, paint: Paint): string {
  const colours = { error: paint.bad, warn: paint.strong, info: paint.faint, mended: paint.good } as const;
  return `${colours[word](word.padEnd(LABEL_WIDTH))} ${oneLine(text)}`;
}

function verdict({ findings, look_again }: ShownDiagnosis, paint: Paint): string {
  const of = (level: string): number => findings.filter((finding) => finding.level === level).length;
  const [errors, warnings] = [of("error"), of("warn")];
  if (look_again) return "";
  if (errors > 0) return paint.bad(`${count(errors, "error")}, ${count(warnings, "warning")}.`);
  return warnings > 0 ? `No error, ${count(warnings, "warning")}.` : paint.good("All is well.");
}
