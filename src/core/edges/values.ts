import { TEXT_MAX, wholeWords } from "./cues.ts";
import { memoized } from "./remember.ts";
import { rootsOf, subjectOf } from "./subject.ts";
import { NAMED_KEYS, NUMBER_KEYS, NUMBER_WORDS, VERSIONED } from "./value-keys.ts";

/** A value that a statement gives to something: the port is 8080, the package manager is pnpm. */
export type StatedValue = {
  readonly key: string;
  readonly value: string;
  /** The words of key and value. They do not say which thing has the value. */
  readonly roots: ReadonlySet<string>;
  /** The key is only a unit or a general word, so the statement must say which thing has the value. */
  readonly isUnnamed?: true;
};

/** Amounts by their dimension. */
export type Amounts = ReadonlyMap<string, ReadonlySet<string>>;

/** Maximum number of values of a statement that are checked. A text with more is a table. */
const VALUES_MAX = 24;
/** Maximum distance between a number and its key. */
const NEAR_MAX = 28;

/** Units by line: the dimension, the factor, and the words. */
const UNIT_ROWS = `s 0.001 ms|msec|milliseconds?|millisekunden|milisegundos|миллисекунд\\p{L}*|毫秒|ミリ秒|밀리초
s 1 s|secs?|seconds?|sekunden?|segundos?|secondes?|second[oi]|секунд\\p{L}*|сек|秒|초
s 60 m|mins?|minutes?|minuten?|minut[oi]s?|минут\\p{L}*|мин|分钟?|分|분
s 3600 h|hrs?|hours?|stunden?|std|horas?|heures?|or[ae]|час\\p{L}*|小时|時間|시간
s 86400 d|days?|tagen?|tage|días?|jours?|dias?|giorn[oi]|дн\\p{L}+|день|天|日間?|일
s 604800 weeks?|wochen?|semanas?|semaines?|settiman[ae]|недел\\p{L}+|周|週間?|주
s 2592000 months?|monate?n?|mes(?:es)?|mois|m[êe]s|mes[ei]|месяц\\p{L}*|мес|个月|ヶ月|か月|개월|달
s 31536000 years?|jahre?n?|años?|ans?|années?|anos?|ann[oi]|год\\p{L}*|лет|年|년
B 1024 k|kb|kib
B 1048576 mb|mib
B 1073741824 gb|gib
bit/s 1000 kbps|kbit
bit/s 1000000 mbps|mbit
N 1 n|newtons?
EUR 1 €|eur|euros?|евро
USD 1 \\$|usd|dollars?
% 1 %|percent|prozent|por ciento|pour cent|per cento|процент\\p{L}*`;
const SIMPLE_UNITS = "fps hz px dp rpm mm cm km kg mhz ghz kw kwh dpi qps rps";
const UNITS: readonly { readonly unit: RegExp; readonly dimension: string; readonly factor: number }[] = [
  ...UNIT_ROWS.split("\n"),
  ...SIMPLE_UNITS.split(" ").map((unit) => `${unit} 1 ${unit}`),
].map((row) => {
  const [, dimension = "", factor = "", words = ""] = /^(\S+) (\S+) (.+)$/u.exec(row) ?? [];
  return { unit: new RegExp(`^(?:${words})$`, "iu"), dimension, factor: Number(factor) };
});

/** "$29" is 29 dollars, but "$1" is a script's argument. */
const CURRENCY = /([$€]) ?(\d{2,}(?:[._]\d+)*|[3-9])(?![\d\p{L}])/gu;
const NUMBER =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{N}._/#-])v?(\d+(?:[._]\d+)*)(?:[ -]?([%€$]|\p{L}{1,14}))?/giu;
const COUNTED =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{N}._/#-])(\d+(?:[._]\d+)*)[ -]?(\p{L}{1,14})(?: (\p{L}{1,14}))?/giu;
const WEEKDAY = wholeWords(
  [
    "(?:mon|tues|wednes|thurs|fri|satur|sun)days?|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?",
    "lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?",
    "(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica",
    "понедельник\\p{L}*|вторник\\p{L}*|сред[ауы]|четверг\\p{L}*|пятниц\\p{L}*|суббот\\p{L}*|воскресень\\p{L}*",
  ],
  "giu",
);
const WEEKDAY_UNSPACED = /(?:周|星期|礼拜)[一二三四五六日天]|[月火水木金土日]曜|[월화수목금토일]요일/gu;
/** A time of day. */
const CLOCK =
  /(?<![\p{L}\p{N}:._/-])(\d{1,2})(?:[:h](\d{2})|:?(?= ?(?:am|pm|uhr|o'clock|点|時|시)(?!\p{Script=Latin})))/giu;
/** Words for a frequency. */
const RATE_ROWS = `3600 hourly|stündlich\\p{L}*
86400 daily|nightly|täglich\\p{L}*|diari[oa](?:mente)?|a diario|quotidien\\p{L}*|giornalier\\p{L}*|ежедневн\\p{L}*
604800 weekly|wöchentlich\\p{L}*|semanal\\p{L}*|hebdo\\p{L}*|settimanal\\p{L}*|еженедельн\\p{L}*
2592000 monthly|monatlich\\p{L}*|mensual\\p{L}*|mensuel\\p{L}*|mensa(?:l|is)|mensil\\p{L}*|ежемесячн\\p{L}*
7776000 quarterly|vierteljährlich\\p{L}*|quartalsweise|trimestral\\p{L}*|trimestriel\\p{L}*|ежеквартальн\\p{L}*
31536000 yearly|annual(?:ly)?|jährlich\\p{L}*|anual\\p{L}*|annuel\\p{L}*|annual[ei]|ежегодн\\p{L}*`;
const RATES: readonly (readonly [RegExp, number])[] = [
  ...RATE_ROWS.split("\n").map((row) => {
    const [seconds = "", ...words] = row.split(" ");
    return [wholeWords([words.join(" ")], "giu"), Number(seconds)] as const;
  }),
  [/毎日|每天|每日|매일/gu, 86_400],
  [/毎週|每周|매주/gu, 604_800],
  [/毎月|每月|매월|매달/gu, 2_592_000],
];
const PATH = /(?:^|\s)[.~]?[\w.-]*\/[\w./-]+/gu;
const digitsOf = new Map(
  NUMBER_WORDS.flatMap((words, i) => words.split(" ").map((word) => [word, String(i + 2)] as const)),
);
const NUMBER_WORD = wholeWords([[...digitsOf.keys()].join("|")], "giu");

const TIMES = [
  "seconds?|minutes?|hours?|days?|weeks?|months?|years?|sekunde|minute|stunde|tag|woche|monat|jahr|segundo|minuto|hora|día|semana|mes|año",
  "seconde|heure|jour|semaine|mois|an|dia|mês|ano|secondo|ora|giorno|settimana|mese|anno|секунд[уы]|минут[уы]|час|день|недел[юи]|месяц|год",
].join("|");
/** "A week" means one week, and "every week" does too; elsewhere the same words have other meanings. */
const ONE = new RegExp(
  `${wholeWords(["an?|one|eine[nmr]?|ein|une?|una?|uno|uma?|одн\\p{L}{1,3}"]).source}\\s+(?=(?:${TIMES})(?!\\p{L}))`,
  "giu",
);
const EVERY = new RegExp(
  `(${wholeWords(["every|each|jede[nrs]?|cada|chaque|ogni|кажд\\p{L}{1,3}"]).source})\\s+(?=(?:${TIMES})(?!\\p{L}))`,
  "giu",
);

const inDigits = (text: string): string =>
  text
    .replace(CURRENCY, "$2 $1")
    .replace(NUMBER_WORD, (word) => digitsOf.get(word.toLowerCase()) ?? word)
    .replace(ONE, "1 ")
    .replace(EVERY, "$1 1 ");

const numberKeys = Object.entries(NUMBER_KEYS).map(([key, words]) => ({ key, pattern: keyPattern(words) }));
const versioned: ReadonlySet<string> = new Set(VERSIONED.split(/\s+/u));
const VERSION_SAID = wholeWords([
  "versions?|upgrad\\p{L}+|downgrad\\p{L}+|pin(?:ned|s)?|target(?:s|ed)?|release|aktualisier\\p{L}+|actualiz\\p{L}+",
  "mise à jour|atualiz\\p{L}+|aggiorn\\p{L}+|верси\\p{L}+|обнов\\p{L}+",
]);
const choices = new Map(Object.entries(NAMED_KEYS).flatMap(([key, { names }]) => namedValues(key, names)));

/** The values in a statement, each with the nearest possible key. */
export const valuesOf = memoized((text: string): readonly StatedValue[] => {
  const sentences = inDigits(text.slice(0, TEXT_MAX)).split(/[;!?\n。；！？]|\.(?:\s|$)/u);
  return sentences.flatMap((sentence) => [...numbersIn(sentence), ...namesIn(sentence)]).slice(0, VALUES_MAX);
});

/** Whether both values have the same key and differ. A number without a unit matches any unit. */
export function isOtherValue(a: StatedValue, b: StatedValue): boolean {
  const [left = "", ofLeft] = a.value.split(" ");
  const [right = "", ofRight] = b.value.split(" ");
  if (a.key !== b.key) return false;
  return ofLeft === ofRight ? left !== right : ofLeft !== undefined && ofRight !== undefined;
}

/** Whether two statements give different values for some key and no equal value. */
export function giveOtherValues(a: string, b: string): boolean {
  const [ours, theirs] = [valuesOf(a), valuesOf(b)];
  const pairs = ours.flatMap((each) =>
    theirs.filter(({ key }) => key === each.key).map((other) => [each, other] as const),
  );
  return pairs.length > 0 && pairs.every(([each, other]) => isOtherValue(each, other));
}

/** Amounts in a statement by their dimension: seconds, bytes, percent, bare numbers, weekdays, paths. */
export const amountsIn = memoized((text: string): Amounts => {
  const plain = text.slice(0, TEXT_MAX);
  const numbers = [...inDigits(plain).matchAll(NUMBER)].map(([, digits = "", unit = ""]) => {
    const [amount = "", sort = "bare"] = inUnits(digits, unit).split(" ");
    return [sort, amount] as const;
  });
  const days = [...plain.matchAll(WEEKDAY), ...plain.matchAll(WEEKDAY_UNSPACED)].map(
    ([day]) => ["weekday", day.toLowerCase()] as const,
  );
  const clocks = [...plain.matchAll(CLOCK)].map(
    ([, hour = "", minute = "00"]) => ["clock", `${Number(hour)}:${minute}`] as const,
  );
  const rates = RATES.flatMap(([word, every]) =>
    [...plain.matchAll(word)].map(() => ["s", String(every)] as const),
  );
  const paths = [...plain.matchAll(PATH)].map(([path]) => ["path", path.trim()] as const);
  return bySort([...numbers, ...days, ...paths, ...clocks, ...rates]);
});

/** Bare numbers by the things that they count, which are the two words after them: "3 free hints". */
export const countsIn = memoized((text: string): Amounts => {
  const counted = [...inDigits(text.slice(0, TEXT_MAX)).matchAll(COUNTED)];
  return bySort(
    counted.flatMap(([, digits = "", unit = "", next = ""]) =>
      unitOf(unit)
        ? []
        : [...subjectOf(`${unit} ${next}`.replace(/^[个個]/u, "")).weights.keys()].map(
            (root) => [`number of ${root}`, digits] as const,
          ),
    ),
  );
});

function bySort(amounts: readonly (readonly [string, string])[]): Amounts {
  const found = new Map<string, Set<string>>();
  for (const [sort, amount] of amounts.slice(0, VALUES_MAX))
    found.set(sort, (found.get(sort) ?? new Set()).add(amount));
  return found;
}

/** The units and days of a statement's amounts, which do not say what the amounts measure. */
export function unitRootsIn(text: string): ReadonlySet<string> {
  const units = [...inDigits(text).matchAll(NUMBER)].flatMap(([, , unit = ""]) =>
    unitOf(unit) ? [unit] : [],
  );
  return rootsOf([...units, ...[...text.matchAll(WEEKDAY)].map(([day]) => day)].join(" "));
}

/** The range of a key's name in a sentence. */
type KeyAt = { readonly key: string; readonly from: number; readonly to: number };

function numbersIn(sentence: string): StatedValue[] {
  const keys = numberKeys.flatMap(({ key, pattern }) =>
    [...sentence.matchAll(pattern)].map(
      ({ 0: name, index }): KeyAt => ({ key, from: index, to: index + name.length }),
    ),
  );
  const called = keys.map(({ from, to }) => sentence.slice(from, to)).join(" ");
  return [...sentence.matchAll(NUMBER)].flatMap((found) => {
    const [, digits = "", unit = ""] = found;
    const value = inUnits(digits, unit);
    const near = nearestKey(found, keys);
    const roots = rootsOf(`${called} ${unit}`);
    const name = versionedIn(sentence, found);
    // "The minimum is android 10": a name right before the number is more specific than a limit.
    const isNearest = near !== undefined && (name === undefined || NUMBER_KEYS[near]?.isMany !== true);
    if (isNearest) return [{ key: near, value, roots, ...unnamedFlag(NUMBER_KEYS[near]) }];
    if (name !== undefined) return [{ key: `version of ${name}`, value, roots: new Set([name, ...roots]) }];
    const [, dimension] = value.split(" ");
    return dimension === undefined ? [] : [{ key: `amount in ${dimension}`, value, roots, isUnnamed: true }];
  });
}

/** The key of a number: the nearest one before it, or after it as in "8 retries". A version always follows its key. */
function nearestKey(number: RegExpExecArray, keys: readonly KeyAt[]): string | undefined {
  const [whole, digits = "", unit = ""] = number;
  const [from, to] = [number.index, number.index + whole.length];
  const distance = ({ key, from: begin, to: end }: KeyAt): number => {
    if (end <= from) return from - end;
    const isOwnUnit = unitOf(unit) !== undefined && begin < to;
    if (key === "version" || isOwnUnit || begin < from + digits.length) return Number.POSITIVE_INFINITY;
    return begin - to + 0.5;
  };
  const near = keys.filter((key) => distance(key) <= NEAR_MAX);
  return near.sort((a, b) => distance(a) - distance(b))[0]?.key;
}

const unnamedFlag = (of: { readonly isMany?: true } | undefined): { readonly isUnnamed?: true } =>
  of?.isMany ? { isUnnamed: true } : {};

/** Maximum length of the name before a version. */
const NAME_MAX = 100;

/**
 * The thing whose version a number is: "pnpm 9", "Node 20". It must be known to have versions, or the sentence must speak of a version:
 * "Room 4" and "Room 5" are two rooms.
 */
function versionedIn(sentence: string, { 0: whole, index }: RegExpExecArray): string | undefined {
  const name = /(\p{L}[\p{L}\p{N}.+#-]*)(?: (?:is|are|ist|es|est|é|è|stays|now|auf|to|on|at|=))*[ @]$/u.exec(
    sentence.slice(Math.max(0, index - NAME_MAX), index),
  )?.[1];
  if (name === undefined) return undefined;
  const isVersioned =
    choices.has(name.toLowerCase()) ||
    versioned.has(name.toLowerCase()) ||
    sentence[index - 1] === "@" ||
    /^v\d/u.test(whole) ||
    VERSION_SAID.test(sentence);
  if (!isVersioned) return undefined;
  const [root] = [...subjectOf(name).weights].filter(([, weight]) => weight >= 1).map(([word]) => word);
  return root;
}

const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/u;

/** In scripts without spaces, other words follow a unit directly. */
function unitOf(word: string): (typeof UNITS)[number] | undefined {
  const run = UNSPACED.exec(word)?.[0] ?? "";
  const names = [word, run.slice(0, 3), run.slice(0, 2), run.slice(0, 1)].filter((name) => name !== "");
  for (const name of names) {
    const found = UNITS.find(({ unit }) => unit.test(name));
    if (found !== undefined) return found;
  }
  return undefined;
}

function inUnits(digits: string, unit: string): string {
  const number = digits.replaceAll("_", "");
  const known = unitOf(unit);
  return known === undefined ? number : `${Number(number) * known.factor} ${known.dimension}`;
}

const choiceNamed = (word = "") => choices.get(word) ?? choices.get(word.toLowerCase());

function namesIn(sentence: string): StatedValue[] {
  const words = sentence.normalize("NFKC").match(/[\p{L}\p{N}][\p{L}\p{N}_.-]*[\p{L}\p{N}]/gu) ?? [];
  return words.flatMap((word, i) => {
    const found = choiceNamed(word);
    // "Prefer pnpm over npm" gives npm up, but "JSON over HTTP" names two choices.
    const isGivenUp = () =>
      words[i - 1]?.toLowerCase() === "over" &&
      words.slice(0, i - 1).some((each) => choiceNamed(each)?.key === found?.key);
    if (found === undefined || isGivenUp()) return [];
    const choice = NAMED_KEYS[found.key];
    if (choice?.beside?.test(sentence) === false) return [];
    return [{ ...found, roots: rootsOf(`${word} ${found.key}`), ...unnamedFlag(choice) }];
  });
}

/** All names of all values of one key. */
function namedValues(key: string, names: string): (readonly [string, { key: string; value: string }])[] {
  return names.split(" ").flatMap((group) => {
    const [value = "", ...others] = group.split("=");
    return [value, ...others].map((name) => [name, { key, value }] as const);
  });
}

function keyPattern({ spaced, unspaced }: { spaced: string; unspaced: string }): RegExp {
  return new RegExp([wholeWords([spaced]).source, unspaced].join("|"), "giu");
}
