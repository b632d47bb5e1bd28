import { connect, createServer, type Socket } from "node:net";

/** A way to a server on this machine that can be cut and restored, at an address of its own. */
export type NetworkPath = {
  /** The same address, over this way. */
  readonly url: string;
  /** How often clients have connected. */
  readonly tries: () => number;
  /** Ends all connections and refuses new ones, as a machine does whose server is gone. */
  readonly cut: () => void;
  /** Carries nothing any more and says nothing, as a network does that loses packets. New connections are accepted and hang. */
  readonly stall: () => void;
  /** Stalls as soon as a client has sent these words. */
  readonly stallAfter: (words: string) => void;
  /** Carries again. Connections that were stalled are lost, as a router loses those it has forgotten. */
  readonly mend: () => Promise<void>;
};

export async function networkPathTo(url: string): Promise<NetworkPath> {
  const sockets = new Set<Socket>();
  const target = Number(new URL(url).port);
  let isStalled = false;
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
  const open = (port: number): Promise<void> =>
    new Promise((done) => void server.listen(port, "127.0.0.1", () => done()));
  await open(0);
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.replace(`:${target}/`, `:${port}/`),
    tries: () => tries,
    cut: () => {
      server.close();
      drop();
    },
    stall,
    stallAfter: (words) => {
      last = words;
    },
    mend: async () => {
      if (!server.listening) await open(port);
      if (!isStalled) return;
      isStalled = false;
      drop();
    },
  };
}
