import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hostHistories } from "../../src/adapters/files/hosts/histories.ts";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { foreignRows } from "../../src/adapters/sqlite/foreign-rows.ts";
import { HISTORY_READERS } from "../../src/surfaces/hosts/readers.ts";
import { MEMORY_IMPORTERS } from "../../src/surfaces/importers/importers.ts";
import { ROOT } from "../root.ts";
import { type TestMemory, testMemory } from "./test-memory.ts";

const SAMPLES = join(ROOT, "test/fixtures/importers");

/** A project called shop, with the home folder of a user. */
export type Shop = { readonly deps: TestMemory; readonly root: string; readonly home: string };

export async function shop(): Promise<Shop> {
  const made = await testMemory();
  const [root, home] = [join(made.memoryDir, "shop"), join(made.memoryDir, "home")];
  mkdirSync(root);
  const histories = hostHistories({
    readers: async () => HISTORY_READERS,
    importers: async () => MEMORY_IMPORTERS,
    env: { HOME: home },
    root,
    rows: async function* (path, sql) {
      yield* foreignRows(await chooseDriver(), path, sql);
    },
  });
  const project = { ...made.project, root, worktreeRoot: root };
  return { deps: { ...made, histories, project }, root, home };
}

/** The place of each sample in the project or in the user's home folder. */
const PLACES: { readonly [sample: string]: (shop: Shop) => string } = {
  "claude-memory": ({ home, root }) =>
    join(home, ".claude/projects", root.replaceAll(/[^A-Za-z0-9]/g, "-"), "memory"),
  "basic-memory": ({ home }) => join(home, "basic-memory/shop"),
};

/** Copies the sample of one tool to where that tool keeps its memory. */
export async function putSample(into: Shop, sample: string): Promise<void> {
  if (sample === "claude-mem") return putDatabase(join(into.home, ".claude-mem/claude-mem.db"));
  cpSync(join(SAMPLES, sample), PLACES[sample]?.(into) ?? into.root, { recursive: true });
}

async function putDatabase(path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const database = (await chooseDriver()).open(path);
  database.exec(readFileSync(join(SAMPLES, "claude-mem/claude-mem.sql"), "utf8"));
  database.close();
}
