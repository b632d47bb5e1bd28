import { type Document, isMap, isScalar, isSeq, Scalar, type YAMLMap, YAMLSeq } from "yaml";
import { assert, MemoryError } from "../../failure.ts";
import { lineEnd, splitLines } from "../document/lines.ts";
import type { ARCHIVE_STATUSES, PRIORITIES } from "../document/sections.ts";
import { tidyText } from "../document/text.ts";
import { readYaml } from "./safe-yaml.ts";

/** The registry entry of an archived context. */
export type RegistryEntry = {
  readonly task_id: string;
  readonly title: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly status: (typeof ARCHIVE_STATUSES)[number];
  readonly archived_at: string;
  readonly file: string;
  readonly summary: string;
  readonly related_paths?: readonly string[];
  readonly restore_recipe?: readonly string[];
  readonly confidence?: (typeof PRIORITIES)[number];
  readonly last_restored_at?: string;
  readonly repo_revision?: string;
};

/** An entry as written in the file, complete or not. */
export type RegistryRow = {
  /** The line where it begins, counted from one. */
  readonly line: number;
  readonly texts: { readonly [name: string]: string };
  readonly lists: { readonly [name: string]: readonly string[] };
};

export type ReadRegistry =
  | { readonly outcome: "read"; readonly rows: readonly RegistryRow[] }
  | { readonly outcome: "unreadable"; readonly line: number; readonly message: string };

/** More tasks than any project has; a longer list is some other file. */
const ENTRIES_MAX = 5000;
const ROOT = "contexts";

/** Reads `contexts_index.yaml`. Every value is read as text, so that an id such as 007 keeps its zeros. */
export function readRegistry(text: string): ReadRegistry {
  const read = readYaml(text);
  if (read.outcome === "unreadable") return read;
  const list = listIn(read.document);
  if (list === "other") return { outcome: "unreadable", line: 1, message: "It is not a list of contexts." };
  const items = list?.items ?? [];
  if (items.length > ENTRIES_MAX)
    return {
      outcome: "unreadable",
      line: 1,
      message: `It has ${items.length} entries; at most ${ENTRIES_MAX} are read.`,
    };
  const maps = items.filter((item): item is YAMLMap => isMap(item));
  if (maps.length < items.length)
    return { outcome: "unreadable", line: 1, message: "An entry is not a map of names and values." };
  return { outcome: "read", rows: maps.map((map) => rowOf(map, read.lineOf(map.range?.[0] ?? 0))) };
}

/** The entry of a row, if no required value is missing. */
export function entryOfRow({ texts, lists }: RegistryRow): RegistryEntry | undefined {
  const { task_id, title, category, status, archived_at, file, summary } = texts;
  const isWhole = [task_id, title, archived_at, file].every((value) => value !== undefined);
  if (!isWhole || (status !== "paused" && status !== "completed" && status !== "abandoned")) return undefined;
  const { confidence, last_restored_at, repo_revision } = texts;
  return {
    task_id: task_id ?? "",
    title: title ?? "",
    category: category ?? "",
    tags: lists.tags ?? [],
    status,
    archived_at: archived_at ?? "",
    file: file ?? "",
    summary: summary ?? "",
    ...(lists.related_paths ? { related_paths: lists.related_paths } : {}),
    ...(lists.restore_recipe ? { restore_recipe: lists.restore_recipe } : {}),
    ...(confidence === "high" || confidence === "medium" || confidence === "low" ? { confidence } : {}),
    ...(last_restored_at === undefined ? {} : { last_restored_at }),
    ...(repo_revision === undefined ? {} : { repo_revision }),
  };
}

/** Adds an entry to the registry's text, or updates the entry of the same task. Other fields, other entries and comments stay. */
export function putEntry(text: string, entry: RegistryEntry): string {
  const read = readYaml(text);
  if (read.outcome === "unreadable")
    throw new MemoryError(
      "input.invalid",
      `The registry of contexts cannot be read: line ${read.line}: ${read.message}`,
      {
        fix: "Fix that line, or move the file away to start a new one.",
      },
    );
  const { document } = read;
  const list = listIn(document) ?? newList(document);
  if (list === "other")
    throw new MemoryError("input.invalid", "The registry of contexts is not a list of contexts.", {
      field: "file",
      fix: "Move the file away to start a new one.",
    });
  const maps = list.items.filter((item): item is YAMLMap => isMap(item));
  const own = maps.find((map) => textOf(map.get("task_id", true)) === entry.task_id);
  const target = own ?? (document.createNode({}) as YAMLMap);
  for (const [name, value] of Object.entries(entry)) setValue(document, target, { name, value });
  if (!own) list.items.push(target);
  list.flow = false;
  const end = lineEnd(splitLines(text));
  return document.toString({ lineWidth: 0, flowCollectionPadding: /\[ \S/.test(text) }).replaceAll("\n", end);
}

/** The list of entries, under its key or as the whole file; undefined for an empty file. */
function listIn({ contents }: Document.Parsed): YAMLSeq | undefined | "other" {
  if (contents === null || (isScalar(contents) && (contents.value === "" || contents.value === null)))
    return undefined;
  if (isSeq(contents)) return contents;
  const list = isMap(contents) ? contents.get(ROOT, true) : undefined;
  if (isSeq(list)) return list;
  return isMap(contents) && (list === undefined || isEmptyScalar(list)) ? undefined : "other";
}

const isEmptyScalar = (node: unknown): boolean =>
  isScalar(node) && (node.value === "" || node.value === null);

function newList(document: Document.Parsed): YAMLSeq {
  const list = new YAMLSeq();
  if (isMap(document.contents)) document.set(ROOT, list);
  else (document as Document).contents = document.createNode({ [ROOT]: list });
  const placed = document.get(ROOT, true);
  assert(isSeq(placed), "the registry has a list");
  return placed;
}

type RegistryField = { readonly name: string; readonly value: string | readonly string[] };

function setValue(document: Document.Parsed, map: YAMLMap, { name, value }: RegistryField): void {
  const old: unknown = map.get(name, true);
  if (typeof value === "string") {
    const fresh = scalarOf(value);
    if (!isScalar(old)) map.set(name, fresh);
    else if (textOf(old) !== fresh.value) {
      old.value = fresh.value;
      if (fresh.type) old.type = fresh.type;
    }
    return;
  }
  const wanted = value.map(tidyText);
  const kept = isSeq(old) ? old.items : [];
  const list = isSeq(old) ? old : new YAMLSeq();
  if (!isSeq(old)) list.flow = name === "tags";
  list.items = wanted.map((text) => kept.find((item) => textOf(item) === text) ?? scalarOf(text));
  if (old !== list) map.set(document.createNode(name), list);
}

/** Quotes a text that another reader would take for a number, a boolean or null. */
function scalarOf(value: string): Scalar {
  const text = tidyText(value);
  const scalar = new Scalar(text);
  if (text.includes("\n")) scalar.type = Scalar.BLOCK_LITERAL;
  else if (/^(?:[\d.+-][\w.:+-]*|true|false|null|yes|no|on|off|y|n|~|)$/i.test(text))
    scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}

const textOf = (node: unknown): string | undefined =>
  isScalar(node) ? tidyText(String(node.value ?? "")) : undefined;

function rowOf(map: YAMLMap, line: number): RegistryRow {
  const texts: [string, string][] = [];
  const lists: [string, string[]][] = [];
  for (const { key, value } of map.items) {
    const name = textOf(key) ?? "";
    if (isSeq(value)) lists.push([name, value.items.flatMap((item) => textOf(item) ?? [])]);
    else texts.push([name, textOf(value) ?? ""]);
  }
  return { line, texts: Object.fromEntries(texts), lists: Object.fromEntries(lists) };
}
