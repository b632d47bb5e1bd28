import { wholeWords } from "./cues.ts";

/** Words that may precede a choice in its clause: fillers, the speaker, and auxiliary verbs. In ten languages. */
const LEAD = wholeWords([
  "ok|okay|so|and|but|well|yes|yeah|yep|nope|no|wait|hmm|right|alright|actually|actualy|also|then|now|just|please|pls|guys|team|hey|hi|sorry|fine|great|cool|btw|anyway|instead|finally|again|first|second|today|tomorrow|update|decision|decided|final|new|plan|change|of|the|a|we|we're|we've|we'll|i|i'm|i've|i'll|let|let's|lets|us|have|has|had|should|must|will|can|gonna|going|want|need|to|are|am|is|be|been|that|it|do|did|all|our|my|this|for|from|on|in|as|because|since|one|more|thing|time|let|me|go|you",
  "also|doch|nee|nein|ja|gut|moment|halt|übrigens|jetzt|nun|dann|bitte|wir|ich|lass|lasst|uns|haben|hab|habe|sind|werden|wird|wollen|müssen|sollen|können|und|aber|ab|sofort|heute|endlich|den|die|das|der|dem|einfach|mal|noch|es|ist|neu|beschluss|entscheidung|entschieden|leute|von|mit|auf|zu|für|im|nach|daher|deshalb|stellen|steigen|wechseln|ziehen|migrieren",
  "vale|bueno|sí|ya|ahora|entonces|y|pero|pues|por|favor|nosotros|vamos|a|hemos|he|el|la|los|las|lo|mejor|al|final|decidido|decisión|equipo|que|de|desde|hoy|en",
  "bon|alors|oui|non|maintenant|donc|et|mais|finalement|on|nous|je|j'|avons|ai|va|allons|le|la|les|l'|en|fait|ok|c'|est|décidé|décision|désormais|dès|aujourd'hui|équipe|d'accord|du|de|pour|plus",
  "bom|então|sim|agora|e|mas|por|nós|vamos|temos|o|os|as|a|afinal|pessoal|decidido|decisão|gente|que|de|para|em",
  "allora|siamo|sì|ora|adesso|quindi|e|ma|noi|abbiamo|ho|il|lo|gli|le|i|la|alla|fine|ok|deciso|decisione|ragazzi|che|di|per|in|da",
  "ок|ладно|так|да|нет|теперь|значит|и|но|а|мы|я|давай|давайте|в|итоге|решили|решение|наконец|всё|все|уже|с|на|пожалуйста|ребята|от|для|то|это|вот|ну",
]);
/** Beginnings of a sentence that asks for work on a text or on code. Names in such a sentence are content, not a choice. */
const ASKS_FOR_WORK =
  /^(?:add|append|insert|put|write|draft|phrase|word|commit|name|title|call|rename|label|grep|search|find|list|show|print|review|check|look|read|open|close|merge|revert|undo|roll ?back|restore|reset|comment|mention|document|describe|explain|translate|summari[sz]e|reply|answer|send|post|create|generate|make|test|fix|debug|quote|paste|copy|format|füge?n?|schreib\p{L}*|formulier\p{L}*|ergänze|benenn\p{L}*|such\p{L}*|liste|zeig\p{L}*|prüf\p{L}*|lies|schau|erklär\p{L}*|übersetz\p{L}*|mach\p{L}* .{0,20}rückgängig|ajoute\p{L}*|écri\p{L}*|rédige\p{L}*|cherche\p{L}*|liste\p{L}*|montre\p{L}*|explique\p{L}*|tradui\p{L}*|annule\p{L}*|remets|añade|agrega|escribe|redacta|busca|muestra|revisa|explica|traduce|revierte|deshaz|adiciona|adicione|escrev\p{L}*|procura|mostra|reverte|desfaz|aggiungi|scrivi|cerca|elenca|spiega|traduci|annulla|ripristina|добавь\p{L}*|напиши\p{L}*|найди\p{L}*|покажи\p{L}*|перечисли\p{L}*|объясни\p{L}*|переведи\p{L}*|откати\p{L}*|верни\p{L}*|отмени\p{L}*)(?!\p{L})/iu;
const ASKS_FOR_WORK_UNSPACED =
  /把这[句段行条]|加到|写[一个篇封进到]|搜索|列出|看一下|看看|解释|翻译|撤销|恢复|回滚|追加して|書いて|検索|一覧|説明して|翻訳|元に戻|추가해|써 ?줘|작성해|검색|찾아|보여|설명해|번역|되돌/u;
/** Places where words are content, and words that limit a choice to a part. */
const CONTENT =
  /(?<!\p{L})(?:readme|changelog|docs?|documentation|blog|article|post|title[ds]?|headline|commit message|pr|pull request|issue|ticket|table|snippet|example|demo|wrongly|mistakenly|by mistake|only|nur|artikel|titel|beispiel|seulement|article|titre|exemple|sólo|solo|solamente|artículo|título|ejemplo|apenas|só|artigo|exemplo|soltanto|articolo|titolo|esempio|только|статья|заголовок|пример)(?!\p{L})|只在|仅|文档|标题|だけ|記事|タイトル|에서만|문서|제목/iu;
const LEAD_UNSPACED =
  /^(?:我们|咱们|我|那么?|就|先|决定|现在|还是|好的?|行|所以|算了|直接|全部|都|已经|要|对|嗯|然后|以后|今后|后来|最后|最终|私たちは?|僕らは?|やっぱり?|やはり|では|じゃあ?|もう|今後は?|結局|우리는?|이제|그냥|그럼|역시|결국|앞으로)+/u;
const INSTEAD =
  /^(?:instead|in place|rather|statt|anstatt|anstelle|an stelle|en (?:vez|lugar)|au lieu|à la place|plutôt|em vez|ao invés|no lugar|invece|al posto|вместо)(?!\p{L})|^(?:代替|取代|替代)/iu;
const RELATIVE =
  /(?<!\p{L})(?:that|which|who|where|welche\p{L}*|que|qui|dont|che|cui|котор\p{L}+)(?!\p{L})/iu;
const QUOTES = /["“”„«»「」『』`]/u;
const CLAUSE_END = /[,.;!?()\n–—、，。；！？]/u;

/** The offset of the words of a choice, and how they begin. */
export type ChoiceCue = { readonly index: number; readonly cue: string };

/**
 * Whether words that give something up are the speaker's own choice, rather than content, a report or somebody else's choice. They must
 * contain the clause's own verb: only fillers, "we" and auxiliary verbs may precede it. Quoted words, words after a colon, and sentences
 * that ask for work on a text do not count. Words that fail this check are still linked, but end nothing.
 */
export function isOwnChoice(sentence: string, { index, cue }: ChoiceCue): boolean {
  if (INSTEAD.test(cue)) {
    // In "Use B instead of A" the verb of the clause, before the cue, is the choice.
    const clause = sentence.slice(0, index).split(CLAUSE_END).at(-1) ?? "";
    return !RELATIVE.test(clause) && isOwnChoice(sentence, { index: index - clause.length, cue: "" });
  }
  const before = sentence.slice(0, index);
  if (QUOTES.test(before) || CONTENT.test(sentence)) return false;
  if (asksForWork(sentence)) return false;
  const label = /^([^:：]*)[:：]/u.exec(before)?.[1];
  if (label !== undefined && withoutLead(label) !== "") return false;
  const clause = before.split(CLAUSE_END).at(-1) ?? "";
  return withoutLead(clause.replace(/^.*[:：]/u, "")) === "";
}

/** Whether a sentence asks for work on a text or on code, rather than stating a choice. */
export const asksForWork = (sentence: string): boolean =>
  ASKS_FOR_WORK.test(withoutLead(sentence)) || ASKS_FOR_WORK_UNSPACED.test(sentence);

/** A text without the lead words at its beginning. */
function withoutLead(text: string): string {
  let rest = text.trim();
  for (;;) {
    const lead = LEAD.exec(rest);
    const length = lead?.index === 0 ? lead[0].length : (LEAD_UNSPACED.exec(rest)?.[0].length ?? 0);
    if (length === 0) return rest.replace(/^[\s,'’-]+/u, "");
    rest = rest.slice(length).replace(/^[\s,.'’-]+/u, "");
  }
}

/** The chosen option of a decision, without the rejected alternatives: a choice does not forbid their words. */
export const chosenIn = (text: string): string => text.replace(/, not [^;]*/u, "");
