/**
 * The views of all projects. The numbers of the passages with a term are stored in blocks, one array for each range of the index, so that a
 * question reads few rows even for a word in a hundred thousand passages.
 */
export const viewsSchema = `
CREATE TABLE view_checkpoints (
  project_id text COLLATE "C" NOT NULL,
  view       text COLLATE "C" NOT NULL,
  version    integer NOT NULL,
  position   bigint NOT NULL,
  rows       bigint NOT NULL DEFAULT 0,
  rank_sum   numeric NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, view)
);

CREATE TABLE view_rows (
  project_id text COLLATE "C" NOT NULL,
  view       text COLLATE "C" NOT NULL,
  key        text COLLATE "C" NOT NULL,
  kind       text COLLATE "C" NOT NULL,
  status     text COLLATE "C" NOT NULL,
  rank       bigint NOT NULL,
  body       text NOT NULL,
  PRIMARY KEY (project_id, view, key)
);
CREATE INDEX view_rows_by_facet ON view_rows (project_id, view, kind, status, rank);

CREATE TABLE search_docs (
  project_id text COLLATE "C" NOT NULL,
  doc        integer NOT NULL,
  key        text COLLATE "C" NOT NULL,
  part       integer NOT NULL,
  kind       text COLLATE "C" NOT NULL,
  position   bigint NOT NULL,
  at         bigint NOT NULL,
  session    text COLLATE "C",
  speaker    text,
  role       text,
  told_by    text,
  topic      text NOT NULL,
  paths      text,
  confidence text,
  words      text NOT NULL,
  PRIMARY KEY (project_id, doc),
  UNIQUE (project_id, key, part)
);
CREATE INDEX search_docs_by_session ON search_docs (project_id, session, doc) WHERE session IS NOT NULL;

CREATE TABLE search_postings (
  project_id text COLLATE "C" NOT NULL,
  term       text COLLATE "C" NOT NULL,
  block      integer NOT NULL,
  docs       integer[] NOT NULL,
  PRIMARY KEY (project_id, term, block)
);

CREATE TABLE search_terms (
  project_id text COLLATE "C" NOT NULL,
  term       text COLLATE "C" NOT NULL,
  holders    integer NOT NULL,
  PRIMARY KEY (project_id, term)
);

CREATE TABLE search_totals (
  project_id text COLLATE "C" PRIMARY KEY,
  passages   bigint NOT NULL,
  words      bigint NOT NULL
);
`;

/** The tables of which a scratch build has a copy. */
export const SCRATCH_TABLES = ["view_checkpoints", "view_rows", "search_docs"] as const;
