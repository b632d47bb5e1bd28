import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { ownedFolder } from "../../src/adapters/disk/owned-folder.ts";
import { packagedFiles } from "../../src/adapters/disk/packaged-files.ts";
import { accessTokens } from "../../src/adapters/files/access/access-tokens.ts";
import type { AccessRole } from "../../src/core/access/roles.ts";
import { httpServer } from "../../src/http-server.ts";
import type { ServedLine } from "../../src/surfaces/http/guarded-handler.ts";
import { listen } from "../../src/surfaces/http/listen.ts";
import { cookieForm } from "../../src/surfaces/http/page-routes.ts";
import type { PageFile } from "../../src/surfaces/http/pages.ts";
import { ROOT } from "../sources.ts";
import type { TestMemory } from "./test-memory.ts";

/** The real HTTP server with the built page, for one memory, on its own port. */
export type PageServer = {
  readonly address: string;
  /** An address that signs the server's own user in; it works once. */
  readonly ownerAddress: () => string;
  /** Lets the views catch up with the tape, as `tidemark open` does before it opens a browser. */
  readonly prepare: () => Promise<void>;
  /** Makes a token with this role. */
  readonly token: (role: AccessRole) => string;
  /** The requests that were served, in order. */
  readonly lines: readonly ServedLine[];
  /** While true, every read and write of the store fails. */
  isBroken: boolean;
  readonly close: () => Promise<void>;
};

export async function servePage(deps: TestMemory, port = 0): Promise<PageServer> {
  const state = { isBroken: false };
  const lines: ServedLine[] = [];
  const tokens = accessTokens({
    state: ownedFolder(join(deps.memoryDir, "state")),
    memoryDir: deps.memoryDir,
    now: Date.now,
  });
  const server = httpServer({
    open: async () => ({ deps: breakable(deps, state), close: async () => {} }),
    // Other tests cover the reading of sessions; here its findings would appear at a time that depends on the machine.
    readDue: async () => {},
    project: "web-shop",
    tokens,
    owner: { id: "owner", person: "owner", role: "admin", isOwner: true },
    ownerKey: randomBytes(32).toString("base64url"),
    names: [],
    cookie: cookieForm("test", false),
    pages: dashboardFiles(),
    now: Date.now,
    log: (line) => void lines.push(line),
  });
  const listening = await listen(server, { host: "127.0.0.1", port });
  const origin = `http://127.0.0.1:${listening.port}`;
  return Object.assign(state, {
    address: `${origin}/`,
    lines,
    ownerAddress: () => `${origin}${server.ownerPath()}`,
    prepare: server.prepare,
    token: (role: AccessRole) => tokens.create({ person: role, role }).secret,
    close: async () => {
      await listening.close();
      await server.release();
    },
  });
}

/** The same memory with a store that fails while `isBroken` is true. */
function breakable(deps: TestMemory, state: { readonly isBroken: boolean }): TestMemory {
  const views: TestMemory["store"]["views"] = new Proxy(deps.store.views, {
    get: (target, name, self) => {
      if (state.isBroken) throw new Error("the store was taken away");
      return Reflect.get(target, name, self);
    },
  });
  return { ...deps, store: { ...deps.store, views } };
}

function dashboardFiles(): ReadonlyMap<string, PageFile> {
  const files = [...packagedFiles(join(ROOT, "dist/dashboard"))].map(([path, bytes]): [string, PageFile] => {
    const etag = `"${createHash("sha256").update(bytes).digest("hex")}"`;
    return [path, { path, bytes: new Uint8Array(bytes), etag }];
  });
  return new Map(files);
}
