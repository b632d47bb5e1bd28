/** The id that binds a store to the user who made or adopted it. It has one row; none in a copy that is being prepared. */
export const identitySchema = `
CREATE TABLE store_identity (
  id TEXT NOT NULL
) STRICT;
`;
