import type { Adoption, ForeignContents, ForeignStatement } from "../../../app/upkeep/adopt.ts";
import { type LostTail, lostPositions, lostTailText } from "../../../app/upkeep/lost-tail.ts";
import { oneLine, type Paint } from "./paint.ts";
import { count } from "./tape-text.ts";

/** What was or would be adopted, and the next step. */
export function adoptText(adoption: Adoption, paint: Paint): string {
  const { adopted, folder, foreign, contents, lost } = adoption;
  if (lost) return lossText(lost, { ...adoption, paint });
  if (!foreign) return "Nothing to adopt: the memory here is yours, and no events are missing.";
  const names = foreign.entries.map((name) => oneLine(name)).join(", ");
  const files = names === "" ? [] : [`  Files: ${names}`];
  if (adopted) {
    const held = contents ? [sizeLine(contents)] : files;
    return [`${paint.good("Adopted")} ${oneLine(folder)}.`, ...held, "Next: tidemark brief"].join("\n");
  }
  return [
    `${oneLine(folder)} is not adopted yet.`,
    `  ${foreign.why}`,
    ...(contents ? contentLines(contents) : files),
    "If you adopt it, agents get its statements. To adopt it: tidemark adopt --yes",
  ].join("\n");
}

type LossParts = Pick<Adoption, "adopted" | "folder"> & { readonly paint: Paint };

function lossText(lost: LostTail, { adopted, folder, paint }: LossParts): string {
  const path = oneLine(folder);
  if (!adopted)
    return [
      `${path} lost events.`,
      `  ${lostTailText(lost)}`,
      "Go back to a backup: tidemark restore FILE. Only if there is none, accept the loss: tidemark adopt --yes",
    ].join("\n");
  const gone =
    lost.end < lost.known
      ? `${count(lost.missing, "event")} given up: ${lostPositions(lost)}.`
      : `Event ${lost.known} and all other differences from the earlier tape are given up.`;
  return [`${paint.good("Adopted")} ${path}. ${gone}`, "Next: tidemark brief"].join("\n");
}

function contentLines(contents: ForeignContents): string[] {
  const { items, authors, statements, more } = contents;
  const who = authors.map((author) => `${oneLine(author.agent)} (${author.events})`);
  const total = Object.values(items).reduce((sum, number) => sum + number, 0);
  return [
    sizeLine(contents),
    `  Written by: ${who.length === 0 ? "nobody" : who.join(", ")}. These names are only what the database claims.`,
    ...statements.map((statement) => statementLine(statement)),
    ...(more > 0 ? [`  and ${more} more: tidemark adopt --all`] : []),
    ...(statements.length === 0 && total > 0 ? ["  Its statements are shown to a person only."] : []),
  ];
}

function sizeLine({ events, items }: ForeignContents): string {
  const kinds = Object.entries(items).map(([kind, number]) => count(number, kind));
  return `  It has ${count(events, "event")}: ${kinds.length === 0 ? "no items" : kinds.join(", ")}.`;
}

/** On one line and in quotes, so that no statement can look like a line of ours. */
function statementLine({ id, kind, text, instead, said_by, written_by }: ForeignStatement): string {
  const way = instead === undefined ? "" : ` Instead: ${quoteText(instead)}`;
  return `  ${oneLine(id)} ${kind}: ${quoteText(text)}${way} [${oneLine(said_by)}, written by ${oneLine(written_by)}]`;
}

const quoteText = (text: string): string => `"${oneLine(text).replace(/"/g, "'")}"`;
