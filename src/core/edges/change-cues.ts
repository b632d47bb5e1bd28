import { once } from "../once.ts";
import { TEXT_MAX, wholeWords } from "./cues.ts";
import { memoized } from "./remember.ts";

/** How plainly a statement says that it changes something: outright, or by a word that also has other uses. */
export type Plainness = "outright" | "hinted";

/** Phrases that mostly revoke or change a decision. */
const OUTRIGHT = [
  "actually|on (?:second thoughts?|reflection)|thinking again|scrap|scratch (?:that|the|it|this)|never ?mind",
  "forget (?:that|it|about|the|what)|change of (?:plans?|heart|mind)|changed (?:my|our|their|his|her) minds?",
  "(?:i|we) take (?:that|it) back|back to|after all|no longer|no more|any ?more|instead(?! of)|reconsider\\p{L}*",
  "revert(?:ing)?|undo that|correct (?:myself|that)|correction:|(?:i|we) (?:was|were) wrong|new plan|exception:",
  "(?<!(?:n't|not|to|you|will|would|that|which) )make (?:it|that|them|this)|mov(?:e|ing) (?:off|away)|switch(?:ing)? (?:\\p{L}+ ){0,3}(?:to|from|off)",
  "(?:bump|raise|lower|cut|reduce|increase|change|drop) (?:it|that|this|them|the .{1,30}?) (?:up |down )?(?:to|by)",
  "doch (?:lieber|wieder|nicht|auf|bei)|(?:dann|jetzt) doch|stattdessen|nicht (?:mehr|länger)|kein\\p{L}* mehr",
  "mach\\p{L}* .{1,25} d(?:a)?raus|anders überlegt|sondern|zurück (?:zu|auf)|umentschieden|umentscheid\\p{L}+|planänderung|neuer plan|korrektur|vergiss|weg von",
  "verw(?:e|o)rf\\p{L}+|nehm\\p{L}* .{0,20}zurück|rolle rückwärts|(?:hoch|runter|rauf) auf|auf \\S+ (?:hoch|runter)",
  "ya no|mejor (?:lo|la|que|con)|al final|olvida\\p{L}*|olvídalo|cambi(?:o|amos|é|ó|aron) de (?:planes|idea|opinión)",
  "pensándolo (?:bien|mejor)|rectifico|me equivoqué|nos equivocamos|corrección|volv(?:emos|amos|er) a|sino que",
  "nuevo plan|en su lugar|deshaz",
  "finalement|tout compte fait|(?:à la )?réflexion(?: faite)?|chang(?:é|ement) d(?:'avis|e plan)|on (?:revient|repasse|repart)",
  "oublie\\p{L}*|laisse tomber|rectification|je me corrige|à la place(?! d)|(?:ne|n') ?.{1,20} plus|nouveau plan",
  "na verdade|pensando (?:bem|melhor)|mud(?:ei|ança|amos|ou|aram) de (?:ideia|plano\\p{L}*)|esquece\\p{L}*|em vez disso",
  "não .{1,20} mais|volt(?:a|amos|ar) (?:a|ao|pra|para)|correção|retificando|novo plano",
  "anzi|ripensandoci|a ripensarci|ci ho ripensato|cambi(?:o|ato) (?:di )?(?:idea|piano|programma)|lascia perdere",
  "non .{1,20} più|torniamo|tornare a|correzione|rettifico|nuovo piano|invece(?! d[ei])",
  "передумал\\p{L}*|больше не|отбой|забудь|вс[её][- ]?(?:таки|же)|верн[её]мся|возвращаем\\p{L}*|поправка|новый план",
  "на самом деле|не .{1,30}?, а",
];
const OUTRIGHT_UNSPACED =
  /算了|改(?:成|为|到|用|回|主意)|换(?:成|回|到|用)|调(?:到|整为)|[升降]到|不再|不用了|而是|撤回|收回|更正|重新(?:考虑|定)|推翻|取消|やっぱり?|やはり|訂正|に変(?:更|え)|取り消|撤回|じゃなく|ではなく|に(?:上げ|下げ|戻)|まで(?:上げ|下げ|落と)|見直し|やめ|아니다|취소|(?:으로|로) ?(?:바꾸|바꿔|변경|올려|내려|늘려|줄여|되돌)|정정|다시 생각|생각이 바뀌|더 ?이상|말고/u;

/** Phrases that may revoke or change a decision, but are more often used for something else. */
const HINTED = [
  "actually|hm+|wait|hold on|turns out|rather|update|then|make the|the rest|plenty|as before|as for|about th\\p{L}+",
  "too (?:late|early|short|long|slow|fast|small|big|low|high|much|many|strict|loose|tight)|stays?|not enough",
  "doch|eigentlich|lieber|anders|moment|nochmal|übrigens|dann|bleib(?:t|en)|reicht|statt",
  "zu (?:spät|früh|kurz|lang|langsam|klein|groß|wenig|viel|hoch|niedrig)",
  "mejor|espera|en realidad|entonces|de hecho|perdón|demasiad\\p{L}+|queda(?:n)?|basta",
  "en fait|attends|plutôt|alors|trop|c'est court|reste(?:nt)?|du coup|suffit",
  "melhor|espera|então|demais|muito (?:curto|longo|lento|pequeno|grande)|fica(?:m)?|basta|aliás",
  "meglio|aspetta|allora|troppo|piuttosto|in realtà|scusa|rest(?:a|ano)|basta|infatti",
  "хотя|стоп|погоди|лучше|тогда|слишком|оста[её]тся|остаются|хватит|теперь",
];
const HINTED_UNSPACED =
  /等等|其实|还是|那就|太(?:短|长|慢|大|小|多|少)|不变|就够|待って|なら|[長短多少]すぎ|のまま|で十分|그냥|너무|그럼|역시|그대로|이면 충분/u;

const patterns = {
  outright: once(() => wholeWords(OUTRIGHT)),
  hinted: once(() => wholeWords(HINTED)),
};

/** Whether a statement says that it changes something, and how plainly. */
export const changeIn = (text: string): Plainness | undefined => changes(text) ?? undefined;

const changes = memoized((whole: string): Plainness | null => {
  const text = whole.slice(0, TEXT_MAX).replaceAll("’", "'");
  if (patterns.outright().test(text) || OUTRIGHT_UNSPACED.test(text)) return "outright";
  return patterns.hinted().test(text) || HINTED_UNSPACED.test(text) ? "hinted" : null;
});

/** Makes a test for words: `spaced` for languages with spaces between words, `unspaced` for the others. */
function cue(unspaced: RegExp, ...spaced: readonly string[]): (text: string) => boolean {
  const pattern = once(() => wholeWords(spaced));
  return (text) => pattern().test(text) || unspaced.test(text);
}

/** Words that state a rule. A rule is stated independently of earlier agreements; a decision takes them into account. */
export const isRule = cue(
  /必须|一律|不得|禁止|总是|必ず|常に|必須|ねばなら|なければ|반드시|항상|필수|해야|금지/u,
  "must(?:n't)?|ha(?:s|ve) to|need(?:s)? to|we need|always|never|required|mandatory|forbidden|not allowed|policy",
  "muss|müssen|darf|dürfen|immer|niemals|nie|pflicht|zwingend|verboten",
  "deben?|tiene(?:n)? que|hay que|siempre|nunca|obligatori\\p{L}+|prohibid\\p{L}+",
  "doi(?:t|vent)|il faut|faut|toujours|jamais|obligatoire\\p{L}*|interdit\\p{L}*",
  "deve(?:m)?|tem que|têm que|precisa(?:m)?|sempre|obrigatóri\\p{L}+|proibid\\p{L}+",
  "dev(?:e|ono)|bisogna|sempre|mai|obbligatori\\p{L}+|vietat\\p{L}+",
  "долж\\p{L}+|обязан\\p{L}*|нужно|надо|всегда|никогда|нельзя|обязательно",
);

/** Words that tie a statement to an act: "pg_dump 16 first in PATH whenever migrating". */
export const isConditional = cue(
  /每次|之前|之后|的时候|毎回|する?前に|した後|する(?:とき|時)|매번|전에|후에|[할릴] ?때/u,
  "whenever|(?:every|each) time|when \\p{L}+ing|(?:before|after) (?:you |we |every |each )?\\p{L}+",
  "jedes ?mal|immer wenn|bevor|vor (?:jede[mnr]|dem|der)|nach (?:jede[mnr]|dem|der)|cada vez|antes de|después de",
  "chaque fois|avant|après|toda vez|sempre que|depois de|ogni volta|prima di|dopo|каждый раз|перед|после",
);

/** Words that say that something stays as it was. */
export const keeps = cue(
  /还是|不变|保持|照旧|のまま|そのまま|引き続き|그대로|유지/u,
  "stays?|remains?|as (?:is|before)|still|keep(?:s|ing)?|bleib(?:t|en)|weiterhin|wie (?:bisher|gehabt)|behalten",
  "(?:se )?queda(?:n)?|sigue(?:n)?|mantene\\p{L}+|reste(?:nt)?|on garde|toujours|fica(?:m)?|continua(?:m)?|mantém",
  "rest(?:a|ano)|rimane|rimangono|teniamo|оста[её]тся|остаются|оставляем|по-прежнему",
);

/** Words that leave everything unchanged except the named thing. */
export const leavesTheRest = cue(
  /其他|其余|剩下|残り|ほかは|他は|それ以外|나머지|다른 ?건/u,
  "(?:the )?(?:rest|others?|remaining)|everything else|all else|übrige\\p{L}*|(?:der|den|alles) (?:rest|andere\\p{L}*)",
  "(?:el|lo) (?:resto|demás)|los demás|(?:le|du) reste|(?:o|do) resto|(?:os|as) (?:outros|outras|demais)",
  "(?:il|del) resto|gli altri|le altre|остальн\\p{L}+",
);

/** Words that exclude something from a statement, or limit it to a part. */
export const isExcepted = cue(
  /除了|除外|例外|只(?:有|在|对|给)|以外|だけ|のみ|제외|빼고|만 /u,
  "except(?:ion)?|exempt|apart from|unless|only (?:for|if|when|in|on)|but not",
  "außer|ausgenommen|ausnahme|nur (?:für|bei|wenn|auf|im|in)|nicht für",
  "salvo|excepto|menos|solo (?:para|si|con|en)|sauf|hormis|seulement (?:pour|si)",
  "exceto|só (?:para|se|pra|por|no|na)|tranne|eccetto|solo (?:per|se|con)",
  "кроме|исключ\\p{L}+|только (?:для|если|на)",
);

/** Words that call an amount too much, too little, or just enough. */
export const isEnough = cue(
  /够|太|足り|十分|すぎ|充分|충분|너무|부족/u,
  "enough|plenty|suffic\\p{L}+|overkill|too \\p{L}+|reicht|genügt|zu \\p{L}+|zuviel|zuwenig",
  "basta|sobra|demasiad\\p{L}+|mucho|poco|suffit|trop|assez|court|pouco|demais|chega|troppo",
  "хватит|хватает|мало|много|достаточно|слишком",
);
