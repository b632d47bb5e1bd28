import { lastOf } from "../edges/amendment.ts";
import { replacementIn, wholeWords } from "../edges/cues.ts";
import { firstClause, givenUpIn } from "../edges/given-up.ts";
import { rootsOf, sharedSubject, subjectOf } from "../edges/subject.ts";
import { giveOtherValues } from "../edges/values.ts";
import type { Item } from "../items/item.ts";
import type { Instant, Position } from "../tape/event.ts";
import type { Exchange, SpokenSentence } from "./exchange.ts";
import { namesAnotherBeside, type PriorStatement, type ThreadLink, textOf } from "./link.ts";
import { UNSURE_MAX } from "./thread.ts";
import { restingKey } from "./threads-view.ts";

/** A sentence that takes a choice back, and the choice to which it returns; empty if it names none: "revert that". */
export type TakeBack = { readonly sentence: SpokenSentence; readonly target: string };

/** Words in ten languages that withdraw what was said last. */
const WITHDRAWS = wholeWords([
  "(?:revert|undo|scratch|scrap|cancel|forget|roll back|take back)(?: (?:that|it|this|all that|the (?:last )?(?:change|switch|one)|my last \\p{L}+))(?! \\p{L}+ing)|nvm|never ?mind|roll (?:that|it|this) back|take (?:that|it) back|put (?:that|it) back|on second thought|changed my mind",
  "mach (?:das|es) (?:wieder )?rückgängig|nimm (?:das|es) (?:wieder )?zurück|vergiss (?:das|es)|doch nicht|kommando zurück|rolle rückwärts",
  "deshaz(?:lo| eso)|reviert(?:e eso|elo)|revi[eé]rtelo|olvídalo|olvida eso|déjalo como estaba|mejor no|annule(?: ça| cela)?|reviens en arrière|laisse tomber|oublie(?: ça)?|finalement non",
  "desfaz(?: isso)|revert[ea](?: isso)|esquece(?: isso)?|deixa como estava|annulla(?: tutto)?|lascia perdere|lascia com'era|torna indietro|отмени(?:те)?(?: это)?|верни(?:те)? (?:как было|обратно)|откати(?:те)?(?: это)?|отбой|забудь",
]);
const WITHDRAWS_UNSPACED =
  /(?:撤回|撤销|还原|改回去|改回来|恢复原样|算了)(?![^，。]{0,4}[吗?？])|(?<!に)(?:元に)?戻して(?:ください|くれ)?[。!！]?$|取り消して|なかったことに|やっぱりやめ|되돌려|취소해|원래대로/u;
/** Words that return to an earlier choice, which follows them. */
const RETURNS = wholeWords([
  "(?:go|going|went|switch|switching|switched|move|moving|moved|change|changing|changed|roll|rolling|revert|reverting|reverted)(?: \\p{L}+)? back (?:to|on)|back (?:to|on)|revert(?:ing)? to|(?:stay|stick|staying|sticking)(?: (?:with|on|at))|keep(?:ing)?",
  "(?:bleiben|bleib|bleibt|bleibe)(?: (?:wir|es|ich|doch|lieber|also|dann|jetzt))* (?:bei|auf)|zurück (?:zu[mr]?|auf)|(?:behalten|behalte) (?:wir )?",
  "(?:volv(?:emos|amos|er|ed)|vuelve) al?|nos quedamos con|seguimos con|mantenemos|on (?:revient|repasse|retourne) (?:à|au|sur)|on (?:garde|reste (?:sur|avec))|retour (?:à|au)",
  "volt(?:a|amos|ar|emos) (?:a|ao|à|pra|pro|para)|ficamos com|mantemos|torniamo (?:al?|alla|su)|restiamo (?:con|su)|teniamo|верн[её]мся (?:к|на)|возвращаемся (?:к|на)|оста[её]мся (?:на|с)|оставляем",
]);
const RETURNS_UNSPACED =
  /([^\s、。，,はを]{1,24}?)に(?:戻(?:し|す|そ|り)|もどし)|(?:改|换|切换?|退|回退|迁)回(?:到)?\s?([^\s，。、]{1,20})|(?:还是|继续)用\s?([^\s，。、吧]{1,20})|([^\s,.]{1,20}?)(?:으)?로 (?:되돌|돌아가)/u;
/** Words by which an agent says that it did more than it was asked for: "revert that" may mean only that. */
const DID_MORE =
  /(?<!\p{L})(?:also|additionally|while i was|as well|außerdem|auch|nebenbei|también|además|aussi|également|também|além|anche|inoltre|также|заодно)(?!\p{L})|ついでに|また、|顺便|另外|또한|겸사/iu;

/** How a person's words take an earlier choice back; undefined if they do not. */
export function takeBackIn({ sentences }: Exchange): TakeBack | undefined {
  for (const sentence of sentences) {
    const text = sentence.text.replaceAll("’", "'");
    const found = RETURNS.exec(text);
    const unspaced = RETURNS_UNSPACED.exec(text)?.slice(1).find(Boolean) ?? "";
    const target = found ? firstClause(text.slice(found.index + found[0].length)) : unspaced;
    if (keysOf(target).length > 0) return { sentence, target };
  }
  const sentence = sentences.find(({ text }) => WITHDRAWS.test(text) || WITHDRAWS_UNSPACED.test(text));
  return sentence && { sentence, target: "" };
}

/** The words and numbers that name a choice. */
const keysOf = (text: string): string[] =>
  [...subjectOf(text).weights]
    .flatMap(([root, weight]) => (weight >= 1 ? [root] : []))
    .concat(numbersIn(text));
const numbersIn = (text: string): string[] => text.match(/\d+(?:[.,]\d+)*/gu) ?? [];

/** Whether a text names a choice. */
function namesAll(text: string, keys: readonly string[]): boolean {
  const words = new Set([...rootsOf(text), ...numbersIn(text)]);
  return keys.length > 0 && keys.length <= KEYS_MAX && keys.every((key) => words.has(key));
}

/** Maximum number of words and numbers that name one choice. */
const KEYS_MAX = 4;
/** A longer turn states several things, so that "revert that" may mean any of them. */
const SENTENCES_MAX = 2;
/** Maximum number of words beside the take-back that may be fillers: "hm no, undo that". */
const REST_MAX = 3;
const RETURNED = 0.95;
/** With a smaller shared subject, two statements may be about two matters, unless both give something another value. */
const OWN_MATTER = 1.5;

/** Whether a later turn of the same session takes back what an exchange gives up. */
export function isTakenBack(exchange: Exchange, session: readonly Exchange[]): boolean {
  const gone = exchange.sentences.map(({ text }) => givenUpIn(text)?.gone ?? "").join("\n");
  return session.some((each) => {
    const back = each.position > exchange.position ? takeBackIn(each) : undefined;
    const isLast = back?.target === "" && each.previous === exchange.position;
    return isLast || namesAll(gone, keysOf(back?.target ?? ""));
  });
}

/** New exchanges and all of their session, and the statements, items and links that are known. */
export type TakeBackInput = {
  readonly exchanges: readonly Exchange[];
  readonly session: readonly Exchange[];
  readonly statements: readonly PriorStatement[];
  readonly items: readonly Item[];
  readonly links: readonly ThreadLink[];
};

/** Links to what holds again, and the item that a person states again by taking back what had replaced it. */
type TakenBack = {
  readonly links: readonly ThreadLink[];
  readonly again?: { readonly item: Item; readonly turn: Position; readonly at: Instant };
};

/**
 * Reads which statements a person takes back. If the person names the earlier choice, their words lead both it and the statement that had
 * replaced it. If not, the statement before is meant, and the one that it had replaced is stated again.
 */
export const takeBacksIn = (input: TakeBackInput): TakenBack[] =>
  input.exchanges.flatMap((exchange) => {
    const back = takeBackIn(exchange);
    if (back === undefined) return [];
    return back.target === "" ? takeBackLast(exchange, back, input) : returnTo(exchange, back, input);
  });

function returnTo({ position }: Exchange, back: TakeBack, { statements, items, links }: TakeBackInput) {
  const keys = keysOf(back.target);
  const texts = new Map(statements.map(({ key, text }) => [key, text]));
  const chosen = statements.filter(({ at, text }) => at < position && namesAll(text, keys));
  const replacing = chosen.flatMap(({ key, at, text }) =>
    links.filter(({ older, turn, newer }) => {
      const later = texts.get(newer ?? restingKey(turn));
      if (older !== key || turn <= at || turn >= position || later === undefined) return false;
      const shared = sharedSubject(subjectOf(later), subjectOf(text)).weight;
      if (shared < OWN_MATTER && !giveOtherValues(later, text)) return false;
      const gone = [givenUpIn(later)?.gone ?? "", replacementIn(later)?.dropped ?? ""];
      const kept = gone.reduce((rest, words) => rest.replace(words, ""), later);
      return !namesAll(kept, keys) || namesAnotherBeside(later, text);
    }),
  );
  const stated = items.find(
    ({ evidence = [], kind, text }) =>
      kind !== "candidate" && evidence.includes(position) && namesAll(text, keys),
  );
  const led = replacing.flatMap(({ older, turn, newer }) => [older, restingKey(turn), newer ?? []].flat());
  return { links: linksTo(position, back, { led, newer: stated?.id, score: RETURNED }) };
}

function takeBackLast(
  { position, at, previous, asked }: Exchange,
  back: TakeBack,
  { session, items, links }: TakeBackInput,
): TakenBack[] {
  const last = session.find((each) => each.position === previous);
  if (!last) return [];
  const own = items.filter(({ evidence = [] }) => evidence.includes(previous)).map(({ id }) => id);
  const replaced = links.filter(({ turn, older }) => turn === previous && !older.includes("@"));
  const [best] = replaced.toSorted((a, b) => b.score - a.score);
  const item = items.find(({ id }) => id === best?.older);
  // More than some fillers beside the take-back may say that something else is meant.
  const rest = back.sentence.text.replace(WITHDRAWS, "").trim();
  const shared = sharedSubject(subjectOf(rest), subjectOf(textOf(last.sentences))).weight;
  const isSame = shared > 0 || subjectOf(rest).total < 1 || rest.split(/\s+/u).length <= REST_MAX;
  if (item === undefined && !isSame) return [];
  if (item === undefined || !isSame || last.sentences.length > SENTENCES_MAX || DID_MORE.test(asked))
    return [{ links: linksTo(position, back, { led: own, score: UNSURE_MAX }) }];
  const led = [...own, restingKey(previous), restingKey(lastOf(item))];
  const found = linksTo(position, back, { led, newer: item.id, score: RETURNED });
  return [{ links: found, again: { item, turn: position, at } }];
}

type LedBy = { readonly led: readonly string[]; readonly newer?: string | undefined; readonly score: number };

const linksTo = (turn: Position, { sentence }: TakeBack, { led, newer, score }: LedBy): ThreadLink[] =>
  [...new Set(led)].map((older) => ({
    ...{ older, turn, words: [[sentence.from, sentence.to]], score },
    ...(newer === undefined ? {} : { newer }),
  }));
