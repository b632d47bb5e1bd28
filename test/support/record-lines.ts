import type { Stage } from "../scenarios/stage.ts";

/** Records events through `tidemark record`, like any program. */
export async function record(on: Stage, ...lines: readonly object[]): Promise<void> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  await on.call("record", { file: on.file("lines.jsonl", text) });
}
