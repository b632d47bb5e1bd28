import { quoteUpTo } from "../bundle/quote.ts";
import type { Item } from "../items/item.ts";
import { type KindName, UNIT_KIND_NAMES } from "../items/kinds.ts";

/** The first line of every exported page, by which such pages are recognised. */
export const PAGE_MARK = "<!-- tidemark:export -->";

/** Maximum length of one statement on a page. */
const STATEMENT_MAX = 2000;

/**
 * The file name of a topic. Characters that some file systems do not accept become dashes; topics with the same result get different names.
 */
export function pageName(topic: string): string {
  const plain = topic
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");
  const isExact = plain === topic && plain !== "index";
  return `${isExact ? plain : `${plain || "topic"}-${checksum(topic)}`}.md`;
}

/** Distinguishes file names; it gives no security. */
function checksum(text: string): string {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return sum.toString(36);
}

/** The page of one topic: its statements by kind, newest first. */
export function topicPage(topic: string, items: readonly Item[]): string {
  const sections = UNIT_KIND_NAMES.flatMap((kind) => {
    const lines = items
      .filter((item) => item.kind === kind)
      .toReversed()
      .flatMap(itemLines);
    return lines.length === 0 ? [] : ["", `## ${titleOf(kind)}`, "", ...lines];
  });
  const body = sections.length === 0 ? ["", "This topic has no current statements any more."] : sections;
  return `${[PAGE_MARK, `# ${quoteUpTo(topic, 200)}`, ...body].join("\n")}\n`;
}

function itemLines(item: Item): string[] {
  const label = typeof item.label === "string" ? `${item.label}, ` : "";
  const more = (["instead", "related_paths", "rejected"] as const).flatMap((name) => {
    const value = Array.isArray(item[name]) ? item[name].join(", ") : item[name];
    return typeof value === "string" && value !== ""
      ? [`  - ${MORE[name]}: ${quoteUpTo(value, STATEMENT_MAX)}`]
      : [];
  });
  const mark = typeof item.thread_mark === "string" ? `, ${item.thread_mark}` : "";
  return [
    `- ${quoteUpTo(item.text, STATEMENT_MAX)} (${label}${item.created_at.slice(0, 10)}${mark})`,
    ...more,
  ];
}

const MORE = { instead: "Instead", related_paths: "About", rejected: "Turned down" } as const;

const TITLES: { readonly [kind in KindName]?: string } = { hypothesis: "Hypotheses" };
const titleOf = (kind: KindName): string =>
  TITLES[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1)}s`;

type TopicEntry = { readonly topic: string; readonly name: string; readonly items: readonly Item[] };

/** The list of all pages. */
export function indexPage(pages: readonly TopicEntry[]): string {
  const lines = pages.map(
    ({ topic, name, items }) =>
      `- [${quoteUpTo(topic, 200).replaceAll(/[[\]]/g, "")}](${encodeURI(name)}) (${items.length})`,
  );
  const body = lines.length === 0 ? ["Nothing is recorded yet."] : lines;
  return `${[PAGE_MARK, "# What this project knows", "", ...body].join("\n")}\n`;
}
