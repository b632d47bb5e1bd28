import { OWN_BEGIN, OWN_END } from "./own-words.ts";
import { countTokens, estimate, tokensOf } from "./tokens.ts";

/** One line of a bundle, and the item, turn or commit it is about. Most are never asked for their text. */
export type BundleLine = {
  readonly id: string;
  readonly text: () => string;
  /** What else is told on it. */
  readonly also?: readonly string[];
};

/** The most a section may take while others want room: lines, and a share of the budget. What is left over it may have. */
export type Cap = { readonly lines: number; readonly share: number };

/** One section of a bundle, most important lines first. There may be more than were read. */
export type BundleSection = {
  readonly name: string;
  readonly title: string;
  readonly lines: readonly BundleLine[];
  readonly total: number;
  readonly cap: Cap;
  /** Its share is kept free for it, wherever it stands; it takes no more than that while others want room. */
  readonly isReserved?: boolean;
};

/** A section as it was given. */
export type Block = {
  readonly name: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly left_out: number;
};

/** All an agent is given at one moment, under one budget, and what did not fit. */
export type Bundle = {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly left_out: readonly { readonly block: string; readonly count: number }[];
  readonly tokens: number;
};

/** Why something that could have been told was not. */
export type Reason = "budget" | "cap" | "floor" | "pressure";

/** What became of one line. */
export type Fate = { readonly id: string; readonly block: string; readonly fate: "given" | Reason };

/** A bundle, and what became of every line that was wanted in it. */
export type BundleWithFates = { readonly bundle: Bundle; readonly fates: readonly Fate[] };

export type Budget = { readonly tokens: number; readonly characters: number };

export type Frame = {
  /** Stands below the first line; says what the text is and whose words follow. */
  readonly head: string;
  /** Closes the text when something was left out, from the counts by section. */
  readonly leftOut: (counts: Bundle["left_out"]) => string;
};

/**
 * Fills the budget section by section: a line goes in when it fits together with all that must still be said about
 * what is left out. First each section takes what its cap allows, so that none can eat all; what is left over goes to
 * them in the same order. The first and the last line tell our own words from those of others when they come back.
 * Nothing to say is zero bytes.
 */
export function fillBundle(
  sections: readonly BundleSection[],
  budget: Budget,
  frame: Frame,
): BundleWithFates {
  // A section without lines may still have unread items; they are counted as left out.
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

/** What a text adds to a bundle. Sizes of lines add up, so that nothing is counted twice. */
type Size = { readonly cost: number; readonly characters: number };

type FilledSection = {
  readonly section: BundleSection;
  taken: number;
  /** Of the lines that were taken or tried. */
  readonly texts: string[];
  /** What its lines cost. */
  used: number;
  stoppedBy: "cap" | "budget" | undefined;
};

type BundleDraft = {
  readonly budget: Budget;
  readonly frame: Frame;
  readonly places: readonly FilledSection[];
  /** Of all that is in, without what is said of what is not. */
  size: Size;
};

const sizeOf = (text: string): Size => ({ cost: estimate(text), characters: text.length });
const plus = (a: Size, b: Size): Size => ({ cost: a.cost + b.cost, characters: a.characters + b.characters });
/** A line as it is added: with its end. */
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

/** Where not even one line fits, an agent should still hear that there is something. */
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
