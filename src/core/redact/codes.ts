import { once } from "../once.ts";
import { wordSet } from "../text/word-set.ts";
import type { SecretSpan } from "./rule.ts";
import type { Scan } from "./scan.ts";

/** Words for a code that somebody is sent or keeps, each in lower case. */
const CODE_WORDS =
  "code código codice код kod κωδικός otp totp 2fa mfa pin tan 验证码 驗證碼 校验码 コード 인증번호 코드 passcode einmal puk keypad authenticator verification".split(
    " ",
  );

/** Letters of most scripts. A pattern with `\p{L}` takes milliseconds to make, which a hook has not. */
const L = "A-Za-z\\u00c0-\\u052f\\u0590-\\u06ff\\u0900-\\u0eff\\u3040-\\u30ff\\u4e00-\\u9fff\\uac00-\\ud7af";

/** What stands right behind the word up to the digits. */
const toldPattern = once(
  () =>
    new RegExp(
      String.raw`[a-z]{0,8}["'\x60*)]{0,2}(?:[ \t](?:for|to|from|on|at|in|of|am|im|auf|bei|de|di|du|der|do|en|na|на|в|от|для|code|number|pour|para|per|by|sms|via|no\.?)(?:[ \t][${L}\d.'-]{1,20}){0,3}?|[ \t](?!exit|status|error)[${L}][${L}'-]{1,16}){0,2}(?:[ \t]{0,2}(?:[:：=]|is|are|was|shows|says|ist|lautet|est|es|é|è|är|er|to|je|este|is:|это|—|–|-|->|#|是|为|為|は|는|은)|[ \t](?=\d|[A-Z0-9-]{6,9}\b))\s{0,2}["'\x60*«“「[(<]{0,3}((?:[A-Z]{1,3}-)?\d{3}[ -]\d{3}|\d{4}[ -]\d{4}|[A-Z0-9]{4}-[A-Z0-9]{4}|(?:[A-Z]{1,3}-)?\d{4,8}|(?=[A-Z]{0,7}\d)[A-Z0-9]{6,8})(?![\w-]|\.\d|[ -]\d|/)`,
      "y",
    ),
);
/** The same the other way round: "492113 is your code". */
const beforePattern = once(
  () =>
    new RegExp(
      String.raw`(?:^|[\s"'*\x60])((?:[a-z]{1,3}-)?\d{3}[ -]\d{3}|(?:[a-z]{1,3}-)?\d{4,8})["'\x60*]{0,2}\s?(?:is|ist|est|es|é|è|—|–|-|是|は|는)\s?(?:your|the|my|ihr|dein|votre|ton|tu|su|seu|il|tuo|ваш|твой|您的|你的|あなたの)(?:\s[${L}\d.'-]{1,20}){0,4}?\s?$`,
    ),
);
/** Whose code it is, close before or in front of the word. */
const WHOSE =
  /your|\bmy\b|verif|confirm|secur|log-?in|sign-?in|access|auth|one[- ]?time|\bsms\b|2fa|mfa|otp|two[- ]factor|pass|bestätig|sicherheit|einmal|anmelde|ihr|dein|votre|véri|sécur|tu\b|su\b|seu|sua|подтвержд|доступ|вход|безопас|ваш|activat|pairing|device|backup|recovery|unlock|enter\b|door|gate|lockbox|locker|garage|keypad|entry|meeting|смс|alarm|safe|card|bank|sim\b|phone|pin|wifi|認証|確認|인증|확인|verific/i;
const NOT_WHOSE =
  /exit|status|error|return|response|http|zip|postal|post|area|country|source|colou?r|line|char|key|country|product|order|err|lang|curr|sort|swift|op|byte|reason|close|signal|event|vendor|barcode|qr/i;

const NEAR_MAX = 48;
/** The digits come soon, or the word is about something else. */
const TOLD_MAX = 120;

/** A code has a digit, or is two groups of capitals as devices show them. */
const MAY_HOLD_CODE = /\d|\b[A-Z]{4}-[A-Z]{4}\b/;

/** Codes of every sort, and payment cards. */
export function accountCodes(seen: Scan): SecretSpan[] {
  const { text, has } = seen;
  if (!MAY_HOLD_CODE.test(text)) return [];
  return [
    ...codeSecrets(seen),
    ...cardSecrets(text, CARD_CHECK_WORDS.some(has)),
    ...(ASKED_WORDS.some(has) ? askedCodes(text) : []),
    ...(RECOVERY_WORDS.some(has) ? recoveryCodes(text) : []),
  ];
}

/** Codes for one sign-in, and PINs, told beside the word for them. */
function codeSecrets({ text, lower, isAligned, has }: Scan): SecretSpan[] {
  const spans: SecretSpan[] = [];
  const searched = isAligned ? lower : text;
  for (const word of CODE_WORDS) {
    if (!has(word)) continue;
    for (let at = searched.indexOf(word); at >= 0; at = searched.indexOf(word, at + word.length)) {
      const span = codeAt(text, at, word);
      if (span !== undefined) spans.push(span);
    }
  }
  return spans;
}

function codeAt(text: string, at: number, word: string): SecretSpan | undefined {
  const before = text.slice(Math.max(0, at - NEAR_MAX), at);
  if (/^[a-z]/.test(word) && word.length < 5 && word !== "code" && /[A-Za-z]$/.test(before)) return undefined;
  const here = before.slice(before.lastIndexOf("\n") + 1);
  // Small "pin" and "tan" are words of electronics and arithmetic.
  if (
    (word === "pin" || word === "tan") &&
    text.slice(at, at + 3) !== word.toUpperCase() &&
    !WHOSE.test(here)
  )
    return undefined;
  const reversed = /\d{3,8}/.test(here) ? beforePattern().exec(here.toLowerCase()) : null;
  if (reversed?.[1] !== undefined && word !== "pin" && word !== "tan") {
    const start = at - here.length + reversed.index + reversed[0].indexOf(reversed[1]);
    return { start, end: start + reversed[1].length, rule: "one-time-code" };
  }
  if (!MAY_HOLD_CODE.test(text.slice(at + word.length, at + word.length + TOLD_MAX))) return undefined;
  const pattern = toldPattern();
  pattern.lastIndex = at + word.length;
  const told = pattern.exec(text);
  const value = told?.[1];
  if (told === null || value === undefined) return undefined;
  const said = `${here.slice(-32)} ${told[0].slice(0, -value.length)}`;
  const isPlainCode = /code|código|codice|код|kod/.test(word);
  if (isPlainCode && NOT_WHOSE.test(here.slice(-16))) return undefined;
  const isSixDigits = /^\d{3}[ -]?\d{3}$/.test(value) && !/^\w{0,8}[ \t](?:on|at|in|of)[ \t]/.test(told[0]);
  if (isPlainCode && !WHOSE.test(said) && !isSixDigits) return undefined;
  if (/^(?:19|20)\d\d$/.test(value) && !/pin/i.test(`${here.slice(-8)}${word}`)) return undefined;
  const start = pattern.lastIndex - value.length;
  return { start, end: start + value.length, rule: "one-time-code" };
}

/** One of these is in every text that asks for a code. */
const ASKED_WORDS: readonly string[] =
  "factor,verif,confirm,sign in,log in,authent,account,konto,compte,cuenta,conta,аккаунт,вход,账号".split(
    ",",
  );
const ASKED =
  /\b(?:use|enter|type|type in|submit|gib|eingeben|saisissez|entrez|introduce|ingresa|digite|inserisci|введите|输入)\s{1,3}["'`*]{0,2}(\d{3}[ -]?\d{3}|\d{8}|\d{4})["'`*]{0,2}(?=[^\n\d]{0,40}(?:verif|confirm|log|sign|code|auth|factor|account|konto|compte|cuenta|conta|аккаунт|вход|账号))/gi;

/** "Use 492113 to verify your account." */
function askedCodes(text: string): SecretSpan[] {
  return [...text.matchAll(ASKED)].map(({ index, 0: whole, 1: code = "" }) => {
    const start = index + whole.lastIndexOf(code);
    return { start, end: start + code.length, rule: "one-time-code" };
  });
}

/** One of these is in every name of codes that are kept for later. */
const RECOVERY_WORDS: readonly string[] =
  "recover 2fa mfa backup back-up scratch emergency rescue wiederherst reserve secours récup recuper respaldo резервн 恢复 备用 備用 リカバリ バックアップ 복구".split(
    " ",
  );
const RECOVERY =
  /(?:recovery|backup|back-up|scratch|emergency|rescue|wiederherstellungs|reserve)[- ]?(?:codes?|keys?)|codes? de (?:secours|récupération|recuperaci[oó]n|respaldo)|códigos de (?:recuperação|respaldo|backup)|codici di (?:recupero|backup)|резервн\S{1,6} код\S{0,3}|恢复代码|备用码|備用碼|リカバリーコード|バックアップコード|복구 코드|\b(?:recovery|2fa|mfa)(?=[^\n:]{0,24}:\s{0,4}(?:(?:\d{1,2}[.):]|[-*•])?[ \t]{0,3}[a-z0-9]{4,5}-[a-z0-9]{4,5}\s{1,8}){2})/gi;
const LISTED =
  /[\s,;:|*#>•()[\]"'`\d.-]{0,24}?(?:(?:and|or|und|et|y|e|и)\s)?((?=[A-Za-z-]{0,24}\d|[A-Z0-9-]{8,64}\b)[A-Za-z0-9]{4,12}(?:[- ][A-Za-z0-9]{4,12}){1,11}|[A-Za-z]{0,9}\d[A-Za-z0-9]{5,15})(?![\w-])/y;
/** A code in two groups may have no digit; the others in its list have. */
const LISTED_LETTERS =
  /[\s,;:|*#>•()[\]"'`\d.-]{0,24}?(?:(?:and|or|und|et|y|e|и)\s)?([A-Za-z0-9]{4,6}-[A-Za-z0-9]{4,6})(?![\w-])/y;
/** So many codes are handed out at once. */
const CODES_MAX = 24;

/** Codes that let somebody in who has lost the second factor: rows of them behind their name. */
function recoveryCodes(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  RECOVERY.lastIndex = 0;
  for (let found = RECOVERY.exec(text); found; found = RECOVERY.exec(text)) {
    spans.push(...listedCodes(text, firstCodeAt(text, RECOVERY.lastIndex)));
  }
  return spans;
}

function listedCodes(text: string, from: number): SecretSpan[] {
  const spans: SecretSpan[] = [];
  let [at, hasSure] = [from, false];
  for (let i = 0; i < CODES_MAX; i++) {
    LISTED.lastIndex = LISTED_LETTERS.lastIndex = at;
    const sure = LISTED.exec(text)?.[1];
    const code = sure ?? LISTED_LETTERS.exec(text)?.[1];
    if (code === undefined) break;
    hasSure ||= sure !== undefined;
    at = sure === undefined ? LISTED_LETTERS.lastIndex : LISTED.lastIndex;
    spans.push({ start: at - code.length, end: at, rule: "recovery-code" });
  }
  return hasSure ? spans : [];
}

/** Behind a colon, a verb or the end of the line: what follows on the line itself is a sentence. */
function firstCodeAt(text: string, from: number): number {
  const rest = text.slice(from, from + 120);
  const gap = /^[^\n:]{0,60}?(?::|\bis\b|\bare\b|=|\n)/.exec(rest);
  return from + (gap?.[0].length ?? 0);
}

/** Digits of a payment card, in groups or in one row. */
const CARD =
  /(?<![\w.,-])(?:[3-6]\d{3}([ -]?)\d{4}\1\d{4}\1\d{1,7}|3[47]\d\d[ -]?\d{6}[ -]?\d{5})(?![\w-]|[.,]\d)/g;
const CARD_NAME =
  /card|visa|master|amex|maestro|\bcc\b|pay|karte|carte|carta|tarjeta|cartão|карт|卡|カード|카드/i;
const CARD_CHECK =
  /(?:\b(?:cvv2?|cvc2?|csc|security code|card code)|prüf(?:ziffer|nummer)|cryptogramme|código de seguridad|码)["']?\s{0,2}(?:is|:|=|-)?\s{0,2}["']?(\d{3,4})(?!\d)/giu;
const EXPIRY_AND_CHECK = /^\D{1,16}(?:0[1-9]|1[0-2])\s?[/-]\s?\d{2,4}\W{1,4}(\d{3,4})(?!\d)/;
const AFTER_CARD_MAX = 40;

/** Numbers of payment cards, and the digits on their back. */
function cardSecrets(text: string, isCheckNamed: boolean): SecretSpan[] {
  const spans: SecretSpan[] = [];
  if (!isCheckNamed && !/\d{4}[ -]?\d{4}|\d{4}[ -]\d{6}/.test(text)) return spans;
  for (const { index, 0: number, 1: gap } of text.matchAll(CARD)) {
    const end = index + number.length;
    const behind = text.slice(end, end + AFTER_CARD_MAX);
    const expiry = EXPIRY_AND_CHECK.exec(behind);
    const near = text.slice(Math.max(0, index - AFTER_CARD_MAX), index);
    if (!isCardNumber(number) || !(gap || expiry !== null || CARD_NAME.test(near))) continue;
    spans.push({ start: index, end, rule: "payment-card" });
    if (expiry?.[1] === undefined) continue;
    const check = end + expiry[0].length;
    spans.push({ start: check - expiry[1].length, end: check, rule: "payment-card" });
  }
  if (!isCheckNamed) return spans;
  for (const { index, 0: whole, 1: check = "" } of text.matchAll(CARD_CHECK)) {
    const end = index + whole.length;
    spans.push({ start: end - check.length, end, rule: "payment-card" });
  }
  return spans;
}

/** Pieces one of which stands before the digits on the back of a card. */
const CARD_CHECK_WORDS: readonly string[] =
  "cvv,cvc,csc,security code,card code,prüf,cryptogramme,seguridad,码".split(",");

/** Numbers that payment providers publish for tests and that have many different digits. */
const TEST_CARDS = wordSet(
  "378282246310005 371449635398431 6011000990139424 30569309025904 38520000023237 4012888888881881 4000056655665556 5200828282828210 3566002020360505",
);

/** The last digit is made of the others; numbers for tests have few different ones. */
function isCardNumber(number: string): boolean {
  const digits = number.replace(/\D/g, "");
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0 && digits.length >= 13 && new Set(digits).size >= 5 && !TEST_CARDS.has(digits);
}

/** A phrase of twelve or more words that a wallet is opened with. */
const PHRASE_NAME =
  /seed|mnemonic|paper key|recovery (?:phrase|words)|secret (?:phrase|words)|backup phrase|wallet|\b(?:12|24|twelve|twenty[- ]four)[- ]words?|phrase (?:de récupération|secrète|mnémonique)|frase (?:semilla|de recuperación|de recuperação|semente|di recupero)|seed-?phrase|wiederherstellungs(?:phrase|wörter)|сид|мнемон|助记词|助記詞|シードフレーズ|ニーモニック|リカバリーフレーズ|니모닉|시드/i;
const PHRASE =
  /(?:[a-z]{3,8}(?:[ \t]{1,3}|, {0,2}|[ \t]{0,3}\r?\n[ \t>]{0,8})(?:\d{1,2}[.):]{1,2}[ \t]{0,3})?){11,27}[a-z]{3,8}(?![a-z])/y;
const PHRASE_START =
  /(?:^|[\n:：「="'`“«>|([→-]|[set]\b(?<=\b(?:is|are|ist|est|es|lautet))|\b1[.):]{1,2})[ \t"'`“«]{0,24}(?:1[.):]{1,2}[ \t]{0,3})?(?=[a-z]{3,8}[ ,\t\n\r])/g;
/** Words that sentences have and wallets have not. */
const SENTENCE_WORDS =
  /\b(?:the|and|for|from|are|was|were|has|had|but|not|his|her|its|our|their|which|been|being|than|would|could|should|does|did|because|these|those|them|into|also|who|why|how|let|const|var|new|class|export|import|static|public|case|else|void|while|with|this|that|you|your|can|will|all|def|int|null|true|false|none|return|der|die|das|und|ist|les|des|est|que|los|las|por|een|het|van)\b/;
const COUNTS = new Set([12, 15, 18, 21, 24]);
const NAME_NEAR = 100;

/** Twelve words of three letters, and the blanks between them. */
const PHRASE_LENGTH_MIN = 47;

export function seedPhrases(text: string): SecretSpan[] {
  if (text.length < PHRASE_LENGTH_MIN) return [];
  const spans: SecretSpan[] = [];
  PHRASE_START.lastIndex = 0;
  for (let found = PHRASE_START.exec(text); found; found = PHRASE_START.exec(text)) {
    const start = found.index + found[0].length;
    PHRASE.lastIndex = start;
    const phrase = PHRASE.exec(text)?.[0];
    if (phrase === undefined) {
      if (PHRASE_START.lastIndex === found.index) PHRASE_START.lastIndex++;
      continue;
    }
    const end = start + phrase.length;
    const isSeed = isPhrase(text, phrase, start);
    if (isSeed) spans.push({ start, end, rule: "seed-phrase" });
    // A sentence may lead to the words.
    PHRASE_START.lastIndex = isSeed ? end : Math.max(start, found.index + 1);
  }
  return spans;
}

function isPhrase(text: string, phrase: string, start: number): boolean {
  if (SENTENCE_WORDS.test(phrase)) return false;
  const words = phrase.match(/[a-z]+/g) ?? [];
  const isNamed = PHRASE_NAME.test(text.slice(Math.max(0, start - NAME_NEAR), start + 24));
  if (isNamed) return true;
  const after = text.slice(start + phrase.length, start + phrase.length + 3);
  if (!COUNTS.has(words.length) || !/^(?:["'`”».]?\s|["'`”»]|$|\.?$)/.test(after)) return false;
  const isBent = (word: string) => /(?:[^s]s|ing|ed|ly)$/.test(word);
  const letters = words.reduce((sum, { length }) => sum + length, 0) / words.length;
  return (
    words.filter(isBent).length <= words.length / 8 &&
    new Set(words).size >= words.length * 0.6 &&
    letters >= 4.3 &&
    letters <= 6.6
  );
}
