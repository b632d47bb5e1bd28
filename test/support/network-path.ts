import { connect, createServer, type Socket } from "node:net";

/** A proxy to a server on this machine, with its own port, which can be cut and restored. */
export type NetworkPath = {
  /** The server's address through the proxy. */
  readonly url: string;
  /** The number of connections that clients have opened. */
  readonly tries: () => number;
  /** Ends all connections and resets new ones, like a machine whose server is down. */
  readonly cut: () => void;
  /** Carries no data and sends no error, like a network that loses packets. New connections are accepted and hang. */
  readonly stall: () => void;
  /** Stalls as soon as a client has sent these words. */
  readonly stallAfter: (words: string) => void;
  /** Carries data again. Stalled connections are lost, as at a router that has dropped them. */
  readonly mend: () => Promise<void>;
};

export async function networkPathTo(url: string): Promise<NetworkPath> {
  const sockets = new Set<Socket>();
  const target = Number(new URL(url).port);
  let isStalled = false;
  let isCut = false;
  let last: string | undefined;
  let tries = 0;
  const stall = (): void => {
    isStalled = true;
    for (const socket of sockets) socket.unpipe().pause();
  };
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    tries++;
    keep(client);
    if (isCut) return void client.resetAndDestroy();
    if (isStalled) return;
    const there = connect(target, "127.0.0.1");
    keep(there);
    client.pipe(there).pipe(client);
    client.on("data", (sent) => {
      if (last !== undefined && sent.includes(last)) stall();
    });
    for (const [one, other] of [
      [client, there],
      [there, client],
    ] as const)
      one.on("close", () => other.destroy());
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", () => done()));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.replace(`:${target}/`, `:${port}/`),
    tries: () => tries,
    // The port stays in use, because another program could take a free one meanwhile.
    cut: () => {
      isCut = true;
      server.unref();
      drop();
    },
    stall,
    stallAfter: (words) => {
      last = words;
    },
    mend: async () => {
      isCut = false;
      server.ref();
      if (!isStalled) return;
      isStalled = false;
      drop();
    },
  };
}
