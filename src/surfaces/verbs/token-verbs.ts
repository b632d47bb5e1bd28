import * as z from "zod/mini";
import type { ShownToken } from "../../app/access/tokens.ts";
import { ROLES } from "../../core/access/roles.ts";
import { printable } from "../../core/text/printable.ts";
import { optionalText, text, withHelp } from "./inputs.ts";
import type { Paint } from "./text/paint.ts";
import { verb } from "./verb.ts";

const TEXT_MAX = 200;

export const tokenCreateVerb = verb({
  name: "token create",
  summary: "Create a token for a person or program that uses this memory over `tidemark serve`.",
  effect: "examines",
  alsoWrites: ["settings"],
  remote: "never",
  input: z.strictObject({
    person: text("Name of the person or program", TEXT_MAX),
    role: withHelp(
      z._default(z.enum(ROLES), "contributor"),
      "reader; contributor: adds and rates; curator: accepts, ends and edits; admin: also forgets",
    ),
    for: optionalText("Validity: 8h, 30d, 12w", { max: TEXT_MAX }),
  }),
  words: ["person"],
  examples: { "tidemark token create ana --role curator --for 30d": "printed once; only a hash is kept" },
  run: async (deps, input) => (await import("../../app/access/tokens.ts")).createToken(deps, input),
  text: ({ token, secret }, paint) =>
    [
      `${paint.good("Token for")} ${printable(token.person)} (${token.role}, ${endText(token)}). It is shown only once:`,
      secret,
      paint.faint(`To revoke it: tidemark token revoke ${token.id}`),
    ].join("\n"),
});

export const tokenListVerb = verb({
  name: "token list",
  summary: "List this project's tokens: name, role, expiry and last use.",
  effect: "examines",
  remote: "never",
  input: z.strictObject({}),
  examples: { "tidemark token list": "secrets are not stored, so none is shown" },
  run: async (deps) => (await import("../../app/access/tokens.ts")).listTokens(deps),
  text: ({ tokens }, paint) =>
    tokens.length === 0
      ? "This project has no tokens. To create one: tidemark token create NAME"
      : tokens.map((token) => tokenLine(token, paint)).join("\n"),
});

export const tokenRevokeVerb = verb({
  name: "token revoke",
  summary: "Revoke a token by its id, or all tokens of a person by name.",
  effect: "examines",
  alsoWrites: ["settings"],
  remote: "never",
  input: z.strictObject({
    id: text("The token's id, or a person's name", TEXT_MAX),
  }),
  words: ["id"],
  examples: { "tidemark token revoke ana": "all tokens of ana, effective at once" },
  run: async (deps, input) => (await import("../../app/access/tokens.ts")).revokeToken(deps, input),
  text: ({ revoked }, paint) =>
    revoked.map(({ id, person }) => `${paint.good("Revoked")} ${id} of ${printable(person)}.`).join("\n"),
});

const endText = ({ expires_at, expired }: ShownToken): string => {
  if (expires_at === undefined) return "valid until revoked";
  return `${expired ? "expired on" : "valid until"} ${expires_at.slice(0, 16)}Z`;
};

function tokenLine(token: ShownToken, paint: Paint): string {
  const used =
    token.last_used_at === undefined ? "never used" : `last used ${token.last_used_at.slice(0, 16)}Z`;
  return `${token.id}  ${printable(token.person)}  ${token.role}  ${paint.faint(`${endText(token)}, ${used}`)}`;
}
