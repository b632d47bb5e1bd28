/** The tape. Stored events are never rewritten; only `payload` may become null, when it is forgotten. */
export const tapeSchema = `
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
`;
