import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { commandLine, stage } from "../scenarios/stage.ts";

scenario("export.pages", async () => {
  const { dir, env } = stage();
  const run = (...argv: string[]) => commandLine(argv, { dir, env });
  const pages = join(dir, "pages");
  await run("remember", "Cards are charged through Adyen", "--kind", "decision", "--topic", "payments");
  await run("remember", "Refunds take two days", "--topic", "payments");
  await run("remember", "The API has two versions", "--topic", "C++ / API");
  await run("export", pages, "--format", "markdown");
  const names = readdirSync(pages).sort();
  expect(names).toEqual([expect.stringMatching(/^c-api-\w+\.md$/), "index.md", "payments.md"]);
  const page = (name: string) => readFileSync(join(pages, name), "utf8");
  expect(page("index.md")).toContain("- [payments](payments.md) (2)");
  expect(page("payments.md")).toMatch(
    /# payments\n\n## Facts\n\n- Refunds take two days \(fct#1, [\s\S]*## Decisions/,
  );
  await run("transition", "dec#1", "superseded");
  await run("export", pages, "--format", "markdown");
  expect(page("payments.md")).not.toContain("Adyen");
  const other = join(dir, "other");
  mkdirSync(other);
  writeFileSync(join(other, "mine.md"), "# Mine\n");
  expect((await run("export", other, "--format", "markdown")).stderr).toContain(
    "contains other files (mine.md)",
  );
});
