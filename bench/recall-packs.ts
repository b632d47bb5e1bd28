import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { packIn } from "./data.ts";
import { ROOT } from "./place.ts";
import { instantIn } from "./recall-times.ts";

/** One turn of a pack, with its time parsed. */
export type PackTurn = {
  readonly id: string;
  readonly session: string;
  readonly at: number;
  readonly role: string;
  /** The speaker's name, if there is one. */
  readonly speaker?: string;
  readonly text: string;
};

/** Turns that form one memory, sorted by time. */
export type Group = { readonly gid: string; readonly turns: readonly PackTurn[] };

export type Question = {
  readonly qid: string;
  readonly gid: string;
  readonly type: string;
  readonly text: string;
  /** Ids of the turns and of the sessions that answer the question. */
  readonly gold: readonly string[];
  readonly goldSessions: readonly string[];
  /** Ids of outdated and of current answers. */
  readonly older: readonly string[];
  readonly newer: readonly string[];
  readonly olderSessions: readonly string[];
};

export type Pack = {
  readonly name: string;
  readonly hash: string;
  readonly groups: readonly Group[];
  readonly questions: readonly Question[];
};

const ENDING = ".json.gz";

/** Reads the wanted packs, or the known ones and all others in the folder. Reports packs that are missing. */
export function packsIn(
  given: string,
  { wanted, known }: { readonly wanted: readonly string[]; readonly known: readonly string[] },
): Pack[] {
  const folder = resolve(given || process.env.TIDEMARK_BENCH_DATA || join(ROOT, "../shared/data"));
  const present = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(ENDING)) : [];
  const names = present.map((name) => name.slice(0, -ENDING.length)).sort();
  const asked = wanted.length > 0 ? wanted : [...known, ...names.filter((name) => !known.includes(name))];
  return asked.flatMap((name) => {
    const path = packIn(given, `${name}${ENDING}`);
    return path === undefined ? [] : [packAt(path, name)];
  });
}

function packAt(path: string, name: string): Pack {
  const bytes = readFileSync(path);
  const raw = JSON.parse(gunzipSync(bytes).toString("utf8")) as RawPack;
  const groups = raw.groups.map(groupOf);
  const questions = raw.queries.filter(isAnswerable).map(questionOf);
  const gids = new Set(groups.map(({ gid }) => gid));
  const lost = questions.find(({ gid }) => !gids.has(gid));
  if (lost) throw new Error(`${name}: question ${lost.qid} is about a group that is not there.`);
  return { name, hash: createHash("sha256").update(bytes).digest("hex"), groups, questions };
}

type RawTurn = {
  readonly id: string;
  readonly session: string;
  readonly ts?: string | number;
  readonly role: string;
  readonly text: string;
  readonly caption?: string;
};

type RawQuestion = {
  readonly qid: string;
  readonly gid: string;
  readonly type: string;
  readonly text: string;
  readonly gold?: readonly string[];
  readonly gold_sessions?: readonly string[];
  readonly old?: readonly string[];
  readonly new?: readonly string[];
  readonly old_sessions?: readonly string[];
};

type RawPack = {
  readonly groups: readonly { readonly gid: string; readonly docs: readonly RawTurn[] }[];
  readonly queries: readonly RawQuestion[];
};

/** Parses a group. A turn without a time gets the time of the previous one, which keeps the order. */
function groupOf({ gid, docs }: RawPack["groups"][number]): Group {
  let last = Date.UTC(2024, 0, 1);
  const turns = docs.map((doc) => {
    last = timeOf(doc) ?? last;
    const text = doc.caption ? `${doc.text} [${doc.caption}]` : doc.text;
    return { id: String(doc.id), session: String(doc.session), at: last, ...whoOf(doc), text };
  });
  return { gid, turns: turns.sort((a, b) => a.at - b.at) };
}

const ROLES: readonly string[] = ["user", "assistant", "tool", "system"];

/** An unknown role is the speaker's name. */
const whoOf = ({ role }: RawTurn): Pick<PackTurn, "role" | "speaker"> =>
  ROLES.includes(role) ? { role } : { role: "user", speaker: role };

function timeOf({ id, ts }: RawTurn): number | undefined {
  const text = String(ts ?? "").trim();
  if (text === "") return undefined;
  const at = instantIn(text);
  if (at === undefined) throw new Error(`The time of ${id} cannot be read.`);
  return at;
}

/** Excludes abstention questions: no turn answers them. */
const isAnswerable = ({ type, qid }: RawQuestion): boolean => !/abstention/i.test(type) && !/_abs$/.test(qid);

const questionOf = (raw: RawQuestion): Question => ({
  qid: raw.qid,
  gid: raw.gid,
  type: raw.type,
  text: raw.text,
  gold: raw.gold ?? [],
  goldSessions: raw.gold_sessions ?? [],
  older: raw.old ?? [],
  newer: raw.new ?? [],
  olderSessions: raw.old_sessions ?? [],
});
