import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { freshFolder, stage, stageAt } from "../scenarios/stage.ts";
import { approveStore } from "../support/approve-store.ts";
import { needsPostgres, newProject, postgresUrl } from "../support/postgres.ts";

/** The files of an export, by name. */
const filesIn = (folder: string): { readonly [name: string]: string } =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));

scenario("team.moves", async (_, context) => {
  needsPostgres(context);
  const on = stage();
  const project = newProject();
  const url = `${await postgresUrl()}?project=${project}`;
  const exported = async () => {
    const folder = join(freshFolder(), "out");
    await on.call("export", { dir: folder });
    return filesIn(folder);
  };
  for (let n = 0; n < 12; n++)
    await on.call("remember", { text: `Service ${n} listens on port ${8000 + n}` });
  await on.call("remember", { text: "The launch code is Zanzibar" });
  await on.call("forget", { text: "Zanzibar" });
  const before = await exported();
  const hits = await on.call("recall", { query: "which port has service 7" });
  expect(await on.call("migrate", { to: url })).toMatchObject({
    to: expect.stringContaining("project test-"),
  });
  expect((await on.call("status")).memory).toMatchObject({
    server: expect.stringContaining("project test-"),
  });
  expect(await exported()).toEqual(before);
  expect((await on.call("recall", { query: "which port has service 7" })).hits).toEqual(hits.hits);
  expect(await on.call("verify")).toMatchObject({ ok: true });
  // A second machine that joins the project gets what the first one recorded.
  const other = stage();
  approveStore(other, url, project);
  const joined = stageAt("cli", other.dir, { ...other.env, TIDEMARK_STORE: url });
  await joined.call("remember", { text: "Service 12 listens on port 8012" });
  expect((await joined.call("status")).tape.events).toBe((await on.call("status")).tape.events);
  const grown = await exported();
  expect(await on.call("migrate", { to: "local" })).toMatchObject({ copied: expect.any(Number) });
  expect((await on.call("status")).memory).not.toHaveProperty("server");
  expect(await exported()).toEqual(grown);
  // When words are forgotten, the copy that a move leaves behind is cleaned too.
  await on.call("remember", { text: "The gate code is Kilimanjaro" });
  await on.call("migrate", { to: url });
  const forgotten = await on.call("forget", { text: "Kilimanjaro" });
  expect(forgotten).toMatchObject({ complete: true });
  expect(readFileSync(join(on.dir, ".tidemark/tidemark.db")).includes("Kilimanjaro")).toBe(false);
  const beside = stageAt("cli", on.dir, { ...on.env, TIDEMARK_STORE: "local" });
  expect((await beside.call("recall", { query: "gate code" })).hits).toEqual([]);
  await on.call("migrate", { to: "local" });
  // Two tapes with different histories are not treated as one.
  await on.call("remember", { text: "Only here" });
  await joined.call("remember", { text: "Only there" });
  expect(await on.refused("migrate", { to: url })).toMatchObject({ code: "input.conflict" });
  const agent = stageAt("cli", on.dir, { ...on.env, CLAUDECODE: "1" });
  expect(await agent.refused("migrate", { to: url })).toMatchObject({ code: "input.needs_person" });
});
