import { OWN_BEGIN, OWN_END } from "../src/core/bundle/own-words.ts";

/** Generates texts of about `size` characters that are a worst case for some parser. */
export type Shape = { readonly name: string; readonly make: (size: number) => string };

const full = (piece: string, size: number): string =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

/** Repeats one piece. */
const repeated = (name: string, piece: string): Shape => ({ name, make: (size) => full(piece, size) });

/** Repeats one piece, then adds an ending that makes a parser backtrack. */
const ended = (name: string, piece: string, end: string, begin = ""): Shape => ({
  name,
  make: (size) => `${begin}${full(piece, size - begin.length - end.length)}${end}`,
});

/** All opening pieces first, then all closing pieces. */
const nested = (name: string, open: string, close: string): Shape => ({
  name,
  make: (size) => {
    const depth = Math.floor(size / (open.length + close.length));
    return open.repeat(depth) + close.repeat(depth);
  },
});

/** Cue words of extraction, in the languages it reads. */
const CUES = [
  "we decided to use it, never do that again because it must always be so; ",
  "wir haben entschieden, immer X statt Y zu nehmen, niemals Z; ",
  "decidimos usar siempre X en vez de Y, nunca Z; ",
  "nous avons décidé d'utiliser toujours X au lieu de Y, jamais Z; ",
  "decidimos usar sempre X em vez de Y, nunca Z; ",
  "abbiamo deciso di usare sempre X invece di Y, mai Z; ",
  "мы решили всегда использовать X вместо Y, никогда Z; ",
  "我们决定始终使用 X 而不是 Y，绝不要 Z；",
  "私たちは常に X を使うことに決めました、Y ではなく、決して Z しない；",
  "우리는 항상 Y 대신 X를 사용하기로 결정했습니다, 절대 Z 하지 마세요; ",
];

const SINGLE: readonly Shape[] = [
  ["newlines", "\n"],
  ["carriage returns", "\r\n"],
  ["written-out newlines", "\\n"],
  ["spaces", " "],
  ["tabs", "\t"],
  ["one letter", "a"],
  ["one capital", "A"],
  ["digits", "7"],
  ["quotes", '"'],
  ["apostrophes", "'"],
  ["backticks", "`"],
  ["opening brackets", "("],
  ["square brackets", "["],
  ["braces", "{"],
  ["less-than signs", "<"],
  ["greater-than signs", ">"],
  ["hyphens", "-"],
  ["hashes", "#"],
  ["pipes", "|"],
  ["commas", ","],
  ["full stops", "."],
  ["colons", ":"],
  ["slashes", "/"],
  ["backslashes", "\\"],
  ["underscores", "_"],
  ["asterisks", "*"],
  ["equals signs", "="],
  ["ampersands", "&"],
  ["question marks", "?"],
  ["dollar signs", "$"],
  ["ideographs", "漢"],
  ["zero-width spaces", "\u200b"],
  ["combining marks", "\u0301"],
  ["joined emoji", "👩‍💻"],
  ["half characters", "\ud800"],
].flatMap(([name = "", piece = ""]) => [repeated(name, piece), ended(`${name}, then a letter`, piece, "x")]);

const PAIRS: readonly Shape[] = [
  ["single letters apart", "a "],
  ["letters and newlines", "a\n"],
  ["spaces and newlines", " \n"],
  ["newline and space pairs", "\n "],
  ["two-letter words", "ab cd "],
  ["words with digits", "a1b2 c3 "],
  ["dots and letters", "a."],
  ["hyphenated words", "a-"],
  ["snake case", "a_"],
  ["camel case", "aB"],
  ["dotted numbers", "1.2."],
  ["times", "12:30 "],
  ["dates", "2026-03-01 "],
  ["numbers with units", "30 ms, "],
  ["quoted words", '"a" '],
  ["code words", "`a` "],
  ["broken quotes", 'a" b'],
  ["escaped quotes", '\\"'],
  ["tags", "<a>"],
  ["tags without an end", "<system-reminder "],
  ["opened command tags", "<command-name>"],
  ["opened comments without spaces", "<!--"],
  ["wrapped first lines", `<system-reminder>\n${OWN_BEGIN}\n`],
  ["host tags", "<system-reminder>"],
  ["closed host tags", "<hook_context>a</hook_context>"],
  ["comments", "<!-- "],
  ["closed comments", "<!-- a -->"],
  ["links", "[a](b) "],
  ["long path", "/a"],
  ["relative path", "../"],
  ["markers", "[redacted:jwt]"],
  ["CJK and letters", "漢a "],
  ["accented words", "é́à "],
  ["commands", "cd a && npm run b; "],
  ["variables", "A=b "],
  ["flags", "--a "],
  ["assignments", "password=a "],
  ["conjunctions", "and or but because "],
  ["numbers in a row", "1,2,"],
].map(([name = "", piece = ""]) => repeated(name, piece));

const LINES: readonly Shape[] = [
  ["key and value lines", "key: value\n"],
  ["bullets", "- a\n"],
  ["empty bullets", "-\n"],
  ["deep bullets", "                - a\n"],
  ["numbered lines", "1. a\n"],
  ["headings", "# a\n"],
  ["second headings", "## Progress\n"],
  ["empty headings", "##\n"],
  ["fences", "```\n"],
  ["tilde fences", "~~~\n"],
  ["quoted lines", "> a\n"],
  ["table rows", "| a | b |\n"],
  ["todo lines", "- [ ] a\n"],
  ["questions", "why?\n"],
  ["options", "A) a\nB) b\n"],
  ["error lines", "Error: a at b:1\n"],
  ["diff lines", "+a\n-b\n"],
  ["record lines", "status: open\n"],
  ["document rule", "---\n"],
  ["YAML list", "- task_id: a\n  title: b\n"],
  ["our first line", `${OWN_BEGIN}\n`],
  ["our last line", `${OWN_END}\n`],
  ["our lines", `${OWN_BEGIN}\n- a [dec#1, b]\n${OWN_END}\n`],
  ["our last line in JSON", `\\n${OWN_END}`],
  ["our items", "- a [dec#1, b]\n"],
  ["headings of an editor", "# Context from my IDE setup:\n"],
  ["questions of days", "how many days "],
  ["private keys", "-----BEGIN PRIVATE KEY-----\nAAAAAAAA\n"],
  ["patch files", "*** Update File: a\n"],
  ["sentences", "We use it. It is so. "],
  ["wrapped lines", `${"a word and another ".repeat(4)}\n`],
].map(([name = "", piece = ""]) => repeated(name, piece));

const ENDED: readonly Shape[] = [
  ended("newlines, then our last line", "\n", OWN_END),
  ended("blank lines at an edge, then our last line", "│ \n", OWN_END),
  ended("our items, then our last line", "- a [dec#1, b]\n", OWN_END),
  ended("our items in JSON, then our last line", "- a [dec#1, b]\\n", OWN_END),
  ended("our first line, then newlines", "\n", "x", `${OWN_BEGIN}\n`),
  ended("our first line, then items", "- a [dec#1, b]\n", "x", `${OWN_BEGIN}\n`),
  ended("letters, then a sign", "a", "!"),
  ended("commas, then a letter", ", ", "x"),
  ended("an open fence", "a\n", "", "```\n"),
  ended("an open quote", "a ", "", '"'),
  ended("an open tag", "a ", "", "<system-reminder "),
  ended("an open host tag", "a ", "", "<hook_context>"),
  ended("a long address", "a", "", "https://example.com/"),
  ended("an address with parts", "a/b?c=d&", "", "https://example.com/"),
  ended("base64", "QUJDREVGR0g", "=="),
  ended("hexadecimal digits", "0a1b2c3d", ""),
  ended("a list in JSON", '"a",', '"b"]', "["),
  ended("an object in JSON", '"a":"b",', '"c":1}', "{"),
  ended("an error, then spaces", " ", "x", "Error:"),
  nested("nested lists in JSON", "[", "]"),
  nested("nested objects in JSON", '{"a":', "}"),
  nested("nested brackets", "(a", ")"),
  nested("nested tags", "<b>", "</b>"),
];

const WORDS: readonly Shape[] = [
  ...CUES.map((piece, i) => repeated(`cues, language ${i + 1}`, piece)),
  repeated("cues of all languages", CUES.join("\n")),
  {
    name: "different words",
    make: (size) => {
      let text = "";
      for (let i = 0; text.length < size; i++) text += `w${i.toString(36)} `;
      return text.slice(0, size);
    },
  },
  {
    name: "different lines",
    make: (size) => {
      let text = "";
      for (let i = 0; text.length < size; i++) text += `- item ${i}: value ${i * 7}\n`;
      return text.slice(0, size);
    },
  },
  {
    name: "different headings",
    make: (size) => {
      let text = "";
      for (let i = 0; text.length < size; i++) text += `## T-${i} section\n- **Goal**: g${i}\n`;
      return text.slice(0, size);
    },
  },
];

export const SHAPES: readonly Shape[] = [...SINGLE, ...PAIRS, ...LINES, ...ENDED, ...WORDS];
