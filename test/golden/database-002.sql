-- A database as the first schema left it, with three events, the second of them forgotten.
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
CREATE UNIQUE INDEX events_by_key ON events (key) WHERE key IS NOT NULL;
CREATE INDEX events_by_subject ON events (subject, position) WHERE subject IS NOT NULL;
CREATE TABLE spool_read (
  file   TEXT PRIMARY KEY,
  offset INTEGER NOT NULL
) STRICT;
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
CREATE VIRTUAL TABLE search_words USING fts5(
  topic, text, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0"
);
INSERT INTO search_words (search_words, rank) VALUES ('secure-delete', 1);
INSERT INTO events VALUES (1, 'evt_1', 'turn.recorded', 1, 1000, 1000, 'tester', 'test', 'p1', 'main', 's1', NULL, NULL, '521e5ccd70f15da5528047494889b46d4341533c24584b76e68031fb2f565dfc', 'ecc3a0d1b8fe58a9bd597a3bdd8883f325620c4969334af737222fb66af03886', '{"role":"user","text":"words of evt_1"}');
INSERT INTO events VALUES (2, 'evt_2', 'turn.recorded', 1, 1000, 1000, 'tester', 'test', 'p1', 'main', 's1', 'dec_1', 'k', 'd787cb47d5858e16bfb7371a7a838220ffd2d13e3ef12518aa1939cd6237240d', 'c71eb4bd999ef794a3b5c902008c0e5f437e355eeb0c55a8f73a966a4de5d1b7', NULL);
INSERT INTO events VALUES (3, 'evt_3', 'turn.recorded', 1, 1000, 1000, 'tester', 'test', 'p1', 'main', 's2', NULL, NULL, '50263f9a2de4655484a90da28fa451f06b0e444ec0a5aa94cc20b8377a539f6b', '61df92ab007d93ad312105d886ca05044e2625a7a0c5065f965ea53dba1ca182', '{"role":"user","text":"Größe 漢字 ''quoted''"}');
INSERT INTO view_checkpoints VALUES ('sessions', 1, 3);
INSERT INTO spool_read VALUES ('gone', 12);
CREATE INDEX events_by_session ON events (session, position) WHERE session IS NOT NULL;
CREATE TABLE leases (
  name  TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  until INTEGER NOT NULL
) STRICT;
PRAGMA user_version = 2;
