import { createContext, runInContext } from "node:vm";
import fc from "fast-check";
import ts from "typescript";
import { expect, test } from "vitest";
import { filesUnder, parsed, visit } from "../sources.ts";

const isLong = process.env.TIDEMARK_LONG === "1";

/** Length of a text at which exponential or cubic work shows. */
const SIZE = 2000;
const LIMIT_MS = 10_000;
const SAMPLES = 8;
/** A text with which no pattern ends. */
const BAD_END = "\u0001!x\n";

type Pattern = { readonly place: string; readonly source: string; readonly flags: string };

function patternsIn(path: string): Pattern[] {
  const file = parsed(path);
  const found: Pattern[] = [];
  visit(file, (node) => {
    if (!ts.isRegularExpressionLiteral(node)) return;
    const [, source = "", flags = ""] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.push({ place: `${path}:${line + 1}`, source, flags });
  });
  return found;
}

/** Texts that nearly match a pattern: repeated parts of matching texts, followed by an end that does not match. */
function nearMisses({ source, flags }: Pattern): string[] {
  const plain = source.replace(/\(\?<?[=!](?:[^()\\]|\\.)*\)|\\[bB]/g, "");
  try {
    const samples = fc.sample(fc.stringMatching(new RegExp(plain, flags.replace(/[^u]/g, ""))), SAMPLES);
    return samples.flatMap((sample) =>
      [0, Math.floor(sample.length / 3), Math.floor(sample.length / 2)].flatMap((from) =>
        [1, 3, sample.length].map((length) => {
          const piece = sample.slice(from, from + length) || " ";
          return sample.slice(0, from) + piece.repeat(Math.ceil(SIZE / piece.length)) + BAD_END;
        }),
      ),
    );
  } catch {
    // Patterns that cannot be sampled; the bench of text paths tests those too.
    return [" ".repeat(SIZE) + BAD_END, "a".repeat(SIZE) + BAD_END];
  }
}

/** Whether the pattern finishes in time. It runs in another context, which can be interrupted while it is busy. */
function endsInTime({ source, flags }: Pattern, text: string): boolean {
  try {
    const context = createContext({ text, source, flags });
    runInContext('text.replace(new RegExp(source, flags), "")', context, { timeout: LIMIT_MS });
    return true;
  } catch (error) {
    return !/timed out/.test(String(error));
  }
}

test.runIf(isLong)("no pattern of the source takes excessive time on a text that nearly matches it", () => {
  const paths = filesUnder("src").filter((path) => path.endsWith(".ts"));
  const runaway = paths
    .flatMap(patternsIn)
    .filter((pattern) => nearMisses(pattern).some((text) => !endsInTime(pattern, text)));
  expect(runaway.map(({ place }) => place)).toEqual([]);
});
