import type { ItemRow } from "../../core/items/items-view.ts";
import { UNIT_KIND_NAMES } from "../../core/items/kinds.ts";
import { indexPage, PAGE_MARK, pageName, topicPage } from "../../core/topics/topic-page.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { FileDeps, MemoryDeps, OwnFileDeps } from "../runtime/deps.ts";
import { markedItems } from "../threads/marked-items.ts";
import { folderWithOthers } from "./export.ts";

export type ExportedPages = {
  readonly dir: string;
  readonly topics: number;
  readonly items: number;
  readonly files: readonly string[];
};

const INDEX = "index.md";
/** Rows read at once. */
const PAGE = 500;

/** Writes current items as Markdown: one page per topic, and an index. The same memory gives the same bytes. */
export async function exportPages(
  deps: MemoryDeps & OwnFileDeps & FileDeps,
  dir: string,
): Promise<ExportedPages> {
  const earlier = await earlierPages(deps, dir);
  await deps.ourFiles.noteCopy(dir);
  const byTopic = await liveByTopic(deps);
  const pages = [...byTopic].map(([topic, items]) => ({ topic, items, name: pageName(topic) }));
  for (const { topic, items, name } of pages)
    await deps.files.write(`${dir}/${name}`, [topicPage(topic, await markedItems(deps, items))]);
  const gone = earlier.filter((name) => name !== INDEX && !pages.some((page) => page.name === name));
  for (const name of gone)
    await deps.files.write(`${dir}/${name}`, [topicPage(name.replace(/\.md$/, ""), [])]);
  await deps.files.write(`${dir}/${INDEX}`, [indexPage(pages)]);
  const items = pages.reduce((sum, page) => sum + page.items.length, 0);
  return { dir, topics: pages.length, items, files: [INDEX, ...pages.map(({ name }) => name)] };
}

async function liveByTopic(deps: MemoryDeps): Promise<Map<string, ItemRow[]>> {
  await catchUp(deps, "items");
  const byTopic = new Map<string, ItemRow[]>();
  for (let offset = 0; ; offset += PAGE) {
    const page = {
      kinds: UNIT_KIND_NAMES,
      statuses: ["active"],
      order: "oldest",
      limit: PAGE,
      offset,
    } as const;
    const { rows } = await deps.store.views.select(deps.views.items, page);
    for (const row of rows) {
      const topic = typeof row.topic === "string" ? row.topic.toLowerCase() : "general";
      byTopic.set(topic, [...(byTopic.get(topic) ?? []), row]);
    }
    if (rows.length < PAGE) break;
  }
  return new Map([...byTopic].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Pages of an earlier export, which may be overwritten. A folder that contains anything else is refused. */
async function earlierPages(deps: FileDeps, dir: string): Promise<readonly string[]> {
  const names = (await deps.files.list(dir)) ?? [];
  for (const name of names) {
    const isOurs = name.endsWith(".md") && (await deps.files.read(`${dir}/${name}`))?.startsWith(PAGE_MARK);
    if (isOurs) continue;
    throw folderWithOthers(dir, name);
  }
  return names;
}
