/** Lines of a text without what another notation put around each of them, and where each of their letters stood. */
type UnwrappedText = { readonly text: string; readonly originOf: (position: number) => number };

/** Latin letters, and the letters of other scripts that look the same. */
const LOOK_ALIKES = "aа cс eе oо pр xх yу iі jј sѕ AА BВ EЕ KК MМ HН OО PР CС TТ XХ oο aα".split(" ");
const FOREIGN = LOOK_ALIKES.map((pair) => pair.slice(1)).join("");

/**
 * What another notation puts around or into a text: line breaks, quotes and letters that are written out; what
 * mails, diffs and logs put before every line; elements of HTML and colours of a terminal; letters without width,
 * wide ones, ones drawn in another style, and foreign ones that look the same amid Latin ones.
 */
const ESCAPES = String.raw`\\{1,4}(?:[nrt"'/]|u00[2-7][0-9A-Fa-f]|x[2-7][0-9A-Fa-f])`;
const LINE_STARTS = String.raw`^(?:[>+]{1,3} ?|-(?!-) ?|[\w.-]{1,24} {1,8}\| )`;
const OTHERS = [
  "%[2-7][0-9A-Fa-f]",
  "&(?:quot|apos|amp|lt|gt|nbsp|#\\d{2,3}|#x[2-7][0-9A-Fa-f]);",
  String.raw`<!\[CDATA\[|\]\]>|</?(?:b|strong|em|i|span|dt|dd|u|mark)>`,
  // Looks behind come after the first sign, so that the search is quick.
  String.raw`</?(?:code|kbd|samp|tt)>(?<=[:=] ?(?:</\w{1,8}>[: ]{0,2})?<\w{1,6}>|</\w{1,6}>)`,
  String.raw`\|\|(?:(?=[^\s|]{4,64}\|\|)|(?<=\|\|[^\s|]{4,64}\|\|))`,
  String.raw`\x1b\[[0-9;]{0,12}m|=3D`,
  String.raw`[\u00a0\u00ad\u200b-\u200f\u2060\u3000\ufeff\uff01-\uff5e]|\ud835[\udc00-\udfff]`,
  `[${FOREIGN}](?:(?<=[A-Za-z].)|(?=[A-Za-z]))`,
].join("|");
/** One of these signs is in each of the others: most texts have none, and are not searched further. */
const SIGNS = String.raw`%&<>|=\x1b\u0080-\uffff`;
const SIGNS_OF_OTHERS = new RegExp(`[${SIGNS}]`);
const ALL = new RegExp(`${ESCAPES}|${LINE_STARTS}|${OTHERS}`, "gm");
/** Most texts have nothing else, and are read sooner. */
const COMMON = new RegExp(`${ESCAPES}|${LINE_STARTS}`, "gm");
/** So much of the text around a wrapped place is read with it: names stand near their values. */
const AROUND = 400;

/** Only the places where something is wrapped, each with its surroundings; nothing where nothing is. */
export function unwrappedText(text: string): UnwrappedText | undefined {
  const hasOthers = SIGNS_OF_OTHERS.test(text);
  if (!hasOthers && !/[\\\n]/.test(text)) return undefined;
  const wrappings = hasOthers ? ALL : COMMON;
  let [plain, at, isFirst] = ["", 0, true];
  const starts: number[] = [];
  const origins: number[] = [];
  const begin = (origin: number): void => {
    starts.push(plain.length);
    origins.push(origin);
  };
  wrappings.lastIndex = 0;
  for (let found = wrappings.exec(text); found; found = wrappings.exec(text)) {
    const [wrapping, index] = [found[0], found.index];
    if (isFirst || index - at > 2 * AROUND) {
      const from = blankBefore(text, index);
      if (!isFirst) plain += `${text.slice(at, blankBehind(text, at))}\n`;
      begin(from);
      at = from;
      isFirst = false;
    }
    plain += text.slice(at, index) + letterOf(wrapping);
    at = index + wrapping.length;
    begin(at);
  }
  if (isFirst) return undefined;
  plain += text.slice(at, blankBehind(text, at));
  return { text: plain, originOf: (position) => originIn(starts, origins, position) };
}

/** Surroundings begin and end at a blank: half of a row of letters would be taken for another thing. */
function blankBefore(text: string, index: number): number {
  const from = index - AROUND;
  if (from <= 0) return 0;
  const blank = text.slice(from, index).search(/\s/);
  return blank < 0 ? index : from + blank;
}

function blankBehind(text: string, at: number): number {
  const to = at + AROUND;
  if (to >= text.length) return text.length;
  const blank = /\s\S*$/.exec(text.slice(at, to));
  return blank === null ? at : at + blank.index;
}

function originIn(starts: readonly number[], origins: readonly number[], position: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return (origins[low - 1] ?? 0) + position - (starts[low - 1] ?? 0);
}

const ENTITIES: { readonly [name: string]: string } = {
  quot: '"',
  apos: "'",
  amp: "&",
  lt: "<",
  gt: ">",
  nbsp: " ",
};

/** What a wrapping stands for: mostly a letter, a blank or nothing. */
function letterOf(wrapping: string): string {
  const first = wrapping[0] ?? "";
  if (wrapping === "=3D") return "=";
  if (first === "\\" || first === "%" || first === "&") return escapedLetter(wrapping);
  if (/^<!|^\]/.test(wrapping)) return "";
  if (first === "<" || first === "|" || first === "\u00a0" || first === "\u3000") return " ";
  const code = wrapping.codePointAt(0) ?? 0;
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  if (code > 0xffff) return wrapping.normalize("NFKC");
  return LOOK_ALIKES.find((pair) => pair[1] === first)?.[0] ?? "";
}

function escapedLetter(wrapping: string): string {
  const named = ENTITIES[wrapping.slice(1, -1)];
  if (named !== undefined) return named;
  const decimal = /^&#(\d+);/.exec(wrapping)?.[1];
  const hex = /^(?:%|&#x|\\+u00|\\+x)([2-7][0-9a-f])/i.exec(wrapping)?.[1];
  const code = decimal === undefined ? Number.parseInt(hex ?? "0", 16) : Number(decimal);
  if (code >= 32 && code < 127) return String.fromCharCode(code);
  const last = wrapping.at(-1) ?? "";
  return last === "n" || last === "r" ? "\n" : last === "t" ? "\t" : last === ";" ? " " : last;
}
