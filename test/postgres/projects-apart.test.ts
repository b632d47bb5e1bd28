import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { expect, onTestFinished } from "vitest";
import { ownedFolder } from "../../src/adapters/disk/owned-folder.ts";
import { readAddress } from "../../src/adapters/postgres/address.ts";
import { openPostgresStore } from "../../src/adapters/postgres/store.ts";
import { openSpool } from "../../src/adapters/spool/spool.ts";
import { advance } from "../../src/app/runtime/advance.ts";
import { userOf } from "../../src/open-server-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { readAll, tally, turn, turns, wordsView } from "../../src/testing/contract-drafts.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { scenario } from "../scenarios/scenario.ts";
import { asOwner, needsPostgres, newProject, openTestStore, postgresUrl } from "../support/postgres.ts";
import { TEST_SEAL } from "../support/seal.ts";
import { spoolName } from "../support/stores.ts";

function newSpool(): string {
  const spool = join(mkdtempSync(join(tmpdir(), "tidemark-spool-")), "spool");
  mkdirSync(spool, { mode: 0o700 });
  return spool;
}

/** Makes a role that is a member of one project; returns the address by which it connects. */
async function memberOf(project: string): Promise<string> {
  const role = `member_${process.pid}_${project.replaceAll("-", "_")}`;
  await asOwner(async (sql) => {
    await sql.unsafe(`CREATE ROLE ${role} LOGIN PASSWORD 'theirs'`);
    await sql`SELECT tidemark.grant_project(${role}, ${project})`;
  });
  return addressFor(role, "theirs");
}

const addressFor = async (role: string, password: string): Promise<string> =>
  (await postgresUrl()).replace("tidemark:tide@", `${role}:${password}@`);

async function openAs(url: string, project: string): Promise<Store> {
  const folder = ownedFolder(newSpool());
  const { store } = await openPostgresStore({
    address: await readAddress(url, () => project),
    spool: openSpool({ folder, name: spoolName(), now: Date.now, seal: TEST_SEAL }),
    sha256,
    waitMs: 2000,
    connections: 1,
  });
  return store;
}

const TABLES = [
  ...["projects", "events", "leases", "view_checkpoints", "view_rows"],
  ...["search_docs", "search_postings", "search_terms", "search_totals"],
];

scenario("team.projects-apart", async (_, context) => {
  needsPostgres(context);
  const [theirs, ours] = [newProject(), newProject()];
  const other = await openTestStore({ project: theirs, spoolFolder: newSpool() });
  await other.tape.append(turns("secret"));
  for (const view of [tally, wordsView]) await advance({ events: other.events, space: other.views, view });
  await other.leases.claim({ name: "secret lease", owner: "x", until: 9e15 }, 0);
  const url = await memberOf(ours);
  const open = (project: string) => openAs(url, project);
  // The member's own project works normally, including a rebuild and a lease.
  const own = await open(ours);
  await own.tape.append([turn("mine")]);
  for (const view of [tally, wordsView]) await advance({ events: own.events, space: own.views, view });
  const scratch = await own.upkeep.scratch();
  await advance({ events: own.events, space: scratch, view: tally });
  expect(await own.upkeep.adopt(tally, scratch)).toBe("adopted");
  await scratch.close();
  expect(await own.leases.claim({ name: "n", owner: "o", until: 9e15 }, 0)).toBe(true);
  expect((await readAll(own)).map(({ id }) => id)).toEqual(["mine"]);
  // The member cannot open the other project, and its SQL finds nothing of that project.
  await expect(open(theirs)).rejects.toMatchObject({ code: "store.refused" });
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  onTestFinished(() => sql.end());
  for (const table of TABLES) {
    const rows = await sql.unsafe(`SELECT * FROM tidemark.${table} WHERE project_id = $1`, [theirs]);
    expect([table, rows.length]).toEqual([table, 0]);
    const all = await sql.unsafe(`SELECT DISTINCT project_id FROM tidemark.${table}`);
    expect([table, all.map(({ project_id }) => project_id)]).toEqual([table, [ours]]);
  }
  // Not even the planner's statistics distinguish one project from another.
  await asOwner((owner) => owner`ANALYZE tidemark.events, tidemark.view_rows, tidemark.search_terms`);
  for (const [table, value] of [
    ["events", "project_id = $1"],
    ["events", "project_id = $1 AND session = 's1'"],
    ["search_terms", "project_id = $1 AND term = 'secret'"],
  ] as const) {
    const expected = async (project: string): Promise<string> => {
      const statement = `EXPLAIN SELECT * FROM tidemark.${table} WHERE ${value.replace("$1", `'${project}'`)}`;
      return (await sql.unsafe(statement)).map((row) => String(row["QUERY PLAN"]).match(/rows=\d+/)).join();
    };
    expect(await expected(theirs)).toBe(await expected("of nobody"));
  }
  const forbidden = [
    `INSERT INTO tidemark.members VALUES (current_user, '${theirs}')`,
    `SELECT tidemark.grant_project(current_user, '${theirs}')`,
    `INSERT INTO tidemark.leases VALUES ('${theirs}', 'n', 'o', 1)`,
    `UPDATE tidemark.leases SET project_id = '${theirs}'`,
    "ALTER TABLE tidemark.events DISABLE ROW LEVEL SECURITY",
    "DELETE FROM tidemark.members",
    "DELETE FROM tidemark.events",
    "UPDATE tidemark.events SET agent = 'bob/cli'",
    `UPDATE tidemark.projects SET project_id = '${theirs}'`,
    `SELECT * FROM tidemark.create_member('eve', '${theirs}')`,
    "INSERT INTO tidemark.migrations VALUES (99, 'x')",
    "SET ROLE tidemark",
  ];
  for (const statement of forbidden)
    await expect(sql.unsafe(statement), statement).rejects.toMatchObject({ code: "42501" });
  await asOwner((owner) => owner`SELECT tidemark.revoke_project(${new URL(url).username}, ${ours})`);
  expect(await sql`SELECT * FROM tidemark.events`).toHaveLength(0);
  for (const store of [own, other]) await store.close();
});

/** The cost of a statement that its role can measure: the rows and pages that it reads. */
async function workOf(sql: postgres.Sql, statement: string): Promise<readonly string[]> {
  const rows = await sql.unsafe(
    `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) ${statement}`,
  );
  const lines = rows.map((row) => String(row["QUERY PLAN"]));
  const planning = lines.indexOf("Planning:");
  // Pages in memory and pages read from disk count the same, because earlier queries decide which is which.
  return lines.slice(0, planning < 0 ? undefined : planning).map((line) => {
    const pages = [...line.matchAll(/(?:hit|read)=(\d+)/g)];
    return line.includes("Buffers:") ? `pages ${pages.reduce((sum, [, n]) => sum + Number(n), 0)}` : line;
  });
}

scenario("team.nothing-to-time", async (_, context) => {
  needsPostgres(context);
  const [theirs, ours] = [newProject(), newProject()];
  const other = await openTestStore({ project: theirs, spoolFolder: newSpool() });
  await other.tape.append(turns(...Array.from({ length: 3000 }, (_, n) => `secret ${n}`)));
  for (const view of [tally, wordsView]) await advance({ events: other.events, space: other.views, view });
  await other.close();
  const url = await memberOf(ours);
  const own = await openAs(url, ours);
  await own.tape.append(turns(...Array.from({ length: 300 }, (_, n) => `mine ${n}`)));
  for (const view of [tally, wordsView]) await advance({ events: own.events, space: own.views, view });
  await own.close();
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  onTestFinished(() => sql.end());
  const statements = [
    ...TABLES.map((table) => `SELECT count(*) FROM tidemark.${table} WHERE project_id = 'P'`),
    "SELECT * FROM tidemark.events WHERE project_id = 'P' AND session = 's1' ORDER BY position",
    "SELECT * FROM tidemark.events WHERE project_id = 'P' AND position > 10 ORDER BY position LIMIT 5",
    "SELECT * FROM tidemark.events WHERE project_id || '' = 'P'",
    "SELECT e.* FROM (VALUES ('P', 's1')) AS given (p, s) JOIN tidemark.events e ON e.project_id = p AND e.session = s",
    "SELECT * FROM tidemark.search_postings WHERE project_id = 'P' AND term = 'secret'",
    "UPDATE tidemark.view_rows SET rank = 1 WHERE project_id = 'P'",
    "DELETE FROM tidemark.search_docs WHERE project_id = 'P'",
  ];
  for (const setting of ["", "SET enable_seqscan = off", "SET enable_indexscan = off"]) {
    if (setting) await sql.unsafe(setting);
    for (const statement of statements) {
      const work = async (project: string): Promise<readonly string[]> => {
        const lines = await workOf(sql, statement.replace("'P'", `'${project}'`));
        return lines.map((line) => line.replaceAll(project, "P"));
      };
      // The first query of a table fills the server's caches.
      await work("test-of-nobody");
      const there = await work(theirs);
      expect(there, `${setting} ${statement}`).toEqual(await work("test-of-nobody"));
    }
    // The contents of other projects' rows make no difference either: the project is checked before any other condition.
    for (const id of ["secret 5", "of nobody"]) {
      const lines = await workOf(sql, `SELECT count(*) FROM tidemark.events WHERE id = '${id}' AND at > 0`);
      const filters = lines.filter((line) => line.includes("Filter: ") && line.includes("project_id"));
      expect(filters.filter((line) => !line.includes("Filter: ((project_id = ANY"))).toEqual([]);
    }
  }
  const refusal = (project: string) => openAs(url, project).then(String, (error) => `${error.code} ${error}`);
  expect(await refusal(theirs)).toBe(await refusal("test-of-nobody"));
});

scenario("team.own-name", async (_, context) => {
  needsPostgres(context);
  const project = newProject();
  await (await openTestStore({ project, spoolFolder: newSpool() })).close();
  const made = await asOwner((sql) => sql`SELECT * FROM tidemark.create_member('ana', ${project})`);
  const { role_name: role, password } = made[0] as { role_name: string; password: string };
  expect([role, userOf(await addressFor(role, password))]).toEqual([
    expect.stringMatching(/^ana\.[0-9a-f]{10}$/),
    "ana",
  ]);
  const store = await openAs(await addressFor(role, password), project);
  const signed = (id: string, agent: string) => ({ ...turn(id), writer: { ...turn(id).writer, agent } });
  for (const agent of ["ana", "ana/codex"])
    expect(await store.tape.append([signed(`by ${agent}`, agent)])).toMatchObject([{ isNew: true }]);
  for (const agent of ["bob", "bob/cli", "anabel", "anabel/cli", "cli"])
    await expect(store.tape.append([signed(`by ${agent}`, agent)]), agent).rejects.toMatchObject({
      code: "store.refused",
      message: expect.stringContaining("name"),
    });
  for (const view of [tally, wordsView]) await advance({ events: store.events, space: store.views, view });
  const [first] = await readAll(store);
  const erased = await store.tape.commit({ events: [], expect: new Map(), erase: [first?.id ?? ""] });
  expect(erased.outcome).toBe("committed");
  expect((await readAll(store)).map(({ writer, payload }) => [writer.agent, payload === null])).toEqual([
    ["ana", true],
    ["ana/codex", false],
  ]);
  // A member can erase what others wrote but not change it, because a changed text would be shown in the name of its
  // author.
  const shared = await openTestStore({ project, spoolFolder: newSpool() });
  await shared.tape.append([signed("by another", "bob/cli")]);
  const words = (await readAll(shared)).find(({ id }) => id === "by another")?.payload;
  const change = { events: [], expect: new Map<string, number>() };
  const put = (id: string, text: string) =>
    store.tape.commit({ ...change, rewrite: [{ id, payload: { ...words, text } }] });
  await expect(put("by another", "never said")).rejects.toMatchObject({
    code: "store.refused",
    message: expect.stringContaining("another person"),
  });
  expect((await readAll(shared)).find(({ id }) => id === "by another")?.payload).toEqual(words);
  expect(await put("by ana/codex", "[secret]")).toMatchObject({ outcome: "committed" });
  const alsoErased = await store.tape.commit({ ...change, erase: ["by another"] });
  expect(alsoErased.outcome).toBe("committed");
  await shared.close();
  await asOwner((sql) => sql`SELECT tidemark.drop_member(${role})`);
  await expect(readAll(store)).rejects.toMatchObject({ code: expect.stringMatching(/^store\./) });
  await expect(openAs(await addressFor(role, password), project)).rejects.toMatchObject({
    code: "store.refused",
  });
  await store.close();
});

/** Every key begins with the project, and verbs use indexes that begin with it. This allows partitioning by project. */
scenario("team.keys-by-project", async (_, context) => {
  needsPostgres(context);
  await (await openTestStore({ project: newProject(), spoolFolder: newSpool() })).close();
  await asOwner(async (sql) => {
    const keys = await sql`SELECT c.relname AS index, a.attname AS first FROM pg_index i
      JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
      JOIN pg_namespace n ON n.oid = t.relnamespace
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = i.indkey[0]
      WHERE n.nspname = 'tidemark' AND t.relname NOT IN ('migrations', 'members')`;
    expect(keys.length).toBeGreaterThan(12);
    expect(keys.filter(({ first }) => first !== "project_id")).toEqual([]);
    await sql`SET enable_seqscan = off`;
    const asked = [
      "SELECT * FROM tidemark.events WHERE project_id = 'p' AND position > 5 ORDER BY position LIMIT 9",
      "SELECT * FROM tidemark.events WHERE project_id = 'p' AND subject = 's' ORDER BY position",
      "SELECT * FROM tidemark.events WHERE project_id = 'p' AND session = 's' AND position > 5 ORDER BY position",
      "SELECT * FROM tidemark.events WHERE project_id = 'p' AND key = ANY ('{a,b}')",
      "SELECT * FROM tidemark.view_rows WHERE project_id = 'p' AND view = 'v' AND kind = ANY ('{a,b}')",
      "SELECT * FROM tidemark.search_postings WHERE project_id = 'p' AND term = 't' ORDER BY block",
      "SELECT doc FROM tidemark.search_docs WHERE project_id = 'p' AND session = 's' AND doc > 5 ORDER BY doc LIMIT 1",
    ];
    for (const statement of asked) {
      const plan = (await sql.unsafe(`EXPLAIN ${statement}`))
        .map((row) => String(row["QUERY PLAN"]))
        .join("\n");
      expect(plan, statement).toMatch(/Index.*Cond: \(\(?project_id = 'p'/s);
      expect(plan, statement).not.toContain("Seq Scan");
    }
  });
});
