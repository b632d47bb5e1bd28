import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { removeLeftoversIn, unfinishedName } from "../../src/adapters/sqlite/leftovers.ts";
import { forget } from "../../src/app/forgetting/forget.ts";
import { verify } from "../../src/app/upkeep/verify.ts";
import { cleanLines } from "../../src/core/forget/clean-lines.ts";
import { FILE_FAMILIES, familyOf } from "../../src/core/forget/file-families.ts";
import { containsPhrase, FORGOTTEN_SUBJECT, phraseMark, phrasesIn } from "../../src/core/forget/phrases.ts";
import { removedSecrets } from "../../src/core/forget/removed-secrets.ts";
import { exactFinder, holdsWords, withoutSpans, wordFinder } from "../../src/core/forget/text-finder.ts";
import { formsOf } from "../../src/core/forget/text-forms.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { scenario } from "../scenarios/scenario.ts";
import { BIN, built, node } from "../spawned.ts";
import { freshMemoryDir, type TestMemory, testMemory } from "../support/test-memory.ts";

const phrasesOf = (...texts: readonly string[]) =>
  phrasesIn([{ at: 1, payload: { tombstones: texts.flatMap((text) => phraseMark(sha256, text) ?? []) } }]);

describe("a forgotten phrase", () => {
  scenario("forget.phrase", () => {
    const phrases = phrasesOf("the red fox", "hunter2", "秘密的");
    const held = ["hunter2", "my Hunter2!", "see the  red\nFOX run", "_the red fox_", "这是秘密的吗"];
    expect(held.filter((text) => !containsPhrase(sha256, text, phrases))).toEqual([]);
    const others = ["", "hunter", "hunter22", "the red dog", "the red fo", "redfox", "the red foxes"];
    expect(others.filter((text) => containsPhrase(sha256, text, phrases))).toEqual([]);
    expect(JSON.stringify(phrases)).not.toMatch(/hunter|fox/);
  });

  test("is found at the end of a long text that often almost matches", () => {
    const phrases = phrasesOf("needle in here");
    const hay = "needle in her ".repeat(20_000);
    expect(containsPhrase(sha256, hay, phrases)).toBe(false);
    expect(containsPhrase(sha256, `${hay}needle in here`, phrases)).toBe(true);
  });

  test("of fewer than three letters gets no fingerprint", () => {
    expect(phraseMark(sha256, " a ")).toBeUndefined();
  });
});

test.each([
  ['say "hi"', 'say \\"hi\\"'],
  ['say "hi"', 'say \\\\\\"hi\\\\\\"'],
  ["a <b> & c", "a &lt;b&gt; &amp; c"],
  ["a b/c", "a%20b%2Fc"],
  ["a b", "a+b"],
  ["two\nlines", "two lines"],
  ["two\nlines", "two\\nlines"],
])("the search for %j also finds it written as %j", (text, written) => {
  expect(formsOf(text)).toContain(written);
  const said = `x ${written} y`;
  expect(withoutSpans(said, wordFinder([text]).spansIn(said))).toBe("x (forgotten) y");
});

describe("the words to forget", () => {
  const isFound = (words: string, text: string): boolean => holdsWords(wordFinder([words]), text);

  test.each([
    ["miller", "The customer Miller pays late"],
    ["MILLER", "miller's invoice"],
    ["Müller", "mu\u0308ller"],
    ["miller", "ｍｉｌｌｅｒ"],
    ["straße", "STRASSE"],
    ["red fox", "the Red\n  Fox"],
    ["main", "a\\nmain"],
    ["王小明", "客户王小明付款晚"],
    ["Miller", "客户Miller付款晚"],
  ])("%j is found in %j", (words, text) => expect(isFound(words, text)).toBe(true));

  test.each([
    ["main", "it remains"],
    ["main", "mainly"],
    ["cafe", "café"],
    ["red fox", "redfox"],
  ])("%j is not found in %j", (words, text) => expect(isFound(words, text)).toBe(false));

  test("are removed at the right place, even after letters that case folding makes longer", () => {
    const text = "ŉ ﬁne: the Mu\u0308ller\u0308 no, MÜLLER yes, ß müller.";
    const spans = wordFinder(["Müller"]).spansIn(text);
    expect(withoutSpans(text, spans)).toBe(
      "ŉ ﬁne: the Mu\u0308ller\u0308 no, (forgotten) yes, ß (forgotten).",
    );
  });

  test("are found inside longer words too if the search is exact", () => {
    expect(exactFinder(["main"]).spansIn("remains Main")).toEqual([{ start: 2, end: 6 }]);
  });

  test("are not removed from our own keys, types and headings", () => {
    const inFile = (text: string) =>
      withoutSpans(text, wordFinder(["session", "goal"]).spansInFile(text), "*");
    const json =
      '{"session":"session","type":"session.begun","payload":{"role":"user","text":"the Session"}}';
    expect(inFile(json)).toBe(json.replace("the Session", "the *"));
    expect(inFile(`0123456789abcdef ${json}\n`)).toBe(
      `0123456789abcdef ${json.replace("the Session", "the *")}\n`,
    );
    expect(inFile('{\n  "sessions": {},\n  "session": 1\n}')).toBe('{\n  "sessions": {},\n  "session": 1\n}');
    expect(inFile("## Current Task\n- goal: the goal\n# My goal")).toBe(
      "## Current Task\n- goal: the *\n# My *",
    );
  });
});

describe("a file that both a person and the program write", () => {
  const clean = (text: string): string => text.replaceAll("secret", "*");
  test.each([
    ["is cleaned completely if it equals its base", "a secret\nb", "a secret\nb", "a *\nb", []],
    [
      "keeps the lines that a person wrote, and reports their numbers",
      "a secret\nmy secret",
      "a secret",
      "a *\nmy secret",
      [2],
    ],
    ["counts as written by a person if it has no base", "a secret", undefined, "a secret", [1]],
  ] as const)("%s", (_, text, base, expected, left) => {
    const cleaned = cleanLines({ text, base }, clean, { isHandwrittenToo: false });
    expect(cleaned).toEqual({ text: expected, base: base?.replaceAll("secret", "*"), left });
  });
  test("is cleaned completely with a person's consent", () => {
    const file = { text: "a secret\nmy secret", base: "a secret" };
    expect(cleanLines(file, clean, { isHandwrittenToo: true }).text).toBe("a *\nmy *");
  });
});

test.each([
  [{ a: "x 123 y" }, { a: "x [redacted:one] y" }, ["123"]],
  [["p 1 q 2"], ["p [redacted:one] q [redacted:two]"], ["1", "2"]],
  [{ b: { c: "all" } }, { b: { c: "[redacted:named-password]" } }, ["all"]],
  [{ a: "same", n: 3 }, { a: "same", n: 3 }, []],
  ["[redacted:one] and 5", "[redacted:one] and [redacted:two]", ["5"]],
])("comparing %j with its redacted form %j gives the removed secrets", (before, after, secrets) => {
  expect(removedSecrets(before, after)).toEqual(secrets);
});

describe("files of our own folders", () => {
  const below = (folder: string, prefix = ""): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory()
        ? below(join(folder, entry.name), `${prefix}${entry.name}/`)
        : [`${prefix}${entry.name}`],
    );

  // Runs most commands of the built program: each file that they leave must belong to a file family.
  scenario("forget.every-file", async () => {
    await built();
    const base = freshMemoryDir();
    const [home, project] = [join(base, "home"), join(base, "project")];
    for (const folder of [home, project]) mkdirSync(folder);
    const env = { ...process.env, HOME: home, XDG_STATE_HOME: join(home, "state"), XDG_CONFIG_HOME: home };
    const run = (args: readonly string[], input?: object) =>
      node([BIN, ...args], { cwd: project, env, ...(input ? { input: JSON.stringify(input) } : {}) });
    const hook = (event: string, rest: object) =>
      run(["hook", "claude-code", event], { session_id: "s1", cwd: project, ...rest });
    await run(["init"]);
    await hook("SessionStart", { source: "startup" });
    await hook("UserPromptSubmit", { prompt: "Remember: we build with pnpm." });
    await hook("PreToolUse", { tool_name: "Bash", tool_input: { command: "npm install" } });
    await run(["remember", "We build with pnpm"]);
    await run(["recall", "pnpm"]);
    await run(["working", "s1"]);
    await run(["worker", "--once"]);
    await run(["context", "init", "--task", "T1", "--goal", "Ship it"]);
    await run(["context", "sync"]);
    await run(["context", "switch", "T2", "--goal", "Go on"]);
    await run(["stale", "list"]);
    await run(["backup", join(project, ".tidemark", "backups", "mine.db")]);
    await run(["backup", join(home, "mine.db")]);
    await run(["restore", join(home, "mine.db")]);
    await run(["restore", "--salvage"]);
    await hook("Stop", {});
    const memory = below(join(project, ".tidemark"));
    expect(memory.filter((name) => familyOf("memory", name) === undefined)).toEqual([]);
    expect(memory).toContain("tidemark.db.damaged-1");
    const context = below(join(project, "ai_memory"));
    expect(context.filter((name) => familyOf("context", name) === undefined)).toEqual([]);
    expect(new Set(FILE_FAMILIES.map(({ cleaning }) => cleaning)).size).toBe(7);
  });
});

describe("files that a killed process left", () => {
  scenario("forget.leftovers", () => {
    const dir = freshMemoryDir();
    const mine = unfinishedName(join(dir, "a.db"), "partial");
    const dead = mine.replace(`-${process.pid}-`, "-4194303-");
    const old = join(dir, "a.db.incoming-0123456789ab");
    const fresh = join(dir, "a.db.incoming-0123456789ac");
    for (const path of [mine, dead, `${dead}-wal`, old, fresh, join(dir, "a.db")]) writeFileSync(path, "x");
    const then = new Date(Date.now() - 2 * 60 * 60 * 1000);
    utimesSync(old, then, then);
    removeLeftoversIn(dir);
    const left = [mine, dead, `${dead}-wal`, old, fresh, join(dir, "a.db")].map((path) => existsSync(path));
    expect([hostname() !== "", ...left]).toEqual([true, true, false, false, false, true, true]);
  });

  test("are not searched in a missing folder", () => {
    expect(() => removeLeftoversIn(join(freshMemoryDir(), "none"))).not.toThrow();
  });
});

describe.each(["memory", "sqlite"] as const)(
  "forgotten words that are recorded again, in the %s store",
  (store) => {
    const SECRET = "Zimtstern und Lebkuchen";
    const events = async (deps: TestMemory) => (await deps.store.events.read(0, 100)).events;

    scenario("forget.not-from-files", async () => {
      const deps = await testMemory({ store });
      await deps.turn(`here: ${SECRET}`);
      await forget(deps, { text: SECRET });
      const long = deps.clock.now() - 1_000_000;
      const turn = {
        type: "turn.recorded",
        session: "s2",
        payload: { role: "user", text: `again ${SECRET}` },
      };
      await deps.put({ ...turn, at: long, key: "k1" });
      await deps.put({ ...turn, at: long, payload: { role: "user", text: "something else" } });
      const seen = await events(deps);
      expect(JSON.stringify(seen)).not.toContain(SECRET);
      expect(seen.filter(({ subject }) => subject === FORGOTTEN_SUBJECT)).toHaveLength(1);
      expect(seen.map(({ payload }) => payload === null)).toEqual([true, false, true, false, false]);
      expect((await verify(deps)).findings).toEqual([]);
      // The event is known by its key, so reading the same source again adds nothing.
      await deps.put({ ...turn, at: long, key: "k1" });
      expect(await events(deps)).toHaveLength(5);
      // A turn that is later than the forgetting is recorded with its text.
      await deps.put(turn);
      expect(JSON.stringify(await events(deps))).toContain(SECRET);
    });
  },
);

test("an overwritten page of working memory stays readable by its owner only", async () => {
  const deps = await testMemory({ store: "sqlite" });
  await deps.turn("We begin with Zimtstern");
  deps.working.write("ses_1", "- Zimtstern\n");
  await forget(deps, { text: "Zimtstern" });
  const path = deps.working.pathOf("ses_1");
  if (existsSync(path)) expect(statSync(path).mode & 0o777).toBe(0o600);
});
