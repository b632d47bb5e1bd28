import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HOST_HOOKS } from "../../src/surfaces/hosts/hooks.ts";
import { HISTORY_READERS } from "../../src/surfaces/hosts/readers.ts";
import { FIXTURES } from "../clients/fixtures.ts";
import { testMemory } from "../support/test-memory.ts";

test("every host has a history reader and a hook", () => {
  const hosts = ["claude-code", "codex", "copilot", "gemini", "opencode", "pi", "qwen"];
  expect(HISTORY_READERS.map(({ host }) => host).sort()).toEqual(hosts);
  expect(HOST_HOOKS.map(({ host }) => host).sort()).toEqual(hosts);
});

test.each(HISTORY_READERS)(
  "only the reader of $host recognises its histories, and none recognises other files beside them",
  async ({ host, isHistory }) => {
    const { histories } = await testMemory();
    const takers: { [path: string]: readonly string[] } = {};
    for (const folder of scenariosOf(host)) {
      for await (const path of histories.files(join(folder, "home"))) {
        const head = await histories.head(path);
        takers[path] = HISTORY_READERS.filter((one) => one.recognises(path, head)).map((one) => one.host);
      }
    }
    const owners = Object.keys(takers).map((path) => [path, isHistory(path) ? [host] : []]);
    expect(owners.some(([, owned]) => owned?.length === 1)).toBe(true);
    expect(takers).toEqual(Object.fromEntries(owners));
  },
);

const below = (folder: string): string[] => readdirSync(folder).map((name) => join(folder, name));
const scenariosOf = (host: string): string[] => below(join(FIXTURES, host)).flatMap(below);
