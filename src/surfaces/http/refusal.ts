/** Reasons to refuse a request before any verb runs: its connection, its token or its form. */
export type RefusalCode =
  | "input.unauthorized"
  | "input.forbidden"
  | "input.foreign_host"
  | "input.foreign_origin"
  | "input.not_found"
  | "input.method"
  | "input.content_type"
  | "input.too_large"
  | "input.too_slow"
  | "input.rate_limited"
  | "input.invalid";

export type HttpRefusal = {
  readonly status: number;
  readonly code: RefusalCode;
  readonly message: string;
  readonly fix?: string;
  readonly headers?: { readonly [name: string]: string };
};

/** A refusal, in the same form as every failure. */
export function refusalResponse({ status, code, message, fix, headers = {} }: HttpRefusal): Response {
  const error = { code, message, ...(fix === undefined ? {} : { fix }) };
  return jsonResponse({ error }, status, headers);
}

/** JSON that browsers do not store, do not interpret as another type, and do not show in a frame. */
export function jsonResponse(
  value: unknown,
  status = 200,
  headers: { readonly [name: string]: string } = {},
): Response {
  return new Response(`${JSON.stringify(value)}\n`, {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", ...SAFE_HEADERS, ...headers },
  });
}

/** Headers of every answer. */
export const SAFE_HEADERS = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

export const notFound = (): HttpRefusal => ({
  status: 404,
  code: "input.not_found",
  message: "There is nothing at this address.",
  fix: "GET /api/v1/openapi.json lists every address.",
});
