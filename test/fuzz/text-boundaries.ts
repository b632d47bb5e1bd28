import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readConfigFiles } from "../../src/adapters/files/project/read-config.ts";
import { parseChange, textsIn } from "../../src/adapters/git/code-history.ts";
import { commitsIn, standingFrom } from "../../src/adapters/git/git.ts";
import { repositoryOverrides } from "../../src/adapters/git/repository-overrides.ts";
import { draftOf, lineOf } from "../../src/adapters/spool/line.ts";
import { sha256 } from "../../src/adapters/system/sha256.ts";
import { merge } from "../../src/core/active-context/document/merge.ts";
import { parse } from "../../src/core/active-context/document/parse.ts";
import { print } from "../../src/core/active-context/document/print.ts";
import { fixAll, lint } from "../../src/core/active-context/lint/lint.ts";
import { lintRegistry } from "../../src/core/active-context/lint/lint-registry.ts";
import { readSessionFile } from "../../src/core/active-context/registry/session-file.ts";
import { editsBetween } from "../../src/core/active-context/sync/edits.ts";
import { mergeConfig } from "../../src/core/config/config.ts";
import { fitsGlob, problemOfGlobs } from "../../src/core/documents/globs.ts";
import { sectionsOf, titleOf } from "../../src/core/documents/sections.ts";
import { pathsInGitIndex, sharedIndexHashes } from "../../src/core/git-index.ts";
import { parseJson } from "../../src/core/parse-json.ts";
import { checkDraft } from "../../src/core/tape/check.ts";
import { eventOfLine, exportLine } from "../../src/core/tape/export-line.ts";
import { manifestOf } from "../../src/core/tape/manifest.ts";
import { upcast } from "../../src/core/tape/read.ts";
import { draftOfLine, limitTurnText, typeOf } from "../../src/core/tape/record-line.ts";
import { versionOf } from "../../src/core/tape/versions.ts";
import { parseTape } from "../../src/testing/notation.ts";
import { ROOT } from "../clients/root.ts";
import { TEST_SEAL } from "../support/seal.ts";
import { type Boundary, BrokenProperty } from "./boundary.ts";

const NOW = Date.UTC(2030, 0, 1);
const writer = { agent: "fuzz", host: "fuzz", process: "1", worktree: "main" };
const golden = (path: string): string => readFileSync(join(ROOT, "test/golden", path), "utf8");

const config: Boundary = {
  name: "config.yaml",
  seeds: [
    "brief:\n  tokens: 1500\ncontext:\n  folder: ai_memory\nstaleness:\n  note_days: 30\n",
    "documents:\n  enabled: true\n  paths: docs/**/*.md\nusage:\n  curve: 14:0, 30:-2, +:-8\n",
    "a: &a [1, 2]\nb: *a\n? complex\n: value\n",
  ],
  words: [
    "model:",
    "staleness:",
    "usage:",
    "  curve: 14:0, +:-8",
    "&a",
    "*a",
    "<<: *a",
    "!!binary ",
    "|\n",
    ">-\n",
    "? ",
  ],
  open: (root) => {
    const memoryDir = join(root, "config");
    mkdirSync(memoryDir, { recursive: true });
    return async (text) => {
      writeFileSync(join(memoryDir, "config.yaml"), text, { mode: 0o600 });
      mergeConfig(await readConfigFiles(memoryDir, { HOME: root, XDG_CONFIG_HOME: root }));
    };
  },
};

const facts = { now: NOW, root: "/a", branch: "main" };

const activeContext: Boundary = {
  name: "active_context.md",
  seeds: [
    golden("context.md"),
    "# Active Context\n\n## Quick Resume\n\n- **Goal**: x\n\n## Current Task\n\n- [ ] a\n  - [x] b\n\n## Breadcrumbs\n\n1. c\n",
  ],
  words: [
    "## Quick Resume\n",
    "## Current Task\n",
    "- [ ] ",
    "- [x] ",
    "<!-- id: ",
    " -->",
    "**",
    "```\n",
    "---\n",
    "\r\n",
    "    ",
  ],
  open: () => (text) => {
    const document = parse(text);
    if (print(document) !== text) throw new BrokenProperty("a document is not printed as it was read");
    lint(document, facts);
    const fixed = fixAll(document, facts);
    editsBetween(parse("# a\n"), document);
    merge({ base: "# a\n\nb\n", person: text, program: "# a\n\nc\n" });
    return fixed;
  },
};

const contextFiles: Boundary = {
  name: "session files and registry of the active context",
  seeds: [
    "---\nid: BILL-1\nstatus: active\n---\n\n# BILL-1\n\n## Steps\n\n- [ ] a\n",
    "- id: BILL-1\n  file: BILL-1.md\n  status: parked\n",
  ],
  words: ["---\n", "id: ", "status: ", "- [ ] ", "&a ", "*a", "file: ../x"],
  open: () => (text) => {
    readSessionFile(text);
    lintRegistry(text);
  },
};

const spool: Boundary = {
  name: "spool lines",
  seeds: [
    lineOf(
      {
        ...{ id: "evt_1", type: "turn.recorded", version: 1, at: NOW, recordedAt: NOW, writer, session: "s" },
        payload: { role: "user", text: "Use pnpm" },
      },
      TEST_SEAL,
    ),
  ],
  words: ['"type":"turn.recorded"', '"payload":{', '"version":99', "0".repeat(16)],
  open: () => (text) => {
    const line = text.split("\n", 1)[0] ?? "";
    draftOf(line, TEST_SEAL);
    // A line with a valid seal comes from a process of this user, perhaps of an older or newer version.
    const json = line.slice(17);
    try {
      JSON.parse(json);
    } catch {
      return;
    }
    const draft = draftOf(`${TEST_SEAL.of(json)} ${json}`, TEST_SEAL);
    if (typeof draft?.type === "string" && typeof draft.payload === "object") checkDraft(draft);
  },
};

const EXPORTED = exportLine({
  ...{
    id: "evt_1",
    type: "turn.recorded",
    version: 1,
    at: NOW,
    recordedAt: NOW,
    writer,
    session: "s",
    position: 1,
  },
  ...{ payload: { role: "user", text: "Use pnpm" }, payloadHash: "0".repeat(64), hash: "0".repeat(64) },
});

const exported: Boundary = {
  name: "export lines and manifest",
  seeds: [
    EXPORTED,
    `{"format":"tidemark-export","version":1,"events":2,"last_hash":"${"0".repeat(64)}","files":[]}`,
  ],
  words: ['"position":', '"payload":null', '"type":"item.created"', '"subject":"dec_1"', '"version":2'],
  open: () => (text) => {
    tried(() => manifestOf(text));
    const event = eventOfLine(text);
    const again = eventOfLine(exportLine(event));
    if (exportLine(again) !== exportLine(event))
      throw new BrokenProperty("an event is not exported as it was read");
    upcast(event);
  },
};

/** Runs one of several readers and ignores a refusal, so that the next reader is tried too. */
function tried(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if ((error as Error).name !== "MemoryError") throw error;
  }
}

const recordLines: Boundary = {
  name: "lines of `record`",
  seeds: [
    '{"type":"turn","session":"s","role":"user","text":"Use pnpm"}',
    '{"type":"truth.upserted","key":"build","text":"The build uses pnpm"}',
    '{"type":"task.status_set","task":"T-1","status":"open"}',
    '{"type":"session.ended","session":"s","reason":"done"}',
  ],
  words: [
    '"at":"2030-01-01T00:00:00Z"',
    '"key":"k"',
    '"truth"',
    '"skill"',
    '"supersedes":"',
    '"session.ended"',
  ],
  open: () => (text) => {
    const line = limitTurnText(objectIn(text));
    const stamp = { id: "evt_1", now: NOW, writer, sha256, ordinal: 0 };
    const draft = draftOfLine(line, { ...stamp, version: versionOf(typeOf(line.type)) });
    checkDraft(draft);
  },
};

export function objectIn(text: string): { readonly [field: string]: unknown } {
  try {
    const value: unknown = parseJson(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { type: "turn", session: "s", text };
}

const documents: Boundary = {
  name: "Markdown documents",
  seeds: [
    golden("brief.md"),
    "# Title\n\nText\n\n## A\n\n- b\n\n```js\n# no heading\n```\n\nSetext\n======\n",
  ],
  words: [
    "# ",
    "###### ",
    "```\n",
    "~~~\n",
    "====\n",
    "----\n",
    "<details>",
    "| a | b |",
    "[x](y)",
    "- [ ] ",
    "\t",
  ],
  open: () => (text) => {
    const sections = sectionsOf(titleOf("docs/a.md", text), text);
    const [pattern = "", ...paths] = text.split("\n", 4);
    if (problemOfGlobs(pattern) === undefined) for (const path of paths) fitsGlob(pattern, path);
    return sections;
  },
};

const gitOutput: Boundary = {
  name: "git output",
  seeds: [
    `\0${"a".repeat(40)}\x001767225600\0Ana\0Fix login\0Because\0\nsrc/a.ts\nsrc/b.ts\n`,
    " M src/a.ts\0?? b.ts\0UU c.ts\0",
    `${"a".repeat(40)} blob 5\nhello\n${"b".repeat(40)} missing\n`,
    "core.hookspath\n/x\0filter.lfs.clean\ngit-lfs\0",
    `DIRC\0\0\0\x04\0\0\0\x01${"\0".repeat(60)}\0\x05\0src/a\0`,
    `DIRC\0\0\0\x02\0\0\0\x01${"\0".repeat(60)}\0\x05src/a\0link`,
  ],
  words: ["\0", "commit ", "DIRC", "link\0\0\0\x14", " blob 99999999999\n", "refs/heads/", "\x80\x80\x80"],
  open: () => (text) => {
    commitsIn(text);
    standingFrom(text, { head: { commit: "a" }, subject: text, stashes: text.split("\n") });
    text.split("\0").slice(1).map(parseChange);
    textsIn(Buffer.from(text));
    repositoryOverrides(text);
    const bytes = Buffer.from(text, "latin1");
    // Callers treat an index of an unknown format as unreadable.
    for (const read of [() => pathsInGitIndex(bytes, "src"), () => sharedIndexHashes(bytes)])
      unlessUnknownForm(read);
  },
};

function unlessUnknownForm(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!/unknown form/.test((error as Error).message)) throw error;
  }
}

const notation: Boundary = {
  name: "tape notation",
  seeds: [
    '# a tape\n1d decision #auth Use JWT = jwt\n2d decision #auth Use cookies = cookies\n2d jwt > cookies\n3d cookies ~ {"topic":"x"}\n',
    '0m @ana turn s1 user hello\n5m session s1 ended done\n1h fact {"topic":"build"} The build uses esbuild = f\n2h f undone\n',
    '3d event turn.recorded {"payload":{"role":"user","text":"x"},"session":"s"}\n4d plan Ship it = p\n5d p > done all of it\n',
  ],
  words: [
    "turn s1 user ",
    "decision ",
    " = x",
    "@ana ",
    "{",
    "}",
    " > ",
    " ~ ",
    "0m ",
    "99999999d ",
    "removed",
    "undone",
  ],
  open: () => (text) => void parseTape(text),
};

export const TEXT_BOUNDARIES: readonly Boundary[] = [
  ...[config, activeContext, contextFiles, spool, exported, recordLines, documents, gitOutput],
  notation,
];
