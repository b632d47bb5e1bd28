/**
 * A member that is bound to a person erases the payloads of others and does not change them: a changed one would be told in
 * the name of whoever recorded it.
 */
export const ownWordsSchema = `
CREATE POLICY own_words ON events AS RESTRICTIVE FOR UPDATE WITH CHECK (payload IS NULL OR EXISTS (
  SELECT 1 FROM members m WHERE m.role_name = current_user AND m.project_id = events.project_id
    AND (m.person IS NULL OR agent = m.person OR starts_with(agent, m.person || '/'))));
`;
