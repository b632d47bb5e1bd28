import { GENESIS } from "../../../core/tape/chain.ts";

export const PROTECTED_TABLES = [
  ...["projects", "events", "leases"],
  ...["view_checkpoints", "view_rows", "search_docs", "search_postings", "search_terms", "search_totals"],
];

const protect = (table: string): string => `
ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_projects ON ${table}
  USING (project_id IN (SELECT m.project_id FROM members m WHERE m.role_name = current_user))
  WITH CHECK (project_id IN (SELECT m.project_id FROM members m WHERE m.role_name = current_user));
`;

/**
 * A role sees only the projects of which it is a member. The owner of the tables sees all. A role cannot make itself a member, because only
 * the owner may write the list of members.
 */
export const projectsApartSchema = `
CREATE TABLE members (
  role_name  name NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (role_name, project_id)
);
ALTER TABLE members ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_memberships ON members FOR SELECT USING (role_name = current_user);
${PROTECTED_TABLES.map(protect).join("")}
CREATE FUNCTION grant_project(member name, project text) RETURNS void LANGUAGE plpgsql
SET search_path = tidemark, pg_temp AS $$
BEGIN
  INSERT INTO tidemark.projects (project_id, hash) VALUES (project, '${GENESIS}') ON CONFLICT DO NOTHING;
  INSERT INTO tidemark.members (role_name, project_id) VALUES (member, project) ON CONFLICT DO NOTHING;
  EXECUTE format('GRANT USAGE ON SCHEMA tidemark TO %I', member);
  EXECUTE format('GRANT SELECT ON tidemark.members, tidemark.migrations TO %I', member);
  EXECUTE format('GRANT SELECT, UPDATE ON tidemark.projects TO %I', member);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ${PROTECTED_TABLES.slice(1)
    .map((table) => `tidemark.${table}`)
    .join(", ")} TO %I', member);
END $$;
CREATE FUNCTION revoke_project(member name, project text) RETURNS void LANGUAGE sql
SET search_path = tidemark, pg_temp AS $$
  DELETE FROM tidemark.members WHERE role_name = member AND project_id = project
$$;
REVOKE EXECUTE ON FUNCTION grant_project(name, text), revoke_project(name, text) FROM PUBLIC;
`;
