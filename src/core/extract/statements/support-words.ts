import { wholeWords } from "../../edges/cues.ts";
import { wordSet } from "../../text/word-set.ts";

/**
 * Words that may differ between a statement and its source: articles, pronouns, auxiliaries, politeness. Prepositions are not among them:
 * "from A to B" is not "to A from B".
 */
export const FREE: { readonly spaced: ReadonlySet<string>; readonly unspaced: RegExp } = {
  spaced: wordSet(
    `a an the this that these those we i you it they our my your us me its is are be been being am will shall should
     must do does did ll ve re s d please ok okay yes yeah yep right sure well so just also then let's lets let always
     and but now btw fyi hey everyone everybody i'm i'll i'd we'll we're we've you'll it's that's`,
    `der die das den dem des ein eine einen einem einer eines wir ich du ihr es sie unser unsere mein dein ist sind sein
     wird werden soll sollen sollte sollten muss müssen bitte ja also dann mal immer und aber jetzt ok`,
    `el la los las un una unos unas lo nosotros yo tú nuestro nuestra mi tu es son ser debe deben debemos por favor sí
     entonces siempre y pero ahora vale vamos`,
    `le la les un une des l nous je tu vous on notre nos mon ton c'est est sont être doit doivent devons s'il te plaît
     vous oui alors donc toujours et mais maintenant veuillez`,
    `o os as um uma uns umas nós eu você nosso nossa meu é são ser deve devem devemos por favor sim então sempre e mas
     agora vamos`,
    `il lo gli i un uno una noi io tu nostro nostra mio è sono essere deve devono dobbiamo per favore sì allora quindi
     sempre e ma adesso`,
    `мы я ты вы наш наша мой это есть будет будем должен должна должны надо нужно пожалуйста да тогда всегда и но
     сейчас давай давайте`,
    `우리 우리는 저 저는 나는 제발 네 예 그럼 그리고 항상 이제`,
  ),
  unspaced:
    /请|麻烦|我们|咱们|以后|今后|从现在(?:开始|起)|从今以后|吧(?=$|[^\p{L}])|了(?=$|[^\p{L}])|啊|哦|呢(?=$|[^\p{L}])|好的|总是|始终|ください|お願いします|今後は?|これからは?|以降は?|ですね?(?=$|[^\p{L}])|ね(?=$|[^\p{L}])|よ(?=$|[^\p{L}])|じゃあ|常に|いつも/gu,
};

/** Words of negation. They all count as the same word. */
export const NEGATIONS: ReadonlySet<string> = wordSet(
  `not never dont don't doesn't doesnt isn't isnt aren't arent won't wont can't cant cannot mustn't mustnt shouldn't
   shouldnt didn't didnt wouldn't couldn't no nicht nie niemals no nunca jamás jamas ne pas jamais n'est não nao non mai
   не никогда нельзя 안 절대`,
);

/** Verbs of choosing that mean the same: "go with" and "use". */
export const SAME_CHOICE = wholeWords(
  [
    "use|uses|using|prefers?|choose|chooses|pick|picks|adopts?|(?:go|goes|going|stick|sticks|sticking|stay|staying) with|settle on|go for",
    "nehmen|nimm|nehme|verwenden|verwende|benutzen|benutze|nutzen|nutze",
    "usar|usa|usamos|usemos|utilizar|utiliza|utilizamos",
    "utiliser|utilise|utilisons|utilisez",
    "usar|use|usamos|utilizar|utilize|usare|usiamo|utilizziamo",
    "использовать|используем|используй|используйте",
  ],
  "giu",
);

/** Words that only introduce an order. */
export const WRAPPERS = {
  /** The beginning of an agent's report of another person's words. */
  statement:
    /^(?:the\s+)?(?:user|team|owner|project|maintainer)(?:\s+(?:has|have|had))?\s+(?:wants?|decided|asked|said|requires?|requested|agreed|chose|(?=prefer))(?:\s+(?:that|to|us\s+to|me\s+to|for))?\s*:?\s*/iu,
  spoken:
    /(?<![\p{L}\p{N}])(?:from (?:now|here) on|going forward|(?:i|we)(?:'ve| have)? decided(?: (?:to|that|on))?|i(?:'d| would) like(?: (?:you|us))? to|i want(?: (?:you|us))? to|i want|we (?:need|want|have) to|you (?:need|have) to|make sure (?:you|that you|to)|remember (?:to|that)|remember|decision|rule|note|settled|agreed|ab (?:jetzt|sofort)|a partir de (?:ahora|agora)|à partir de maintenant|désormais|d'ora in poi|отныне|с этого момента)(?![\p{L}\p{N}])\s*:?/giu,
} as const;

/** Words that attribute a statement to somebody else, or to the speaker's own earlier words. */
export const REPORTS = wholeWords([
  "said|says|told|tells|claims?|claimed|according to|suggests?|suggested|recommends?|recommended|thinks?|thought|believes?|heard|wrote|writes|reads|asked|wants us|proposed|proposes|insists?|reckons?|mentioned|states?",
  "sagt|sagte|sagten|meint|meinte|behauptet|laut|zufolge|schlägt|empfiehlt|empfahl|glaubt|schreibt|schrieb|gehört",
  "dice|dijo|dicen|dijeron|según|sugiere|recomienda|cree|afirma|escribió|propone",
  "dit|disait|disent|selon|d'après|suggère|recommande|pense|croit|affirme|écrit|propose",
  "diz|disse|dizem|disseram|segundo|sugere|recomenda|acha|afirma|escreveu|propõe",
  "dice|ha detto|dicono|secondo|suggerisce|consiglia|pensa|crede|afferma|ha scritto|propone",
  "говорит|говорят|сказал\\p{L}*|считает|думает|утверждает|по словам|предлага\\p{L}+|рекоменду\\p{L}+|написал\\p{L}*|советует",
]);

export const LIMITS = {
  /** Words that join two clauses. */
  joins: /^(?:and|und|y|et|e|и|also|then|plus)(?!\p{L})\s*/u,
  /** Words that begin a clause which limits its neighbour. */
  binds:
    /^(?:but|unless|except|if|when|whenever|until|while|only|for|in|on|at|during|as long as|provided|without|instead|though|although|however|otherwise|before|after|once|or|not|no|aber|außer|wenn|falls|bis|nur|für|bei|solange|ohne|sonst|oder|pero|excepto|salvo|si|cuando|hasta|solo|sólo|para|mientras|sin|o|mais|sauf|quand|jusqu|seulement|pour|tant que|sans|ou|mas|exceto|se|quando|até|apenas|enquanto|sem|ma|tranne|finché|per|senza|но|кроме|если|когда|пока|только|для|без|или)(?!\p{L})/u,
  /** Words that withdraw or deny the neighbouring clause. */
  withdraws: new RegExp(
    `${
      wholeWords([
        "just kidding|kidding|joking|scratch that|scrap that|never ?mind|forget (?:that|it)|is wrong|was wrong|not true|isn't true|is false|wrong|no longer|not any ?more|used to|would be|is nonsense|on second thought|take that back|but that|only if|only when|for example|e\\.g|such as|hypothetically|imagine|pretend|suppose|translate|quote",
        "stimmt nicht|falsch|quatsch|nur spaß|vergiss es|nicht mehr|zum beispiel|doch nicht|angenommen|übersetze?\\p{L}*",
        "no es cierto|es falso|es broma|olvídalo|ya no|por ejemplo|imagina|traduce|traducir",
        "c'est faux|n'est pas vrai|je plaisante|oublie ça|ne plus|par exemple|imagine|traduis|traduisez",
        "não é verdade|está errado|brincadeira|esquece|não mais|por exemplo|imagine|traduza",
        "non è vero|è falso|è sbagliato|scherzo|lascia perdere|non più|per esempio|immagina|traduci",
        "неправда|неверно|шучу|забудь|больше не|например|представь|переведи\\p{L}*",
      ]).source
    }|不对|不是真的|错了|开玩笑|算了|不再|例如|比如|翻译|假设|他说|她说|据说|有人说|违う|間違い|冗談|もう使わ|例えば|翻訳|と言って|によると|らしい|틀렸|농담|취소|더 ?이상|예를 들|번역|라고 했|라고 말|에 따르면`,
    "iu",
  ),
} as const;
