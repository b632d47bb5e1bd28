import { sectionByTitle } from "../active-context/document/titles.ts";
import { parseJson } from "../parse-json.ts";
import { isStructureKey } from "../tape/payload-texts.ts";
import { wordSet } from "../text/word-set.ts";

type OwnRange = { readonly start: number; readonly end: number };

/** Keys of an event's header, of a transcript and of our JSON files: ids, types and times. */
const HEADER_KEYS =
  wordSet(`id type version at recordedAt recorded_at writer agent host process worktree session sessionId session_id
  subject key kind status schema format cwd uuid parentUuid timestamp gitBranch certainty origin`);

/**
 * The parts of a file that the program wrote and nobody stated: JSON keys, ids and types, headings and field names. Words are never removed
 * from these parts, because the file would become unreadable.
 */
export function structureIn(text: string): readonly OwnRange[] {
  if (isJson(text)) return jsonStructure(text, 0);
  const ranges: OwnRange[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    const open = line.indexOf("{");
    if (open >= 0 && isJson(line.slice(open))) ranges.push(...jsonStructure(line.slice(open), start + open));
    else ranges.push(...markdownStructure(line, start));
    start += line.length + 1;
  }
  return ranges;
}

function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

const JSON_STRING = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

/** JSON keys, and the values of keys with few possible values. */
function jsonStructure(text: string, offset: number): OwnRange[] {
  const ranges: OwnRange[] = [];
  let isOwnValue = false;
  for (const { 0: found, 1: colon, index } of text.matchAll(JSON_STRING)) {
    const isKey = colon !== undefined;
    if (isKey) {
      const name = found.slice(1, found.lastIndexOf('"'));
      isOwnValue = HEADER_KEYS.has(name) || isStructureKey(name);
    }
    if (isKey || isOwnValue) ranges.push({ start: offset + index, end: offset + index + found.length });
  }
  return ranges;
}

const isOwnTitle = (title: string): boolean => {
  const section = sectionByTitle(title);
  return title === "Active Context" || (section !== undefined && section.task === undefined);
};

/** `## Current Task`, and `goal:` at the beginning of a line. */
function markdownStructure(line: string, start: number): OwnRange[] {
  const [, title] = /^#{1,3} (.*?)\s*$/.exec(line) ?? [];
  if (title !== undefined && isOwnTitle(title)) return [{ start, end: start + line.length }];
  const [field] = /^\s*(?:- )?[a-z]+(?:_[a-z]+)*:(?=\s|$)/.exec(line) ?? [];
  return field === undefined ? [] : [{ start, end: start + field.length }];
}
