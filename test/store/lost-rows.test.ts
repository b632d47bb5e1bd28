import { expect } from "vitest";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { find } from "../../src/app/items/find.ts";
import { recall } from "../../src/app/recall/recall.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import { scenario } from "../scenarios/scenario.ts";
import { testWorld } from "../support/world.ts";

const DAMAGES = [
  "DELETE FROM view_rows WHERE view = 'items'",
  "DELETE FROM view_rows WHERE view = 'items' AND kind = 'decision'",
  "UPDATE view_rows SET rank = 7 WHERE view = 'items' AND kind = 'decision'",
  "INSERT INTO view_rows VALUES ('items', 'zzz', 'fact', 'active', 1, '{}')",
  "DELETE FROM search_docs",
];

scenario("designs.lost-rows", async () => {
  for (const damage of DAMAGES) {
    const world = await testWorld({ store: "sqlite" });
    const id = await world.item("decision", "We build with pnpm");
    await world.item("fact", "The port is 5432");
    await catchUp(world, "items", "search");
    const page = { limit: 10, offset: 0 };
    const before = (await find(world, page)).items;
    const db = (await chooseDriver()).open(world.databaseFile);
    db.exec(damage);
    db.close();
    expect((await find(world, page)).items, damage).toEqual(before);
    expect((await recall(world, { query: "pnpm", k: 1 })).hits[0]?.id, damage).toBe(id);
  }
});
