import { OWN_BEGIN, OWN_END } from "./own-words.ts";
import { countTokens } from "./tokens.ts";

/** One section of a bundle, most important lines first. There may be more than were read. */
export type Section = {
  readonly name: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly total: number;
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

export type Budget = { readonly tokens: number; readonly characters: number };

export type Frame = {
  /** Stands below the first line; says what the text is and whose words follow. */
  readonly head: string;
  /** Closes the text when something was left out, from the counts by section. */
  readonly leftOut: (counts: Bundle["left_out"]) => string;
};

/**
 * Fills the budget section by section: a line goes in when it fits together with all that must still be
 * said about what is left out. The first and the last line tell our own words from those of others when
 * they come back. Nothing to say is zero bytes.
 */
export function fillBundle(sections: readonly Section[], budget: Budget, frame: Frame): Bundle {
  const wanted = sections.filter((section) => section.lines.length > 0);
  const taken = new Map<string, number>();
  const isWithin = (text: string): boolean =>
    text.length <= budget.characters && countTokens(text) <= budget.tokens;
  for (const { name, lines } of wanted) {
    for (let count = 1; count <= lines.length; count++) {
      taken.set(name, count);
      if (isWithin(render(wanted, taken, frame))) continue;
      taken.set(name, count - 1);
      break;
    }
  }
  const isEmpty = [...taken.values()].every((count) => count === 0);
  const whole = isEmpty ? onlyLeftOut(wanted, taken, frame) : render(wanted, taken, frame);
  const text = isWithin(whole) ? whole : "";
  return {
    text,
    blocks: blocksOf(wanted, taken),
    left_out: leftOut(wanted, taken),
    tokens: text === "" ? 0 : countTokens(text),
  };
}

/** Where not even one line fits, an agent should still hear that there is something. */
function onlyLeftOut(sections: readonly Section[], taken: ReadonlyMap<string, number>, frame: Frame): string {
  const missing = leftOut(sections, taken);
  return missing.length === 0 ? "" : `${OWN_BEGIN}\n${frame.leftOut(missing)}\n\n${OWN_END}\n`;
}

function render(sections: readonly Section[], taken: ReadonlyMap<string, number>, frame: Frame): string {
  const parts = [`${OWN_BEGIN}\n${frame.head}`];
  for (const { title, lines, name } of sections) {
    const some = lines.slice(0, taken.get(name) ?? 0);
    if (some.length > 0) parts.push([`## ${title}`, ...some].join("\n"));
  }
  const missing = leftOut(sections, taken);
  if (missing.length > 0) parts.push(frame.leftOut(missing));
  return `${[...parts, OWN_END].join("\n\n")}\n`;
}

function leftOut(sections: readonly Section[], taken: ReadonlyMap<string, number>): Bundle["left_out"] {
  return sections
    .map(({ name, total }) => ({ block: name, count: total - (taken.get(name) ?? 0) }))
    .filter(({ count }) => count > 0);
}

function blocksOf(sections: readonly Section[], taken: ReadonlyMap<string, number>): Block[] {
  return sections
    .map(({ name, title, lines, total }) => {
      const count = taken.get(name) ?? 0;
      return { name, title, lines: lines.slice(0, count), left_out: total - count };
    })
    .filter((block) => block.lines.length > 0);
}
