import { connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { stage, stageAt } from "../scenarios/stage.ts";
import { approveStore } from "../support/approve-store.ts";
import { needsPostgres, newProject, postgresUrl } from "../support/postgres.ts";

/** A way to the server that can be cut and opened again, at an address of its own. */
async function wayTo(url: string) {
  const sockets = new Set<Socket>();
  const target = Number(new URL(url).port);
  const server = createServer((client) => {
    const there = connect(target, "127.0.0.1");
    for (const socket of [client, there]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    }
    client.pipe(there).pipe(client);
  });
  const open = (port: number): Promise<void> =>
    new Promise((done) => void server.listen(port, "127.0.0.1", () => done()));
  await open(0);
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const cut = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(cut);
  return { url: url.replace(`:${target}/`, `:${port}/`), cut, mend: () => open(port) };
}

scenario("team.reads-while-away", async (_, context) => {
  needsPostgres(context);
  const way = await wayTo(await postgresUrl());
  const { dir, env } = stage();
  approveStore({ dir, env }, way.url, newProject());
  const on = stageAt("cli", dir, { ...env, TIDEMARK_STORE: way.url, TIDEMARK_WAIT_MS: "300" });
  await on.call("remember", { text: "Dates are stored as UTC", kind: "decision" });
  const there = await on.call("recall", { query: "how are dates stored" });
  way.cut();
  // In the text, and beside it for people, it says how old the copy is.
  const away = await on.cli(["recall", "how are dates stored"]);
  expect(away.stdout).toContain("Dates are stored as UTC");
  expect(away.stderr).toMatch(/cannot be reached.*copy from .* less than an hour old/);
  const input = JSON.stringify({ session_id: "s1", cwd: on.dir });
  const brief = await on.cli(["hook", "claude-code", "SessionStart"], { input });
  expect(brief.stdout).toMatch(/copy from .*Dates are stored as UTC/s);
  expect(await on.cli(["remember", "Only with the server"])).toMatchObject({ code: 3 });
  await way.mend();
  // What was noted meanwhile has arrived once, and the server answers again.
  const { hits } = await on.call("recall", { query: "how are dates stored" });
  expect(hits.map(({ id }) => id)).toEqual(there.hits.map(({ id }) => id));
  expect(await on.call("verify")).toMatchObject({ ok: true });
});
