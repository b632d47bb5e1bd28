import { wordSet } from "../text/word-set.ts";
import { TOPICS } from "./topics.ts";

/** Maximum length of a text's beginning that decides its topic. */
const READ_MAX = 4000;
/** The topic of a statement that names no known subject. */
const GENERAL = "general";
/** Shorter stems would match by chance. */
const STEM_MIN = 3;
const STEM_MAX = 16;
/** Folders that every project has. The topic of a file in them is the folder below. */
const PLAIN_FOLDERS = wordSet(
  "src lib app apps packages pkg internal cmd source home users tmp var usr opt mnt",
);
const PATH = /(?:[\w.@-]{1,64}\/){1,12}[\w.@-]{1,64}/g;

/**
 * A word for the subject of a statement: from its words, else from the folder of a path, else "general". The same text always gives the
 * same topic.
 */
export function topicOf(text: string, paths: readonly string[] = []): string {
  const read = text.slice(0, READ_MAX).normalize("NFKC");
  return byWords(read) ?? byPath([...(read.match(PATH) ?? []), ...paths]) ?? GENERAL;
}

function byWords(text: string): string | undefined {
  const { whole, stems, parts, order } = lexicon();
  const met = new Map<string, Set<string>>();
  const meet = (topic: string | undefined, word: string): void => {
    if (topic !== undefined) met.set(topic, (met.get(topic) ?? new Set()).add(word));
  };
  // Paths are removed here. They are used only if the words name no topic.
  for (const word of wordsIn(text.replace(PATH, " "))) {
    meet(whole.get(word), word);
    for (let end = STEM_MIN; end <= Math.min(word.length, STEM_MAX); end++)
      meet(stems.get(word.slice(0, end)), word.slice(0, end));
  }
  for (const [part, topic] of parts) if (text.includes(part)) meet(topic, part);
  let best: string | undefined;
  for (const topic of order)
    if ((met.get(topic)?.size ?? 0) > (best === undefined ? 0 : (met.get(best)?.size ?? 0))) best = topic;
  return best;
}

function wordsIn(text: string): string[] {
  const runs = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return runs.flatMap((run) => [
    run.toLowerCase(),
    ...(/\p{Ll}\p{Lu}/u.test(run)
      ? run.split(/(?<=\p{Ll})(?=\p{Lu})/u).map((part) => part.toLowerCase())
      : []),
  ]);
}

function byPath(paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const folders = path.split("/").slice(0, -1);
    const telling = folders.find(
      (name) => /^[\p{L}][\p{L}\p{N}_-]{1,40}$/u.test(name) && !PLAIN_FOLDERS.has(name.toLowerCase()),
    );
    if (telling !== undefined) return telling.toLowerCase();
  }
  return undefined;
}

type Lexicon = {
  readonly order: readonly string[];
  readonly whole: ReadonlyMap<string, string>;
  /** Stems of words. */
  readonly stems: ReadonlyMap<string, string>;
  /** Parts that match anywhere, for scripts without spaces. */
  readonly parts: readonly (readonly [string, string])[];
};

let made: Lexicon | undefined;

/** Built at the first use, because most commands need no topic. */
function lexicon(): Lexicon {
  made ??= lexiconOf();
  return made;
}

function lexiconOf(): Lexicon {
  const [whole, stems] = [new Map<string, string>(), new Map<string, string>()];
  const parts: (readonly [string, string])[] = [];
  for (const [topic, words] of Object.entries(TOPICS)) {
    for (const word of words.split(/\s+/).filter((each) => each !== "")) {
      if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word))
        parts.push([word, topic]);
      else if (word.endsWith("*")) stems.set(word.slice(0, -1), topic);
      else whole.set(word, topic);
    }
  }
  return { order: Object.keys(TOPICS), whole, stems, parts };
}
