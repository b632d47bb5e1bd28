import { MemoryError } from "../../core/failure.ts";
import { fieldsIn, isString } from "../../core/fields.ts";
import { parseJson } from "../../core/parse-json.ts";

/** The kind of endpoint: its name in settings and failures, and the maximum length of its reply. */
export type Role = {
  readonly called: "model" | "embedder";
  /** The setting with the name of the model. */
  readonly named: "model.name" | "embedder.model";
  readonly replyBytesMax: number;
};

export type Request = {
  readonly role: Role;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: unknown;
  readonly timeoutMs: number;
};

/**
 * Posts one question and returns the JSON of the reply. It is posted once, because the caller counts the cost of one. Failures are
 * described in our own words: the endpoint's or fetch's might repeat the key.
 */
export async function askJson(request: Request): Promise<unknown> {
  const { url, headers, body, timeoutMs } = request;
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...headers },
    body: JSON.stringify(body),
    // A key is sent only to the address from the user, never to one from the endpoint.
    redirect: "manual",
    signal,
  }).catch((error: unknown) => {
    throw notReached(error, signal, request);
  });
  if (!response.ok) throw await refusal(response, request);
  const text = await textOf(response, request.role).catch((error: unknown) => {
    throw error instanceof MemoryError ? error : cutOff(signal, request);
  });
  try {
    return parseJson(text);
  } catch {
    throw badAnswer(request.role, "answered with something that is not JSON");
  }
}

/** The endpoint answered in a form that its kind does not have. */
export function badAnswer({ called }: Role, what: string): MemoryError {
  const fix = `Check ${called}.url and ${called}.provider.`;
  return new MemoryError(`${called}.bad_answer`, `The ${called}'s endpoint ${what}.`, { fix });
}

/** A connection that was never made cost nothing. One that broke may have. */
const NEVER_MADE = "ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ERR_INVALID_URL".split(" ");

function notReached(error: unknown, signal: AbortSignal, request: Request): MemoryError {
  const code = codeOf(error);
  if (signal.aborted || code === undefined || !NEVER_MADE.includes(code)) return cutOff(signal, request);
  const { called } = request.role;
  const message = `The ${called}'s endpoint cannot be reached (${code}).`;
  const fix = `Check that it runs and that ${called}.url is its address.`;
  return new MemoryError(`${called}.unreachable`, message, { retryable: true, fix });
}

function cutOff(signal: AbortSignal, { timeoutMs, role: { called } }: Request): MemoryError {
  const message = signal.aborted
    ? `The ${called} did not answer within ${timeoutMs} ms.`
    : `The connection to the ${called}'s endpoint broke before the answer arrived.`;
  const fix = `Raise ${called}.timeout_ms, or name a faster model.`;
  const options = { retryable: true, ...(signal.aborted ? { fix } : {}) };
  return new MemoryError(`${called}.no_answer`, message, options);
}

/** Node's fetch says "fetch failed" and has the reason in its cause. Several addresses have several reasons. */
function codeOf(error: unknown): string | undefined {
  const { code, errors } = fieldsIn(fieldsIn(error).cause);
  const first = Array.isArray(errors) ? fieldsIn(errors[0]).code : undefined;
  return [code, first].find(isString);
}

async function refusal(response: Response, { role, headers }: Request): Promise<MemoryError> {
  const { called } = role;
  const { status } = response;
  const word = await wordFor(response, role);
  const said = Object.values(headers).some((value) => value.includes(word ?? "")) ? undefined : word;
  const answered = `The ${called}'s endpoint answered ${status}${said === undefined ? "" : ` (${said})`}`;
  const isBusy = status === 429 || status >= 500;
  const { what, fix } = reasonOf(status, role);
  const code = isBusy ? (`${called}.busy` as const) : (`${called}.refused` as const);
  return new MemoryError(code, `${answered}: ${what}.`, { retryable: isBusy, fix });
}

/** The meaning of an HTTP status, and what to do about it. */
function reasonOf(status: number, { called, named }: Role): { readonly what: string; readonly fix: string } {
  if (status === 429 || status === 529)
    return { what: "it has received too many requests", fix: "Wait, or raise your limit there." };
  if (status >= 500) return { what: "it cannot answer now", fix: "Wait; Tidemark tries again later." };
  if (status === 401 || status === 403) {
    const fix = `Check that ${called}.key_env names the variable with the right key.`;
    return { what: "it refuses the key", fix };
  }
  if (status === 404) {
    const fix = `Check ${named} and ${called}.url.`;
    return { what: "there is no such model or address", fix };
  }
  if (status >= 300 && status < 400) {
    const fix = `Set ${called}.url to the address where it is.`;
    return { what: "it redirects, and the key is not sent to another address", fix };
  }
  const fix = `Check that ${called}.provider matches the endpoint and that it knows ${named}.`;
  return { what: "it refuses the request", fix };
}

/** An endpoint's name for an error, such as `model_not_found`. Anything else is not shown. */
const ERROR_WORD = /^[a-z]+(?:_[a-z]+){1,5}$/;

async function wordFor(response: Response, role: Role): Promise<string | undefined> {
  try {
    const { error } = fieldsIn(parseJson(await textOf(response, role)));
    const { code, type } = fieldsIn(error);
    return [code, type].filter(isString).find((word) => ERROR_WORD.test(word));
  } catch {
    return undefined;
  }
}

/** Reads at most the maximum length of a reply. */
async function textOf(response: Response, role: Role): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | readonly Uint8Array[] = response.body ?? [];
  for await (const chunk of body) {
    size += chunk.length;
    if (size > role.replyBytesMax) throw badAnswer(role, `sent more than ${role.replyBytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
