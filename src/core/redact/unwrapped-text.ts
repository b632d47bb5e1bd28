/** Lines of a text without what another notation put around each of them, and where each of their letters stood. */
type UnwrappedText = { readonly text: string; readonly originOf: (position: number) => number };

/** Line breaks and quotes that are written out, and what mails, diffs and logs put before every line. */
const WRAPPING = /\\{1,4}[nrt"'/]|^(?:[>+]{1,3} ?|-(?!-) ?|[\w.-]{1,24} {1,8}\| )/gm;
/** So much of the text around a wrapped place is read with it: names stand near their values. */
const AROUND = 400;

/** Only the places where something is wrapped, each with its surroundings; nothing where nothing is. */
export function unwrappedText(text: string): UnwrappedText | undefined {
  if (!(text.includes("\n") || text.includes("\\"))) return undefined;
  let [plain, at, isFirst] = ["", 0, true];
  const starts: number[] = [];
  const origins: number[] = [];
  const begin = (origin: number): void => {
    starts.push(plain.length);
    origins.push(origin);
  };
  WRAPPING.lastIndex = 0;
  for (let found = WRAPPING.exec(text); found; found = WRAPPING.exec(text)) {
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

function letterOf(wrapping: string): string {
  if (!wrapping.startsWith("\\")) return "";
  const last = wrapping.at(-1) ?? "";
  return last === "n" || last === "r" ? "\n" : last === "t" ? "\t" : last;
}
