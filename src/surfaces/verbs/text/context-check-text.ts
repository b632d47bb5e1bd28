import type { ContextCheck } from "../../../app/active-context/check.ts";
import type { SessionFileShown } from "../../../app/active-context/session-file.ts";
import { doubtText } from "../../../core/active-context/registry/doubt.ts";
import { oneLine, type Paint } from "./paint.ts";

export function checkText({ file, state, task_id, doubts, refresh }: ContextCheck, paint: Paint): string {
  if (state === "none")
    return `There is no active context (${file}).\n${paint.faint('To create one: tidemark context init --task ID --goal "…"')}`;
  const what = `${file}${task_id === undefined ? "" : `, for ${oneLine(task_id)}`}`;
  if (state === "fresh") return paint.good(`Up to date: ${what}`);
  return [
    paint.bad(`Doubtful: ${what}`),
    ...doubts.map((doubt) => `  ${oneLine(doubtText(doubt))}`),
    paint.faint(`A ${refresh} refresh is due: tidemark context refresh`),
  ].join("\n");
}

export function sessionFileText({ file, text, noted, files }: SessionFileShown, paint: Paint): string {
  if (file === undefined || text === undefined)
    return "There is no session file yet. The first change for the current task creates one.";
  const others = files.filter((other) => other.file !== file);
  return [
    noted ? paint.good(`Noted in ${file}`) : paint.faint(file),
    ...(noted ? [] : ["", text.trimEnd()]),
    ...(others.length === 0 || noted
      ? []
      : ["", paint.faint(`Earlier: ${others.map((other) => other.file).join(", ")}`)]),
  ].join("\n");
}
