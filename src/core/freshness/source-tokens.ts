/** A word, number, string or symbol of a program, and its line and column. */
export type Token = { readonly text: string; readonly line: number; readonly column: number };

/** How a family of languages writes comments, strings and blocks. */
export type SourceLanguage = {
  readonly block: "braces" | "indent";
  readonly lineComment: readonly string[];
  readonly hasBlockComment: boolean;
  /** Delimiters of strings. */
  readonly quotes: readonly string[];
  readonly hasRegex: boolean;
  /** Whether single and double quotes mean the same. */
  readonly areQuotesAlike: boolean;
  /** Whether `'a` may be a lifetime instead of the start of a character. */
  readonly hasLifetimes: boolean;
  /** Whether methods are marked by a keyword; otherwise they are recognised by their shape. */
  readonly methodsAreMarked: boolean;
};

const BRACES: SourceLanguage = {
  block: "braces",
  lineComment: ["//"],
  hasBlockComment: true,
  quotes: ['"', "'"],
  hasRegex: false,
  areQuotesAlike: false,
  hasLifetimes: false,
  methodsAreMarked: false,
};
const SCRIPT: SourceLanguage = { ...BRACES, quotes: ['"', "'", "`"], hasRegex: true, areQuotesAlike: true };
const GO: SourceLanguage = { ...BRACES, quotes: ['"', "'", "`"], methodsAreMarked: true };
const RUST: SourceLanguage = { ...BRACES, hasLifetimes: true, methodsAreMarked: true };
const MARKED: SourceLanguage = { ...BRACES, methodsAreMarked: true };
const PHP: SourceLanguage = { ...BRACES, lineComment: ["//", "#"], methodsAreMarked: true };
const PYTHON: SourceLanguage = {
  ...BRACES,
  block: "indent",
  lineComment: ["#"],
  hasBlockComment: false,
  quotes: ['"""', "'''", '"', "'"],
  areQuotesAlike: true,
};
const RUBY: SourceLanguage = { ...PYTHON, quotes: ['"', "'"] };

/** The language for files whose language is not known. */
export const PLAIN: SourceLanguage = { ...BRACES, lineComment: ["#", "//"], areQuotesAlike: true };

const LANGUAGES: { readonly [ending: string]: SourceLanguage } = {
  ...languagesByEnding("ts tsx mts cts js jsx mjs cjs vue svelte", SCRIPT),
  ...languagesByEnding("java c h cc cpp cxx hpp cs dart", BRACES),
  ...languagesByEnding("kt kts swift scala zig", MARKED),
  ...languagesByEnding("php", PHP),
  ...languagesByEnding("go", GO),
  ...languagesByEnding("rs", RUST),
  ...languagesByEnding("py pyi", PYTHON),
  ...languagesByEnding("rb", RUBY),
};

function languagesByEnding(endings: string, language: SourceLanguage): { [ending: string]: SourceLanguage } {
  return Object.fromEntries(endings.split(" ").map((ending) => [ending, language]));
}

/** The language of a file, by its extension; undefined if definitions cannot be found in it. */
export function sourceLanguageOf(path: string): SourceLanguage | undefined {
  const ending = /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending] : undefined;
}

const WORD = /[\p{L}\p{N}_$]+/uy;
const SIGNS = /=>|->|::|===|!==|==|!=|<=|>=|&&|\|\||\?\?|\?\.|\.\.\.|:=|\+\+|--|[^\s]/uy;
/** Tokens after which a slash begins a regular expression; after any other token it is a division. */
const BEFORE_REGEX =
  /^(?:[([{,;=:!&|?+\-*%<>~^]|=>|===?|!==?|&&|\|\||\?\?|return|typeof|case|in|of|void|delete|throw|await)$/;

/** A program as tokens, without spaces and comments. It never fails: characters that it cannot parse become symbols. */
export function tokensOf(source: string, language: SourceLanguage): Token[] {
  const tokens: Token[] = [];
  let [at, line, lineStart] = [0, 1, 0];
  while (at < source.length) {
    const end = endOfNext(source, at, { language, before: tokens.at(-1)?.text ?? "(" });
    const text = source.slice(at, end.at);
    if (end.is === "token") tokens.push({ text: normal(text, language), line, column: at - lineStart });
    const breaks = text.split("\n").length - 1;
    if (breaks > 0) {
      line += breaks;
      lineStart = at + text.lastIndexOf("\n") + 1;
    }
    at = end.at;
  }
  return tokens;
}

type End = { readonly at: number; readonly is: "token" | "nothing" };

function endOfNext(
  source: string,
  at: number,
  { language, before }: { readonly language: SourceLanguage; readonly before: string },
): End {
  const letter = source[at] ?? "";
  if (/\s/.test(letter)) return { at: at + 1, is: "nothing" };
  if (language.lineComment.some((sign) => source.startsWith(sign, at))) {
    const end = source.indexOf("\n", at);
    return { at: end < 0 ? source.length : end, is: "nothing" };
  }
  if (language.hasBlockComment && source.startsWith("/*", at)) {
    const end = source.indexOf("*/", at + 2);
    return { at: end < 0 ? source.length : end + 2, is: "nothing" };
  }
  const quote = language.quotes.find((sign) => source.startsWith(sign, at));
  if (quote !== undefined && !(language.hasLifetimes && quote === "'" && isLifetime(source, at)))
    return { at: endOfText(source, at, quote), is: "token" };
  if (language.hasRegex && letter === "/" && BEFORE_REGEX.test(before)) return endOfRegex(source, at);
  return { at: endOfWord(source, at), is: "token" };
}

function endOfWord(source: string, at: number): number {
  for (const form of [WORD, SIGNS]) {
    form.lastIndex = at;
    if (form.test(source)) return form.lastIndex;
  }
  return at + 1;
}

const isLifetime = (source: string, at: number): boolean =>
  /^'[A-Za-z_]\w*(?!')/.test(source.slice(at, at + 40));

/** An unclosed single-line string ends at the end of its line, so that one stray quote does not swallow the file. */
function endOfText(source: string, from: number, quote: string): number {
  const isLong = quote.length === 3 || quote === "`";
  for (let at = from + quote.length; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source.startsWith(quote, at)) return at + quote.length;
    else if (source[at] === "\n" && !isLong) return at;
  }
  return source.length;
}

function endOfRegex(source: string, from: number): End {
  let isInClass = false;
  for (let at = from + 1; at < source.length && source[at] !== "\n"; at++) {
    const letter = source[at];
    if (letter === "\\") at++;
    else if (letter === "[") isInClass = true;
    else if (letter === "]") isInClass = false;
    else if (letter === "/" && !isInClass) return { at: at + 1, is: "token" };
  }
  return { at: from + 1, is: "token" };
}

/** Normalizes forms of a value that a formatter may exchange. */
function normal(text: string, { areQuotesAlike }: SourceLanguage): string {
  if (/^\d[\d_]*$/.test(text)) return text.replaceAll("_", "");
  const [, quote, inner] = /^('''|"""|['"])([\s\S]*)\1$/.exec(text) ?? [];
  if (!areQuotesAlike || quote === undefined || inner === undefined) return text;
  return quote.length === 3 ? text : JSON.stringify(inner.replace(/\\(['"])/g, "$1"));
}
