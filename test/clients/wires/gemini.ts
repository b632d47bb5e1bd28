import type { Answer, Question, Said } from "../script.ts";
import { type Fields, fields, list, text, textOfParts } from "./json.ts";
import { jsonSent, OUTPUT_TOKENS, type Request, type Sent, streamSent, type Wire } from "./wire.ts";

/** The Gemini API: generateContent and streamGenerateContent. */
export const gemini: Wire = {
  api: "gemini",
  speaks: (path) => /:(stream)?generateContent$/i.test(path),
  read,
  write,
};

function read({ path, body }: Request): Question {
  const asked = fields(body);
  const config = fields(asked.generationConfig);
  return {
    model: /models\/([^:]+):/.exec(path)?.[1] ?? "",
    system: textOfParts(fields(asked.systemInstruction).parts),
    said: saidIn(list(asked.contents)),
    tools: list(asked.tools).flatMap((tool) =>
      list(tool.functionDeclarations).map((declared) => text(declared.name)),
    ),
    isStreamed: /:stream/.test(path),
    wantsJson: config.responseMimeType === "application/json",
  };
}

/** Text beside a tool result is the client's and does not start a new question. */
function saidIn(contents: readonly Fields[]): Said[] {
  const said: { text: string; results: number; searches: number }[] = [];
  for (const { role, parts } of contents) {
    if (role !== "user" && role !== "function") continue;
    const results = list(parts).filter((part) => part.functionResponse !== undefined).length;
    const last = said.at(-1);
    if (results === 0) said.push({ text: textOfParts(parts), results: 0, searches: 0 });
    else if (last) last.results += results;
  }
  return said;
}

function write(question: Question, answer: Answer, tokens: number): Sent {
  const part =
    answer.kind === "call"
      ? { functionCall: { name: answer.tool, args: answer.input } }
      : { text: answer.text };
  const usageMetadata = {
    promptTokenCount: tokens,
    candidatesTokenCount: OUTPUT_TOKENS,
    totalTokenCount: tokens + OUTPUT_TOKENS,
  };
  const response = (parts: readonly object[], more: object) => ({
    candidates: [{ content: { role: "model", parts }, index: 0, ...more }],
    usageMetadata,
    modelVersion: question.model,
  });
  if (!question.isStreamed) return jsonSent(response([part], { finishReason: "STOP" }));
  // The client treats U+2028 as a line break, so it is escaped; the JSON value stays the same.
  const data = (value: object) => `data: ${JSON.stringify(value).replaceAll("\u2028", "\\u2028")}\n\n`;
  return streamSent([data(response([part], {}))], [data(response([{ text: "" }], { finishReason: "STOP" }))]);
}
