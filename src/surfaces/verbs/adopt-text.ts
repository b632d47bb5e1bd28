import type { Adoption, Examined } from "../../app/adopt.ts";
import { lostTailText } from "../../app/lost-tail.ts";
import { oneLine, type Paint } from "./paint.ts";
import { count } from "./tape-text.ts";

/** What was adopted, or what would be, and the next step. */
export function adoptText({ adopted, folder, foreign, contents, lost }: Adoption, paint: Paint): string {
  if (!foreign && !lost) return "Nothing to adopt: the memory here is yours, and no events are missing.";
  const head = adopted
    ? `${paint.good("Adopted")} ${oneLine(folder)}.`
    : `${oneLine(folder)} is not adopted yet.`;
  const why = lost ? lostTailText(lost) : foreign?.why;
  const next = adopted
    ? "Next: tidemark brief"
    : lost
      ? "To accept the loss and go on: tidemark adopt --yes"
      : "Agents will be told what it says. To adopt it: tidemark adopt --yes";
  const names = foreign?.entries.map((name) => oneLine(name)).join(", ");
  return [
    head,
    ...(adopted || why === undefined ? [] : [`  ${why}`]),
    ...(contents ? contentLines(contents) : names ? [`  Files: ${names}`] : []),
    next,
  ].join("\n");
}

function contentLines({ events, items, authors }: Examined): string[] {
  const kinds = Object.entries(items).map(([kind, number]) => count(number, kind));
  const who = authors.map((author) => `${oneLine(author.agent)} (${author.events})`);
  return [
    `  It has ${count(events, "event")}: ${kinds.length === 0 ? "no items" : kinds.join(", ")}.`,
    `  Written by: ${who.length === 0 ? "nobody" : who.join(", ")}.`,
  ];
}
