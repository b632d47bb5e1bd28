import type * as z from "zod/mini";
import type { CATALOGUE } from "../../surfaces/verbs/catalogue.ts";

type Catalogue = typeof CATALOGUE;

/** A verb by its name in the catalogue: the page asks for nothing that the command line cannot ask for. */
export type VerbName = keyof Catalogue;
export type VerbInputOf<Name extends VerbName> = z.input<Catalogue[Name]["input"]>;
export type AnswerOf<Name extends VerbName> = Awaited<ReturnType<Catalogue[Name]["run"]>>;

/** Why a request failed, in words for people, and what to do about it. */
export type Failure = { readonly code: string; readonly message: string; readonly fix?: string };

export class AskError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

const UNREACHABLE: Failure = {
  code: "page.unreachable",
  message: "The server does not answer.",
  fix: "Start it again: tidemark open",
};

const SIGNED_OUT: Failure = {
  code: "page.signed_out",
  message: "This page is not signed in any more.",
  fix: "Open it again: tidemark open",
};

/** `whyNot` is at /api/v1/why-not. */
export const verbPath = (name: string): string =>
  `/api/v1/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Asks one verb. What it answers is what the command line prints with `--json`. */
export async function ask<Name extends VerbName>(
  name: Name,
  input: VerbInputOf<Name>,
  signal?: AbortSignal,
): Promise<AnswerOf<Name>> {
  const body = JSON.stringify(input);
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(verbPath(name), {
    method: "POST",
    headers,
    body,
    ...(signal ? { signal } : {}),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new AskError(UNREACHABLE);
  });
  if (response.status === 401) throw new AskError(SIGNED_OUT);
  const answer = await response.json().catch(() => ({ error: UNREACHABLE }));
  if (!response.ok) throw new AskError(answer?.error ?? UNREACHABLE);
  return answer;
}

/** What is told of a failure of any sort. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AskError) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: "page.bug",
    message: `Something in this page broke: ${message}`,
    fix: "Load the page again.",
  };
}
