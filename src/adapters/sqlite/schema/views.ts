/** The views. They are dropped and built again, never migrated, so this is one text and not a history. */
export const rowsSchema = `
CREATE TABLE view_checkpoints (
  view     TEXT PRIMARY KEY,
  version  INTEGER NOT NULL,
  position INTEGER NOT NULL
) STRICT;
CREATE TABLE view_rows (
  view   TEXT NOT NULL,
  key    TEXT NOT NULL,
  kind   TEXT NOT NULL,
  status TEXT NOT NULL,
  rank   INTEGER NOT NULL,
  body   TEXT NOT NULL,
  UNIQUE (view, key)
) STRICT;
CREATE INDEX view_rows_by_facet ON view_rows (view, kind, status, rank);
CREATE TABLE search_docs (
  doc      INTEGER PRIMARY KEY,
  key      TEXT NOT NULL UNIQUE,
  kind     TEXT NOT NULL,
  position INTEGER NOT NULL,
  digest   TEXT NOT NULL
) STRICT;
`;

/**
 * The words of the docs, without their text: that is on the tape already. Parts are merged late and a pass is
 * gathered whole before it is written, which takes a fifth off building the index of a long tape.
 */
export const wordsSchema = `
CREATE VIRTUAL TABLE search_words USING fts5(
  topic, text, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0"
);
INSERT INTO search_words (search_words, rank) VALUES ('secure-delete', 1);
INSERT INTO search_words (search_words, rank) VALUES ('automerge', 16);
INSERT INTO search_words (search_words, rank) VALUES ('hashsize', 8388608);
`;

export const VIEW_TABLES = ["view_checkpoints", "view_rows", "search_docs", "search_words"] as const;
