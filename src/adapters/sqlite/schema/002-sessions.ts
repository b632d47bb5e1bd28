/** Turns are read by session, and a worker holds a lease on the session that it reads. */
export const sessionsSchema = `
CREATE INDEX events_by_session ON events (session, position) WHERE session IS NOT NULL;
CREATE TABLE leases (
  name  TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  until INTEGER NOT NULL
) STRICT;
`;
