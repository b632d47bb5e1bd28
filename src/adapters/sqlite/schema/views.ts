/** The views. They are dropped and built again, never migrated, so each has one text and no history. */
const ROWS = [
  `CREATE TABLE view_checkpoints (
  view     TEXT PRIMARY KEY,
  version  INTEGER NOT NULL,
  position INTEGER NOT NULL,
  rows     INTEGER NOT NULL DEFAULT 0,
  rank_sum INTEGER NOT NULL DEFAULT 0
) STRICT`,
  `CREATE TABLE view_rows (
  view   TEXT NOT NULL,
  key    TEXT NOT NULL,
  kind   TEXT NOT NULL,
  status TEXT NOT NULL,
  rank   INTEGER NOT NULL,
  body   TEXT NOT NULL,
  UNIQUE (view, key)
) STRICT`,
  `CREATE TABLE search_docs (
  doc        INTEGER PRIMARY KEY,
  key        TEXT NOT NULL,
  part       INTEGER NOT NULL,
  kind       TEXT NOT NULL,
  position   INTEGER NOT NULL,
  at         INTEGER NOT NULL,
  session    TEXT,
  speaker    TEXT,
  role       TEXT,
  told_by    TEXT,
  topic      TEXT NOT NULL,
  paths      TEXT,
  confidence TEXT,
  words      TEXT NOT NULL,
  UNIQUE (key, part)
) STRICT`,
] as const;

/**
 * Which passages contain a word or a facet. The words themselves are in `search_docs`, in order, where the scorer counts them. The number
 * of passages is stored beside it, because counting a frequent word takes as long as reading all its entries. The stamp changes with every
 * removal, so that a cache of passages by number knows when to drop them.
 */
const WORDS = [
  `CREATE VIRTUAL TABLE search_words USING fts5(
  terms, content='', detail=none, columnsize=0, tokenize="ascii tokenchars '!#$%&()*+,-./:;<=>?@[]^_\`{|}~'"
)`,
  `CREATE TABLE search_terms (
  term    TEXT PRIMARY KEY,
  holders INTEGER NOT NULL
) STRICT, WITHOUT ROWID`,
  `CREATE TABLE search_totals (
  id       INTEGER PRIMARY KEY CHECK (id = 1),
  passages INTEGER NOT NULL,
  words    INTEGER NOT NULL,
  stamp    INTEGER NOT NULL
) STRICT`,
] as const;

const script = (statements: readonly string[]): string => statements.map((each) => `${each};\n`).join("");

export const rowsSchema = `${script(ROWS)}
CREATE INDEX view_rows_by_facet ON view_rows (view, kind, status, rank);
`;

/** Segments are merged late and a pass is written at once, which saves a fifth of the time to build the index of a long tape. */
export const wordsSchema = `${script(WORDS)}
CREATE INDEX search_docs_by_session ON search_docs (session) WHERE session IS NOT NULL;
INSERT INTO search_words (search_words, rank) VALUES ('secure-delete', 1);
INSERT INTO search_words (search_words, rank) VALUES ('automerge', 16);
INSERT INTO search_words (search_words, rank) VALUES ('hashsize', 8388608);
`;

/** The text of each view table by its name, as the database stores it. A different text belongs to another version. */
export const VIEW_TABLES: ReadonlyMap<string, string> = new Map(
  [...ROWS, ...WORDS].map((sql) => [/ TABLE (\w+)/.exec(sql)?.[1] ?? "", sql]),
);
