import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CLIENTS } from "./clients.ts";
import { allFixtures, FIXTURES, type Fixture, filesOf } from "./fixtures.ts";
import { holdsOf } from "./holds.ts";
import { ROOT } from "./root.ts";

const fixtures = allFixtures();
const nameOf = ({ manifest }: Fixture) => `${manifest.client} ${manifest.version} ${manifest.scenario}`;

/** Limit for the size of all recordings, because they are part of every clone. */
const FIXTURES_BYTES_MAX = 3_000_000;

/** The form of keys and tokens. Ids of messages and calls have other forms. */
const SECRET =
  /\bsk-[A-Za-z0-9_-]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bAKIA[A-Z0-9]{16}\b|\bAIza[A-Za-z0-9_-]{30,}|\beyJ[A-Za-z0-9_-]{20,}\.|\bBearer [A-Za-z0-9._-]{8,}|PRIVATE KEY-----|(?:KEY|TOKEN|SECRET)": "(?!not-a-key)[^"]{8,}"/;

const PLACES = [`${ROOT}/`, `${homedir()}/`, hostname()].filter((place) => place.length > 3);
const PLACE =
  /tidemark-(?:stage|clients)-|(?:^|[\s"'=:(])\/(?:root|work|Users)\/|127\.0\.0\.1:(?!8080\b)\d+|localhost:\d+/;

describe("recorded fixtures", () => {
  test.each(fixtures.map((fixture) => [nameOf(fixture), fixture] as const))(
    "%s",
    (_, { folder, manifest }) => {
      const files = filesOf(folder).filter((path) => path !== "manifest.json");
      expect(manifest.files.map(({ path }) => path)).toEqual(files);
      for (const { path, bytes, sha256 } of manifest.files) {
        const content = readFileSync(join(folder, path));
        expect([path, content.length, createHash("sha256").update(content).digest("hex")]).toEqual([
          path,
          bytes,
          sha256,
        ]);
        const text = content.toString("utf8");
        expect([path, SECRET.exec(text)?.[0], PLACE.exec(text)?.[0]]).toEqual([path, undefined, undefined]);
        expect([path, PLACES.filter((place) => text.includes(place))]).toEqual([path, []]);
        if (!path.endsWith(".db")) expect([path, text.includes("\r\n")]).toEqual([path, false]);
      }
      expect(holdsOf(manifest.client, folder, files)).toEqual(manifest.holds);
    },
  );

  test.each(CLIENTS.map(({ name }) => name))("of %s exist for each basic scenario", (name) => {
    const scenarios = fixtures
      .filter(({ manifest }) => manifest.client === name)
      .map(({ manifest }) => manifest.scenario);
    expect(scenarios).toEqual(
      expect.arrayContaining(["question", "commands", "edit", "two-prompts", "unicode", "killed"]),
    );
  });

  test.each(fixtures.map((fixture) => [nameOf(fixture), fixture] as const))(
    "%s contains each prompt once, and captured hooks",
    (_, { folder, manifest }) => {
      const spoken = manifest.prompts.filter((prompt) => !prompt.startsWith("/"));
      expect(manifest.holds.messages.user).toBe(spoken.length);
      expect(manifest.files.filter(({ path }) => path.startsWith("hooks/")).length).toBeGreaterThan(0);
      const first = JSON.stringify(manifest.prompts[0]).slice(1, -1);
      const isSaid = manifest.files.some(
        ({ path }) => path.startsWith("home/") && readFileSync(join(folder, path), "utf8").includes(first),
      );
      expect(isSaid).toBe(true);
    },
  );

  test("stay below their size limit", () => {
    const bytes = fixtures
      .flatMap(({ manifest }) => manifest.files)
      .reduce((sum, file) => sum + file.bytes, 0);
    expect(bytes).toBeLessThan(FIXTURES_BYTES_MAX);
    expect(filesOf(FIXTURES).length).toBeGreaterThan(fixtures.length);
  });
});
