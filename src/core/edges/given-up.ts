import { once } from "../once.ts";
import { TEXT_MAX, wholeWords } from "./cues.ts";
import { isOwnChoice } from "./own-choice.ts";

/** The thing that a sentence gives up, in its own words, and whether the sentence names a replacement. */
export type GivenUpValue = {
  readonly gone: string;
  readonly isReplaced: boolean;
  /** Whether it is the speaker's own choice, and not content, a report or somebody else's choice. */
  readonly isOwn: boolean;
};

/** Words in ten languages that precede the given-up thing. */
const BEHIND = [
  "scratch(?:ed|ing)?|scrap(?:ped|ping)?|ditch(?:ed|ing)?|drop(?:ped|ping)?|dump(?:ed|ing)?|kill(?:ed|ing)?|ax(?:e|ed|ing)|abandon(?:ed|ing)?|retir(?:e|ed|ing)",
  "forget(?: about)?|get(?:ting)? rid of|got rid of|stop(?:ped)? using|done with|no more|no longer us(?:e|ing)|(?:do not|don't) use|rip(?:ped|ping)? out|kick(?:ed|ing)? out|throw(?:ing)? out|mov(?:e|ed|ing) (?:off|away from)|migrat(?:e|ed|ing) (?:off|away from)|switch(?:ed|ing)? away from",
  "vergiss|vergesst|weg mit|weg von|schluss mit|raus mit|verwerfen|verwirf|streich(?:en|t)?|wir werfen|wir schmei(?:ß|ss)en|nutzen wir nicht mehr|verwenden nicht mehr|kein",
  "olvida(?:d|te de|mos)?|olvídate de|descarta(?:mos|d|r)?|adiós a|fuera|dejamos de usar|ya no usamos|abandonamos|quitamos|tiramos",
  "oublie(?:z|ons)?|laisse(?:z|ons)? tomber|abandonne(?:z|ons)?|on abandonne|on vire|vire(?:z|ons)?|on jette|on n'utilise plus|on arrête|fini|exit",
  "esquece(?:m|r)?|esqueçam|descarta(?:mos|r)?|larga(?:mos|r)?|abandonamos|não usamos mais|chega de|tiramos|jogamos fora",
  "lascia(?:mo)? perdere|scart(?:iamo|are|a)|abbandoniamo|basta|via|non usiamo più|buttiamo(?: via)?|eliminiamo|togliamo",
  "забудь(?:те)? (?:про|о|об)|забудем про|отказываемся от|отказались от|больше не используем|выкидываем|выкинули|выбрасываем|убираем|хватит|уходим с|ушли с",
];
/** Words that follow the given-up thing. */
const BEFORE = [
  "(?:is|are|was) (?:out(?! of)|dead|gone|history|off the table|deprecated|retired|cancell?ed|dropped|scrapped|eol(?: for us)?|over)|goes (?:away|out)|(?:is|was|got) lifted(?! (?:out|from))|no longer applies|go(?:es)? out the window|can (?:go|leave)|leaves the repo|got (?:dropped|scrapped|killed|axed)|(?:is )?no longer (?:used|needed|in use)",
  "ist (?:raus|tot|gestorben|vom tisch|geschichte|weg)|fliegt raus|fliegen raus|kommt weg|kann weg|wird (?:abgeschafft|abgelöst|verworfen|nicht mehr (?:verwendet|genutzt|benutzt))|hat ausgedient|gilt nicht mehr|(?:werfen|schmei(?:ß|ss)en) wir (?:raus|weg)|lassen wir (?:fallen|weg|sein)",
  "(?:está|queda|queda ya) (?:descartad[oa]|fuera|muert[oa])|se va|se elimina|ya no se usa|queda fuera|l[oa] (?:quitamos|tiramos|descartamos)",
  "(?:est|c'est) (?:mort|morte|fini|finie|abandonné|abandonnée|exclu|exclue)|dégage|saute|on oublie|n'est plus utilisé|on (?:laisse tomber|vire|abandonne|jette)",
  "(?:está|foi|fica) (?:fora|descartad[oa]|mort[oa]|abandonad[oa])|sai|já era|não é mais usad[oa]|morreu",
  "è (?:fuori|mort[oa]|andat[oa]|abbandonat[oa]|scartat[oa]|finit[oa])|va via|se ne va|non si usa più|salta|l[oa] (?:togliamo|buttiamo|eliminiamo|scartiamo)",
  "(?:больше не (?:используем|используется|нужен|нужна|нужно)|отменяется|отпадает|на выход|выпиливаем|убираем|убрали|выкидываем|выкинули|выбрасываем|всё|в прошлом|уходит|под снос)",
];
/** Phrases for changing one's mind. */
const CHANGED_MIND =
  "actually|doch|lieber|nee|nein|en realidad|al final|mejor|finalement|en fait|na verdade|afinal|in realtà|anzi|лучше|всё-таки|все-таки";
/** Words that choose something. */
const CHOOSES =
  "use|using|take|let's|lets|go with|we'll|nehmen|nimm|lass|lasst|nutzen|verwenden|usamos|usa|usemos|tomamos|vamos|prenons|on prend|prends|utilisons|on utilise|usiamo|prendiamo|andiamo|берём|берем|давай|используем|возьмём|возьмем";
/** "From X to Y", "X replaced by Y": the given-up thing is in the first group, or in the second. */
const PAIRED: readonly RegExp[] = [
  "(?:mov|switch|migrat|chang|went|go)\\p{L}* (?:[^.;!?,\\n]{0,30} )?from ([^.;!?,\\n]{2,40}?) to",
  "(?:replac(?:e|ed|ing)|swap(?:ped|ping)?) ([^.;!?,\\n]{2,40}?) (?:with|by|for)",
  // "Not X, let's take Y": counts only if something is chosen in the same sentence.
  new RegExp(
    `(?:^|[.;!,:]\\s*|${wholeWords([CHANGED_MIND]).source}[, ]*)(?:not|no|nich|nicht|kein|keine|pas|não|non|не) ([\\p{L}\\p{N}][^.;!?,\\n]{1,24})[,;] (?=(?:[^.;!?,\\n]{0,20} )?(?:${CHOOSES})(?![\\p{L}\\p{N}]))`,
    "iu",
  ),
  "(?:instead of|in place of|rather than) ([^.;!?,:\\n]{2,40})",
  "(?:von|weg von) ([^.;!?,\\n]{2,40}?) (?:auf|zu|nach) \\S+ (?:umgestellt|umgestiegen|gewechselt|migriert|umgezogen|umsteigen|wechseln|um)",
  "(?:steigen|stellen|wechseln|ziehen|migrieren|sind) (?:wir |jetzt |ab sofort )*von ([^.;!?,\\n]{2,40}?) (?:auf|zu|nach)",
  "ersetz(?:en|t|e) (?:wir )?([^.;!?,\\n]{2,40}?) (?:durch|mit)",
  "(?:statt|anstatt|anstelle von|an stelle von) ([^.;!?,:\\n]{2,40})",
  "(?:pasa|cambia|migra|mud|move)\\p{L}* (?:[^.;!?,\\n]{0,20} )?de ([^.;!?,\\n]{2,40}?) a",
  "(?:reemplaza|sustitu|cambia)\\p{L}* ([^.;!?,\\n]{2,40}?) por",
  "(?:en (?:vez|lugar) de) ([^.;!?,:\\n]{2,40})",
  "(?:pass|migr|bascul)\\p{L}* (?:[^.;!?,\\n]{0,20} )?de ([^.;!?,\\n]{2,40}?) (?:à|vers|au)",
  "remplac\\p{L}* ([^.;!?,\\n]{2,40}?) par",
  "(?:au lieu de|à la place de|plutôt que) ([^.;!?,:\\n]{2,40})",
  "(?:pass|mud|migr|troc)\\p{L}* (?:[^.;!?,\\n]{0,20} )?d[eoa] ([^.;!?,\\n]{2,40}?) (?:para|pra|pro)",
  "(?:troca|substitu)\\p{L}* (?:o |a )?([^.;!?,\\n]{2,40}?) (?:por|pelo|pela)",
  "(?:em vez de|ao invés de|no lugar d[eoa]) ([^.;!?,:\\n]{2,40})",
  "(?:pass|migr)\\p{L}* (?:[^.;!?,\\n]{0,20} )?da ([^.;!?,\\n]{2,40}?) a",
  "(?:sostitu)\\p{L}* ([^.;!?,\\n]{2,40}?) con",
  "(?:invece (?:di|del|della)|al posto (?:di|del|della)) ([^.;!?,:\\n]{2,40})",
  "(?:переход|переезж|переш|перееха|мигрир)\\p{L}* с ([^.;!?,\\n]{2,40}?) на",
  "(?:замен|меня)\\p{L}* ([^.;!?,\\n]{2,40}?) на",
  "(?:вместо) ([^.;!?,:\\n]{2,40})",
  /([\p{L}\p{N}][\p{L}\p{N}_./-]{0,30}) ?(?:→|->|=>) ?(?=\S)/u,
  /(?:从|由)([^，。；！？\n]{1,20}?)(?:迁移|迁|换|切换|切|改|转)(?:到|成|为|用)/u,
  /[把将]([^，。；！？\n]{1,20}?)(?:换成|改成|替换成|替换为|换为|改为)/u,
  /(?:代替|取代|替代|替换掉?)([^，。；！？\n]{1,20})/u,
  /([^、。！？\n]{1,24}?)から\s?[^、。！？\n]{1,24}?(?:に|へ)(?:移行|変更|切り替え|乗り換え|変え|移し|移り)/u,
  /([^、。！？\n]{1,24}?)(?:の代わりに|ではなく|じゃなくて|をやめて|はやめて)/u,
  /([^,.!?\n]{1,24}?)에서 [^,.!?\n]{1,24}?(?:으로|로) (?:이전|전환|옮|바꾸|바꿨|갈아|넘어)/u,
  /([^,.!?\n]{1,24}?) ?(?:대신(?:에)?|말고) (?=\S)/u,
].map((each) => (typeof each === "string" ? wholeWords([each]) : each));
const BEHIND_UNSPACED =
  /(?:不再(?:使用|用)|弃用|放弃|停用|废弃|砍掉|扔掉|去掉|不用)([^，。；！？了\n]{1,20})/u;
const BEFORE_UNSPACED =
  /([^，、。；！？\n]{1,24}?)(?:不要了|不用了|作废|淘汰了?|下线了?|はやめ(?!ない|ません)|をやめ(?!ない|ません)|は廃止|を廃止|は使わない|はもう使わ|は使いません|はなし(?:で|に)|は捨て|(?:은|는|을|를)? ?(?:버리(?!지)|버립|그만 쓰|그만 씁|안 쓰기로|안 씁니다|빼기로|빼자|뺍시다|폐기|없애(?!지)|없앱)|(?:은|는) (?:이제 )?(?:끝|아웃))/u;

/** Words that show that nothing is given up: not yet, not really, or not by the speaker. */
const HELD_BACK = [
  "don't|do not|dont|never|not|shouldn't|should not|won't|wouldn't|can't|cannot|without|no need to|no reason to|refuse to|if|unless|should we|shall we|could|might|may|maybe|perhaps|what if|would|considering|consider|thinking (?:about|of)|thought (?:about|of)|tempted|wants? (?:me |us )?to|wanted to|says?|said|suggest(?:s|ed)?|propos(?:es|ed)|asked|asks|imagine|almost|nearly|until|before|when|once|later|some ?day|next (?:year|quarter|version)|in v\\d|todo|why|who|one day|eventually|rumou?r|heard|afraid|try(?:ing)?|tried|experiment|for (?:a|the) (?:test|moment|demo)|temporarily|pretend|joke|kidding|used to|unlike|whether|risk",
  "nicht|nie|niemals|falls|wenn|sollten wir|sollen wir|könnten?|vielleicht|überlege[nt]?|würde[nt]?|sagt|sagte|meint|meinte|schlägt|schlug|will|wollte|bevor|bis|sobald|später|irgendwann|warum|ob|stell dir|fast|beinahe|vorübergehend|testweise|hätten?",
  "no|nunca|jamás|si|quizás?|tal vez|podríamos|deberíamos|habría que|dice|dijo|sugiere|sugirió|propone|quiere|quería|antes de|hasta|cuando|más adelante|algún día|por qué|imagina|casi|temporalmente|pensando|sin",
  "ne|n'|pas|jamais|si|peut-être|pourrait|pourrions|devrait|faudrait|dit|disait|propose|suggère|veut|voulait|avant|jusqu'|quand|plus tard|un jour|pourquoi|imagine|presque|provisoirement|sans",
  "não|nunca|jamais|se|talvez|poderíamos|deveríamos|podia|disse|diz|sugeriu|sugere|propôs|quer|queria|antes de|até|quando|mais tarde|um dia|por que|imagina|quase|temporariamente|sem",
  "non|mai|se|forse|potremmo|dovremmo|magari|dice|ha detto|suggerisce|propone|vuole|voleva|prima di|finché|quando|più avanti|un giorno|perché|immagina|quasi|temporaneamente|senza",
  "не|никогда|если|может|возможно|могли бы|стоит ли|говорит|сказал\\p{L}*|предлага\\p{L}+|предложил\\p{L}*|хочет|хотел\\p{L}*|пока|прежде чем|когда|потом|когда-нибудь|почему|зачем|представь\\p{L}*|почти|временно|думаю|бы",
];
const HELD_BACK_UNSPACED =
  /别|不要(?!了)|不能|不会|不该|如果|要是|假如|是否|要不要|能不能|可能|也许|考虑|建议|他说|她说|说要|想要|之前|以后|等到|将来|为什么|差点|暂时|もし|たら|れば|かも|べき(?:か|では)|でしょうか|ますか|ないで|やめない|やめません|ずに|と言って|と言った|らしい|そうだ|提案|検討|いつか|まで|前に|なぜ|だったら|一時的|만약|면 |지 말|지 않|지 마|까요?(?=\s|$|[?.!])|수도|아마|혹시|고려|제안|말했|라고|다고|나중에|언젠가|전에|까지|왜|뻔|임시/u;
/** Phrases that contain a negation themselves: "we no longer use X", "ya no usamos X", "on n'utilise plus X". */
const DENIES_ITSELF =
  /^(?:.{0,20}\s)?(?:no longer|no more|(?:do not|don't|dont) use|nicht mehr|kein|ya no|n'|não .{0,14} mais|non .{0,14} più|больше не|不再|不用|使わない|使いません|안 쓰|안 씁)/iu;

const FULL_STOP = /[.;:!?,、，。；：！？\n()–—]/u;
const CLAUSE_WORDS = wholeWords([
  "and|but|because|since|so|then|we|it|they|use|using|let's|lets|und|aber|weil|wir|da|nehmen|y|e|et|ed|и|pero|mais|mas|ma|но|porque|parce|car|perché|perche|потому|usamos|on|usiamo|берём|берем|for|für|para|pour|per|для|please|pls|bitte|entirely|completely|altogether|now|jetzt|ahora|maintenant|agora|adesso|ora|теперь|ab sofort|ab|dès|a partir|à partir|с сегодняшнего|from (?:now|today)|desde|da oggi|starting|already|after all|doch|ganz|again",
]);

const behind = once(() => wholeWords(BEHIND));
const before = once(() => wholeWords(BEFORE));
const heldBack = once(() => wholeWords(HELD_BACK));

/** The thing that a sentence outright gives up; undefined if it only seems to. */
export function givenUpIn(sentence: string): GivenUpValue | undefined {
  const text = sentence.slice(0, TEXT_MAX).replaceAll("’", "'").trim();
  if (/[?？]\s*$/u.test(text)) return undefined;
  for (const pattern of PAIRED) {
    const found = pattern.exec(text);
    const gone = found ? firstClause(found.slice(1).find(Boolean) ?? "") : "";
    if (found && gone !== "" && !isHeldBack(text, found))
      return { gone, isReplaced: true, isOwn: isOwnChoice(text, { index: found.index, cue: found[0] }) };
  }
  for (const { pattern, read } of ALONE) {
    const found = pattern().exec(text);
    const gone = found ? firstClause(read(text, found)) : "";
    if (!found || gone === "" || isHeldBack(text, found)) continue;
    const before = text.slice(0, found.index).lastIndexOf(gone);
    const index =
      before >= 0 && text.slice(before + gone.length, found.index).trim() === "" ? before : found.index;
    return { gone, isReplaced: false, isOwn: isOwnChoice(text, { index, cue: found[0] }) };
  }
  return undefined;
}

type GivingUpPattern = {
  readonly pattern: () => RegExp;
  readonly read: (text: string, found: RegExpExecArray) => string;
};

const ALONE: readonly GivingUpPattern[] = [
  { pattern: before, read: (text, { index }) => lastClause(text.slice(0, index)) },
  { pattern: behind, read: (text, { 0: cue, index }) => text.slice(index + cue.length) },
  { pattern: () => BEHIND_UNSPACED, read: (_, found) => found[1] ?? "" },
  { pattern: () => BEFORE_UNSPACED, read: (_, found) => found[1] ?? "" },
];

/** Whether a word in the same clause or before it shows that nothing is given up. */
function isHeldBack(text: string, { 0: cue, index }: RegExpExecArray): boolean {
  const upTo = text.slice(0, index);
  const rest = text.slice(index + cue.length);
  if (HELD_BACK_UNSPACED.test(text)) return true;
  const own = DENIES_ITSELF.test(cue.trim()) ? upTo : `${upTo} ${/^\S+/u.exec(rest)?.[0] ?? ""}`;
  return heldBack().test(own) || heldBack().test(firstClause(rest));
}

/** The text up to a mark or a word that begins another clause. */
export function firstClause(text: string): string {
  const clause = text.trimStart().split(FULL_STOP, 1)[0] ?? "";
  const word = CLAUSE_WORDS.exec(clause);
  return (word && word.index > 0 ? clause.slice(0, word.index) : clause).trim();
}

const lastClause = (text: string): string => {
  const clause = text.split(FULL_STOP).at(-1) ?? "";
  return clause.split(CLAUSE_WORDS).at(-1) ?? clause;
};
