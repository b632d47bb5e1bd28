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

const GUIDE = "docs/guide/library.md";

/** The texts of all fenced blocks with this mark. */
const blocksOf = (page: string, mark: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${mark}\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text]) => text ?? "");

scenario("library.guide", async () => {
  const page = textOf(GUIDE);
  const programs = blocksOf(page, "ts");
  const prints = blocksOf(page, "text");
  expect([programs.length, prints.length]).toEqual([2, 2]);
  for (const [i, program] of programs.entries()) expect(await outputOf(program)).toBe(prints[i]);
});

/** The output of one of the page's programs in an empty project. */
async function outputOf(source: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-guide-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const project = join(folder, "project");
  mkdirSync(join(folder, "node_modules"));
  mkdirSync(project);
  symlinkSync(ROOT, join(folder, "node_modules", "tidemark"), "junction");
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
  const program = ts.transpileModule(source, { compilerOptions: options }).outputText;
  const [, name = "", compiled = ""] = /Save this as `(\S+)`[\s\S]*?^node (\S+)/m.exec(textOf(GUIDE)) ?? [];
  expect(compiled).toBe(name.replace(/ts$/, "js"));
  writeFileSync(join(folder, compiled), program);
  // The module type that `npm init -y` writes.
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }\n');
  const env = environment(folder);
  const { code, stdout, stderr } = await node([join(folder, compiled)], { cwd: project, env });
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}
