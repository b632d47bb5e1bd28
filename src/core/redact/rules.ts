import { allOwners } from "./owners.ts";
import { type Entry, entriesIn } from "./rule.ts";
import { COMMAND_RULES } from "./rules-commands.ts";
import { FORM_RULES } from "./rules-forms.ts";
import { PLATFORM_RULES } from "./rules-platforms.ts";
import { SERVICE_RULES } from "./rules-services.ts";

/** Rules that are more than a shape, in the order in which they name what they find. */
const SEARCHED = `
private-key: Anybody's: a private key in PEM, OpenSSH or PGP armour
cookie: Anybody's: a cookie of a request or an answer
named-password: Anybody's: a value beside a name that says password or secret
named-token: Anybody's: a value beside a name that says token or key
told-secret: Anybody's: a password or token told in a sentence
near-secret: Anybody's: what looks drawn by chance close behind a secret's name
base64-secret: Anybody's: any of the others inside base64
login-password: Anybody's: a password beside the name of an account, or in a call that signs in
nameless-key: Anybody's: a key or token by its letters alone, where nothing says that it is public
nameless-password: Anybody's: a password by its letters alone: words, a number and a sign, or all sorts by chance
one-time-code: Anybody's: a code for one sign-in, or a PIN
payment-card: Anybody's: the number of a payment card, or the digits on its back
recovery-code: Anybody's: codes for whoever has lost a second factor
seed-phrase: Anybody's: the words that open a wallet
cut-token: Anybody's: the beginning of a token whose end was cut off
too-deep: Nobody's: what lies too deep in a payload to be searched
too-many: Nobody's: what lies beyond as many values of a payload as are searched
`;

let rules: readonly Entry[] | undefined;
let ids: ReadonlySet<string> | undefined;

/** Every shape, the most telling first: where two rules find the same secret, the first one names it. */
export function allRules(): readonly Entry[] {
  const tables = [SERVICE_RULES, PLATFORM_RULES, FORM_RULES, COMMAND_RULES];
  rules ??= tables.flatMap(entriesIn);
  return rules;
}

/** Every rule by its id, and whose secrets it finds. One id may have several shapes. */
export function ruleList(): readonly { readonly id: string; readonly whose: string }[] {
  const shapes = [...allRules(), ...allOwners()].map(({ rule }) => rule());
  const searched = [...SEARCHED.matchAll(/^([a-z0-9-]+): (.+)$/gm)].map(([, id = "", whose = ""]) => ({
    id,
    whose,
  }));
  return [...shapes.map(({ id, whose }) => ({ id, whose })), ...searched];
}

/** Whether an id can stand in a marker. */
export function isRuleId(id: string): boolean {
  ids ??= new Set(ruleList().map((rule) => rule.id));
  return ids.has(id);
}
