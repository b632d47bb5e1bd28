import { wordsOf } from "../index/words.ts";

const stemsIn = (text: string): ReadonlySet<string> => new Set(wordsOf(text));

/** Words that every question has and no answer is found by. */
export const EMPTY_WORDS = stemsIn(
  `a about am an and any are as at be been but by can could did do does don't doesn't didn't for from had has have he her
   him his how i if in into is isn't it its just kind long many me much my not of often on or our she should so that the
   their them then there these they this to type us was we were what when where which who whom whose why will with would
   you your`,
);

/** The words of a text without those. */
export const fullWords = (text: string): string[] => wordsOf(text).filter((word) => !EMPTY_WORDS.has(word));

/** Words about the talk itself: they say what is wanted of the answer, and hardly what it is about. */
export const ASKING_WORDS = stemsIn(
  `across ask asked aspect back bring up chat check clear comprehensive conversation describe detail different discuss
   discussion earlier ever explain following give item know last list mention name only order overview particular please
   previous provide recommend remember remind say some specific suggest summary talk tell through throughout time various walk wanted
   wondering`,
);

/** Words by which a text says when something was. */
export const TIME_WORDS = stemsIn(
  `yesterday today tonight tomorrow ago week weekend month year last recently since morning monday tuesday wednesday
   thursday friday saturday sunday january february march april june july august september october november december
   summer winter spring autumn`,
);

/** Words by which somebody says how things are to be done from then on. */
export const STANDING_WORDS = stemsIn("always never prefer preference whenever");

/** Behind these, "always" and "never" tell how things are: "I have always liked it". */
const TELLING_WORDS = stemsIn(
  `i you he she it they there that this who is are was were be been have has had can could will would may might do does
   did not`,
);
const EVER_WORDS = stemsIn("always never");
export const isReported = (word: string, before: string): boolean =>
  EVER_WORDS.has(word) && TELLING_WORDS.has(before);
