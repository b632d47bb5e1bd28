/**
 * The tapes of all projects. Every key begins with the project, so that tables can be partitioned or sharded by it.
 * Text that is compared or sorted has the collation "C", which is the order of code points, as in every other store.
 */
export const tapeSchema = `
CREATE TABLE projects (
  project_id text COLLATE "C" PRIMARY KEY,
  position   bigint NOT NULL DEFAULT 0,
  hash       text NOT NULL,
  epoch      bigint NOT NULL DEFAULT 0,
  channel    text NOT NULL DEFAULT 'tidemark_' || replace(gen_random_uuid()::text, '-', '')
) WITH (fillfactor = 50);

CREATE TABLE events (
  project_id   text COLLATE "C" NOT NULL,
  position     bigint NOT NULL,
  id           text COLLATE "C" NOT NULL,
  type         text COLLATE "C" NOT NULL,
  version      integer NOT NULL,
  at           bigint NOT NULL,
  recorded_at  bigint NOT NULL,
  agent        text NOT NULL,
  host         text NOT NULL,
  process      text NOT NULL,
  worktree     text NOT NULL,
  session      text COLLATE "C",
  subject      text COLLATE "C",
  key          text COLLATE "C",
  payload_hash text NOT NULL,
  hash         text NOT NULL,
  payload      text,
  PRIMARY KEY (project_id, position)
);
CREATE UNIQUE INDEX events_by_id ON events (project_id, id);
CREATE UNIQUE INDEX events_by_key ON events (project_id, key) WHERE key IS NOT NULL;
CREATE INDEX events_by_subject ON events (project_id, subject, position) WHERE subject IS NOT NULL;
CREATE INDEX events_by_session ON events (project_id, session, position) WHERE session IS NOT NULL;

CREATE TABLE leases (
  project_id text COLLATE "C" NOT NULL,
  name       text COLLATE "C" NOT NULL,
  owner      text NOT NULL,
  until      bigint NOT NULL,
  PRIMARY KEY (project_id, name)
);
`;
