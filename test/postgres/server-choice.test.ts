import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { readAddress } from "../../src/adapters/postgres/address.ts";
import { create } from "../../src/app/items/create.ts";
import { identify } from "../../src/app/runtime/identify.ts";
import { doctor } from "../../src/app/upkeep/doctor.ts";
import { status } from "../../src/app/upkeep/status.ts";
import { checkFile } from "../../src/core/config/check-file.ts";
import { environmentValues } from "../../src/core/config/config.ts";
import { type OpenMemory, type OpenMemoryOptions, openMemory } from "../../src/open-memory.ts";
import { scenario } from "../scenarios/scenario.ts";
import { BIN, node } from "../spawned.ts";
import { approveStore } from "../support/approve-store.ts";
import {
  asOwner,
  dropDatabase,
  needsPostgres,
  newDatabase,
  newProject,
  postgresUrl,
} from "../support/postgres.ts";

type Place = { readonly dir: string; readonly env: NodeJS.ProcessEnv };

function newPlace(store: string): Place {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-choice-")));
  const dir = join(base, "project");
  mkdirSync(dir);
  const names = { HOME: base, XDG_STATE_HOME: join(base, "state"), XDG_CONFIG_HOME: join(base, "config") };
  return { dir, env: { ...names, PATH: process.env.PATH, TIDEMARK_STORE: store } };
}

async function using<T>(
  { dir, env }: Place,
  options: Partial<OpenMemoryOptions>,
  work: (deps: OpenMemory["deps"]) => Promise<T>,
): Promise<T> {
  const { deps, close } = await openMemory({ cwd: dir, env, effect: "reads", ...options });
  try {
    return await work(deps);
  } finally {
    await close();
  }
}

const serverOf = (place: Place, options: Partial<OpenMemoryOptions> = {}): Promise<string | undefined> =>
  using(place, options, async (deps) => (await status(deps)).memory.server);

scenario("team.server-is-personal", async (_, context) => {
  needsPostgres(context);
  const { values, problems } = checkFile({ store: { url: "postgres://them@evil.example/x" } }, "project");
  expect(values).toEqual({});
  expect(problems[0]?.message).toContain("is ignored in a project's file");
  const url = await postgresUrl();
  const place = newPlace(`${url}?project=${newProject()}`);
  const agent = { ...place, env: { ...place.env, CLAUDECODE: "1" } };
  // The memory starts on this machine, and no server is set yet.
  const local = { ...place, env: { ...place.env, TIDEMARK_STORE: "local" } };
  await using(local, { effect: "writes" }, (deps) => create(deps, { kind: "fact", text: "The port is 80" }));
  expect(await serverOf(local)).toBeUndefined();
  const asked: string[] = [];
  const answering = (answer: boolean) => ({
    ask: async (question: string) => {
      asked.push(question);
      return answer;
    },
  });
  // Without a person at a terminal no kind of process can approve an address.
  for (const refused of [
    serverOf(agent),
    serverOf(place),
    serverOf(place, { host: "library" }),
    serverOf(place, { host: "mcp" }),
    serverOf(place, { host: "codex" }),
    serverOf(place, answering(false)),
  ])
    await expect(refused).rejects.toMatchObject({ code: "store.refused" });
  expect(await serverOf(place, answering(true))).toContain("project test-");
  expect(asked).toHaveLength(2);
  for (const server of [
    serverOf(agent),
    serverOf(place, { host: "mcp" }),
    serverOf(place, { host: "codex" }),
  ])
    expect(await server).toContain("project test-");
  const other = { ...agent, env: { ...agent.env, TIDEMARK_STORE: `${url}?project=${newProject()}` } };
  await expect(serverOf(other)).rejects.toMatchObject({ code: "store.refused" });
});

scenario("team.shipped-note-is-foreign", async (_, context) => {
  needsPostgres(context);
  const url = `${await postgresUrl()}?project=${newProject()}`;
  const place = newPlace(url);
  await using(place, { effect: "writes", ask: async () => true }, (deps) =>
    create(deps, { kind: "fact", text: "Ours" }),
  );
  // The memory is replaced by one that a repository brings, which contains a note of a server.
  const memory = join(place.dir, ".tidemark");
  renameSync(memory, `${memory}-gone`);
  mkdirSync(memory, { recursive: true, mode: 0o700 });
  writeFileSync(join(memory, "store.json"), JSON.stringify({ url: "postgres://them@127.0.0.1:1/theirs" }));
  const { TIDEMARK_STORE: _store, ...env } = place.env;
  for (const host of [undefined, "mcp", "claude-code"])
    await using({ dir: place.dir, env }, host === undefined ? {} : { host }, async (deps) => {
      expect(deps.ownership?.foreign).toBeDefined();
      expect(deps.project.server).toBeUndefined();
    });
});

scenario("team.no-password-shown", async () => {
  const secret = "hunter2-hunter2";
  const said = (work: () => unknown): string => {
    try {
      return JSON.stringify(work());
    } catch (error) {
      return `${error} ${JSON.stringify(error)}`;
    }
  };
  expect(said(() => environmentValues({ TIDEMARK_STORE: `mysql://me:${secret}@db/x` }))).not.toContain(
    secret,
  );
  for (const text of [
    `postgres://me:${secret}@/x`,
    `postgres://me:${secret}@db/x?user=${secret}`,
    `postgres://me@db/x?${secret}`,
  ])
    expect(await readAddress(text, () => "p").catch(String)).not.toContain(secret);
  await expect(readAddress(`postgres://me:%zz${secret}@db/x`, () => "p")).rejects.toMatchObject({
    code: "input.config",
    message: expect.not.stringContaining(secret),
  });
  const { server } = await readAddress(`postgres://me:${secret}@db.example/x`, () => "p");
  expect(server).toBe("db.example:5432/x");
  const place = newPlace(`postgres://me:${secret}@127.0.0.1:1/x`);
  const failed = using(place, { effect: "writes", serverWaitMs: 50, ask: async () => true }, async () => {});
  const error = await failed.catch((failure: unknown) => failure);
  expect(error).toMatchObject({ code: "store.unreachable" });
  expect(`${error}${JSON.stringify(error)}`).not.toContain(secret);
});

scenario("team.hooks-stay-local", async (_, context) => {
  needsPostgres(context);
  const project = newProject();
  const url = `${await postgresUrl()}?project=${project}`;
  const place = newPlace(url);
  approveStore(place, url, project);
  await using(place, { effect: "writes" }, async () => {});
  // Nothing listens at this address.
  const away = {
    ...place,
    env: { ...place.env, TIDEMARK_STORE: url.replace(/:\d+\/postgres/, ":1/postgres") },
  };
  approveStore(place, away.env.TIDEMARK_STORE, project);
  await expect(using(away, { serverWaitMs: 50 }, status)).rejects.toMatchObject({
    code: "store.unreachable",
  });
  for (const prompt of ["first words", "second words"]) {
    const input = JSON.stringify({
      session_id: "s1",
      cwd: place.dir,
      hook_event_name: "UserPromptSubmit",
      prompt,
    });
    const env = { ...away.env, CLAUDECODE: "1" };
    const ended = await node([BIN, "hook", "claude-code", "UserPromptSubmit"], {
      cwd: place.dir,
      env,
      input,
    });
    expect(ended).toMatchObject({ code: 0 });
  }
  expect(await using(place, {}, (deps) => deps.store.events.read(0, 100))).toMatchObject({
    events: expect.arrayContaining([
      expect.objectContaining({ payload: expect.objectContaining({ text: "first words" }) }),
      expect.objectContaining({ payload: expect.objectContaining({ text: "second words" }) }),
    ]),
  });
  const { position } = await using(place, {}, (deps) => deps.store.tape.end());
  expect((await using(place, {}, (deps) => deps.store.tape.end())).position).toBe(position);
});

scenario("team.address-is-the-users", async (_, context) => {
  needsPostgres(context);
  const url = `${await postgresUrl()}?project=${newProject()}`;
  const place = newPlace("local");
  const { TIDEMARK_STORE: __, ...env } = place.env;
  const plain = { ...place, env };
  await using(plain, { effect: "writes" }, (deps) => create(deps, { kind: "fact", text: "The port is 80" }));
  const file = join(place.dir, ".tidemark/store.json");
  for (const text of [JSON.stringify({ url, project: "stolen", approved: {} }), "{"]) {
    writeFileSync(file, text);
    const found = await using(plain, {}, status);
    expect(found.memory.server).toBeUndefined();
    expect(found).toMatchObject({ foreign_store_note: file, items: { fact: 1 } });
    const { findings } = await using(plain, { effect: "examines" }, (deps) => doctor(deps, { fix: false }));
    expect(findings).toContainEqual(
      expect.objectContaining({ code: "memory.store_note", fix: `rm "${file}"` }),
    );
  }
  // Nothing that waits in the spool is sent before a person approves the address.
  const named = { ...plain, env: { ...env, TIDEMARK_STORE: url } };
  await expect(using(named, { effect: "writes" }, status)).rejects.toMatchObject({ code: "store.refused" });
  const rows = await asOwner(
    (sql) =>
      sql`SELECT 1 FROM tidemark.events WHERE project_id = ${new URL(url).searchParams.get("project")}`,
  );
  expect(rows).toHaveLength(0);
});

scenario("team.joining-is-agreed", async (_, context) => {
  needsPostgres(context);
  const url = await newDatabase();
  const yes = { ask: async () => true };
  const commit = (dir: string, ...argv: string[]) => execFileSync("git", argv, { cwd: dir, env: COMMITTER });
  const first = newPlace(url);
  commit(first.dir, "init", "-q");
  commit(first.dir, "commit", "-q", "--allow-empty", "-m", "first");
  await using(first, { effect: "writes", ...yes }, async (deps) => {
    await identify(deps);
    await create(deps, { kind: "fact", text: "The port is 80" });
  });
  const fork = newPlace(url);
  commit(fork.dir, "clone", "-q", first.dir, ".");
  const asked: string[] = [];
  const join = async (question: string) => {
    asked.push(question);
    return asked.length !== 2;
  };
  await expect(using(fork, { effect: "writes", ask: join }, status)).rejects.toMatchObject({
    code: "store.refused",
    message: expect.stringContaining("did not join"),
  });
  expect(asked[1]).toMatch(/already exists on this server: the memory of "project", begun .*, 2 events/);
  const own = { ...fork, env: { ...fork.env, TIDEMARK_STORE: `${url}?project=mine` } };
  expect((await using(own, { effect: "writes", ...yes }, status)).tape.events).toBe(0);
  expect((await using(fork, { effect: "writes", ...yes }, status)).tape.events).toBe(2);
  await dropDatabase(url);
});

const COMMITTER = {
  ...{ PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  ...{ GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@example.com" },
  ...{ GIT_COMMITTER_NAME: "A", GIT_COMMITTER_EMAIL: "a@example.com" },
};
