import { describe, expect, test } from "vitest";
import {
  archiveFileName,
  checkTaskId,
  sameTaskId,
  snapshotFileName,
} from "../../src/core/active-context/registry/task-id.ts";
import { scenario } from "../scenarios/scenario.ts";

/** Ids that as file names lead outside the folder, to another file, or to no file. */
const PATHS = [
  ...[
    "..",
    ".",
    "...",
    "a/b",
    "a\\b",
    "/etc/passwd",
    "C:\\x",
    "C:",
    "a:b",
    "\\\\host\\share",
    "~",
    "~root",
    "./a",
    "../a",
  ],
  ...[
    "../../a",
    "a/../b",
    "a/..",
    "..\\a",
    "a..b",
    "a..",
    "..a",
    ".hidden",
    ".git",
    "a.",
    "a/",
    "a/.",
    "//a",
    "file:a",
  ],
  ...[
    "%2e%2e%2fa",
    "..%2fa",
    "a%00b",
    "a\0b",
    "a\0.md",
    "a;rm",
    "a|b",
    "a&b",
    "a>b",
    "a<b",
    "a$b",
    "$(x)",
    "`x`",
    "a*b",
  ],
  ...[
    "a?b",
    'a"b',
    "a'b",
    "a b",
    " a",
    "a ",
    "\ta",
    "a\n",
    "a\nb",
    "a\r",
    "a,b",
    "a#b",
    "#a",
    "@a",
    "a@b",
    "a!b",
    "a=b",
  ],
  ...[
    "a+b",
    "a^b",
    "a{b}",
    "a[b]",
    "(a)",
    "a~1",
    "PROGRA~1",
    "a::$DATA",
    "a:stream",
    "-a",
    "--help",
    "-rf",
    "_a",
    "__proto__",
  ],
];

/** Ids with look-alike letters, invisible letters, or letters that can be encoded in several ways. */
const LETTERS = [
  ...[
    "é",
    "ä",
    "ß",
    "İ",
    "ı",
    "ſ",
    "\u212a",
    "Ａ",
    "１",
    "а",
    "ο",
    "漢字",
    "タスク",
    "задача",
    "🦀",
    "a🦀",
    "a\u0301",
    "\u00e9",
  ],
  ...[
    "\u200b",
    "a\u200bb",
    "a\u200db",
    "\u202ea",
    "a\u202eb",
    "\ufeffa",
    "a\u00a0b",
    "\u2028",
    "a\u2029",
    "a\u2024b",
    "a\u2215b",
  ],
  ...[
    "\ud800",
    "a\udfff",
    "\u0000",
    "\u0007",
    "\u007f",
    "\u0085",
    "a\u00adb",
    "a\u034fb",
    "a\ufe0f",
    "a\ufffd",
    "\u2044",
    "\u29f8",
  ],
  ...["", "a".repeat(65), "a".repeat(255), "a".repeat(4096), ".".repeat(64), "-".repeat(3)],
];

const NUMBERED = ["com", "lpt"].flatMap((name) => Array.from({ length: 10 }, (_, i) => `${name}${i}`));
const DEVICES = ["con", "prn", "aux", "nul", "conin", "conout", "clock", ...NUMBERED];
const DEVICE_NAMES = DEVICES.flatMap((name) => [
  name,
  name.toUpperCase(),
  `${name}.md`,
  `${name}.tar.gz`,
  `${name[0]?.toUpperCase()}${name.slice(1)}.1`,
]);
const SNAPSHOTS = ["2026-01-01__A-1", "2026-01-01__", "0000-00-00__x", "9999-99-99__a__b"];

const HOSTILE = [
  ...PATHS.map((id) => [id, "grammar"] as const),
  ...LETTERS.map((id) => [id, "grammar"] as const),
  ...DEVICE_NAMES.map((id) => [id, "device"] as const),
  ...SNAPSHOTS.map((id) => [id, "snapshot"] as const),
];
const PLAIN = [
  "A-1",
  "CTX-RULES-001",
  "ctx.rules_4",
  "7",
  "007",
  "a",
  "x".repeat(64),
  "console",
  "com",
  "com10",
  "nullable",
  "lpt",
  "a.con",
  "2026-01-01",
  "2026-01-01_x",
  "constructor",
];

scenario("context.files.task-ids", () => {
  expect(new Set(HOSTILE.map(([id]) => id)).size).toBeGreaterThanOrEqual(200);
  for (const [id, problem] of HOSTILE) expect(checkTaskId(id), JSON.stringify(id)).toBe(problem);
  for (const id of PLAIN) expect(checkTaskId(id), id).toBeUndefined();
});

describe("ids that would name the same file", () => {
  test.each([
    ["Ctx-1", "ctx-1", true],
    ["A.b", "a.B", true],
    ["A-1", "A-2", false],
  ])("%s and %s: %s", (left, right, isSame) => expect(sameTaskId(left, right)).toBe(isSame));
});

test("an archive is named after its task, a snapshot after its date and task", () => {
  expect(archiveFileName("CTX-001")).toBe("CTX-001.md");
  expect(snapshotFileName({ date: "2026-03-02", id: "CTX-001" })).toBe("2026-03-02__CTX-001.md");
  expect(snapshotFileName({ date: "2026-03-02", id: "CTX-001", slug: "Before the ../Merge!" })).toBe(
    "2026-03-02__CTX-001__before-the-merge.md",
  );
  expect(snapshotFileName({ date: "2026-03-02", id: "CTX-001", slug: "…" })).toBe("2026-03-02__CTX-001.md");
});
