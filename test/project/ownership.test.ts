import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { anchorFile } from "../../src/adapters/binding/anchor-file.ts";
import { ownedFolder } from "../../src/adapters/disk/owned-folder.ts";
import { openSpool } from "../../src/adapters/spool/spool.ts";
import { pathsInGitIndex } from "../../src/core/git-index.ts";
import { sealWith } from "../../src/core/seal.ts";
import { sipHash } from "../../src/core/siphash.ts";
import { turns } from "../../src/testing/contract-drafts.ts";
import { scenario } from "../scenarios/scenario.ts";
import { stage } from "../scenarios/stage.ts";
import { built } from "../spawned.ts";
import { TEST_SEAL } from "../support/seal.ts";
import { spoolName } from "../support/stores.ts";

beforeAll(built);

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-own-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The key of the published SipHash test vectors: bytes 0 to 15. */
const KEY = [0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c] as const;

scenario("own.sip-hash", () => {
  const units = (count: number): string =>
    String.fromCharCode(...Array.from({ length: count }, (_, i) => 2 * i + (2 * i + 1) * 256));
  expect(sipHash(KEY, "")).toBe("726fdb47dd0e0e31");
  expect(sipHash(KEY, units(4))).toBe("93f5f5799a932462");
  expect(sipHash(KEY, units(7))).toBe("f723ca908e7af2ee");
});

scenario("own.sealed-lines", () => {
  const folder = ownedFolder(newFolder());
  const spoolWith = (seal: typeof TEST_SEAL) => openSpool({ folder, name: spoolName(), now: Date.now, seal });
  const other = spoolWith(sealWith([9, 9, 9, 9]));
  other.write(turns("a"));
  other.close();
  const own = spoolWith(TEST_SEAL);
  own.write(turns("b"));
  own.close();
  const [theirs = ""] = readdirSync(folder.path);
  const reader = spoolWith(TEST_SEAL);
  expect(reader.read(() => 0).drafts.map(({ id }) => id)).toEqual(["b"]);
  expect(reader.foreignCount()).toBe(1);
  // Copies another user's lines into a file whose name claims that they are ours.
  const text = readFileSync(join(folder.path, theirs), "utf8");
  writeFileSync(join(folder.path, `0-0-000000.${TEST_SEAL.tag}.jsonl`), text);
  expect(reader.read(() => 0).drafts.map(({ id }) => id)).not.toContain("a");
  expect(reader.rejectedCount()).toBe(1);
  expect(readdirSync(folder.path)).toContain(theirs);
});

const head = (position: number) => ({ position, hash: String(position % 10).repeat(64) });

scenario("own.anchor-slots", () => {
  const folder = ownedFolder(newFolder());
  const anchor = anchorFile(folder);
  expect(anchor.read()).toBeUndefined();
  for (const position of [1, 2, 30, 7]) anchor.raise(head(position));
  expect(anchor.read()).toEqual(head(30));
  const bytes = readFileSync(join(folder.path, "anchor"));
  const at = bytes.indexOf("0000000000000030");
  bytes[at + 20] = 0x78;
  writeFileSync(join(folder.path, "anchor"), bytes);
  expect(anchor.read()).toEqual(head(2));
  anchor.reset(head(1));
  expect(anchor.read()).toEqual(head(1));
  anchor.close();
});

scenario("own.tracked", () => {
  const folder = newFolder();
  const git = (...argv: string[]) => execFileSync("git", argv, { cwd: folder });
  git("init", "-q");
  for (const path of [".tidemark", "docs/.tidemark"]) {
    execFileSync("mkdir", ["-p", path], { cwd: folder });
    writeFileSync(join(folder, path, "tidemark.db"), "x");
  }
  git("add", "-A");
  const index = readFileSync(join(folder, ".git", "index"));
  expect(pathsInGitIndex(index, ".tidemark/")).toEqual([".tidemark/tidemark.db"]);
  expect(pathsInGitIndex(index, "src/")).toEqual([]);
});

scenario("own.first-use", async () => {
  const on = stage();
  const all = await Promise.all([1, 2, 3, 4, 5].map((n) => on.cli(["remember", `fact ${n}`])));
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
  for (const { stderr } of all) expect(stderr).not.toContain("elsewhere");
  expect(await on.cli(["verify"])).toMatchObject({ code: 0 });
});

test("another process does not note a head lower than the anchor either", () => {
  const folder = ownedFolder(newFolder());
  const [slow, quick] = [anchorFile(folder), anchorFile(folder)];
  slow.raise(head(1));
  quick.raise(head(12));
  slow.raise(head(4));
  expect(slow.read()).toEqual(head(12));
  for (const anchor of [slow, quick]) anchor.close();
});
