import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import { rate } from "../../src/app/items/rate.ts";
import { usageParts } from "../../src/app/recall/usage-parts.ts";
import { scenario } from "../scenarios/scenario.ts";
import { holds } from "../support/property.ts";
import { testMemory } from "../support/test-memory.ts";
import { wildValue } from "../support/wild.ts";

const DAY = 24 * 60 * 60 * 1000;

type Tree = { readonly schema_version: string; readonly records: { readonly [id: string]: object } };

/** Ways to damage a usage file. Each returns the new bytes, or undefined to delete the file. */
const damage: fc.Arbitrary<(text: string) => string | undefined | "a folder"> = fc.oneof(
  fc.constantFrom(
    () => undefined,
    () => "a folder",
    () => "",
    (text: string) => `${text}${text}`,
    (text: string) => `\ufeff${text}`,
    (text: string) => text.replace("v1", "v2"),
    (text: string) => text.replace("records", "Records"),
  ),
  // The file is truncated anywhere, or contains a character that JSON does not allow.
  fc.nat().map((n) => (text: string) => text.slice(0, n % (text.length - 2))),
  fc.nat().map((n) => (text: string) => `${text.slice(0, n % text.length)}\0${text.slice(n % text.length)}`),
  fc.string({ unit: "binary", maxLength: 40 }).map((text) => () => text),
  wildValue.map((value) => () => JSON.stringify(value) ?? ""),
  wildValue.map((value) => (text: string) => inRecord(text, "last_referenced_at", value)),
  fc.constantFrom("count", "shown", "used").map((field) => (text: string) => inRecord(text, field, "three")),
);

/** Gives one field of one record a value of the wrong type. */
function inRecord(text: string, field: string, value: unknown): string {
  const tree = JSON.parse(text) as Tree;
  const [id = ""] = Object.keys(tree.records);
  return JSON.stringify({
    ...tree,
    records: { ...tree.records, [id]: { ...tree.records[id], [field]: value } },
  });
}

scenario("usage.lost-changes-nothing", async () => {
  const deps = await testMemory();
  const ids: string[] = [];
  for (let i = 0; i < 6; i++) {
    ids.push(await deps.item("fact", `Fact number ${i}`));
    if (i % 2 === 0) await rate(deps, "helpful", { id: ids[i] ?? "" });
  }
  const file = join(deps.memoryDir, "reference-tracker.json");
  rmSync(file, { force: true });
  for (const id of [...ids, "path:docs/a.md"]) {
    await deps.usage.touch([id], "shown");
    deps.later(20 * DAY);
  }
  const text = readFileSync(file, "utf8");
  const asked = [...ids, "path:docs/a.md", "nobody"];
  const kept = await usageParts(deps, asked);
  rmSync(file);
  const baseline = await usageParts(deps, asked);
  expect(kept).not.toEqual(baseline);
  await holds(
    fc.asyncProperty(damage, async (damaged) => {
      rmSync(file, { recursive: true, force: true });
      const bytes = damaged(text);
      if (bytes === "a folder") mkdirSync(file);
      else if (bytes !== undefined) writeFileSync(file, bytes);
      expect(await usageParts(deps, asked)).toEqual(baseline);
      expect(deps.usage.health().records).toBe(0);
    }),
  );
  rmSync(file, { recursive: true, force: true });
  writeFileSync(file, text);
  expect(await usageParts(deps, asked)).toEqual(kept);
});
