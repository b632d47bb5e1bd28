import { PROTECTED_TABLES } from "./003-projects-apart.ts";

const OWN = "project_id = ANY (ARRAY[(SELECT m.project_id FROM members m WHERE m.role_name = current_user)])";

/**
 * A role has one project, whose name is part of every index lookup. So rows of another project are not read and then dropped, which a role
 * could count with EXPLAIN or by the time it takes. As an array of one element, the condition is the cheapest of a statement: a scan of a
 * whole table then checks it before anything else that the role asks.
 */
export const nothingToTimeSchema = `
DO $$ DECLARE several text; BEGIN
  SELECT string_agg(DISTINCT role_name::text, ', ') INTO several FROM members m
    WHERE EXISTS (SELECT 1 FROM members other WHERE other.role_name = m.role_name AND other.project_id <> m.project_id);
  IF several IS NOT NULL THEN
    RAISE EXCEPTION 'A role can have one project only: make others for % with tidemark.create_member, then tidemark.revoke_project', several;
  END IF;
END $$;
ALTER TABLE members ADD CONSTRAINT one_project UNIQUE (role_name);
${PROTECTED_TABLES.map((table) => `ALTER POLICY own_projects ON ${table} USING (${OWN}) WITH CHECK (${OWN});`).join("\n")}
`;
