import { allOwners } from "./owners.ts";
import { type Entry, entriesIn } from "./rule.ts";
import { COMMAND_RULES } from "./rules-commands.ts";
import { FORM_RULES } from "./rules-forms.ts";
import { PLATFORM_RULES } from "./rules-platforms.ts";
import { SERVICE_RULES } from "./rules-services.ts";

/** Rules that are more than a shape, in the order in which they name what they find. */
const SEARCHED: readonly { readonly id: string; readonly whose: string }[] = [
  { id: "private-key", whose: "Anybody's: a private key in PEM, OpenSSH or PGP armour" },
  { id: "cookie", whose: "Anybody's: a cookie of a request or an answer" },
  { id: "named-password", whose: "Anybody's: a value beside a name that says password or secret" },
  { id: "named-token", whose: "Anybody's: a value beside a name that says token or key" },
  { id: "told-secret", whose: "Anybody's: a password or token told in a sentence" },
  { id: "near-secret", whose: "Anybody's: what looks drawn by chance close behind a secret's name" },
  { id: "base64-secret", whose: "Anybody's: any of the others inside base64" },
  {
    id: "login-password",
    whose: "Anybody's: a password beside the name of an account, or in a call that signs in",
  },
  {
    id: "nameless-key",
    whose: "Anybody's: a key or token by its letters alone, where nothing says that it is public",
  },
  {
    id: "nameless-password",
    whose: "Anybody's: a password by its letters alone: words, a number and a sign, or all sorts by chance",
  },
  { id: "one-time-code", whose: "Anybody's: a code for one sign-in, or a PIN" },
  { id: "payment-card", whose: "Anybody's: the number of a payment card, or the digits on its back" },
  { id: "recovery-code", whose: "Anybody's: codes for whoever has lost a second factor" },
  { id: "seed-phrase", whose: "Anybody's: the words that open a wallet" },
  { id: "cut-token", whose: "Anybody's: the beginning of a token whose end was cut off" },
  { id: "too-deep", whose: "Nobody's: what lies too deep in a payload to be searched" },
  { id: "too-many", whose: "Nobody's: what lies beyond as many values of a payload as are searched" },
];

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
  return [...shapes, ...SEARCHED].map(({ id, whose }) => ({ id, whose }));
}

/** Whether an id can stand in a marker. */
export function isRuleId(id: string): boolean {
  ids ??= new Set(ruleList().map((rule) => rule.id));
  return ids.has(id);
}
