import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type FolderIo, prepareMemoryFolder } from "../../src/adapters/files/project/memory-folder.ts";
import { MemoryError } from "../../src/core/failure.ts";
import { cpuMs } from "../support/cpu-time.ts";

let base: string;
let dir: string;
const isRoot = process.geteuid?.() === 0;
const onPosix = describe.skipIf(process.platform === "win32");

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-folder-")));
  dir = join(base, ".tidemark");
});
afterEach(() => {
  chmodSync(base, 0o700);
  rmSync(base, { recursive: true, force: true });
});

/** A simulated Linux mount table: a local root disk, and a mount of the given type at the test's folder. */
const mountsOf = (type: string) => (): string =>
  [
    "22 1 8:1 / / rw - ext4 /dev/vda rw",
    `36 22 0:32 / ${base.replaceAll(" ", "\\040")} rw,nosuid shared:1 - ${type} x rw`,
  ].join("\n");
const LOCAL: Partial<FolderIo> = { platform: "linux", mounts: () => "" };

const prepare = (io: Partial<FolderIo> = {}, env: NodeJS.ProcessEnv = {}, at = dir) =>
  prepareMemoryFolder(at, { env, io: { ...LOCAL, ...io } });

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe("a new folder", () => {
  test("is private, has a private spool, and is ignored whole by git", () => {
    prepare();
    expect(readdirSync(dir).sort()).toEqual([".gitignore", "spool"]);
    expect(readFileSync(join(dir, ".gitignore"), "utf8")).toBe("*\n");
    if (process.platform !== "win32")
      expect([modeOf(dir), modeOf(join(dir, "spool"))]).toEqual([0o700, 0o700]);
  });

  test("leaves git status clean, also with a database in it", () => {
    execFileSync("git", ["init", "-q"], { cwd: base });
    prepare();
    writeFileSync(join(dir, "tidemark.db"), "");
    expect(execFileSync("git", ["status", "--porcelain"], { cwd: base, encoding: "utf8" })).toBe("");
  });

  test("is made with its parent folders when TIDEMARK_DIR names a deep one", () => {
    prepare({}, {}, join(base, "a", "b", "memory"));
    expect(existsSync(join(base, "a", "b", "memory", "spool"))).toBe(true);
  });

  test("can be made on the real disk of this machine", () => {
    prepareMemoryFolder(dir, { env: { TIDEMARK_ALLOW_FOLDER: "1" } });
    expect(existsSync(join(dir, "spool"))).toBe(true);
  });
});

describe("an existing folder", () => {
  test("is not changed, and checking it is fast", () => {
    prepare();
    writeFileSync(join(dir, ".gitignore"), "*\n!config.yaml\n");
    const spent = cpuMs(() => {
      for (let run = 0; run < 50; run++) prepareMemoryFolder(dir, { env: {} });
    });
    expect(readFileSync(join(dir, ".gitignore"), "utf8")).toBe("*\n!config.yaml\n");
    expect(spent / 50).toBeLessThan(5);
  });

  test("gets its .gitignore back if the process died before writing its text", () => {
    prepare();
    writeFileSync(join(dir, ".gitignore"), "");
    prepare();
    expect(readFileSync(join(dir, ".gitignore"), "utf8")).toBe("*\n");
  });

  test("gets its deleted files and folders again", () => {
    prepare();
    rmSync(join(dir, "spool"), { recursive: true });
    rmSync(join(dir, ".gitignore"));
    prepare();
    expect(readdirSync(dir).sort()).toEqual([".gitignore", "spool"]);
  });
});

onPosix("permissions", () => {
  test("that are too wide are narrowed", () => {
    prepare();
    for (const name of ["tidemark.db", "tidemark.db-wal", "tidemark.db-shm"])
      writeFileSync(join(dir, name), "");
    const names = readdirSync(dir).filter((name) => name.startsWith("tidemark"));
    for (const name of names) chmodSync(join(dir, name), 0o644);
    chmodSync(join(dir, "spool"), 0o777);
    chmodSync(dir, 0o755);
    prepare();
    expect([modeOf(dir), modeOf(join(dir, "spool"))]).toEqual([0o700, 0o700]);
    expect(names.map((name) => modeOf(join(dir, name)))).toEqual([0o600, 0o600, 0o600]);
  });

  test("that are narrower than required are not widened", () => {
    prepare();
    writeFileSync(join(dir, "tidemark.db"), "");
    chmodSync(join(dir, "tidemark.db"), 0o440);
    prepare();
    expect(modeOf(join(dir, "tidemark.db"))).toBe(0o400);
  });

  test("that cannot be narrowed cause a refusal, unless the user accepts them", () => {
    prepare();
    chmodSync(dir, 0o755);
    const io = { chmod: failing("EPERM") };
    expect(failureOf(() => prepare(io))).toMatchObject({ code: "store.refused_folder" });
    expect(() => prepare(io, { TIDEMARK_ALLOW_FOLDER: "1" })).not.toThrow();
    expect(modeOf(dir)).toBe(0o755);
  });

  test("without write permission make the folder read-only, also for root", () => {
    prepare();
    chmodSync(dir, 0o500);
    const failure = failureOf(() => prepare());
    expect(failure.code).toBe("store.read_only");
    expect(failure.message).toContain(dir);
    expect(failure.fix).toMatch(/chmod u\+rwx.*TIDEMARK_DIR=/);
    expect(modeOf(dir)).toBe(0o500);
    chmodSync(dir, 0o700);
  });

  test.skipIf(!isRoot)("another user's folder is refused (needs root to change the user)", () => {
    chmodSync(base, 0o755);
    prepare();
    chmodSync(dir, 0o777);
    const failure = asUser(65_534, () => failureOf(() => prepare()));
    expect(failure.code).toBe("store.refused_folder");
    expect(failure.message).toContain("belongs to another user");
  });

  test.skipIf(!isRoot)(
    "a missing folder below a read-only parent is reported as read-only (needs root to change the user)",
    () => {
      chmodSync(base, 0o755);
      expect(asUser(65_534, () => failureOf(() => prepare())).code).toBe("store.read_only");
    },
  );

  test.skipIf(!isRoot)("root in a container may use a folder mounted from another user", () => {
    prepare();
    chownSync(dir, 1000, 1000);
    expect(() => prepare()).not.toThrow();
  });
});

onPosix("a symbolic link", () => {
  test.each([
    ["in place of the folder", ""],
    ["in place of the database", "tidemark.db"],
    ["in place of the write-ahead log", "tidemark.db-wal"],
    ["in place of the spool", "spool"],
    ["in place of .gitignore", ".gitignore"],
  ])("%s is refused and not followed, whatever the user accepts", (_, name) => {
    const target = join(base, "target");
    const isFolder = name === "" || name === "spool";
    if (isFolder) mkdirSync(target, { mode: 0o755 });
    else writeFileSync(target, "precious", { mode: 0o644 });
    if (name !== "") mkdirSync(dir, { mode: 0o700 });
    symlinkSync(target, join(dir, name));
    const failure = failureOf(() => prepare({}, { TIDEMARK_ALLOW_FOLDER: "1" }));
    expect(failure.code).toBe("store.refused_folder");
    expect(failure.message).toMatch(/symbolic link/);
    expect(failure.fix).toContain("TIDEMARK_DIR=/a/local/folder tidemark");
    expect(modeOf(target)).toBe(isFolder ? 0o755 : 0o644);
    if (isFolder) expect(readdirSync(target)).toEqual([]);
    else expect(readFileSync(target, "utf8")).toBe("precious");
  });

  test("with a missing target is refused too", () => {
    symlinkSync(join(base, "nowhere"), dir);
    expect(failureOf(() => prepare()).code).toBe("store.refused_folder");
    expect(existsSync(join(base, "nowhere"))).toBe(false);
  });

  test("above the folder is allowed", () => {
    mkdirSync(join(base, "real"));
    symlinkSync(join(base, "real"), join(base, "link"));
    prepare({}, {}, join(base, "link", ".tidemark"));
    expect(existsSync(join(base, "real", ".tidemark", "spool"))).toBe(true);
  });
});

test("a file in place of the folder is refused and kept", () => {
  writeFileSync(dir, "mine");
  expect(failureOf(() => prepare())).toMatchObject({ code: "store.refused_folder" });
  expect(readFileSync(dir, "utf8")).toBe("mine");
});

describe("a network file system", () => {
  test.each(["nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "lustre", "gpfs", "vboxsf"])(
    "%s is refused by its name, with why and what to do, and nothing is made",
    (name) => {
      const failure = failureOf(() => prepare({ mounts: mountsOf(name) }));
      expect(failure.code).toBe("store.refused_folder");
      expect(failure.message).toContain(`(${name})`);
      expect(failure.message).toMatch(/locks and the database's write-ahead log are not safe/);
      expect(failure.fix).toContain("TIDEMARK_DIR=/a/local/folder tidemark");
      expect(failure.fix).toContain("TIDEMARK_ALLOW_FOLDER=1");
      expect(existsSync(dir)).toBe(false);
    },
  );

  test("is recognised at the nearest existing folder", () => {
    const below = join(base, "not", "yet");
    expect(failureOf(() => prepare({ mounts: mountsOf("nfs4") }, {}, below)).code).toBe(
      "store.refused_folder",
    );
    prepare({ mounts: mountsOf("ext4") }, {}, below);
    expect(existsSync(join(below, "spool"))).toBe(true);
  });

  test("is used if the user accepts the risk, and only with the value 1", () => {
    const io = { mounts: mountsOf("nfs4") };
    expect(failureOf(() => prepare(io, { TIDEMARK_ALLOW_FOLDER: "no" })).code).toBe("store.refused_folder");
    prepare(io, { TIDEMARK_ALLOW_FOLDER: "1" });
    expect(existsSync(join(dir, "spool"))).toBe(true);
  });

  test.each([
    ["fuse.sshfs", true],
    ["fuse.rclone", true],
    ["virtiofs", true],
    ["fuse.fuse-overlayfs", false],
    ["fuseblk", false],
  ])("behind FUSE is recognised by its program: %s is refused: %s", (program, isRefused) => {
    const act = () => prepare({ mounts: mountsOf(program) });
    if (isRefused) expect(failureOf(act).message).toContain(`(${program})`);
    else expect(act).not.toThrow();
  });

  test("is recognised by its path on Windows", () => {
    const io: Partial<FolderIo> = { platform: "win32" };
    for (const path of [
      "\\\\server\\share\\app\\.tidemark",
      "//server/share/.tidemark",
      "\\\\?\\UNC\\server\\share",
    ]) {
      expect(failureOf(() => prepare(io, {}, path)).message).toContain("network share");
    }
  });
});

describe("a folder that a cloud program synchronises", () => {
  test.each([
    "Dropbox",
    "Dropbox (Personal)",
    "OneDrive",
    "OneDrive - Contoso",
    "Google Drive",
    "GoogleDrive-me@example.org",
    "Library/Mobile Documents",
    "Library/CloudStorage",
    "Box",
    "Nextcloud",
    "pCloudDrive",
  ])("that has the name %s is refused", (name) => {
    const inside = join(base, name, "app", ".tidemark");
    const failure = failureOf(() => prepare({}, {}, inside));
    expect(failure.code).toBe("store.refused_folder");
    expect(failure.message).toContain("synchronises");
    expect(existsSync(join(base, name.split("/")[0] ?? ""))).toBe(false);
  });

  test.each(["dropbox-client", "my-OneDrive", "Boxes", "nextcloud-app", "Dropboxer"])(
    "with the name %s is allowed",
    (name) => {
      prepare({}, {}, join(base, name, ".tidemark"));
      expect(existsSync(join(base, name, ".tidemark", "spool"))).toBe(true);
    },
  );

  test("is found behind a link", () => {
    mkdirSync(join(base, "Dropbox", "app"), { recursive: true });
    symlinkSync(join(base, "Dropbox", "app"), join(base, "app"));
    expect(failureOf(() => prepare({}, {}, join(base, "app", ".tidemark"))).message).toContain("Dropbox");
  });
});

describe("a disk that fails", () => {
  test.each([
    ["ENOSPC", "store.full"],
    ["EDQUOT", "store.full"],
    ["EROFS", "store.read_only"],
    ["EACCES", "store.read_only"],
    ["EIO", "store.io"],
  ])("with %s while making or writing fails with %s, a fix and the cause", (code, expected) => {
    for (const io of [{ mkdir: failing(code) }, { write: failing(code) }]) {
      const failure = failureOf(() => prepare(io));
      expect(failure).toMatchObject({ code: expected, cause: { code } });
      expect(failure.fix).toContain("TIDEMARK_DIR=");
      rmSync(dir, { recursive: true, force: true });
    }
  });

  test("that was mounted read-only is reported before anything is recorded", () => {
    prepare();
    const failure = failureOf(() => prepare({ access: failing("EROFS") }));
    expect(failure).toMatchObject({ code: "store.read_only", cause: { code: "EROFS" } });
  });

  test("is used again when it has recovered", () => {
    expect(failureOf(() => prepare({ write: failing("ENOSPC") })).code).toBe("store.full");
    prepare();
    expect(readFileSync(join(dir, ".gitignore"), "utf8")).toBe("*\n");
  });
});

const failing = (code: string) => () => {
  throw Object.assign(new Error(`${code}: made to fail`), { code });
};

function asUser<T>(uid: number, act: () => T): T {
  process.seteuid?.(uid);
  try {
    return act();
  } finally {
    process.seteuid?.(0);
  }
}

function failureOf(act: () => unknown): MemoryError {
  try {
    act();
  } catch (failure) {
    if (failure instanceof MemoryError) return failure;
    throw failure;
  }
  throw new Error("nothing failed");
}
