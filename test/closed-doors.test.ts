import { expect, test } from "vitest";
import { repositoryOverrides } from "../src/adapters/git/repository-overrides.ts";
import { parseJson } from "../src/core/parse-json.ts";
import { scenario } from "./scenarios/scenario.ts";
import { filesUnder, textOf } from "./sources.ts";

const sources = filesUnder("src").filter((path) => path.endsWith(".ts"));
const filesWith = (words: RegExp): string[] => sources.filter((path) => words.test(textOf(path)));

/** Source files that may start a program, and the program that each starts. */
const STARTERS: { readonly [path: string]: string } = {
  "src/adapters/git/run-git.ts": "git, with settings that a repository cannot change",
  "src/adapters/files/hosts/try-hooks.ts": "our own hooks, by command lines that are constants of ours",
  "src/adapters/llm/run-program.ts":
    "the coding agent that the user's own settings name, found outside of the repository",
  "src/adapters/system/browser.ts":
    "the system's own opener of addresses, found outside of the repository, with an address of ours and no shell",
  "src/adapters/system/editor.ts": "the editor that the person at the terminal named in VISUAL or EDITOR",
  "src/background-reading.ts": "our own worker, by the path of this program",
  "src/hook.ts": "our own worker, by the path of this program",
};

/** Source files that parse JSON without the depth limit, and why each of them is safe. */
const PARSERS: { readonly [path: string]: string } = {
  "src/core/parse-json.ts": "the limit itself",
  ...Object.fromEntries(
    ["search", "salvage"].map((name) => [`src/adapters/sqlite/${name}.ts`, "our own rows"]),
  ),
  ...Object.fromEntries(
    ["views", "store"].map((name) => [`src/adapters/memory-store/${name}.ts`, "our own rows"]),
  ),
  ...Object.fromEntries(
    ["context/working-files", "usage/vectors-file", "usage/touch-queue", "hosts/host-setup"].map((name) => [
      `src/adapters/files/${name}.ts`,
      "our own files, of which single fields are taken",
    ]),
  ),
  "src/adapters/postgres/search.ts": "our own rows",
  "src/core/tape/event-row.ts": "our own rows",
  "src/core/tape/projection.ts": "our own rows",
  "src/app/tape/store-at.ts": "rows of a build that this process made",
  "src/dashboard/api/live.ts": "what our own server sends to its page",
  "src/adapters/spool/line.ts": "our own lines, under a checksum",
  "src/app/active-context/append-group.ts": "our own note",
  "src/core/active-context/document/text.ts": "a quoted text",
  "src/core/extract/activity/tool-sort.ts": "a quoted text",
  "src/core/threads/value-edits.ts": "a quoted text",
  "src/surfaces/verbs/verb.ts": "a copy of our own answer",
  "src/testing/notation-words.ts": "the notation of our tests",
};

scenario("hostile.programs", () => {
  expect(filesWith(/child_process/)).toEqual(Object.keys(STARTERS).sort());
  expect(filesWith(/execFile\(\s*"git"|spawn\(\s*"git"/)).toEqual(["src/adapters/git/run-git.ts"]);
  expect(filesWith(/worker_threads|node:cluster|process\.binding/)).toEqual([
    "src/adapters/system/watchdog.ts",
  ]);
});

scenario("hostile.deep-json", () => {
  const parsing = filesWith(/JSON\.parse\(/);
  expect(parsing.filter((path) => !Object.hasOwn(PARSERS, path))).toEqual([]);
  expect(Object.keys(PARSERS).filter((path) => !parsing.includes(path))).toEqual([]);
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  expect(() => parseJson(nested(100_000))).toThrow("nested more than 200 levels deep");
  expect(() => parseJson(`{"a":${nested(200)}}`)).toThrow("nested more than 200 levels deep");
  expect(() => parseJson("{")).toThrow(SyntaxError);
  expect(parseJson(nested(200))).toHaveLength(1);
  expect(parseJson('{"a":[1,null,"x"]}')).toEqual({ a: [1, null, "x"] });
});

const listed = (...entries: readonly (readonly [scope: string, entry: string])[]): string =>
  entries.map(([scope, entry]) => `${scope}\0${entry}\0`).join("");

scenario("hostile.overrides", () => {
  const overrides = repositoryOverrides(
    listed(
      ["global", "filter.lfs.clean\ngit-lfs clean -- %f"],
      ["global", "filter.mine.smudge\nmine"],
      ["local", "core.repositoryformatversion\n0"],
      ["local", "core.bare\nfalse"],
      ["local", "branch.main.merge\nrefs/heads/main"],
      ["local", "filter.lfs.clean\nsh -c evil"],
      ["local", "filter.A.b.process\nevil\nevil=1"],
      ["worktree", "diff.x.textconv\nevil"],
      ["local", "hook.x.command\nevil"],
      ["local", "lfs.customtransfer.x.path\nevil"],
      ["local", "core.sshcommand\nevil"],
      ["local", "filter.lfs.required"],
      ["command", "core.fsmonitor\n"],
    ),
  );
  expect(overrides?.filter((word) => word !== "-c")).toEqual([
    "filter.lfs.clean=git-lfs clean -- %f",
    "filter.A.b.process=",
    "diff.x.textconv=",
    "hook.x.command=",
    "lfs.customtransfer.x.path=",
    "core.sshcommand=",
    "filter.lfs.required=",
  ]);
});

test("git settings that no command line can override are refused", () => {
  expect(repositoryOverrides(listed(["local", "filter.a=b.clean\nevil"]))).toBeUndefined();
  const many = Array.from({ length: 600 }, (_, n) => ["local", `filter.f${n}.clean\nevil`] as const);
  expect(repositoryOverrides(listed(...many))).toBeUndefined();
  expect(repositoryOverrides("")).toEqual([]);
});
