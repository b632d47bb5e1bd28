import { GENESIS } from "../../../core/tape/chain.ts";

const VIEW_TABLES = [
  ...["view_checkpoints", "view_rows", "search_docs", "search_postings", "search_terms", "search_totals"],
];
const PROTECTED_TABLES = ["projects", "events", "leases", ...VIEW_TABLES];
const WRITABLE_TABLES = ["leases", ...VIEW_TABLES].map((table) => `tidemark.${table}`).join(", ");

const OWN = "project_id = ANY (ARRAY[(SELECT m.project_id FROM members m WHERE m.role_name = current_user)])";
const protect = (table: string): string => `
ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_projects ON ${table} USING (${OWN}) WITH CHECK (${OWN});
`;

/** True for an event that a role may write: its member is bound to no person, or to the author of the event. */
const BY_ITSELF = `EXISTS (
  SELECT 1 FROM members m WHERE m.role_name = current_user AND m.project_id = events.project_id
    AND (m.person IS NULL OR agent = m.person OR starts_with(agent, m.person || '/')))`;

/**
 * A role sees only the project of which it is a member. The owner of the tables sees all. A role cannot make itself a member, because only
 * the owner may write the list of members. A role has one project, whose name is part of every index lookup. So rows of another project are
 * not read and then dropped, which a role could count with EXPLAIN or by the time it takes. As an array of one element, the condition is
 * the cheapest of a statement: a scan of a whole table then checks it before anything else that the role asks. The planner keeps no
 * statistics: otherwise EXPLAIN would tell every member how often a value occurs in the projects of others.
 *
 * A member can be bound to a person: then events that it writes carry that person's name. Members add events and erase payloads; they
 * neither delete events nor change anything else of them. A bound member cannot change the payloads of others, because a changed payload
 * would be shown in the name of its author.
 */
export const membersSchema = `
CREATE TABLE members (
  role_name  name NOT NULL UNIQUE,
  project_id text COLLATE "C" NOT NULL,
  person     text COLLATE "C",
  PRIMARY KEY (role_name, project_id)
);
ALTER TABLE members ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_memberships ON members FOR SELECT USING (role_name = current_user);
${PROTECTED_TABLES.map(protect).join("")}
CREATE POLICY own_name ON events AS RESTRICTIVE FOR INSERT WITH CHECK (${BY_ITSELF});
CREATE POLICY own_words ON events AS RESTRICTIVE FOR UPDATE WITH CHECK (payload IS NULL OR ${BY_ITSELF});

CREATE FUNCTION grant_project(member name, project text, as_person text DEFAULT NULL) RETURNS void LANGUAGE plpgsql
SET search_path = tidemark, pg_temp AS $$
BEGIN
  INSERT INTO tidemark.projects (project_id, hash) VALUES (project, '${GENESIS}') ON CONFLICT DO NOTHING;
  INSERT INTO tidemark.members (role_name, project_id, person) VALUES (member, project, as_person)
    ON CONFLICT (role_name, project_id) DO UPDATE SET person = excluded.person;
  EXECUTE format('REVOKE ALL ON tidemark.projects, tidemark.events FROM %I', member);
  EXECUTE format('GRANT USAGE ON SCHEMA tidemark TO %I', member);
  EXECUTE format('GRANT SELECT ON tidemark.members, tidemark.migrations TO %I', member);
  EXECUTE format('GRANT SELECT, UPDATE (position, hash, epoch) ON tidemark.projects TO %I', member);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE (payload) ON tidemark.events TO %I', member);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ${WRITABLE_TABLES} TO %I', member);
  EXECUTE format('GRANT EXECUTE ON FUNCTION tidemark.rewrite_tables() TO %I', member);
END $$;

CREATE FUNCTION revoke_project(member name, project text) RETURNS void LANGUAGE sql
SET search_path = tidemark, pg_temp AS $$
  DELETE FROM tidemark.members WHERE role_name = member AND project_id = project
$$;

CREATE FUNCTION create_member(person text, project text, valid_until timestamptz DEFAULT 'infinity')
RETURNS TABLE (role_name text, password text) LANGUAGE plpgsql SET search_path = tidemark, pg_temp AS $$
BEGIN
  role_name := person || '.' || left(replace(gen_random_uuid()::text, '-', ''), 10);
  password := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L VALID UNTIL %L', role_name, password, valid_until);
  PERFORM tidemark.grant_project(role_name::name, project, person);
  RETURN NEXT;
END $$;

CREATE FUNCTION drop_member(member name) RETURNS void LANGUAGE plpgsql SET search_path = tidemark, pg_temp AS $$
BEGIN
  DELETE FROM tidemark.members WHERE members.role_name = member;
  EXECUTE format('ALTER ROLE %I NOLOGIN', member);
  EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA tidemark FROM %I', member);
  EXECUTE format('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA tidemark FROM %I', member);
  EXECUTE format('REVOKE ALL ON SCHEMA tidemark FROM %I', member);
  PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = member;
  EXECUTE format('DROP ROLE %I', member);
END $$;

CREATE FUNCTION rewrite_tables() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = tidemark, pg_temp AS $$
BEGIN
${PROTECTED_TABLES.map((table) => `  CLUSTER tidemark.${table} USING ${table}_pkey;`).join("\n")}
END $$;
REVOKE EXECUTE ON FUNCTION grant_project(name, text, text), revoke_project(name, text),
  create_member(text, text, timestamptz), drop_member(name), rewrite_tables() FROM PUBLIC;

DO $$ DECLARE bound record; BEGIN
  FOR bound IN SELECT attrelid::regclass AS relation, attname FROM pg_attribute
    WHERE attrelid = ANY (ARRAY[${PROTECTED_TABLES.map((table) => `'${table}'`).join(", ")}]::regclass[]) AND attnum > 0 LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET STATISTICS 0', bound.relation, bound.attname);
  END LOOP;
END $$;
`;
