import { memoized } from "./remember.ts";

/** Words in ten languages that relate a statement to an earlier one. In scripts with spaces they match whole words. */

/** Number of characters at the beginning of a statement that are checked. */
export const TEXT_MAX = 2000;

/** The words by which a statement replaces or removes something, and the thing that it replaces. */
export type Replacement = { readonly cue: string; readonly dropped: string };

const borderedCue = (...patterns: string[]): RegExp => wholeWords(patterns);

/** "Not this but that": the replaced thing is between the two words. */
const CORRECTS = new RegExp(
  [
    wholeWords(["(?:switch|migrat|mov|chang)\\p{L}* (?:[^.;!?\\n]{0,30} )?from ([^.;!?\\n]{2,40}?) to"])
      .source,
    wholeWords(["not ([^.;!?\\n]{2,60}?),? but"]).source,
    wholeWords(["nicht ([^.;!?\\n]{2,60}?),? sondern"]).source,
    wholeWords(["no ([^.;!?\\n]{2,60}?),? sino"]).source,
    wholeWords(["(?:non )?pas ([^.;!?\\n]{2,60}?),? mais"]).source,
    wholeWords(["não ([^.;!?\\n]{2,60}?),? (?:e sim|mas sim)"]).source,
    wholeWords(["non ([^.;!?\\n]{2,60}?),? (?:ma|bensì)"]).source,
    wholeWords(["не ([^.;!?\\n]{2,60}?),? а"]).source,
    "不是([^。；！？\\n]{1,30}?)[，,]?而是",
  ].join("|"),
  "iu",
);
/** Words that precede the replaced thing. */
const DROPS_BEHIND = borderedCue(
  "instead of|in place of|rather than|replac(?:e|es|ed|ing)|deprecat(?:e|ed|ing)|drop(?:ped|ping)?",
  "remov(?:e|ed|ing)",
  "no longer|not any ?more|supersed(?:e|es|ed|ing)|amend(?:s|ed|ing)?|get(?:ting)? rid of|scrap(?:s|ped)?",
  "ditch(?:es|ed)?",
  "(?:migrat|mov|switch)(?:e|es|ed|ing)? (?:away |off )?(?:from|off)|stop(?:ped)? using|done with|forget about",
  "anstatt|anstelle(?: von)?|statt|ersetz(?:t|en|e)?|nicht (?:mehr|länger)|kein\\w* \\w* ?mehr|weg von",
  "entfern(?:t|en|e)?|umstieg von",
  "en (?:lugar|vez) de|reemplaz\\p{L}+|sustitu\\p{L}+|ya no|elimin\\p{L}+|quit(?:a|ar|amos)",
  "dej(?:ar|amos|a) de|migr\\p{L}+ (?:de|desde)",
  "au lieu d[eu']|à la place d[eu']|remplac\\p{L}+|ne plus|n'\\p{L}+ plus|supprim\\p{L}+|abandonn\\p{L}+",
  "migr\\p{L}+ de|retir\\p{L}+",
  "em vez de|ao invés d[eoa]|no lugar d[eoa]|substitu\\p{L}+|não \\p{L}+ mais|remov\\p{L}+|deixar? de",
  "abandon\\p{L}+",
  "invece (?:di|del|della|che)|al posto d\\p{L}+|anziché|sostitu\\p{L}+|non \\p{L}+ più|rimuov\\p{L}+",
  "togli\\p{L}+|elimin\\p{L}+|abbandon\\p{L}+",
  "вместо|замен\\p{L}+|больше не|отказ\\p{L}+ от|убира\\p{L}+|убер\\p{L}+|удал\\p{L}+|уходим с",
  "переход\\p{L}+ с|взамен",
);
const DROPS_BEHIND_UNSPACED = /而不是|而非|不再(?:使用|用)?|取代|替换掉?|替代|代替|弃用|移除|去掉|放弃|废弃/u;
/** Words that follow the replaced thing. */
const DROPS_BEFORE_UNSPACED =
  /の?代わり(?:に)?|じゃなくて?|ではなく|をやめ|を廃止|を置き換え|から移行|から乗り換え|は使わなくな|はもう使わ|はもう|대신(?:에)?|말고|(?:을|를) (?:교체|대체|제거|폐기)|더 ?이상|에서 (?:이전|전환)/u;
/** Words that discard a thing in the same clause, before or after them. */
const DROPS_BESIDE = borderedCue(
  "(?:is|are|goes|go) out(?=\\s*(?:$|[.,;:!]|of ))|kick(?:s|ed|ing)?(?: out)?|thr(?:ow|ew|own|owing)(?: .{1,30})? (?:out|away)|rip(?:ping)? out",
  "flieg(?:t|en) raus|kommt? (?:weg|raus)|raus damit|(?:werfen|schmei(?:ß|ss)en) .{1,30}(?:raus|weg)",
  "fuera|sac(?:amos|ar|a)|quit(?:amos|ar|a)|descart\\p{L}+|on (?:l'|les |la |le )?(?:enl[èe]v\\p{L}+|vir\\p{L}+|jette|lâche)",
  "vir(?:e|ons|er)|enl[èe]v\\p{L}+|tir(?:a|amos|ar) fora|jog(?:a|amos|ar) fora|tir(?:a|amos)|descart\\p{L}+",
  "(?:lo |la |li |le )?(?:togliamo|buttiamo|eliminiamo)(?: via)?",
  "выкид\\p{L}+|выкин\\p{L}+|выбрас\\p{L}+|выпил\\p{L}+|убира\\p{L}+|сносим|на выход",
);
const DROPS_BESIDE_UNSPACED =
  /不要了|砍掉|扔掉|去掉|删掉|はやめ|をやめ|は外|は廃止|は捨て|(?:은|는|을|를)? ?(?:빼자|뺍시다|없애|버리)/u;
/** Words that say that one thing replaced another, without naming the old one. */
const SWITCHES = borderedCue(
  "switch(?:es|ed|ing)? (?:\\p{L}+ ){0,4}to|migrat(?:e|es|ed|ing) (?:\\p{L}+ ){0,4}to",
  "mov(?:e|es|ed|ing) (?:\\p{L}+ )?(?:over )?to|chang(?:e|es|ed|ing) (?:\\p{L}+ ){0,3}to",
  "(?:go(?:ing)?|went|we'?re|is|are) back to|back to \\p{N}+|superseded by|instead|not .{1,30} any ?more",
  "zurück (?:zu|auf|nach)|volv(?:er|emos) a|de vuelta a|reven(?:ir|ons|ez) (?:à|aux?)|retour (?:à|aux?)",
  "volt(?:ar|amos|a) (?:ao?|para)|de volta (?:ao?|para)|torn(?:are|iamo) (?:al?|alla)|обратно (?:к|на)",
  "возвраща\\p{L}+ (?:к|на)|верн\\p{L}+ (?:к|на)",
  "umstellen auf|umsteigen auf|wechseln (?:wir )?(?:zu|auf)|stattdessen",
  "migrieren (?:wir )?(?:zu|auf|nach)|ab jetzt|ab sofort|doch (?:lieber )?",
  "cambi(?:ar|amos|a) a|migr(?:ar|amos|a) a|pas(?:ar|amos|a) a|en su lugar|mejor",
  "pass(?:er|ons|e) (?:à|au|aux|en)|migr(?:er|ons) vers|à la place|finalement|plutôt",
  "mud(?:ar|amos|a) para|migr(?:ar|amos|a) para|troc(?:ar|amos|a|ado) por|em vez disso|no lugar",
  "pass(?:are|iamo|a) a|migr(?:are|iamo) (?:a|verso)|cambi(?:are|iamo) in|piuttosto|invece",
  "переходим на|переезжаем на|перейти на|мигрируем на|меняем на|лучше",
);
const SWITCHES_UNSPACED =
  /改(?:成|为|用|到|回)|换(?:成|为|用|到|回)|恢复(?:到|为|成)|に戻(?:す|し|そ)|로 (?:되돌|돌아가|복귀)|迁移到|切换到|に変更|に切り替え|に移行|に乗り換え|に変え|(?:으로|로) (?:변경|전환|교체|이전|바꾸|바꿔|바꿀|가자)/u;

/** Words that contradict or limit an earlier statement. */
const CONTRASTS = borderedCue(
  "however|contrary to|on the contrary|actually|that'?s wrong|not true|on second thought|thinking again",
  "correction",
  "jedoch|allerdings|entgegen|im gegenteil|eigentlich|stimmt nicht",
  "sin embargo|al contrario|en realidad|no es cierto",
  "cependant|toutefois|pourtant|au contraire|en fait|contrairement",
  "porém|contudo|no entanto|pelo contrário|na verdade|todavia",
  "tuttavia|al contrario|in realtà|contrariamente",
  "однако|напротив|наоборот|на самом деле|вопреки|неверно",
);
/** The same at the start of a clause. Elsewhere these words have other meanings, in this language or another. */
const CONTRASTS_FIRST =
  /(?:^|[.!?,;:]\s*)(but|aber|doch|sondern|pero|sino|mais|mas|ma|però|anzi|но)(?![\p{L}\p{N}_])/iu;
const CONTRASTS_UNSPACED =
  /但是?|不过|然而|相反|其实|不对|しかし|ただし|でも|けど|逆に|実は|違う|하지만|그러나|그런데|반대로|사실은|아니라/u;

/** The replacement that a statement states, if it states one. */
export const replacementIn = (text: string): Replacement | undefined => replacements(text) ?? undefined;

const replacements = memoized((whole: string): Replacement | null => {
  const text = whole.slice(0, TEXT_MAX).replaceAll("’", "'");
  const corrected = CORRECTS.exec(text);
  if (corrected)
    return {
      cue: cueText(corrected).replace(/\s+.*\s+/u, " … "),
      dropped: corrected.slice(1).find(Boolean) ?? "",
    };
  const after = DROPS_BEHIND.exec(text) ?? DROPS_BEHIND_UNSPACED.exec(text);
  if (after) return { cue: cueText(after), dropped: clauseStart(text.slice(after.index + after[0].length)) };
  const before = DROPS_BEFORE_UNSPACED.exec(text);
  if (before) return { cue: cueText(before), dropped: clauseEnd(text.slice(0, before.index)) };
  const beside = DROPS_BESIDE.exec(text) ?? DROPS_BESIDE_UNSPACED.exec(text);
  if (beside) return { cue: cueText(beside), dropped: clauseAround(text, beside) };
  const switched = SWITCHES.exec(text) ?? SWITCHES_UNSPACED.exec(text);
  return switched ? { cue: cueText(switched), dropped: "" } : null;
});

/** The word by which a statement contradicts an earlier one. */
export function contrastIn(text: string): string | undefined {
  const plain = text.slice(0, TEXT_MAX);
  const found = CONTRASTS.exec(plain) ?? CONTRASTS_FIRST.exec(plain) ?? CONTRASTS_UNSPACED.exec(plain);
  return found ? (found[1] ?? found[0]).trim().toLowerCase() : undefined;
}

/** Phrases by which people return to a subject: after "about the …", before "… thing" and around "… stays". */
const COMES_BACK = new RegExp(
  `${
    wholeWords([
      "about(?: the| that| those)?|regarding|as for|concerning|wegen|bezüglich|was|übrigens(?: der| die| das)?",
      "sobre|respecto a|en cuanto a|quant à|pour ce qui est d\\p{L}+|a proposito d\\p{L}+|quanto a|насчёт|насчет",
      "про|по поводу",
    ]).source
  }\\s+([^.;!?,:\\n]{2,40}?)(?=$|\\s+(?:thing|sache|lo|truc|cosa)|[.,:])`,
  "giu",
);
const THAT_THING =
  /(?<!\p{L})(?:the|that|die|diese|lo del?|ce|le|questa|la) ([^.;!?,:\n]{2,40}?)[ -](?:thing|stuff|sache|truc|cosa)(?!\p{L})/giu;
const STAYS = new RegExp(
  `([^.;!?,\\n]{0,40})${
    wholeWords([
      "stays?|remains?|bleibt|bleiben|queda|quedan|reste|restent|fica|ficam|resta|restano|rimane",
      "оста[её]тся|остаются",
    ]).source
  }([^.;!?,\\n]{0,40})`,
  "giu",
);
const STAYS_UNSPACED =
  /([^。；！？，、\n]{0,20})(?:不变|保持|还是|のまま|そのまま|유지|그대로)([^。；！？，、\n]{0,20})/gu;

/** The words by which an amendment refers to the thing that it changes. */
export function pointersIn(text: string): string[] {
  const plain = text.slice(0, TEXT_MAX);
  const found = [COMES_BACK, THAT_THING, STAYS, STAYS_UNSPACED].flatMap((pattern) => [
    ...plain.matchAll(pattern),
  ]);
  return found.flatMap(([, ...words]) => words.filter((word) => word !== undefined && word !== ""));
}

/** Marks that end a clause. */
export const CLAUSE_END = /[.;:!?,、，。；：！？\n()–—]/u;

const clauseStart = (text: string): string => text.split(CLAUSE_END, 1)[0] ?? "";
const clauseEnd = (text: string): string => text.split(CLAUSE_END).at(-1) ?? "";
const clauseAround = (text: string, { 0: cue, index }: RegExpExecArray): string =>
  `${clauseEnd(text.slice(0, index))} ${clauseStart(text.slice(index + cue.length))}`;
const cueText = (found: RegExpExecArray): string => found[0].trim().toLowerCase();

/** Joins patterns to one pattern that matches only whole words. */
export function wholeWords(patterns: readonly string[], flags = "iu"): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${patterns.join("|")})(?![\\p{L}\\p{N}_])`, flags);
}
