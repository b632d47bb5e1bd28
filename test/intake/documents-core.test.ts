import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULTS } from "../../src/core/config/config.ts";
import { changedAt, documentPath, hashInKey, versionKey } from "../../src/core/documents/document.ts";
import { fitsGlob, problemOfGlobs } from "../../src/core/documents/globs.ts";
import { sectionsOf, titleOf } from "../../src/core/documents/sections.ts";
import { isStorablePath, selectDocuments } from "../../src/core/documents/select-documents.ts";
import { scenario } from "../scenarios/scenario.ts";
import { holds } from "../support/property.ts";

test.each([
  ["README.md", "readme.MD", true],
  ["README.md", "docs/README.md", false],
  ["docs/**/*.md", "docs/a.md", true],
  ["docs/**/*.md", "docs/a/b/c.md", true],
  ["docs/**/*.md", "docsy/a.md", false],
  ["docs/**", "docs/a/b.md", true],
  ["**/adr/**/*.md", "adr/1.md", true],
  ["**/adr/**/*.md", "packages/x/adr/2024/1.md", true],
  ["**/adr/**/*.md", "packages/adrift/1.md", false],
  ["docs/*.md", "docs/a/b.md", false],
  ["docs/?.md", "docs/ü.md", true],
  ["docs/a*c*e.md", "docs/abcdcde.md", true],
  ["docs/a*c*e.md", "docs/abcd.md", false],
  ["**", "any/where.md", true],
])("the glob %s and the path %s: %s", (glob, path, isMeant) => {
  expect(fitsGlob(glob, path)).toBe(isMeant);
});

test("a glob that was written to be slow is matched fast", () => {
  const glob = `${"**/*a*".repeat(140)}/x`;
  expect(fitsGlob(glob, `${"a/".repeat(400)}${"a".repeat(200)}`)).toBe(false);
});

test.each([
  ["docs/**/*.md", undefined],
  ["a.md, ,b.md", /an empty entry/],
  ["docs\\a.md", /backslash/],
  ["/etc/*.md", /is outside the project/],
  ["docs/../../*.md", /is outside the project/],
])("globs %j", (globs, problem) => {
  if (problem === undefined) expect(problemOfGlobs(globs)).toBeUndefined();
  else expect(problemOfGlobs(globs)).toMatch(problem);
});

scenario("documents.wanted", () => {
  const tracked = [
    "README.md",
    "Architecture.md",
    "AGENTS.md",
    "docs/CLAUDE.md",
    "docs/guide/setup.md",
    "docs/logo.png",
    "packages/api/docs/notes.md",
    "packages/api/adr/0001-json.md",
    "src/decisions/cache.md",
    "CHANGELOG.md",
  ];
  const { paths } = DEFAULTS.documents;
  expect(selectDocuments([...tracked, "README.md"], paths)).toEqual([
    "README.md",
    "Architecture.md",
    "docs/guide/setup.md",
    "packages/api/adr/0001-json.md",
    "src/decisions/cache.md",
  ]);
  expect(selectDocuments(tracked, "**")).not.toContain("AGENTS.md");
  const secret = `docs/ghp_${"aB3dE5gH7j".repeat(4)}.md`;
  expect(["docs/ü b.md", "docs/a\nb.md", secret, "d/".repeat(600)].map(isStorablePath)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

const PAGE = `---
title: "The cache"
---
Before all.

# Cache

How it works.

## Keys ##

\`\`\`sh
# no heading
\`\`\`

Losing keys
-----------

They expire.

# Empty
### Deep
last`;

scenario("documents.sections", () => {
  expect(titleOf("docs/x.md", PAGE)).toBe("The cache");
  expect(titleOf("docs/x.md", "no heading")).toBe("x.md");
  expect(titleOf("x.md", "a\n\n## Second ##\n")).toBe("Second");
  expect(sectionsOf("The cache", PAGE)).toEqual([
    { headings: ["The cache"], text: "Before all." },
    { headings: ["The cache", "Cache"], text: "How it works." },
    { headings: ["The cache", "Cache", "Keys"], text: "```sh\n# no heading\n```" },
    { headings: ["The cache", "Cache", "Losing keys"], text: "They expire." },
    { headings: ["The cache", "Empty", "Deep"], text: "last" },
  ]);
  expect(sectionsOf("x.md", "# Only this")).toEqual([{ headings: ["x.md"], text: "x.md" }]);
  expect(sectionsOf("x.md", " \n")).toEqual([]);
  const long = "One sentence of six words here. ".repeat(100);
  expect(sectionsOf("x", `# x\n${long}`).length).toBeGreaterThan(3);
  expect(sectionsOf("x", "# a\nb\n".repeat(5000)).length).toBeLessThan(1000);
});

test("every word below a heading is in exactly one section, in the original order", async () => {
  const line = fc.constantFrom("# One", "## Two", "word", "- a list", "```", "~~~", "", "a. b");
  await holds(
    fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
      const numbered = lines.map((text, n) => (/^[a-z-]/.test(text) ? `${text} w${n}` : text));
      const told = sectionsOf("Title", numbered.join("\n")).map(({ text }) => text);
      expect(told.join("\n").match(/\bw\d+\b/g)).toEqual(numbered.join("\n").match(/\bw\d+\b/g));
    }),
  );
});

test("the key of a version names its document and the hash of its text", () => {
  const hash = "0f".repeat(32);
  expect(hashInKey(versionKey("docs/a after b.md", hash, undefined))).toBe(hash);
  expect(hashInKey(versionKey("docs/a.md", hash, "evt_1"))).toBe(hash);
  expect([hashInKey("document:x gone after evt_1"), hashInKey(undefined)]).toEqual([undefined, undefined]);
  expect([documentPath("document:a"), documentPath("document:"), documentPath("dec#3")]).toEqual([
    "a",
    undefined,
    undefined,
  ]);
});

test("a document has the date of its newest commit, and is never newer than its file", () => {
  const commits = [
    { at: 30, files: ["b.md"] },
    { at: 20, files: ["a.md", "b.md"] },
  ];
  const at = (path: string, isAll: boolean, file = 100) => changedAt(path, { commits, isAll, file });
  expect([at("a.md", true), at("b.md", true), at("b.md", true, 25)]).toEqual([20, 30, 25]);
  expect([at("new.md", true), at("old.md", false)]).toEqual([100, 20]);
  expect(changedAt("x.md", { commits: [], isAll: true, file: 7 })).toBe(7);
});
