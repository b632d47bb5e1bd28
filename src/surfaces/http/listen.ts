import { createServer } from "node:https";
import { type Http2Bindings, type HttpBindings, serve } from "@hono/node-server";

/** The origin of a connection. */
export type ClientConnection = { readonly address: string };

export type HttpHandler = {
  readonly fetch: (request: Request, connection: ClientConnection) => Promise<Response> | Response;
  /** Ends open streams. */
  readonly close: () => Promise<void>;
};

export type ListenOptions = {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer };
};

export type OpenPort = { readonly port: number; readonly close: () => Promise<void> };

/** Time for a client to send its headers, and to send a whole request. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
} as const;
/** More simultaneous connections than a team needs. */
const CONNECTIONS_MAX = 1000;
/** Time for running requests when the server is stopped. */
const DRAIN_MS_MAX = 5000;

/** Listens until closed. Then no new request is accepted, and running ones are answered. */
export function listen(handler: HttpHandler, { host, port, tls }: ListenOptions): Promise<OpenPort> {
  const fetch = (request: Request, { incoming }: HttpBindings | Http2Bindings) =>
    handler.fetch(request, { address: incoming.socket.remoteAddress ?? "" });
  return new Promise((done, failed) => {
    const options = { fetch, hostname: host, port, overrideGlobalObjects: false };
    const how = tls
      ? { createServer, serverOptions: { ...TIMEOUTS, ...tls } }
      : { serverOptions: { ...TIMEOUTS } };
    const server = serve({ ...options, ...how }, (at) => done({ port: at.port, close: () => close() }));
    server.once("error", failed);
    if ("maxConnections" in server) server.maxConnections = CONNECTIONS_MAX;
    const close = async (): Promise<void> => {
      const closed = new Promise<void>((ended) => server.close(() => ended()));
      await handler.close();
      if ("closeIdleConnections" in server) server.closeIdleConnections();
      await Promise.race([closed, after(DRAIN_MS_MAX)]);
      // A stream that a client keeps open would keep the port and the process alive.
      if ("closeAllConnections" in server) server.closeAllConnections();
    };
  });
}

const after = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms).unref());
