import type * as z from "zod/mini";
import type { Catalogue } from "../../surfaces/verbs/catalogue.ts";

/** A verb by its name in the catalogue: the page asks for nothing that the command line cannot ask for. */
export type VerbName = keyof Catalogue;
export type VerbInputOf<Name extends VerbName> = z.input<Catalogue[Name]["input"]>;
export type AnswerOf<Name extends VerbName> = Awaited<ReturnType<Catalogue[Name]["run"]>>;

/** Why a request failed, in words for people, and what to do about it. */
export type ApiFailure = { readonly code: string; readonly message: string; readonly fix?: string };

export class AskError extends Error {
  readonly failure: ApiFailure;
  constructor(failure: ApiFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

const UNREACHABLE: ApiFailure = {
  code: "page.unreachable",
  message: "The server does not answer.",
  fix: "Start it again: tidemark open",
};

const SIGNED_OUT: ApiFailure = {
  code: "page.signed_out",
  message: "This page is no longer signed in.",
  fix: "Open it again: tidemark open",
};

/** `whyNot` is at /api/v1/why-not. */
export const verbPath = (name: string): string =>
  `/api/v1/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Calls a verb that may change the memory. */
export function ask<Name extends VerbName>(name: Name, input: VerbInputOf<Name>): Promise<AnswerOf<Name>> {
  const headers = { "Content-Type": "application/json" };
  return answerOf(verbPath(name), { method: "POST", headers, body: JSON.stringify(input) });
}

/** Calls a verb that only reads. The server records nothing: no item counts as used because a person looked at it. */
export function look<Name extends VerbName>(
  name: Name,
  input: VerbInputOf<Name>,
  signal: AbortSignal,
): Promise<AnswerOf<Name>> {
  const query = queryOf(input);
  return answerOf(query === "" ? verbPath(name) : `${verbPath(name)}?${query}`, { signal });
}

/** Writes a verb's input as a query string that the server can read: `?kind=plan&path=a&path=b`. */
export function queryOf(input: { readonly [name: string]: unknown }): string {
  const pairs = Object.entries(input).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return (Array.isArray(value) ? value : [value]).map((each) => [name, String(each)]);
  });
  return new URLSearchParams(pairs).toString();
}

/** The answer is what the command line prints with `--json`. */
async function answerOf<Answer>(address: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(address, init).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause;
    throw new AskError(UNREACHABLE);
  });
  if (response.status === 401) throw new AskError(SIGNED_OUT);
  const answer = await response.json().catch(() => ({ error: UNREACHABLE }));
  if (!response.ok) throw new AskError(answer?.error ?? UNREACHABLE);
  return answer;
}

/** True if the server gave no answer, or no longer knows the page. */
export const isUnanswered = (failure: ApiFailure): boolean => [UNREACHABLE, SIGNED_OUT].includes(failure);

/** The text shown for any kind of failure. */
export function failureOf(error: unknown): ApiFailure {
  if (error instanceof AskError) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: "page.bug",
    message: `Something in this page broke: ${message}`,
    fix: "Load the page again.",
  };
}
