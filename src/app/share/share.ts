import { quoteUpTo } from "../../core/bundle/quote.ts";
import { MemoryError } from "../../core/failure.ts";
import { refuseAgent } from "../../core/items/authority.ts";
import { wordsPrint } from "../../core/items/fingerprint.ts";
import { ITEM_ACT_TYPES, type Item } from "../../core/items/item.ts";
import { isOfKind } from "../../core/items/item-of.ts";
import { type KindName, PRIVATE_TAG } from "../../core/items/kinds.ts";
import { isItemEvent, itemOf } from "../../core/items/life.ts";
import {
  hasSharedBlock,
  type SharedContent,
  type SharedFile,
  withSharedBlock,
} from "../../core/share/shared-block.ts";
import { upcastAll } from "../../core/tape/read.ts";
import { lineDiff } from "../../core/text/line-diff.ts";
import { parseInstant } from "../../core/time.ts";
import type { HostSetup } from "../../ports/wiring.ts";
import { itemsByIds } from "../items/find-item.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { HostDeps, ItemDeps, MemoryDeps, OwnFileDeps, ProjectDeps } from "../runtime/deps.ts";
import { newestStatements } from "../threads/newest-statements.ts";
import { installShareHook } from "./share-hook.ts";

export type ShareInput = {
  readonly file?: string | undefined;
  /** Only report whether the block is current. */
  readonly check: boolean;
  /** Also install a git hook that keeps the block current. */
  readonly hook: boolean;
};

export type SharePreview = { readonly file: string; readonly diff: readonly string[] };

/** What `share` would change in which file; nothing is written. */
export async function previewShare(
  deps: MemoryDeps & ProjectDeps & HostDeps,
  input: Pick<ShareInput, "file">,
): Promise<SharePreview> {
  const { file, before, text } = await planShare(deps, input.file);
  return { file, diff: text === before ? [] : lineDiff(before, text) };
}

export type ShareOutcome = {
  readonly file: string;
  readonly checked: boolean;
  /** Whether the file was, or would have been, changed. */
  readonly changed: boolean;
  readonly added: number;
  readonly dropped: number;
  readonly others: number;
  /** Number of this memory's statements in the block. */
  readonly statements: number;
  /** False without a memory: then only the marks of the block can be checked. */
  readonly has_memory: boolean;
  /** Number of statements that were left out because of a later statement, a pending edge or an open conflict. */
  readonly withheld: number;
  readonly hook?: string;
};

/** Files that are searched for a block. If none has one, the block is written into one of them. */
const FILES = ["AGENTS.md", "CLAUDE.md"] as const;
/** Maximum number of statements in a block. Nobody reads more, and every agent pays for them. */
const STATEMENTS_MAX = 200;
/** Maximum number of characters of one line. */
const LINE_MAX = 500;
const PAGE = 1000;

const SECTIONS: readonly { readonly kind: KindName; readonly heading: string }[] = [
  { kind: "decision", heading: "## Decisions" },
  { kind: "constraint", heading: "## Constraints" },
];

/** Writes the current decisions and constraints into a block of a file that the repository shares. */
export async function share(
  deps: ItemDeps & OwnFileDeps & HostDeps,
  input: ShareInput,
): Promise<ShareOutcome> {
  if (input.hook) refuseAgent(deps.voice, "share --hook");
  const { hosts, file, path, before, content, text, withheld, counts } = await planShare(deps, input.file);
  const changed = text !== before;
  if (changed && !input.check) {
    await deps.ourFiles.noteCopy(path);
    await hosts.write(path, text);
  }
  const hook = input.hook && !input.check ? await installShareHook(deps, hosts, file) : undefined;
  return {
    file,
    checked: input.check,
    changed,
    ...counts,
    statements: content.sections.reduce((sum, { lines }) => sum + lines.length, 0),
    has_memory: deps.project.hasMemory,
    withheld,
    ...(hook === undefined ? {} : { hook }),
  };
}

async function planShare(deps: MemoryDeps & ProjectDeps & HostDeps, named: string | undefined) {
  const hosts = filesOf(deps);
  const file = await chosenFile(deps, hosts, named);
  const path = `${deps.project.worktreeRoot}/${file}`;
  const before = (await hosts.read(path)) ?? "";
  const { withheld, ...content } = await contentOf(deps, before);
  const after = withSharedBlock(before, content);
  if (after.outcome === "refused") throw refusal(file, after);
  const { text, outcome: _, ...counts } = after;
  return { hosts, file, path, before, content, text, withheld, counts };
}

/** Files of a project with a block that `share` wrote. */
export async function sharedFilesIn(hosts: HostSetup, project: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of FILES) {
    const path = `${project}/${file}`;
    const text = await hosts.read(path).catch(() => undefined);
    if (text !== undefined && hasSharedBlock(text)) found.push(path);
  }
  return found;
}

function filesOf({ hosts }: HostDeps): HostSetup {
  if (hosts) return hosts;
  throw new MemoryError("input.invalid", "Files of the project cannot be written here.", { field: "file" });
}

/** A block of Markdown would damage any other file, such as git's own settings. */
const isPage = (file: string): boolean =>
  /\.(?:md|mdc|markdown)$/i.test(file) && !/(?:^|[/\\])\.(?:git|tidemark)[/\\]/i.test(file);

/** The named file; otherwise the file with a block; otherwise the first one that exists. */
async function chosenFile(
  { project }: ProjectDeps,
  hosts: HostSetup,
  named: string | undefined,
): Promise<string> {
  const root = project.worktreeRoot;
  if (named !== undefined) {
    const file = named.startsWith(`${root}/`) ? named.slice(root.length + 1) : named.replace(/^\.\//, "");
    const isOutside = /^[/\\]|^[A-Za-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(file);
    if (!isOutside && isPage(file)) return file;
    const problem = isOutside ? "is outside the project" : "is not a Markdown file of the project";
    throw new MemoryError("input.invalid", `${named} ${problem}.`, {
      field: "file",
      fix: { to: "Name a file of the project, relative to its root", verb: "share", words: ["AGENTS.md"] },
    });
  }
  const texts = await Promise.all(
    FILES.map(async (file) => ({ file, text: await hosts.read(`${root}/${file}`) })),
  );
  const there = texts.filter(({ text }) => text !== undefined);
  return (there.find(({ text }) => hasSharedBlock(text ?? "")) ?? there[0])?.file ?? FILES[0];
}

function refusal(file: string, { why, line }: Extract<SharedFile, { outcome: "refused" }>): MemoryError {
  return new MemoryError("input.invalid", `${file} was not changed, because ${why} (line ${line}).`, {
    field: "file",
    fix: "Fix the file by hand and run the command again. Your own lines may stay in the block.",
  });
}

/** The intended content of the block, and which lines this memory has ever written. */
async function contentOf(deps: MemoryDeps, text: string): Promise<SharedContent & { withheld: number }> {
  const live = new Map<string, Item>();
  const ours = new Set<string>();
  for (let after = 0; ; ) {
    const { events, upTo } = await deps.store.events.read(after, PAGE, ITEM_ACT_TYPES);
    for (const event of upcastAll(events).filter(isItemEvent)) {
      if (event.payload === null) continue;
      const item = itemOf(event);
      if (!SECTIONS.some(({ kind }) => kind === item.kind)) continue;
      ours.add(lineOf(item));
      live.delete(item.id);
      if (isShared(deps, item)) live.set(item.id, item);
    }
    if (upTo <= after) break;
    after = upTo;
  }
  const doubted = await doubtedItems(deps, [...live.keys()]);
  const sure = [...live.values()].filter(({ id }) => !doubted.has(id));
  const shared = sure.slice(-STATEMENTS_MAX);
  const erased = await erasedLines(deps, text);
  return {
    sections: SECTIONS.map(({ kind, heading }) => ({
      heading,
      lines: [...new Set(shared.filter((item) => item.kind === kind).map(lineOf))],
    })),
    withheld: live.size - sure.length,
    isOurs: (line) => ours.has(line) || erased.has(line),
  };
}

/** Items that a later statement of their thread, a pending edge or an open conflict contradicts. */
async function doubtedItems(deps: MemoryDeps, ids: readonly string[]): Promise<ReadonlySet<string>> {
  await catchUp(deps, "items");
  const later = await newestStatements(deps, await itemsByIds(deps, ids));
  const doubted = new Set(later.keys());
  for (let offset = 0; ; offset += PAGE) {
    const asked = { kinds: ["edge", "insight"], statuses: ["pending", "open"], order: "newest" } as const;
    const { rows } = await deps.store.views.select(deps.views.items, { ...asked, limit: PAGE, offset });
    for (const row of rows) {
      if (row.removed) continue;
      if (isOfKind(row, "insight") && row.type === "conflict")
        for (const id of row.about ?? []) doubted.add(id);
      if (isOfKind(row, "edge") && ["replaces", "challenges"].includes(String(row.relation)))
        doubted.add(String(row.older));
    }
    if (rows.length < PAGE) return doubted;
  }
}

function isShared(deps: MemoryDeps, { status, removed, tags, expires_at }: Item): boolean {
  const isPrivate = Array.isArray(tags) && tags.includes(PRIVATE_TAG);
  const end = typeof expires_at === "string" ? parseInstant(expires_at) : undefined;
  return status === "active" && !removed && !isPrivate && (end === undefined || end > deps.clock.now());
}

const lineOf = ({ text, created_at }: Item): string =>
  `- ${quoteUpTo(text, LINE_MAX)} (${created_at.slice(0, 10)})`;

const WRITTEN = /^- (.*) \(\d{4}-\d{2}-\d{2}\)$/;

/** The tape no longer contains forgotten words, but their fingerprints: a line with such words was ours and must go. */
async function erasedLines(deps: MemoryDeps, text: string): Promise<Set<string>> {
  await catchUp(deps, "statements");
  const lines = new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const said = WRITTEN.exec(line.trim())?.[1];
      return said === undefined ? [] : [[wordsPrint(deps.sha256, said), line.trim()] as const];
    }),
  );
  const rows = await deps.store.views.rows(deps.views.statements, [...lines.keys()]);
  const isErased = (print: string): boolean => {
    const row = rows.get(print);
    return row !== undefined && "tombstone" in row && row.tombstone === "forgotten";
  };
  return new Set([...lines].flatMap(([print, line]) => (isErased(print) ? [line] : [])));
}
