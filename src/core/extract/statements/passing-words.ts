import { cue } from "./cue.ts";
import type { Sentence } from "./sentences.ts";
import { present } from "./word-signs.ts";

/** A small one-time request: a text, a count, a picture. In all supported languages. */
const FAVOUR = `(write|draft|give|make|plot|count|send|list|print|sketch|paint|export|find|gimme|get|generate|do) (me|us|him|her|them|\\p{Lu}?\\p{L}+ (a|two|three|\\d+) (lines?|sentences?)) | (draft|write) (the|a|an) (\\p{L}+ )?(release notes|mail|email|caption|reply|answer|summary|post|tweet|slide) | (a|one|\\d+|two|three) (quick )?(lines?|sentences?|bullets?|slides?) (for|about) | real quick | (can|could|would) (you|u) (please |pls |just |quickly )?(tell|list|plot|count|check|draft|write|make|show|give|look up|rename|summari[sz]e) |
  (schreib|formulier|mach|gib|zeichne|zähl|zeig|erstell|bau)e? (mir|uns|ihm|ihr) | kannst du (mir|uns|mal|kurz|bitte) | (haz|escríbe|da|cuénta|pása|dibúja|genéra)me | me (gera|faz|escreve|conta|lista|mostra|manda|dá|diz) | (fais|écris|donne|compte|dessine|envoie)[- ]moi | (fam|scrivi|conta|dam|mand)mi | mi (conti|scrivi|fai|dai|prepari) | (напиши|сделай|нарисуй|посчитай|дай|пришли|скинь) (мне|нам|ему|ей) | (zrób|napisz|policz|narysuj|daj|wyślij) (mi|nam|mu|jej) | jednorazowo | einmalig | por una vez | de uma vez só |
  行で書いて | 文を書いて | 書いてください | 書いておいて | 数えて | 枚だけ | まとめて | 세어 ?줘* | 써 ?줘* | 그려 ?줘* | 정리해 ?줘* | 뽑아 ?줘* | 给我写 | 帮我写 | 帮我画 | 帮我数 | 数一下 | 画个 | 写几句`;

/** Something imagined, wished or joked about. */
const IMAGINED = `imagine | imagin\\p{L}+ (if|that) | if (they|we|i|you|somebody|someone) (ever|had|could|won|win|were) | if (the |our |a |an |any )?\\p{L}+ ever | (falls|wenn) .{1,30} (jemals|irgendwann|je mal) | si (jamais|alguna vez) | se (algum dia|alguma vez|mai) | если когда-нибудь | (i|we)'?d (love to|go straight|put the whole|rather eat) | that'?s (just )?a dream | (just )?dreaming | would(n't)? (it|that) be (fun|crazy|stupid|nice|something|cool) | you know what would be | (april fools|thought experiment|for fun|fun idea|crazy idea) | i swear if | if only | what if | wouldn't that | kidding | joking | hypothetically |
  stell dir vor | was wäre (eigentlich )?wenn | wenn wir .{1,60} würden | hypothetisch | (imagina|imagínate|imaginate|imagine) | y si (algún día|un día) | si algún día | e se (a gente|um dia|nós) | se um dia | imagina se | (imagine|imaginez) (si|que) | et si (on|un jour) | si un jour | e se un giorno | se un giorno | se avessimo | immagina* | представь* | вот бы | если бы | а что если | wyobraź sobie* | gdyby* | a gdyby* |
  もし.{1,40}(たら|なら|れば|としたら) | いっそ | 冗談 | 만약(에)? | 상상 | 만들까요 | 要是能 | 假如 | 如果.{1,20}就好 | 开玩笑`;

/** The person dismisses their own words, or calls them only an idea. */
const WAVED_OFF = `ignore (him|her|it|them|that|all that|me) | (just|only) (thinking|curious|asking|musing|dreaming|wondering|kidding|a thought|an idea|venting|for fun) | thinking (out )?loud | asking for a friend | no need to (do|act|change|answer) | (don't|do not|dont) (do|build|implement|answer|start) (anything|it|that|any of it|this) | nothing to do | pay no attention | never ?mind (me|him|that) | i laughed | idk \\p{L}+ | whatever \\p{L}+ | mhm | lol | haha* | (i'm|im) (only |just )?(curious|musing|joking) | not for this (quarter|year|month) | we have not | hr said no | be honest | so (he|she|they) says? | just so you know what i have |
  nur (neugierig|so|ne frage|eine frage|ein gedanke|spaß) | war nur | mach (da )?nichts | interessiert keinen | nervt mich | (era|es) (solo )?por saber | solo (preguntaba|por curiosidad) | no hagas nada | só (pensando|curiosidade|perguntando) | não mexe em nada | ninguém perguntou | affe | juste (pour savoir|une idée|curieux) | ne fais rien | solo (curiosità|per sapere|un'idea) | non fare niente | genio | cestino | просто (интересно|мысли|спрашиваю) | ничего не делай | не обращай внимания | niczego nie rób | tylko pytam | ja tylko pytam |
  聞いただけ | ただの雑談 | 雑談です | 無視で | 何もしなくて | 그냥 (궁금|물어) | 아무 계획 | 무시하세요 | 只是(问问|好奇|随便) | 别管他 | 随便说说`;

let made: { readonly favour: RegExp; readonly imagined: RegExp; readonly wavedOff: RegExp } | undefined;

function patterns(): NonNullable<typeof made> {
  made ??= { favour: cue(FAVOUR), imagined: cue(IMAGINED), wavedOff: cue(WAVED_OFF) };
  return made;
}

/** If half of a sentence is in quotation marks, it is somebody else's. */
const QUOTED =
  /["“”«»„「」『』][^"“”«»„「」『』\n]{12,400}["“”«»„「」『』]|(?<=\s)'[^'\n]{25,400}'(?=[\s.,]|$)/gu;
const OWN_SHARE = 0.5;

const isMostlyQuoted = (text: string): boolean => text.replace(QUOTED, "").length < text.length * OWN_SHARE;

/** Signs that a sentence is said in passing and settles nothing. */
export function passingSigns({ text, look }: Sentence, next: Sentence | undefined) {
  const { favour, imagined, wavedOff } = patterns();
  return present([
    ["favour", favour.test(look)],
    ["imagined", imagined.test(look)],
    ["waved off", wavedOff.test(look) || (next !== undefined && wavedOff.test(next.look))],
    ["mostly quoted", isMostlyQuoted(text)],
  ]);
}

export const PASSING_SIGNS = ["favour", "imagined", "waved off", "mostly quoted"] as const;
