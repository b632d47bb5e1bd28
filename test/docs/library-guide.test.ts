import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { beforeAll, expect, onTestFinished } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { environment } from "../scenarios/stage.ts";
import { ROOT, textOf } from "../sources.ts";
import { built, node } from "../spawned.ts";

beforeAll(built);

/** The first block of a kind on the page. */
function blockOf(page: string, mark: string): string {
  return new RegExp(`\`\`\`${mark}\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? "";
}

scenario("library.guide", async () => {
  const page = textOf("docs/guide/library.md");
  const folder = mkdtempSync(join(tmpdir(), "tidemark-guide-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const project = join(folder, "project");
  mkdirSync(join(folder, "node_modules"));
  mkdirSync(project);
  symlinkSync(ROOT, join(folder, "node_modules", "tidemark"), "junction");
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
  const program = ts.transpileModule(blockOf(page, "ts"), { compilerOptions: options }).outputText;
  writeFileSync(join(folder, "memory.mjs"), program);
  const env = environment(folder);
  const { code, stdout, stderr } = await node(["memory.mjs", project], { cwd: folder, env });
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toBe(blockOf(page, "text"));
});
