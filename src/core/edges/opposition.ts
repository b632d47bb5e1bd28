import { TEXT_MAX, wholeWords } from "./cues.ts";
import { memoized } from "./remember.ts";
import { areTwoSubjects, type Subject, sharedSubject, subjectOf, subjectWithout } from "./subject.ts";
import { isOtherValue, type StatedValue, valuesOf } from "./values.ts";

/** One clause of a statement that is for or against something. */
type Stance = {
  readonly sign: 1 | -1;
  /** The word that shows the sign; absent if a clause is positive only because it contains no negation. */
  readonly cue?: string;
  readonly about: Subject;
  /** "Only at the top" is both an order and a ban. */
  readonly isOnly: boolean;
  /** "Not the name": the forbidden act is in another clause. */
  readonly isWithoutVerb: boolean;
  readonly values: readonly StatedValue[];
};

const NOT = wholeWords(
  [
    "must ?n[o']t|mustnt|must not|do ?n[o']t|dont|do not|does ?n[o']t|should ?n[o']t|shouldnt|should not",
    "can ?not|can'?t|never|not|no|nobody|none|without|ai?n't|won'?t|nothing|nowhere",
    "nicht|nichts|niemand|nie|niemals|kein\\p{L}*|ohne|keinesfalls",
    "nada|nadie|nunca|jamás|sin|ningun\\p{L}*|ningún|tampoco",
    "rien|personne|pas|jamais|ne plus|n'\\p{L}+ plus|aucun\\p{L}*|sans",
    "nada|ninguém|não|nunca|jamais|nem|sem|nenhum\\p{L}*",
    "niente|nulla|non|mai|senza|nessun\\p{L}*",
    "не|нельзя|никогда|ничего|никто|без|ни",
  ],
  "giu",
);
/** Signs of Portuguese, in which "no" means "in the". */
const PORTUGUESE = /[ãõ]|(?<!\p{L})(?:é|uma|você|fica|ficam|pelo|pela|com|na|dos|das|está|isso)(?!\p{L})/iu;
const NOT_UNSPACED =
  /不要|不能|不得|不可以?|不许|不准|不应该?|不用|不允许|绝不|从不|永不|切勿|勿|别(?!的|名|处)|没有|ないで|しない|わない|かない|さない|たない|らない|なない|ばない|まない|てはいけない|てはならない|ません|ずに|なし|지 ?마(?:세요|십시오|라)?|지 ?말(?:아|자|고)?|하지 ?않|지 ?않|안 ?된다|안 ?돼|안 ?됩니다|없이|절대/gu;
const AGAINST = wholeWords(
  [
    "avoid(?:s|ed|ing)?|disabl(?:e|es|ed|ing)|den(?:y|ies|ied)|forbid(?:s|den)?|prohibit(?:s|ed)?",
    "ban(?:s|ned)?|disallow(?:s|ed)?|turn(?:ed)? off|switch(?:ed)? off|refus(?:e|es|ed)|off limits",
    "stay away from|exclud(?:e|es|ed)|block(?:s|ed)?|reject(?:s|ed)?|optional|voluntary",
    "vermeid\\p{L}+|deaktivier\\p{L}+|verbot\\p{L}*|verbiet\\p{L}+|abschalt\\p{L}+|abgeschaltet",
    "ausschalt\\p{L}+|ausgeschaltet|untersag\\p{L}+|verweiger\\p{L}+|tabu|freiwillig|optional\\p{L}*",
    "evit\\p{L}+|desactiv\\p{L}+|deshabilit\\p{L}+|prohib\\p{L}+|deneg\\p{L}+|rechaz\\p{L}+|apag\\p{L}+",
    "opcional\\p{L}*",
    "évit\\p{L}+|désactiv\\p{L}+|interdi\\p{L}*|refus\\p{L}+|proscri\\p{L}+|facultati\\p{L}+|optionnel\\p{L}*",
    "evit\\p{L}+|desativ\\p{L}+|desabilit\\p{L}+|proib\\p{L}+|neg(?:ar|ado|ada)|recus\\p{L}+",
    "deslig\\p{L}+|opciona\\p{L}+",
    "evit\\p{L}+|disattiv\\p{L}+|disabilit\\p{L}+|viet\\p{L}+|proib\\p{L}+|neg(?:are|ato|ata)",
    "rifiut\\p{L}+|facoltativ\\p{L}+|opzional\\p{L}+",
    "избега\\p{L}+|отключ\\p{L}+|выключ\\p{L}+|запре[тщ]\\p{L}+|отклон\\p{L}+|необязательн\\p{L}+",
    "опциональн\\p{L}+",
  ],
  "giu",
);
const AGAINST_UNSPACED =
  /避免|禁用|禁止|关闭|拒绝|严禁|可选|避け|無効|拒否|任意|オフ|피하|피해|비활성|금지|거부|끄|선택 사항/gu;
const FOR = wholeWords(
  [
    "must|always|required?|mandatory|shall|should|ha(?:ve|s) to|need(?:s)? to|only|use|enable(?:d)?",
    "allow(?:ed)?|prefer|turn(?:ed)? on|every|all",
    "muss|müssen|immer|pflicht|erforderlich|verwend\\p{L}+|nutz\\p{L}+|benutz\\p{L}+|aktivier\\p{L}+",
    "erlaub\\p{L}+|soll\\p{L}*|nur",
    "debe\\p{L}*|siempre|obligatori\\p{L}+|requerid\\p{L}+|us(?:a|ar|amos|en)|activ\\p{L}+|habilit\\p{L}+",
    "permit\\p{L}+|hay que|solo",
    "doi(?:t|vent)|toujours|obligatoire\\p{L}*|requis\\p{L}*|utilis\\p{L}+|activ\\p{L}+|autoris\\p{L}+",
    "permi\\p{L}+|il faut|uniquement",
    "deve\\p{L}*|sempre|obrigatóri\\p{L}+|us(?:e|ar|amos)|ativ\\p{L}+|habilit\\p{L}+|permit\\p{L}+|só|apenas",
    "dev\\p{L}+|sempre|obbligatori\\p{L}+|us(?:a|are|iamo)|attiv\\p{L}+|abilit\\p{L}+|permess\\p{L}+",
    "consent\\p{L}+|solo",
    "долж\\p{L}+|всегда|обязательн\\p{L}+|использ\\p{L}+|включ\\p{L}+|разреш\\p{L}+|нужно|надо|только",
  ],
  "iu",
);
const FOR_UNSPACED =
  /必须|总是|始终|一律|需要|使用|启用|开启|允许|应该|只能|必ず|常に|必須|使う|使用|有効|許可|してください|すること|だけ|반드시|항상|필수|사용|활성|허용|해야/gu;

const NOT_THE = wholeWords([
  "^(?:not|nicht|no|pas|não|non|не) (?:the|a|an|their|our|der|die|das|den|el|la|los|las|le|les|o|os|as|il|lo|gli|i)",
]);

/** Words that begin an aside about when, where or why. A rule is about the words before it. */
const ASIDE = new RegExp(
  `${
    wholeWords([
      "before|after|when|whenever|if|until|while|because|since|so that|during|once|in order to|otherwise",
      "instead of|rather than",
      "bevor|nachdem|wenn|falls|weil|damit|solange|während|sobald|sonst|statt|anstatt",
      "antes de|después de|cuando|si|porque|para que|mientras|hasta|en lugar de|en vez de",
      "avant|après|quand|si|parce que|car|pendant|lorsque|tant que|pour que|sinon|au lieu de|plutôt que",
      "antes de|depois de|quando|se|porque|enquanto|até|em vez de|senão",
      "prima di|dopo|quando|se|perché|mentre|finché|invece di|altrimenti",
      "после того|когда|если|потому что|пока|чтобы|вместо|иначе",
    ]).source
  }.*$`,
  "isu",
);
/** The same for scripts in which the aside comes first. */
const ASIDE_FIRST =
  /^[^，、,]*(?:之前|以前|之后|以后|的时候|时|的话|前に|後に|場合は?|とき|時は|なら|전에|후에|때는?|경우에?)[，、,]?/u;
const EXCEPTION = wholeWords([
  "unless|except(?: for)?|apart from|other than|beyond|but not|außer|ausgenommen|es sei denn|excepto",
  "salvo|a menos que|sauf|hormis|exceto|a não ser|tranne|eccetto|a meno che|кроме|исключая",
]);
const EXCEPTION_UNSPACED = /除了|除非|以外|を除|제외|외에/u;
const ONLY = wholeWords([
  "only|solely|nur|ausschließlich|solo|sólo|únicamente|solamente|seulement|uniquement|só|apenas|somente",
  "soltanto|solamente|только|лишь",
]);
const ONLY_UNSPACED = /只能|只用|只有|仅|だけ|のみ|しか|만 /u;

const SENTENCE_END = /[;!?\n。；！？]|\.(?:\s|$)/u;
/** "X, not Y" and "X instead of Y" are for X and against Y. */
const TURN =
  /[,，、–—]\s*(?=(?:not|never|nicht|no|pas|não|non|не)\s)|\s(?=(?:and not|but not|rather than|instead of|und nicht|statt|anstatt|y no|en lugar de|en vez de|et pas|plutôt que|au lieu de|e não|em vez de|e non|invece di|а не|вместо)\s)|而不是|ではなく|じゃなくて?|말고/iu;
const COMMA = /[,，、]\s*|[:：]\s*(?!\s*\d)|\s(?:and|but|und|aber|y|pero|et|mais|e|ma|mas|и|но)\s/iu;

/** Minimum share of the forbidden words that the other statement must ask for. `ASKED_SHARE` is the reverse. */
const FORBIDDEN_SHARE = 0.7;
const ASKED_SHARE = 0.34;
/** The minimum share if no word like "always" or "must" is used. */
const UNSAID_SHARE = 0.66;
/** Maximum number of clauses that are checked. A text with more is a document, not a statement. */
const CLAUSES_MAX = 24;
/** Minimum share of equal subject words for two values to belong to the same thing. */
const VALUE_SHARE = 0.5;

/**
 * How two statements on one subject contradict each other, in a few words: one is for what the other is against, or they give different
 * values to one key. The order of the two does not matter.
 */
export function oppositionOf(a: string, b: string): string | undefined {
  const theirs = stancesOf(b);
  for (const ours of stancesOf(a)) {
    for (const other of theirs) {
      const signal = ours.sign === other.sign ? otherValue(ours, other) : otherSign(ours, other);
      if (signal !== undefined) return signal;
    }
  }
  return undefined;
}

/** Whether one of two statements asks for something that the other forbids. */
export function areOfOtherSign(a: string, b: string): boolean {
  const theirs = stancesOf(b);
  return stancesOf(a).some((ours) =>
    theirs.some((other) => ours.sign !== other.sign && otherSign(ours, other) !== undefined),
  );
}

/** Whether a statement forbids something. */
export const isProhibition = (text: string): boolean => stancesOf(text).some(({ sign }) => sign === -1);

/** Whether a statement restricts something to one thing, person or place. */
export const restricts = (text: string): boolean => stancesOf(text).some(({ isOnly }) => isOnly);

function otherSign(a: Stance, b: Stance): string | undefined {
  const [asks, forbids] = a.sign === 1 ? [a, b] : [b, a];
  if (asks.isOnly || forbids.isOnly || (forbids.isWithoutVerb && asks.cue === undefined)) return undefined;
  const { weight } = sharedSubject(asks.about, forbids.about);
  if (weight < 1 || areTwoSubjects(asks.about, forbids.about, weight)) return undefined;
  const least = asks.cue === undefined ? UNSAID_SHARE : ASKED_SHARE;
  const isSame = weight / forbids.about.total >= FORBIDDEN_SHARE && weight / asks.about.total >= least;
  return isSame ? `${asks.cue ?? "do"} / ${forbids.cue ?? "do not"}` : undefined;
}

/** The key for which two clauses give different values of the same thing, or of a thing that both leave unnamed. */
function otherValue(a: Stance, b: Stance): string | undefined {
  if (a.sign === -1) return undefined;
  const keys = new Set(a.values.map(({ key }) => key));
  for (const key of keys) {
    const pairs = pairsOf(a.values, b.values, key);
    // A statement that names both values does not contradict either.
    if (pairs.some(([ours, theirs]) => !isOtherValue(ours, theirs))) continue;
    if (pairs.some(([ours, theirs]) => areOfOneThing(a, b, [ours, theirs]))) return `another ${key}`;
  }
  return undefined;
}

type Pair = readonly [StatedValue, StatedValue];

const pairsOf = (a: readonly StatedValue[], b: readonly StatedValue[], key: string): Pair[] =>
  a
    .filter((ours) => ours.key === key)
    .flatMap((ours) => b.filter((theirs) => theirs.key === key).map((theirs): Pair => [ours, theirs]));

function areOfOneThing(a: Stance, b: Stance, [ours, theirs]: Pair): boolean {
  const [left, right] = [subjectWithout(a.about, ours.roots), subjectWithout(b.about, theirs.roots)];
  if (!ours.isUnnamed && left.total < 1 && right.total < 1) return true;
  const { weight, share } = sharedSubject(left, right);
  return weight >= 1 && share >= VALUE_SHARE && !areTwoSubjects(left, right, weight);
}

/** Replaces cues by spaces: in scripts without spaces the words around them would otherwise join. */
const blank = (text: string, cues: RegExp): string => text.replace(cues, " ");

const stancesOf = memoized((text: string): readonly Stance[] => {
  const clauses = text
    .slice(0, TEXT_MAX)
    .replaceAll("’", "'")
    .split(SENTENCE_END)
    .filter((sentence) => !EXCEPTION.test(sentence) && !EXCEPTION_UNSPACED.test(sentence))
    .flatMap((sentence) => sentence.split(TURN))
    .flatMap((part) => part.split(COMMA));
  return clauses.slice(0, CLAUSES_MAX).flatMap((clause) => stanceOf(clause.trim()));
});

function stanceOf(clause: string): Stance[] {
  const core = clause.replace(ASIDE, "").replace(ASIDE_FIRST, "");
  const isPortuguese = PORTUGUESE.test(core);
  const nots = [...core.matchAll(NOT), ...core.matchAll(NOT_UNSPACED)].filter(
    ([word]) => !(isPortuguese && word.toLowerCase() === "no"),
  );
  const against = [...core.matchAll(AGAINST), ...core.matchAll(AGAINST_UNSPACED)];
  const about = subjectOf([NOT, NOT_UNSPACED, AGAINST, AGAINST_UNSPACED, FOR_UNSPACED].reduce(blank, core));
  const values = valuesOf(core);
  if (about.total === 0 && values.length === 0) return [];
  // A double negation such as "never disable" is positive, and "ne … pas" is a single negation in two parts.
  const isAgainst = nots.length > 0 !== against.length > 0;
  const cue = isAgainst ? (nots[0] ?? against[0])?.[0] : (FOR.exec(core) ?? core.match(FOR_UNSPACED))?.[0];
  const isOnly = ONLY.test(core) || ONLY_UNSPACED.test(core);
  const said = cue === undefined ? {} : { cue: cue.trim().toLowerCase() };
  const isWithoutVerb = NOT_THE.test(core);
  return [{ sign: isAgainst ? -1 : 1, ...said, about, isOnly, isWithoutVerb, values }];
}
