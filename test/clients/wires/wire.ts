import type { Answer, Question } from "../script.ts";

export type Request = { readonly path: string; readonly body: unknown };

/** The text of an answer in two parts: a stalled answer never sends `end`. */
export type Sent = {
  readonly type: "application/json" | "text/event-stream";
  readonly begin: readonly string[];
  readonly end: readonly string[];
};

/** One model API: reads the requests of clients and writes answers in its format. */
export type Wire = {
  readonly api: string;
  readonly speaks: (path: string) => boolean;
  readonly read: (request: Request) => Question;
  readonly write: (question: Question, answer: Answer, tokens: number) => Sent;
};

export function jsonSent(value: unknown): Sent {
  return { type: "application/json", begin: [], end: [JSON.stringify(value)] };
}

export function streamSent(begin: readonly string[], end: readonly string[]): Sent {
  return { type: "text/event-stream", begin, end };
}

export const OUTPUT_TOKENS = 10;
