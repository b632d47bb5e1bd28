import { isRecord, type JsonRecord, textField } from "../../app/intake/json-lines.ts";
import { recordsIn } from "./host-records.ts";

/** The parts of a message in Google's shape, which Gemini CLI and Qwen Code write. */
export function partsOf(content: unknown): readonly JsonRecord[] {
  if (typeof content === "string") return content === "" ? [] : [{ text: content }];
  return isRecord(content) ? [content] : recordsIn(content);
}

export const isThought = (part: JsonRecord): boolean => part.thought === true;

/** The text of a message. Parts are joined without a separator, as the clients do for their hooks. */
export function wordsIn(parts: readonly JsonRecord[]): string {
  return parts.map((part) => (isThought(part) ? "" : (textField(part, "text") ?? ""))).join("");
}

/** The output of a tool: one text, or the texts of several parts. */
export function outputIn(content: unknown): string {
  const texts = partsOf(content).map((part) => textField(part, "text") ?? responseIn(part.functionResponse));
  return texts.filter((text) => text !== "").join("\n");
}

/** The text of a function response: its output or its error. */
export function responseIn(value: unknown): string {
  const response = isRecord(value) ? value.response : undefined;
  if (typeof response === "string") return response;
  if (!isRecord(response)) return "";
  return textField(response, "error") ?? textField(response, "output") ?? JSON.stringify(response);
}

/** The exit code that the clients' shell tools print below the output. */
export function exitCodeIn(output: string): number | undefined {
  const printed = [...output.matchAll(/^Exit Code: (-?\d{1,9})$/gm)].at(-1)?.[1];
  return printed === undefined ? undefined : Number(printed);
}
