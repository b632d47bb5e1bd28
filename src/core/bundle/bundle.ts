import { countTokens } from "./tokens.ts";

/** One section of a bundle, most important lines first. */
export type Section = { readonly name: string; readonly title: string; readonly lines: readonly string[] };

/** A section as it was given. */
export type Block = { readonly name: string; readonly title: string; readonly lines: readonly string[]; readonly left_out: number };

/** All an agent is given at one moment, under one budget, and what did not fit. */
export type Bundle = {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly left_out: readonly { readonly block: string; readonly count: number }[];
  readonly tokens: number;
};

export type Budget = { readonly tokens: number; readonly characters: number };

export type Frame = {
  /** Opens the text; says what it is and whose words follow. */
  readonly head: string;
  /** Closes the text when something was left out, from the counts by section. */
  readonly leftOut: (counts: Bundle["left_out"]) => string;
};

/**
 * Fills the budget section by section: a line goes in when it fits together with all that must still be
 * said about what is left out. Nothing to say is zero bytes.
 */
export function fillBundle(sections: readonly Section[], budget: Budget, frame: Frame): Bundle {
  const wanted = sections.filter((section) => section.lines.length > 0);
  const taken = new Map<string, number>();
  const fits = (): boolean => {
    const text = render(wanted, taken, frame);
    return text.length <= budget.characters && countTokens(text) <= budget.tokens;
  };
  for (const { name, lines } of wanted) {
    for (let count = 1; count <= lines.length; count++) {
      taken.set(name, count);
      if (fits()) continue;
      taken.set(name, count - 1);
      break;
    }
  }
  const isEmpty = [...taken.values()].every((count) => count === 0);
  const text = isEmpty ? "" : render(wanted, taken, frame);
  return { text, blocks: blocksOf(wanted, taken), left_out: leftOut(wanted, taken), tokens: text === "" ? 0 : countTokens(text) };
}

function render(sections: readonly Section[], taken: ReadonlyMap<string, number>, frame: Frame): string {
  const parts = [frame.head];
  for (const { title, lines, name } of sections) {
    const some = lines.slice(0, taken.get(name) ?? 0);
    if (some.length > 0) parts.push([`## ${title}`, ...some].join("\n"));
  }
  const missing = leftOut(sections, taken);
  if (missing.length > 0) parts.push(frame.leftOut(missing));
  return `${parts.join("\n\n")}\n`;
}

function leftOut(sections: readonly Section[], taken: ReadonlyMap<string, number>): Bundle["left_out"] {
  return sections
    .map(({ name, lines }) => ({ block: name, count: lines.length - (taken.get(name) ?? 0) }))
    .filter(({ count }) => count > 0);
}

function blocksOf(sections: readonly Section[], taken: ReadonlyMap<string, number>): Block[] {
  return sections
    .map(({ name, title, lines }) => {
      const count = taken.get(name) ?? 0;
      return { name, title, lines: lines.slice(0, count), left_out: lines.length - count };
    })
    .filter((block) => block.lines.length > 0);
}
