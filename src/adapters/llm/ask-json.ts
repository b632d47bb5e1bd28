import { MemoryError } from "../../core/failure.ts";

/** The longest reply that is read: a hundred times what is asked for. */
const REPLY_BYTES_MAX = 2 * 1024 * 1024;

export type Request = {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: unknown;
  readonly timeoutMs: number;
};

/**
 * Posts one question and gives back the JSON that came. It is posted once: whoever pays for it counted one.
 * Failures say what happened in our own words; the endpoint's might repeat the key, and so might fetch's.
 */
export async function askJson(request: Request): Promise<unknown> {
  const { url, headers, body, timeoutMs } = request;
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...headers },
    body: JSON.stringify(body),
    // A key goes where the user said, and nowhere that the endpoint says.
    redirect: "manual",
    signal,
  }).catch((error: unknown) => {
    throw notReached(error, signal, request);
  });
  if (!response.ok) throw await refusal(response, headers);
  const text = await textOf(response).catch((error: unknown) => {
    throw error instanceof MemoryError ? error : cutOff(signal, request);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw badAnswer("The model's endpoint answered with something that is not JSON.");
  }
}

/** The reply of an endpoint that did what it was asked, but not in the form that its kind has. */
export function badAnswer(message: string): MemoryError {
  const fix = "Look whether model.url and model.provider name the endpoint that you mean.";
  return new MemoryError("model.bad_answer", message, { fix });
}

/** A connection that was never made cost nothing; one that broke may have. */
const NEVER_MADE = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ERR_INVALID_URL",
];

function notReached(error: unknown, signal: AbortSignal, request: Request): MemoryError {
  const code = codeOf(error);
  if (signal.aborted || code === undefined || !NEVER_MADE.includes(code)) return cutOff(signal, request);
  const message = `The model's endpoint cannot be reached (${code}).`;
  const fix = "Look whether it runs, and whether model.url is its address.";
  return new MemoryError("model.unreachable", message, { retryable: true, fix });
}

function cutOff(signal: AbortSignal, { timeoutMs }: Request): MemoryError {
  const message = signal.aborted
    ? `The model did not answer within ${timeoutMs} ms.`
    : "The connection to the model's endpoint broke before the answer was there.";
  const fix = "Raise model.timeout_ms, or name a faster model.";
  return new MemoryError("model.no_answer", message, { retryable: true, ...(signal.aborted ? { fix } : {}) });
}

/** Node's fetch says "fetch failed" and puts the reason below; several addresses make several reasons. */
function codeOf(error: unknown): string | undefined {
  const { cause } = Object(error) as { cause?: unknown };
  const { code, errors } = Object(cause) as { code?: unknown; errors?: readonly unknown[] };
  if (typeof code === "string") return code;
  const first = Array.isArray(errors) ? (Object(errors[0]) as { code?: unknown }).code : undefined;
  return typeof first === "string" ? first : undefined;
}

async function refusal(response: Response, sent: Request["headers"]): Promise<MemoryError> {
  const { status } = response;
  const word = await wordFor(response);
  const said = Object.values(sent).some((value) => value.includes(word ?? "")) ? undefined : word;
  const answered = `The model's endpoint answered ${status}${said === undefined ? "" : ` (${said})`}`;
  if (status === 429 || status === 529)
    return failure("model.busy", `${answered}: too much is asked of it.`, "Wait, or raise your limit there.");
  if (status >= 500)
    return failure("model.busy", `${answered}: it cannot answer now.`, "Wait; later turns are asked again.");
  if (status === 401 || status === 403) {
    const fix = "Look whether model.key_env names the variable with the right key.";
    return failure("model.refused", `${answered}: it does not take the key.`, fix);
  }
  if (status === 404) {
    const fix = "Look whether model.name and model.url are right.";
    return failure("model.refused", `${answered}: there is no such model or address.`, fix);
  }
  if (status >= 300 && status < 400) {
    const fix = "Set model.url to the address where it is.";
    return failure("model.refused", `${answered}: it has moved, and the key is not sent after it.`, fix);
  }
  const fix =
    "Look whether model.provider is the kind of endpoint that it is, and whether it knows model.name.";
  return failure("model.refused", `${answered}: it does not take the question.`, fix);
}

function failure(code: "model.busy" | "model.refused", message: string, fix: string): MemoryError {
  return new MemoryError(code, message, { retryable: code === "model.busy", fix });
}

/** What endpoints call a kind of error, such as `model_not_found`. Anything that is no such word is not shown. */
const ERROR_WORD = /^[a-z]+(?:_[a-z]+){1,5}$/;

async function wordFor(response: Response): Promise<string | undefined> {
  try {
    const { error } = Object(JSON.parse(await textOf(response)));
    const { code, type } = Object(error) as { code?: unknown; type?: unknown };
    return [code, type].find((word): word is string => typeof word === "string" && ERROR_WORD.test(word));
  } catch {
    return undefined;
  }
}

/** Reads no more than a reply may have. */
async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).length;
    if (size > REPLY_BYTES_MAX)
      throw badAnswer(`The model's endpoint sent more than ${REPLY_BYTES_MAX} bytes.`);
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString("utf8");
}
