/** Replaces paths, names and ports of the recording machine by placeholders. */
import { createHash } from "node:crypto";
import { hostname, release } from "node:os";
import { DatabaseSync } from "@photostructure/sqlite";
import type { Stage } from "./client.ts";
import { clientsFolder } from "./install.ts";
import type { Exchange } from "./model.ts";
import { fields, list } from "./wires/json.ts";

/** Pairs of a text and its replacement, in the order of replacement. */
export type Placeholders = readonly (readonly [string, string])[];

/** Minimum length of a client's own text that is replaced. Shorter ones are names and labels, which readers may need. */
const OWN_TEXT_MIN = 300;

const HOME = "/home/user";
const PROJECT = `${HOME}/project`;

/** First the client's own instructions, because they contain paths; then longer paths before shorter ones. */
export function placeholdersFor(stage: Stage, asked: readonly Exchange[]): Placeholders {
  const port = new URL(stage.model).port;
  const places = [
    [stage.project, PROJECT],
    [stage.home, HOME],
    [clientsFolder(), "/opt/clients"],
    [stage.node, "/usr/bin/node"],
  ] as const;
  const dashed = ([place, name]: readonly [string, string]) =>
    [place.replace(/[^A-Za-z0-9]/g, "-"), name.replace(/[^A-Za-z0-9]/g, "-")] as const;
  const hashed = [sha256(stage.project), sha256(PROJECT)] as const;
  const all: Placeholders = [...places, ...places.slice(0, 2).map(dashed), hashed];
  const machine: Placeholders = [
    [`127.0.0.1:${port}`, "127.0.0.1:8080"],
    [release(), "6.0.0"],
    [`/tmp/claude-${process.getuid?.() ?? 0}/`, "/tmp/claude-1000/"],
  ];
  // A shorter host name would also match inside ordinary words.
  const host: Placeholders = hostname().length < 4 ? [] : [[hostname(), "host"]];
  return [...ownTexts(asked), ...all, ...machine, ...host];
}

/**
 * The client's own texts for the model: its system prompt and the descriptions of its tools. Some clients
 * write them into every session. They are long, say nothing about the session, and are not ours to publish.
 */
function ownTexts(asked: readonly Exchange[]): [string, string][] {
  const texts = new Set<string>();
  for (const { body } of asked) {
    const { system, instructions, tools, systemInstruction, messages, input } = fields(body);
    const told = [...list(messages), ...list(input)].filter(
      ({ role }) => role === "system" || role === "developer",
    );
    longTexts([system, instructions, tools, systemInstruction, told], texts);
  }
  // Copilot also stores a whole request as JSON inside a JSON string.
  const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
  return [...texts]
    .sort((one, other) => other.length - one.length)
    .flatMap((text) => {
      const instead = `[${text.length} characters of the client's own]`;
      return [
        [escaped(escaped(text)), instead],
        [escaped(text), instead],
      ] satisfies [string, string][];
    });
}

function longTexts(value: unknown, found: Set<string>): void {
  if (typeof value === "string" && value.length >= OWN_TEXT_MIN) found.add(value);
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) longTexts(inner, found);
}

export function replaceAll(text: string, placeholders: Placeholders): string {
  return placeholders.reduce((done, [from, to]) => done.replaceAll(from, to), text);
}

/**
 * Replaces texts in a SQLite database, row by row through SQL. VACUUM then rewrites the file, because freed pages
 * still contain the old texts. The smaller page size only makes the file smaller.
 */
export function replaceInDatabase(path: string, placeholders: Placeholders): void {
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA foreign_keys = OFF; PRAGMA journal_mode = DELETE; PRAGMA page_size = 1024;");
    for (const { table, column } of textColumns(database)) {
      for (const [from, to] of placeholders) {
        const replace = `UPDATE "${table}" SET "${column}" = replace("${column}", ?, ?) WHERE instr("${column}", ?)`;
        database.prepare(replace).run(from, to, from);
      }
    }
    database.exec("VACUUM; PRAGMA journal_mode = WAL;");
  } finally {
    database.close();
  }
}

function textColumns(database: InstanceType<typeof DatabaseSync>): { table: string; column: string }[] {
  const rows = database
    .prepare(
      `SELECT t.name AS "table", c.name AS "column" FROM sqlite_master t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND upper(c.type) = 'TEXT'`,
    )
    .all();
  return rows as { table: string; column: string }[];
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
