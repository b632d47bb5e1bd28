import { type AccessRole, isRole, ROLES } from "../../core/access/roles.ts";
import { isPersonName, isReserved, PERSON_NAME_FORM } from "../../core/agent-name.ts";
import { MemoryError } from "../../core/failure.ts";
import { refuseAgent } from "../../core/items/authority.ts";
import type { Instant } from "../../core/tape/event.ts";
import { iso, parseWhen } from "../../core/time.ts";
import type { AccessToken, AccessTokens } from "../../ports/ownership.ts";
import type { ItemDeps, MemoryDeps, ProjectDeps } from "../runtime/deps.ts";

/** A token as every surface shows it. */
export type ShownToken = {
  readonly id: string;
  readonly person: string;
  readonly role: AccessRole;
  readonly created_at: string;
  readonly expires_at?: string;
  readonly last_used_at?: string;
  readonly expired: boolean;
};

export type NewToken = { readonly person: string; readonly role: string; readonly for?: string | undefined };
export type CreatedToken = { readonly token: ShownToken; readonly secret: string };

/** Creates a token for a person or program. Its secret is shown only now. */
export async function createToken(
  deps: ItemDeps,
  { person, role, for: span }: NewToken,
): Promise<CreatedToken> {
  refuseAgent(deps.voice, "token create");
  const now = deps.clock.now();
  const name = person.trim();
  if (!isPersonName(name) || isReserved(name))
    throw new MemoryError("input.invalid", `The name must be ${PERSON_NAME_FORM}.`, {
      field: "person",
      fix: "Give another name, such as ana.",
    });
  if (!isRole(role))
    throw new MemoryError("input.invalid", `There is no role "${role}".`, {
      field: "role",
      fix: `Roles: ${ROLES.join(", ")}.`,
    });
  const expiresAt = span === undefined ? undefined : endOf(span, now);
  const made = tokensOf(deps).create({
    person: name,
    role,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  });
  return { token: shownToken(made.token, now), secret: made.secret };
}

export async function listTokens(
  deps: MemoryDeps & ProjectDeps,
): Promise<{ readonly tokens: readonly ShownToken[] }> {
  const now = deps.clock.now();
  return {
    tokens: tokensOf(deps)
      .list()
      .map((token) => shownToken(token, now)),
  };
}

/** Revokes a token at once, by its id or by the name for which it was made. */
export async function revokeToken(
  deps: ItemDeps,
  { id }: { readonly id: string },
): Promise<{ readonly revoked: readonly ShownToken[] }> {
  refuseAgent(deps.voice, "token revoke");
  const tokens = tokensOf(deps);
  const meant = tokens.list().filter((token) => token.id === id || token.person === id);
  if (meant.length === 0)
    throw new MemoryError("input.unknown_id", `There is no token "${id}" in this project.`, {
      field: "id",
      fix: { to: "See", verb: "token list" },
    });
  for (const token of meant) tokens.revoke(token.id);
  return { revoked: meant.map((token) => shownToken(token, deps.clock.now())) };
}

function tokensOf({ tokens }: ProjectDeps): AccessTokens {
  if (tokens === undefined) throw new Error("bug: no access tokens here");
  return tokens();
}

function endOf(span: string, now: Instant): Instant {
  const until = /^\d/.test(span.trim()) ? parseWhen(span, now, "future") : undefined;
  if (until !== undefined && until > now) return until;
  throw new MemoryError("input.invalid", `"${span}" is not a valid token lifetime.`, {
    field: "for",
    fix: "Give a span such as 8h, 30d or 12w, or a date.",
  });
}

const shownToken = (token: AccessToken, now: Instant): ShownToken => ({
  id: token.id,
  person: token.person,
  role: token.role,
  created_at: iso(token.createdAt),
  ...(token.expiresAt === undefined ? {} : { expires_at: iso(token.expiresAt) }),
  ...(token.lastUsedAt === undefined ? {} : { last_used_at: iso(token.lastUsedAt) }),
  expired: token.expiresAt !== undefined && token.expiresAt <= now,
});
