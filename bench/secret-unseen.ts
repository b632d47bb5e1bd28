import { chanceOf } from "./chance.ts";
import type { Planted } from "./secret-corpus.ts";
import { UNSEEN_BLOCKS, UNSEEN_FILES } from "./secret-unseen-files.ts";
import { type Pick, pickOf, type UnseenForm } from "./secret-unseen-parts.ts";
import { UNSEEN_SENTENCES } from "./secret-unseen-sentences.ts";
import { UNSEEN_ADDRESSES, UNSEEN_TOKENS } from "./secret-unseen-tokens.ts";
import { writtenForms } from "./secret-written-forms.ts";

/**
 * Forms and surroundings by an author who had not read the rules. Three of four were later used for the
 * rules.
 */
const UNSEEN_FORMS: readonly UnseenForm[] = [
  ...UNSEEN_TOKENS,
  ...UNSEEN_ADDRESSES,
  ...UNSEEN_SENTENCES,
  ...UNSEEN_FILES,
  ...UNSEEN_BLOCKS,
];

/** Surroundings of a token or a URL. */
const SURROUNDINGS: readonly { readonly id: string; readonly text: (secret: string) => string }[] = [
  { id: "chat", text: (s) => `[14:02] maya: it's ${s}\n[14:03] jon: thx, got it` },
  { id: "ci log", text: (s) => `#12 4.310 + deploy --token ${s} --env prod\n#12 4.872 uploading...` },
  { id: "stack trace", text: (s) => `Error: 401 for ${s}\n    at request (/app/src/http.ts:41:11)` },
  { id: "jupyter", text: (s) => `{"cell_type":"code","source":["client = Client('${s}')\\n"]}` },
  { id: "go test", text: (s) => `--- FAIL: TestAuth (0.02s)\n    auth_test.go:33: got "${s}", want ""` },
  { id: "html", text: (s) => `<input type="hidden" name="k" value="${s}">` },
  { id: "yaml list", text: (s) => `accounts:\n  - prod\n  - ${s}\n` },
  { id: "russian", text: (s) => `вот он: ${s} — вставь в настройки` },
  { id: "korean", text: (s) => `이거 쓰면 돼요: ${s}` },
  { id: "japanese", text: (s) => `これを使ってください→${s}（他言無用）` },
  { id: "spanish", text: (s) => `pon ${s} en el .env y reinicia` },
  { id: "todo", text: (s) => `// remove before merge: ${s}` },
  { id: "ps1", text: (s) => `PS C:\\app> $env:TOKEN = '${s}'` },
  { id: "query", text: (s) => `https://app.acme.test/cb?state=ok&code=${encodeURIComponent(s)}` },
  { id: "jira", text: (s) => `*Steps*\n# open the page\n# paste {{${s}}}\n# see error` },
  { id: "quoted mail", text: (s) => `> On Monday Kim wrote:\n>> use ${s}\n> ok` },
];

/** Step between surroundings, so that each form meets several. */
const STRIDE = 5;

/**
 * The unseen planted secrets, deterministic: every fourth form of the first author, and the forms of a later
 * author that were never used for the rules.
 */
export function unseenSecrets(seed: number, times: number): Planted[] {
  const pick = pickOf(chanceOf(seed));
  const all = UNSEEN_FORMS.flatMap((form, number) =>
    Array.from({ length: times }, (_, turn) => {
      const { text, secrets } = form.make(pick);
      const around = SURROUNDINGS[(number * times + turn * STRIDE) % SURROUNDINGS.length];
      const isAround = !form.isWhole && around !== undefined;
      return {
        number,
        planted: {
          format: form.id,
          place: isAround ? around.id : "alone",
          text: isAround ? around.text(text) : text,
          secrets,
        },
      };
    }),
  );
  const later = plantWhole(writtenForms("secret-forms-unseen.txt"), pick, times);
  return [...all.flatMap(({ number, planted }) => (number % 4 === 3 ? [planted] : [])), ...later];
}

/** Texts by a later author that were used for the rules after they had been counted once as unseen. */
export const shownSecrets = (seed: number, times: number): Planted[] =>
  plantWhole(writtenForms("secret-forms.txt"), pickOf(chanceOf(seed)), times);

const plantWhole = (forms: readonly UnseenForm[], pick: Pick, times: number): Planted[] =>
  forms.flatMap((form) =>
    Array.from({ length: times }, () => ({ format: form.id, place: "alone", ...form.make(pick) })),
  );
