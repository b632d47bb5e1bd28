import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { REQUIREMENTS } from "../scenarios/requirements.ts";
import { scenario } from "../scenarios/scenario.ts";
import { ROOT, textOf } from "../sources.ts";

const FOLDER = "docs/designs";

scenario("designs.pages", () => {
  const pages = readdirSync(join(ROOT, FOLDER)).filter((name) => name.endsWith(".md"));
  expect(pages).toHaveLength(5);
  for (const page of pages) {
    const rows = textOf(`${FOLDER}/${page}`)
      .split("\n")
      .filter((line) => /^\|.*\|.*\|.*\|$/.test(line) && !/^\| (?:---|point|what)/.test(line));
    expect(rows.length, page).toBeGreaterThan(5);
    for (const row of rows) {
      const proof = row.split("|").at(-2) ?? "";
      const ids = [...proof.matchAll(/`([^`]+)`/g)].map(([, id]) => id);
      expect(ids.length > 0 || proof.includes("bench/results/"), `${page}: ${row}`).toBe(true);
      expect(Object.keys(REQUIREMENTS), `${page}: ${row}`).toEqual(expect.arrayContaining(ids));
    }
  }
});
