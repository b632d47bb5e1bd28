import { Script } from "node:vm";
import { buildSync } from "esbuild";
import { expect, test } from "vitest";
// @ts-expect-error: the scripts have no types.
import { inAscii } from "../scripts/ascii.mjs";
import { ROOT } from "./sources.ts";

const evaluated = (code: string): unknown => new Script(`(${code})`).runInThisContext();

test.each([
  ['"é" + "日本😀"'],
  [`\`é $\{1} 日\``],
  [`String.raw\`a␣b\\s$\{1}[:：]\\\`ü\``],
  ['/[áé]|😀+$/u.test("x😀😀") && /日/.test("本日") && !/[áé]/u.test("e")'],
])("%s means the same in ASCII", (code) => {
  const plain = inAscii(code);
  expect(plain).toMatch(/^[\0-\x7f]*$/);
  expect(evaluated(plain)).toEqual(evaluated(code));
});

test("a raw string that cannot be written in ASCII stops the build", () => {
  expect(() => inAscii("String.raw`\\é`")).toThrow(/escapes a letter/);
  expect(() => inAscii(`String.raw\`$\{\`é\`}\``)).toThrow(/template within/);
});

test("the rules for secrets are the same in the bundled command", () => {
  const { outputFiles } = buildSync({
    stdin: {
      contents: ["platforms", "services", "forms"]
        .map((name) => `export * from "./src/core/redact/rules-${name}.ts";`)
        .join("\n"),
      resolveDir: ROOT,
      loader: "ts",
    },
    ...{ bundle: true, minify: true, write: false, format: "cjs" as const },
  });
  const rulesIn = (code: string): unknown =>
    evaluated(`(() => { const module = {}; ${code}; return module.exports; })()`);
  const text = outputFiles[0]?.text ?? "";
  const texts = (rules: unknown) => JSON.stringify({ ...(rules as object) });
  expect(texts(rulesIn(inAscii(text)))).toBe(texts(rulesIn(text)));
  expect(texts(rulesIn(text))).toContain("␣");
});
