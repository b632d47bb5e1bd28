import { OWN_BEGIN, OWN_END } from "./own-words.ts";
import { countTokens, estimate, tokensOf } from "./tokens.ts";

/** One line of a bundle, and the item, turn or commit that it shows. The text of most lines is never computed. */
export type BundleLine = {
  readonly id: string;
  readonly text: () => string;
  /** Ids of the other things that the line shows. */
  readonly also?: readonly string[];
};

/** The limit of a section while other sections need room: lines, and a share of the budget. After that it may use the remaining budget. */
export type Cap = { readonly lines: number; readonly share: number };

/** One section of a bundle, most important lines first. `total` also counts lines that were not read. */
export type BundleSection = {
  readonly name: string;
  readonly title: string;
  readonly lines: readonly BundleLine[];
  readonly total: number;
  readonly cap: Cap;
  /** Its share of the budget is reserved, wherever the section comes. It takes no more than that while other sections need room. */
  readonly isReserved?: boolean;
};

/** A section as it was given to the agent. */
export type Block = {
  readonly name: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly left_out: number;
};

/** Everything that an agent receives at one moment under one budget, and the counts of what did not fit. */
export type Bundle = {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly left_out: readonly { readonly block: string; readonly count: number }[];
  readonly tokens: number;
};

/** The reason why a candidate line was left out. */
export type Reason = "budget" | "cap" | "floor" | "pressure";

/** The result for one line. */
export type Fate = { readonly id: string; readonly block: string; readonly fate: "given" | Reason };

/** A bundle, and the result for every candidate line. */
export type BundleWithFates = { readonly bundle: Bundle; readonly fates: readonly Fate[] };

export type Budget = { readonly tokens: number; readonly characters: number };

export type Frame = {
  /** Shown below the first line. It says what the text is, and who wrote the lines below. */
  readonly head: string;
  /** The closing text if lines were left out, from the counts by section. */
  readonly leftOut: (counts: Bundle["left_out"]) => string;
};

/**
 * Fills the budget section by section. A line goes in only if it fits together with the closing text about what is left out. First each
 * section is filled up to its cap, so that no section takes all the room; then the remaining budget is given out in the same order. The
 * first and the last line mark our own text, so that it is recognised when a host sends it back. If there is nothing to say, the text is
 * empty.
 */
export function fillBundle(
  sections: readonly BundleSection[],
  budget: Budget,
  frame: Frame,
): BundleWithFates {
  // A section without lines may still have unread items, which count as left out.
  const isEmpty = sections.every((section) => section.lines.length === 0);
  const wanted = isEmpty ? [] : sections.filter(({ total }) => total > 0);
  const filling: BundleDraft = {
    budget,
    frame,
    places: wanted.map((section) => ({ section, taken: 0, texts: [], used: 0, stoppedBy: undefined })),
    size: sizeOf(`${OWN_BEGIN}\n${frame.head}\n\n${OWN_END}\n`),
  };
  for (const place of filling.places) if (place.section.isReserved) fillUp(place, filling, true);
  for (const place of filling.places) if (!place.section.isReserved) fillUp(place, filling, true);
  for (const place of filling.places) if (place.stoppedBy === "cap") fillUp(place, filling, false);
  return finishBundle(filling);
}

/** The cost of a text. Costs of lines add up, so that nothing is counted twice. */
type Size = { readonly cost: number; readonly characters: number };

type FilledSection = {
  readonly section: BundleSection;
  taken: number;
  /** The texts of the lines that were taken or tried. */
  readonly texts: string[];
  /** The cost of its lines. */
  used: number;
  stoppedBy: "cap" | "budget" | undefined;
};

type BundleDraft = {
  readonly budget: Budget;
  readonly frame: Frame;
  readonly places: readonly FilledSection[];
  /** The size of everything taken so far, without the closing text. */
  size: Size;
};

const sizeOf = (text: string): Size => ({ cost: estimate(text), characters: text.length });
const plus = (a: Size, b: Size): Size => ({ cost: a.cost + b.cost, characters: a.characters + b.characters });
/** The size of a line with its line end. */
const lineSize = (text: string): Size => ({ cost: estimate(text), characters: text.length + 1 });

function fillUp(place: FilledSection, filling: BundleDraft, isCapped: boolean): void {
  const { lines, cap, title, isReserved = false } = place.section;
  while (place.taken < lines.length) {
    place.texts[place.taken] ??= lines[place.taken]?.text() ?? "";
    const line = lineSize(place.texts[place.taken] ?? "");
    const isOverShare = tokensOf(place.used + line.cost) > filling.budget.tokens * cap.share;
    if (isCapped && (place.taken >= cap.lines || ((place.taken > 0 || isReserved) && isOverShare))) {
      place.stoppedBy = "cap";
      return;
    }
    const heading = place.taken === 0 ? plus(lineSize(`## ${title}`), lineSize("")) : NOTHING;
    const size = plus(filling.size, plus(line, heading));
    place.taken++;
    if (!isWithin(plus(size, leftOutSize(filling)), filling.budget)) {
      place.taken--;
      place.stoppedBy ??= "budget";
      return;
    }
    place.used += line.cost;
    filling.size = size;
  }
}

const NOTHING: Size = { cost: 0, characters: 0 };

const isWithin = ({ cost, characters }: Size, budget: Budget): boolean =>
  characters <= budget.characters && tokensOf(cost) <= budget.tokens;

function leftOutSize({ places, frame }: BundleDraft): Size {
  const missing = leftOut(places);
  return missing.length === 0 ? NOTHING : plus(lineSize(frame.leftOut(missing)), lineSize(""));
}

function finishBundle({ budget, frame, places }: BundleDraft): BundleWithFates {
  const isEmpty = places.every(({ taken }) => taken === 0);
  const whole = isEmpty ? onlyLeftOut(places, frame) : render(places, frame);
  const isKept = isWithin(sizeOf(whole), budget);
  const bundle = {
    text: isKept ? whole : "",
    blocks: blocksOf(places),
    left_out: leftOut(places),
    tokens: isKept && whole !== "" ? countTokens(whole) : 0,
  };
  return { bundle, fates: places.flatMap(fatesIn) };
}

function fatesIn({ section, taken, stoppedBy = "budget" }: FilledSection): Fate[] {
  return section.lines.flatMap<Fate>(({ id, also = [] }, i) =>
    i < taken
      ? [id, ...also].map((each) => ({ id: each, block: section.name, fate: "given" as const }))
      : [{ id, block: section.name, fate: stoppedBy }],
  );
}

/** If not even one line fits, the agent still learns that there is something. */
function onlyLeftOut(places: readonly FilledSection[], frame: Frame): string {
  const missing = leftOut(places);
  return missing.length === 0 ? "" : `${OWN_BEGIN}\n${frame.leftOut(missing)}\n\n${OWN_END}\n`;
}

function render(places: readonly FilledSection[], frame: Frame): string {
  const parts = [`${OWN_BEGIN}\n${frame.head}`];
  for (const { title, lines } of blocksOf(places)) parts.push([`## ${title}`, ...lines].join("\n"));
  const missing = leftOut(places);
  if (missing.length > 0) parts.push(frame.leftOut(missing));
  return `${[...parts, OWN_END].join("\n\n")}\n`;
}

function leftOut(places: readonly FilledSection[]): Bundle["left_out"] {
  return places
    .map(({ section, taken }) => ({ block: section.name, count: section.total - taken }))
    .filter(({ count }) => count > 0);
}

function blocksOf(places: readonly FilledSection[]): Block[] {
  return places
    .map(({ section: { name, title, total }, taken, texts }) => ({
      name,
      title,
      lines: texts.slice(0, taken),
      left_out: total - taken,
    }))
    .filter((block) => block.lines.length > 0);
}
