/**
 * A factor on the estimate. It was set so that for every kind of text in `test/golden/tokens.json` three real tokenizers count no more than
 * the estimate. On English and on code they count about a tenth less.
 */
const SAFETY = 1.12;

/** The number of tokens of a text, rounded up: real tokenizers count fewer. */
export function countTokens(text: string): number {
  return tokensOf(estimate(text));
}

/** An estimate with its margin. Rounding errors of sums must not count as a token. */
export const tokensOf = (estimated: number): number => Math.ceil(estimated * SAFETY - 1e-6);

/** The cost of a text before the margin. The estimates of lines add up to the estimate of their text. */
export function estimate(text: string): number {
  return text.split("\n").reduce((sum, line) => sum + lineCost(line), 0);
}

/** The cost of a line end, which is often one token together with the text before it. */
const LINE_END = 0.5;
/** Common English words. Tokenizers know most English words as one token; words of other languages in Latin letters are several tokens. */
const ENGLISH =
  /\b(?:the|is|are|was|be|to|of|in|for|with|without|and|or|not|never|we|you|it|this|that|from|use|if|when)\b/i;
const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]/u;
/** Common short words of the large western European languages. Tokenizers have longer tokens for these languages. */
const WESTERN =
  /(?<!\p{L})(?:der|das|und|nicht|ist|mit|für|auf|wir|los|las|que|para|una|les|des|pas|pour|dans|une|não|uma|che|della|non)(?!\p{L})/iu;
const ACCENTED_ELSEWHERE = /[\u0100-\u0151\u0154-\u024f\u1e00-\u1eff]/u;
const RUN =
  /[A-Za-z0-9]{16,}|[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[^\S\n]+|[!-/:-@[-`{-~]+|[\u0370-\u03ff\u1f00-\u1fff]+|[\u0400-\u052f]+|[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+|[\uac00-\ud7af]+|[\s\S]/gu;

function lineCost(line: string): number {
  const lettersPerToken = lettersPerTokenIn(line);
  let sum = LINE_END;
  for (const [run] of line.matchAll(RUN)) sum += runCost(run, lettersPerToken);
  return sum;
}

function lettersPerTokenIn(line: string): number {
  if (ENGLISH.test(line) && !ACCENTED.test(line)) return 5.2;
  return WESTERN.test(line) && !ACCENTED_ELSEWHERE.test(line) ? 3.2 : 2.55;
}

function runCost(run: string, lettersPerToken: number): number {
  const code = run.codePointAt(0) ?? 0;
  if (code >= 0x80) return run.length * perUnit(code);
  if (/^[a-z]+$|^[A-Z][a-z]+$/.test(run)) return Math.max(1, run.length / lettersPerToken);
  if (/^[A-Z]+$/.test(run)) return Math.max(1, run.length / 2);
  if (/^[0-9]+$/.test(run)) return Math.max(1, run.length / 2.2);
  if (/^\s/.test(run)) return run.length === 1 ? 0 : run.length / 4;
  if (!/^[A-Za-z0-9]/.test(run)) return run.length === 1 ? 1 : run.length / 1.6;
  // Keys and hashes are not made of words; other names cost as much as their words.
  if (/[0-9]/.test(run)) return run.length * 0.77;
  return (run.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).reduce(
    (sum, part) => sum + runCost(part, lettersPerToken),
    0,
  );
}

/** Scripts by their first code point, with the cost of one unit. The last entry at or before a letter applies to it. */
const SCRIPTS: readonly (readonly [from: number, perUnit: number])[] = [
  [0x80, 1.2],
  [0x370, 1.2], // Greek
  [0x400, 0.65], // Cyrillic
  [0x530, 2], // Armenian
  [0x590, 1.3], // Hebrew, Arabic, Hindi
  [0x980, 2.2], // other scripts of India and South-East Asia
  [0xe00, 1.65], // Thai, Lao
  [0xf00, 2.2], // Tibetan, Burmese, Georgian
  [0x1100, 3], // Ethiopic, Khmer and other rare scripts
  [0x1e00, 1.6], // Latin with diacritics
  [0x1f00, 1.2], // Greek with diacritics
  [0x2000, 1.6], // punctuation and symbols
  [0x3000, 1.05], // Chinese, Japanese
  [0xac00, 1.2], // Korean
  [0xd800, 2.1], // half of a surrogate pair: emoji, historic scripts
  [0xf900, 1.6],
  [0x10000, 1.7],
];

function perUnit(code: number): number {
  let cost = 1;
  for (const [from, each] of SCRIPTS) if (code >= from) cost = each;
  return cost;
}
