/** The id that binds a store to the user who made or adopted it. One row; none in a copy that is only made ready. */
export const identitySchema = `
CREATE TABLE store_identity (
  id TEXT NOT NULL
) STRICT;
`;
