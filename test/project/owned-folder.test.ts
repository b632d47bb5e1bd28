import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type OwnedFolder, ownedFolder } from "../../src/adapters/disk/owned-folder.ts";
import { isRefusal } from "../../src/adapters/disk/refusal.ts";
import { scenario } from "../scenarios/scenario.ts";

const CANARY = "a file of the user\n";
const isPosix = process.platform !== "win32";
const isRoot = process.geteuid?.() === 0;

let base = "";
let memory: OwnedFolder;

beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "tidemark-owned-")));
  fs.writeFileSync(join(base, "canary"), CANARY);
  fs.mkdirSync(join(base, "elsewhere"));
  memory = ownedFolder(join(base, ".tidemark"));
});

afterEach(() => {
  expect(fs.readFileSync(join(base, "canary"), "utf8")).toBe(CANARY);
  expect(fs.readdirSync(join(base, "elsewhere"))).toEqual([]);
  fs.rmSync(base, { recursive: true, force: true });
});

const refusalOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    if (isRefusal(error)) return `${error.message} ${error.fix}`;
    throw error;
  }
  return undefined;
};

/** Every operation on one file name. */
const USES: readonly (readonly [name: string, use: (folder: OwnedFolder, file: string) => unknown])[] = [
  ["stat", (folder, file) => folder.stat(file)],
  ["open to read", (folder, file) => folder.open(file, "read")],
  ["open to update", (folder, file) => folder.open(file, "update")],
  ["open to append", (folder, file) => folder.open(file, "append")],
  ["read", (folder, file) => folder.read(file, 100)],
  ["append", (folder, file) => folder.append(file, "x")],
  ["replace", (folder, file) => folder.replace(file, "x")],
];

type Plant = { readonly name: string; readonly says: RegExp; readonly put: (path: string) => void };

const PLANTS: readonly Plant[] = [
  {
    name: "a link to a file",
    says: /symbolic link.*rm "/,
    put: (path) => fs.symlinkSync(join(base, "canary"), path),
  },
  { name: "a dangling link", says: /symbolic link/, put: (path) => fs.symlinkSync(join(base, "none"), path) },
  {
    name: "a link to a folder",
    says: /symbolic link/,
    put: (path) => fs.symlinkSync(join(base, "elsewhere"), path),
  },
  { name: "a link to a device", says: /symbolic link/, put: (path) => fs.symlinkSync("/dev/zero", path) },
  { name: "a pipe", says: /not a regular file.*mv "/, put: (path) => execFileSync("mkfifo", [path]) },
  { name: "a folder", says: /not a regular file/, put: (path) => fs.mkdirSync(path) },
];

scenario("hostile.files-refused", (_, { skip }) => {
  if (!isPosix) skip();
  memory.make();
  for (const { says, put } of PLANTS)
    for (const [use, act] of USES) {
      put(join(memory.path, "calls"));
      expect(
        refusalOf(() => act(memory, "calls")),
        use,
      ).toMatch(says);
      memory.remove("calls", { recursive: true });
    }
});

describe.runIf(isPosix)("in place of a file", () => {
  for (const { name, says, put } of PLANTS)
    for (const [use, act] of USES)
      test(`${name}: ${use} is refused`, () => {
        memory.make();
        put(join(memory.path, "lost"));
        expect(refusalOf(() => act(memory, "lost"))).toMatch(says);
      });

  test("anything: creating reports that the name is taken, and removing deletes the link itself", () => {
    memory.make();
    for (const { put } of PLANTS.slice(0, 5)) {
      put(join(memory.path, "lost"));
      expect(memory.create("lost", "x")).toBe(false);
      expect(memory.remove("lost")).toBe(true);
    }
    expect(memory.list()).toEqual([]);
  });
});

describe.runIf(isPosix)("in place of a folder", () => {
  const FOLDER_USES: typeof USES = [
    ...USES,
    ["create", (folder, file) => folder.create(file, "x")],
    ["list", (folder) => folder.list()],
    ["make", (folder) => folder.make()],
    ["remove", (folder, file) => folder.remove(file)],
    ["rename", (folder, file) => folder.rename(file, "other")],
  ];
  for (const { name, says, put } of PLANTS.filter((each) => each.name.startsWith("a link to a f")))
    for (const level of ["itself", "above"])
      for (const [use, act] of FOLDER_USES)
        test(`${name}, ${level}: ${use} is refused`, () => {
          const folder = memory.below("context").below("main");
          if (level === "itself") memory.below("context").make();
          else memory.make();
          put(level === "itself" ? folder.path : memory.below("context").path);
          expect(refusalOf(() => act(folder, "x"))).toMatch(says);
        });

  test("a file: the error names it and says what to do", () => {
    memory.make();
    fs.writeFileSync(join(memory.path, "spool"), "");
    expect(refusalOf(() => memory.below("spool").make())).toMatch(/is not a folder.*Move it away/);
  });

  test("the memory folder itself as a link", () => {
    fs.symlinkSync(join(base, "elsewhere"), memory.path);
    expect(refusalOf(() => memory.below("hooks").append("calls", "x"))).toMatch(/symbolic link/);
  });
});

describe("a file of this user", () => {
  test("can be created, appended to, read, replaced, renamed and removed", () => {
    const folder = memory.below("hooks");
    folder.make();
    expect(folder.create("a", "1")).toBe(true);
    folder.append("a", "2");
    expect(folder.read("a", 2)?.toString()).toBe("12");
    folder.replace("a", "3", { isFlushed: true });
    folder.rename("a", "b");
    expect(folder.list()).toEqual(["b"]);
    expect(folder.read("b", 100)?.toString()).toBe("3");
    expect([folder.remove("b"), folder.remove("b")]).toEqual([true, false]);
    folder.removeEmpty();
    expect(folder.exists()).toBe(false);
    if (isPosix) expect(fs.statSync(memory.path).mode & 0o777).toBe(0o700);
  });

  test("is undefined where it or its folder is missing", () => {
    const folder = memory.below("hooks");
    expect([folder.read("a", 1), folder.stat("a"), folder.list(), folder.exists()]).toEqual([
      undefined,
      undefined,
      [],
      false,
    ]);
    expect(() => folder.append("a", "x")).toThrow(/ENOENT/);
  });

  test("that exceeds the caller's limit is refused before anything is read", () => {
    memory.make();
    fs.writeFileSync(join(memory.path, "calls"), "");
    fs.truncateSync(join(memory.path, "calls"), 2 ** 31);
    expect(refusalOf(() => memory.read("calls", 1000))).toMatch(/more than 1000 bytes/);
  });

  test("has a plain name, never a path", () => {
    for (const name of ["", "..", "../canary", "a/b"])
      expect(() => memory.read(name, 1)).toThrow(/not a file name/);
  });

  test("may lie in a folder that is reached through a link", () => {
    fs.mkdirSync(join(base, "projects"));
    fs.symlinkSync(join(base, "projects"), join(base, "linked"));
    const folder = ownedFolder(join(base, "linked", ".tidemark"));
    folder.make();
    folder.append("x", "y");
    expect(folder.read("x", 1)?.toString()).toBe("y");
  });
});

describe.runIf(isRoot)("a file of another user", () => {
  const STRANGER = 54321;
  test("is refused", () => {
    memory.make();
    memory.create("x", "y");
    fs.chownSync(join(memory.path, "x"), STRANGER, STRANGER);
    expect(refusalOf(() => memory.read("x", 1))).toMatch(/another user/);
    fs.chownSync(memory.path, STRANGER, STRANGER);
    expect(refusalOf(() => memory.list())).toMatch(/another user/);
  });

  test("is accepted if the same user owns the parent of our folder", () => {
    memory.make();
    memory.create("x", "y");
    for (const path of [base, memory.path, join(memory.path, "x")]) fs.chownSync(path, STRANGER, STRANGER);
    expect(memory.read("x", 1)?.toString()).toBe("y");
  });
});

test.runIf(isPosix)("a name with shell syntax is not put into a command", () => {
  memory.make();
  const name = "$(touch owned)\u001b[31m";
  fs.symlinkSync(join(base, "canary"), join(memory.path, name));
  const said = refusalOf(() => memory.stat(name));
  expect(said).toContain("Remove it by hand");
  expect(said).not.toContain("\u001b");
});
