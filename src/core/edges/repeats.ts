import { changeIn } from "./change-cues.ts";
import { memoized } from "./remember.ts";
import { NEGATION } from "./stands-beside.ts";

/** Maximum number of words before the repeated statement. */
const LEAD_MAX = 4;

/** Whether a text is an earlier statement word for word, perhaps after a few words such as "As recorded:". */
export function repeats(text: string, earlier: string): boolean {
  const [said, known] = [plainText(text), plainText(earlier)];
  if (known === "" || !` ${said}`.endsWith(` ${known}`)) return false;
  const lead = said.slice(0, said.length - known.length).trim();
  return lead.split(" ").length <= LEAD_MAX && !NEGATION.test(lead) && changeIn(lead) === undefined;
}

const plainText = memoized((text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s.!。！"“”]+/gu, " ")
    .trim(),
);
