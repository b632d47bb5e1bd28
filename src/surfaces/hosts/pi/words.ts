import { blocksOf, type JsonRecord, textIn } from "../../../app/intake/json-lines.ts";
import type { Payload } from "../../../core/tape/event.ts";
import { toolLine, withoutTags } from "../host-records.ts";

export const HOST = "pi";

/** The person's own words in a message, without the text of a skill that the prompt names. */
export function wordsOf(message: JsonRecord): string {
  const texts = blocksOf(message.content).filter(({ type }) => type === "text");
  return withoutTags(textIn(texts), "skill").trim();
}

export function turnOf(role: "user" | "assistant", message: JsonRecord): Payload[] {
  const text = wordsOf(message);
  return text === "" ? [] : [{ type: "turn", role, text, counted: true }];
}

/** A tool result, in the form of the history and of the extension's event. */
export function resultLine(result: JsonRecord, input: unknown): Payload {
  const output = textIn(result.content);
  return toolLine({
    id: result.toolCallId,
    name: result.toolName,
    input,
    output,
    isError: result.isError === true,
    exitCode: exitCode(result, output),
  });
}

/** The shell tool reports how a command ended only if it failed. */
function exitCode({ toolName, isError }: JsonRecord, output: string): number | undefined {
  if (toolName !== "bash") return undefined;
  const printed = /Command exited with code (-?\d{1,9})\s*$/.exec(output)?.[1];
  if (printed !== undefined) return Number(printed);
  return isError === false ? 0 : undefined;
}
