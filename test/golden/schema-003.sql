CREATE TABLE events (
  position     INTEGER PRIMARY KEY,
  id           TEXT NOT NULL UNIQUE,
  type         TEXT NOT NULL,
  version      INTEGER NOT NULL,
  at           INTEGER NOT NULL,
  recorded_at  INTEGER NOT NULL,
  agent        TEXT NOT NULL,
  host         TEXT NOT NULL,
  process      TEXT NOT NULL,
  worktree     TEXT NOT NULL,
  session      TEXT,
  subject      TEXT,
  key          TEXT,
  payload_hash TEXT NOT NULL,
  hash         TEXT NOT NULL,
  payload      TEXT
) STRICT;
CREATE TABLE leases (
  name  TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  until INTEGER NOT NULL
) STRICT;
CREATE TABLE search_docs (
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
) STRICT;
CREATE TABLE search_terms (
  term    TEXT PRIMARY KEY,
  holders INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE search_totals (
  id       INTEGER PRIMARY KEY CHECK (id = 1),
  passages INTEGER NOT NULL,
  words    INTEGER NOT NULL,
  stamp    INTEGER NOT NULL
) STRICT;
CREATE VIRTUAL TABLE search_words USING fts5(
  terms, content='', detail=none, columnsize=0, tokenize="ascii tokenchars '!#$%&()*+,-./:;<=>?@[]^_`{|}~'"
);
CREATE TABLE spool_read (
  file   TEXT PRIMARY KEY,
  offset INTEGER NOT NULL
) STRICT;
CREATE TABLE store_identity (
  id TEXT NOT NULL
) STRICT;
CREATE TABLE view_checkpoints (
  view     TEXT PRIMARY KEY,
  version  INTEGER NOT NULL,
  position INTEGER NOT NULL,
  rows     INTEGER NOT NULL DEFAULT 0,
  rank_sum INTEGER NOT NULL DEFAULT 0
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
CREATE UNIQUE INDEX events_by_key ON events (key) WHERE key IS NOT NULL;
CREATE INDEX events_by_session ON events (session, position) WHERE session IS NOT NULL;
CREATE INDEX events_by_subject ON events (subject, position) WHERE subject IS NOT NULL;
CREATE INDEX search_docs_by_session ON search_docs (session) WHERE session IS NOT NULL;
CREATE INDEX view_rows_by_facet ON view_rows (view, kind, status, rank);
PRAGMA user_version = 3;
