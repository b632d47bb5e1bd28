/**
 * A member that is bound to a person can erase the payloads of others but not change them: a changed payload would be told in the name of
 * its author.
 */
export const ownWordsSchema = `
CREATE POLICY own_words ON events AS RESTRICTIVE FOR UPDATE WITH CHECK (payload IS NULL OR EXISTS (
  SELECT 1 FROM members m WHERE m.role_name = current_user AND m.project_id = events.project_id
    AND (m.person IS NULL OR agent = m.person OR starts_with(agent, m.person || '/'))));
`;
