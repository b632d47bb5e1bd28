import { createHash, timingSafeEqual } from "node:crypto";
import { MemoryError } from "./core/failure.ts";
import type { AskedRoute, Route } from "./surfaces/http/guarded-handler.ts";

/** Parses the port number of a flag. */
export function portIn(text: string, field: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new MemoryError("input.invalid", `"${text}" is not a port.`, {
    field,
    fix: "Pass a number up to 65535; 0 picks a free port.",
  });
}

/** Compares two secrets in constant time. */
export function isSame(given: string, secret: string): boolean {
  const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(secret));
}

export type ServerAddress = { readonly host: string; readonly port: number; readonly isSecure?: boolean };

export function addressOf({ host, port, isSecure = false }: ServerAddress): string {
  return `${isSecure ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The MCP endpoint as a route. It reads the request itself, so it gets a request that contains the body already read. */
export function mcpRoute(answer: (request: Request, asked: AskedRoute) => Promise<Response>): Route {
  return {
    name: "mcp",
    methods: ["GET", "POST", "DELETE"],
    access: "token",
    answer: (asked) => {
      const { url, method, headers, signal } = asked.request;
      const body = method === "POST" ? { body: asked.body } : {};
      return answer(new Request(url, { method, headers, signal, ...body }), asked);
    },
  };
}
