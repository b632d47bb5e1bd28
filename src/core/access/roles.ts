/** What a person or program may do over the network, from least to most; each role includes those before it. */
export const ROLES = ["reader", "contributor", "curator", "admin"] as const;

export type AccessRole = (typeof ROLES)[number];

export const isRole = (value: unknown): value is AccessRole => ROLES.some((role) => role === value);

/** True when a role may do what another one is needed for. */
export const includesRole = (role: AccessRole, needed: AccessRole): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** Who is at the other end of a connection, after the token was checked. */
export type RemoteCaller = {
  /** The id of the token, or of the browser session, that let the caller in. Not a secret. */
  readonly id: string;
  /** The name of the person or program that the token was made for. */
  readonly person: string;
  readonly role: AccessRole;
  /** True for the server's own user, whose browser was let in by a code. */
  readonly isOwner?: true;
};
