import { expect, test } from "vitest";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { find } from "../../src/app/items/find.ts";
import { recall } from "../../src/app/recall/recall.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import { scenario } from "../scenarios/scenario.ts";
import { testMemory } from "../support/test-memory.ts";

const DAMAGES = [
  "DELETE FROM view_rows WHERE view = 'items'",
  "DELETE FROM view_rows WHERE view = 'items' AND kind = 'decision'",
  "UPDATE view_rows SET rank = 7 WHERE view = 'items' AND kind = 'decision'",
  "INSERT INTO view_rows VALUES ('items', 'zzz', 'fact', 'active', 1, '{}')",
  "DELETE FROM search_docs",
  "DELETE FROM search_totals",
  "DELETE FROM search_terms WHERE term = (SELECT max(term) FROM search_terms)",
  "DELETE FROM search_terms",
  "INSERT INTO search_words (search_words) VALUES ('delete-all')",
];

scenario("designs.lost-rows", async () => {
  for (const damage of DAMAGES) {
    const deps = await testMemory({ store: "sqlite" });
    const id = await deps.item("decision", "We build with pnpm");
    await deps.item("fact", "The port is 5432");
    await catchUp(deps, "items", "search");
    const page = { limit: 10, offset: 0 };
    const before = (await find(deps, page)).items;
    const db = (await chooseDriver()).open(deps.databaseFile);
    db.exec(damage);
    db.close();
    expect((await find(deps, page)).items, damage).toEqual(before);
    expect((await recall(deps, { query: "pnpm", k: 1 })).hits[0]?.id, damage).toBe(id);
  }
});

test("salvage counts an event whose predecessor is lost, because its hash can no longer be checked", async () => {
  const deps = await testMemory({ store: "sqlite" });
  for (let i = 0; i < 10; i++) await deps.item("fact", `The port of service ${i} is ${5400 + i}`);
  const db = (await chooseDriver()).open(deps.databaseFile);
  db.exec("DELETE FROM events WHERE position = 4; UPDATE events SET agent = 'nobody' WHERE position = 5");
  db.close();
  const { lost, mended } = await deps.vault.salvage();
  expect({ lost, mended }).toEqual({ lost: [4], mended: 1 });
});
