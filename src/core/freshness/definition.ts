import { wordSet } from "../text/word-set.ts";
import { PLAIN, type SourceLanguage, sourceLanguageOf, type Token, tokensOf } from "./source-tokens.ts";

/** Maximum size of a source file. A larger file is generated, and nobody cites a name in it. */
const SOURCE_MAX = 1_000_000;

/**
 * The definition of a name in a file, as tokens without comments, layout and anything that formatters change. Undefined if the file does
 * not define the name, or if its language is not supported. Several definitions of one name are joined.
 */
export function definitionOf(source: string, path: string, symbol: string): string | undefined {
  const language = sourceLanguageOf(path);
  if (!language || source.length > SOURCE_MAX) return undefined;
  const parts = symbol.split(/\.|::|#/).filter((part) => part !== "");
  const name = parts.pop() ?? symbol;
  const all = tokensOf(source, language);
  const found =
    parts.length === 0 ? definitionsIn(all, name, language) : membersIn(all, { parts, name, language });
  return found.length === 0 ? undefined : printTokens(found.flat(), language);
}

type Member = { readonly parts: readonly string[]; readonly name: string; readonly language: SourceLanguage };

/** The members of a type, inside its body or outside it as in Go and Rust. A part that is no type may be the name of the file. */
function membersIn(all: readonly Token[], { parts, name, language }: Member): Token[][] {
  let scope: readonly Token[] = all;
  for (const part of parts) {
    const types = definitionsIn(scope, part, language);
    if (types.length > 0) scope = types.flat();
  }
  if (scope === all) return definitionsIn(all, name, language);
  const inside = definitionsIn(scope, name, language);
  if (inside.length > 0) return inside;
  const type = parts.at(-1) ?? "";
  const outside = definitionsIn(all, name, language).filter((tokens) => receiverOf(tokens).includes(type));
  return [...outside, ...definitionsIn(implementationsOf(all, type), name, language)];
}

/** A range of lines of a file as tokens; empty if the lines contain only layout and comments. */
export function linesOf(source: string, path: string, [first, last]: readonly [number, number]): string {
  const language = { ...(sourceLanguageOf(path) ?? PLAIN), block: "braces" } as const;
  if (source.length > SOURCE_MAX) return "";
  const tokens = tokensOf(source, language).filter(({ line }) => line >= first && line <= last);
  return printTokens(tokens, language);
}

const OPENS: ReadonlySet<string> = new Set(["{", "(", "["]);
const CLOSES: ReadonlySet<string> = new Set(["}", ")", "]"]);

const DEFINING: ReadonlySet<string> = wordSet(
  "function class interface enum struct trait type fn func def fun record object union module namespace protocol mixin extension const let var val static final define macro_rules",
);
/** Keywords that are followed by a block but define nothing. */
const CONTROL: ReadonlySet<string> = wordSet("if for while switch catch with match when else do");
/** Visibility modifiers, which do not change what a definition means. */
const VISIBILITY = wordSet("export default public private protected internal pub override");

/** Tokens after which a name is used, not defined. */
const NOT_BEFORE = wordSet(". ?. new return throw await => = ? && || ! ( case typeof");

function definitionsIn(tokens: readonly Token[], name: string, language: SourceLanguage): Token[][] {
  const found: Token[][] = [];
  let after = 0;
  for (const [i, token] of tokens.entries()) {
    if (i < after || token.text !== name || !isDefinedAt(tokens, i, language)) continue;
    const begin = beginOf(tokens, i);
    const end = language.block === "indent" ? endByIndent(tokens, begin) : endByBraces(tokens, i);
    found.push(tokens.slice(begin, end));
    after = end;
  }
  return found;
}

function isDefinedAt(tokens: readonly Token[], i: number, language: SourceLanguage): boolean {
  const before = tokens[i - 1]?.text ?? "";
  const next = tokens[i + 1]?.text ?? "";
  if (DEFINING.has(before) || (before === "*" && tokens[i - 2]?.text === "function")) return true;
  if (["mut", "ref"].includes(before) && DEFINING.has(tokens[i - 2]?.text ?? "")) return true;
  if (before === ")" && tokens[openOf(tokens, i - 1) - 1]?.text === "func") return true;
  const startsLine = tokens[i - 1]?.line !== tokens[i]?.line;
  if (startsLine && [":=", "="].includes(next)) return true;
  if (language.block === "indent") return startsLine && next === ":";
  return !language.methodsAreMarked && (isMethodAt(tokens, i) || isTypedValueAt(tokens, i, language));
}

/** `int limit = …`: a typed definition, as in Java and C. */
function isTypedValueAt(tokens: readonly Token[], i: number, { hasRegex }: SourceLanguage): boolean {
  const before = tokens[i - 1]?.text ?? "";
  return !hasRegex && tokens[i + 1]?.text === "=" && /^[\p{L}_>\]]/u.test(before) && !NOT_BEFORE.has(before);
}

/** `name(…) {`, perhaps with a type or `throws` in between; or `name = (…) =>` and `name: (…) =>`. */
function isMethodAt(tokens: readonly Token[], i: number): boolean {
  const next = tokens[i + 1]?.text ?? "";
  if (CONTROL.has(tokens[i]?.text ?? "") || NOT_BEFORE.has(tokens[i - 1]?.text ?? "")) return false;
  if (["=", ":"].includes(next)) return isFunctionValue(tokens, i + 2);
  const open = next === "<" ? tokens.findIndex(({ text }, at) => at > i && text === "(") : i + 1;
  return tokens[open]?.text === "(" && isBodyAfter(tokens, closeOf(tokens, open));
}

/** Whether a block follows a parameter list, with at most a type and a `throws` clause in between. */
function isBodyAfter(tokens: readonly Token[], close: number): boolean {
  let [angles, throwing] = [0, false];
  for (let at = close + 1; at < tokens.length; at++) {
    const { text = "", line } = tokens[at] ?? {};
    if (text === "{") return true;
    if (text === "throws") throwing = true;
    if (at === close + 1 && line !== tokens[close]?.line && ![":", "throws"].includes(text)) return false;
    if (text === "<") angles++;
    else if (text === ">") angles--;
    else if (["[", "("].includes(text)) at = closeOf(tokens, at);
    else if ([",", "."].includes(text) && !throwing && angles === 0) return false;
    else if (!/^[\p{L}\p{N}_$]/u.test(text) && ![":", "|", "&", ",", ".", "->", "?"].includes(text))
      return false;
  }
  return false;
}

function isFunctionValue(tokens: readonly Token[], at: number): boolean {
  const skip = tokens[at]?.text === "async" ? 1 : 0;
  const { text = "" } = tokens[at + skip] ?? {};
  if (text === "function") return true;
  const after = text === "(" ? closeOf(tokens, at + skip) + 1 : at + skip + 1;
  return tokens[after]?.text === "=>" || (text === "(" && tokens[after]?.text === ":");
}

/** The index at which a definition's statement begins. A type before the name belongs to it. */
function beginOf(tokens: readonly Token[], i: number): number {
  let at = i;
  const isBorder = (text: string): boolean => [";", "{", "}", ",", ")"].includes(text);
  while (at > 0 && !isBorder(tokens[at - 1]?.text ?? ";") && i - at < 12) {
    if (tokens[at - 1]?.line !== tokens[at]?.line) break;
    at--;
  }
  const receiver = tokens[i - 1]?.text === ")" ? openOf(tokens, i - 1) - 1 : at;
  return receiver >= 0 ? Math.min(at, receiver) : at;
}

function endByBraces(tokens: readonly Token[], name: number): number {
  let depth = 0;
  const isEntry =
    [":", "="].includes(tokens[name + 1]?.text ?? "") && !DEFINING.has(tokens[name - 1]?.text ?? "");
  for (let at = name; at < tokens.length; at++) {
    const { text = "" } = tokens[at] ?? {};
    if (OPENS.has(text)) depth++;
    if (CLOSES.has(text)) depth--;
    if (depth < 0) return at;
    if (depth > 0) continue;
    if (text === ";" || (text === "," && isEntry)) return at + 1;
    if (text === "}" && !goesOn(tokens[at + 1]?.text)) return at + 1;
    const isLineEnd = tokens[at + 1]?.line !== tokens[at]?.line;
    if (isLineEnd && text !== "}" && at > name && endsHere(text, tokens[at + 1]?.text)) return at + 1;
  }
  return tokens.length;
}

/** Whether the definition continues after a closing brace: with its body, or with the rest of a type. */
const goesOn = (next: string | undefined): boolean =>
  next !== undefined && ["{", "=>", "|", "&", "[", ".", "?.", "=", "as", "satisfies", ")"].includes(next);

/** In code without semicolons, a complete line ends a statement unless the next line continues it. */
function endsHere(last: string, next: string | undefined): boolean {
  const isOpen = /^(?:[=+\-*/%&|?:<>^~.,]|=>|->|&&|\|\||\?\?|\?\.|:=|==+|!=+|extends|implements|where)$/.test(
    last,
  );
  const isCarried =
    next !== undefined &&
    /^(?:[=+\-*/%&|?:<>^.,{]|=>|->|&&|\|\||\?\?|\?\.|extends|implements|where|throws|with)$/.test(next);
  return !isOpen && !isCarried;
}

/** The end of a block by indentation: the first line that is not indented further than the line of its start. */
function endByIndent(tokens: readonly Token[], begin: number): number {
  const first = tokens[begin];
  let depth = 0;
  for (let at = begin; at < tokens.length; at++) {
    const token = tokens[at];
    const isNewLine = at > begin && token?.line !== tokens[at - 1]?.line;
    if (isNewLine && depth <= 0 && (token?.column ?? 0) <= (first?.column ?? 0)) return at;
    if (OPENS.has(token?.text ?? "")) depth++;
    if (CLOSES.has(token?.text ?? "")) depth--;
  }
  return tokens.length;
}

/** The tokens between `func` and a method's name. They name the type of a Go method. */
function receiverOf(tokens: readonly Token[]): string[] {
  if (tokens[0]?.text !== "func" || tokens[1]?.text !== "(") return [];
  return tokens.slice(2, closeOf(tokens, 1)).map(({ text }) => text);
}

/** The contents of all blocks like `impl Show for Cart { … }`. */
function implementationsOf(all: readonly Token[], type: string): Token[] {
  return all.flatMap(({ text }, i) => {
    if (text !== "impl") return [];
    const open = all.findIndex((token, at) => at > i && token.text === "{");
    const isOfType = open > 0 && all.slice(i, open).some((token) => token.text === type);
    return isOfType ? all.slice(open + 1, closeOf(all, open)) : [];
  });
}

function closeOf(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    const { text = "" } = tokens[at] ?? {};
    if (OPENS.has(text)) depth++;
    if (CLOSES.has(text) && --depth === 0) return at;
  }
  return tokens.length;
}

function openOf(tokens: readonly Token[], close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    const { text = "" } = tokens[at] ?? {};
    if (CLOSES.has(text)) depth++;
    if (OPENS.has(text) && --depth === 0) return at;
  }
  return -1;
}

/** Joins tokens to one text, without the tokens that a formatter may add or remove. */
function printTokens(tokens: readonly Token[], language: SourceLanguage): string {
  const kept = language.block === "indent" ? indentTokens(tokens) : tokens.map(({ text }) => text);
  const bare = kept.filter((text, i) => {
    if (text === ";") return false;
    return !(text === "," && CLOSES.has(kept[i + 1] ?? ""));
  });
  const from = bare.findIndex((text) => !VISIBILITY.has(text));
  return bare
    .slice(Math.max(from, 0))
    .join(" ")
    .replace(/\( ([\p{L}_$][\p{L}\p{N}_$]*) \) =>/gu, "$1 =>");
}

/** In languages with indented blocks, the depth of a line is part of the code; the number of spaces is not. */
function indentTokens(tokens: readonly Token[]): string[] {
  const columns: number[] = [];
  const out: string[] = [];
  let depth = 0;
  for (const [i, token] of tokens.entries()) {
    const isStart = depth === 0 && token.line !== tokens[i - 1]?.line;
    if (isStart) {
      while (columns.length > 0 && (columns.at(-1) ?? 0) >= token.column) columns.pop();
      columns.push(token.column);
      const ends = tokens[i + 1]?.line !== token.line;
      // A string that stands alone on a line is documentation, and does nothing.
      if (ends && /^["']/.test(token.text)) continue;
      out.push(`\n${columns.length}`);
    }
    if (OPENS.has(token.text)) depth++;
    if (CLOSES.has(token.text)) depth--;
    out.push(token.text);
  }
  return out;
}
