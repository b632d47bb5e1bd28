import { wordSet } from "../../text/word-set.ts";
import { wordsOf } from "../index/words.ts";

/** A set of stems that is computed at its first use. A brief uses few of these lists, and each takes a millisecond at startup. */
function stemsIn(text: string): Pick<ReadonlySet<string>, "has"> {
  let stems: ReadonlySet<string> | undefined;
  return {
    has: (word) => {
      stems ??= new Set(wordsOf(text));
      return stems.has(word);
    },
  };
}

/** Words that occur in any question and help to find no answer. */
const ENGLISH_EMPTY_WORDS = stemsIn(
  `a about am an and any are as at be been but by can could did do does don't doesn't didn't for from had has have he her
   him his how i if in into is isn't it its just kind long many me much my not of often on or our she should so that the
   their them then there these they this to type us was we were what when where which who whom whose why will with would
   you your`,
);
/** The same in other languages. Some of them are also English words. */
const OTHER_EMPTY_WORDS = stemsIn(
  `a am an as die do has he in kind long me on or so type was
   der das den dem des ein eine einen einem einer und oder ist sind wird werden mit für von vom zu zum zur auf im
   bei beim aus nach über unter wir ich du sie es mir mich dir dich ihr wie wer wann warum welche welcher welches
   welchen welchem soll sollen kann kannst können muss darf dürfen haben nicht kein keine auch noch nur schon dann
   wenn dass als bitte eigentlich gegen worüber womit wofür el la los las un una unos unas y u de del al en con por
   para que qué cuál cuáles cómo cuándo dónde quién está están fue se le les tu su nuestro nuestra ni ya más muy
   hay ha han puede puedo debe deben tiene tenemos une et ou sont était dans avec par sur qui quoi quel quelle
   quels quelles comment quand où pourquoi je il elle nous vous ils elles ce cette mon ta tes ses notre votre ne
   pas aussi puis peut doit faut au aux gli uno e di della dei delle da dal nel nella che chi cosa quale quali
   quando dove perché io lui noi voi ti si ci vi è sono sia non anche ancora già può deve ho hai abbiamo hanno os
   um uma umas dos em na nas com pelo pela quem qual quais como onde porque eu ele ela nós eles elas meu minha seu
   sua nosso nossa é são foi estão não também já mais só pode tem temos pra и в во на с со по к ко у о об от до из
   за для при над под что как какой какая какое какие кто где когда почему зачем куда мы я ты он она они нас нам
   мне тебе вы вас это этот эта эти тот та те наш наша наши мой не ни да нет ли бы же быть есть был была будет
   можно нужно надо чем или а но`,
);

/** Pairs of letters that are only grammar: hiragana in Japanese, a few particles in Chinese, endings in Korean. */
const EMPTY_PAIR =
  /^(?:\p{Script=Hiragana}{2}|.?[的了吗呢吧么这那哪].?|[는은을를에의도만]|.[는은을를]|[해하][줘야요고는면]|[합습]니|니다|[어아]요|에서|으로|[무어]슨|어떻|떻게|어디|언제|[우저]리)$/u;

/** Whether a word only belongs to the phrasing of questions. */
export const isEmptyWord = (word: string): boolean =>
  ENGLISH_EMPTY_WORDS.has(word) || OTHER_EMPTY_WORDS.has(word) || EMPTY_PAIR.test(word);

/** The same for one question: "comment" and "no" in an English question are not the French and Spanish words. */
export function emptyWordsAmong(words: readonly string[]): (word: string) => boolean {
  const [english, others] = [ENGLISH_EMPTY_WORDS, OTHER_EMPTY_WORDS];
  const surplus = words.reduce((sum, word) => sum + Number(english.has(word)) - Number(others.has(word)), 0);
  return surplus > 0 ? (word) => english.has(word) : isEmptyWord;
}

/** The words of a text without empty words. */
export const contentWords = (text: string): string[] => wordsOf(text).filter((word) => !isEmptyWord(word));

/** Words at the beginning of questions. */
export const QUESTION_WORDS = stemsIn(
  `which what how where when who whom whose why do does did can could may should is are was wie wer wo wann warum wieso
   welche welcher welches welchen womit worüber wofür darf soll qué cuál cuáles cómo cuándo dónde quién cuánto cuántos quel
   quelle quels quelles comment quand où pourquoi qui combien puis quale quali come quando dove perché chi quanto qual quais
   como onde quem porque quantos quantas что как какой какая какое какие кто где когда почему зачем сколько можно`,
);

/** Words about the conversation itself: they describe the wanted answer, not its subject. */
export const ASKING_WORDS = stemsIn(
  `across ask asked aspect back bring up chat check clear comprehensive conversation describe detail different discuss
   discussion earlier ever explain following give item know last list mention name only order overview particular please
   previous provide recommend remember remind say some specific suggest summary talk tell through throughout time various walk wanted
   wondering`,
);

/** Words at the beginning of requests. */
export const REQUEST_WORDS = stemsIn(
  `add build change check create do draft fix get give implement let look make move need open prepare publish put read refactor
   remove rename replace run send set show start store take update upload use want write extend generate insert improve
   mach mache machen füge fuege schreib schreibe bau baue erstelle ändere zeig zeige hinzu korrigier korrigiere nimm setz
   añade anade agrega crea haz pon escribe cambia muestra arregla hay quiero necesito programa
   ajoute crée fais écris mets change montre corrige veux besoin
   aggiungi fai scrivi metti cambia mostra correggi manda voglio serve
   adiciona cria faz escreve coloca muda mostra corrige preciso quero
   dodaj zrób napisz utwórz zmień pokaż popraw pobierz
   добавь сделай напиши создай измени покажи исправь нужно хочу`,
);
/** Pairs of letters at the end of requests, in languages that put the verb last. */
export const REQUEST_ENDS = wordSet(
  "さい して って たい いて んで すか 해줘 어줘 아줘 려줘 세요 까요 나요 하지 해야 야해 吗",
);

/** Words by which a text says when something happened. */
export const TIME_WORDS = stemsIn(
  `yesterday today tonight tomorrow ago week weekend month year last recently since morning monday tuesday wednesday
   thursday friday saturday sunday january february march april june july august september october november december
   summer winter spring autumn`,
);

/** Words that state how things are to be done from now on. */
export const STANDING_WORDS: ReadonlySet<string> = new Set(
  wordsOf("always never prefer preference whenever"),
);

/** After these words, "always" and "never" describe a fact: "I have always liked it". */
const TELLING_WORDS = stemsIn(
  `i you he she it they there that this who is are was were be been have has had can could will would may might do does
   did not`,
);
const EVER_WORDS = stemsIn("always never");
export const isReported = (word: string, before: string): boolean =>
  EVER_WORDS.has(word) && TELLING_WORDS.has(before);
