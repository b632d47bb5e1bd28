import type { Vectors } from "../../../ports/vectors.ts";
import type { OwnedFolder } from "../../disk/owned-folder.ts";

/** One line for every call of a day. */
const BYTES_MAX = 16 * 1024 * 1024;
const NAME = /^embedder-sent-(\d{4}-\d\d-\d\d)$/;

/**
 * Tokens sent on a day, one number a line in a file for that day. Lines are only appended, each with one write. If two processes send at
 * once, at least one sees the other's line, or both see both and neither sends.
 */
export function sentTokens(memory: OwnedFolder): Pick<Vectors, "reserve" | "sentOn"> {
  const fileOf = (day: string): string => `embedder-sent-${day}`;
  const sentOn = (day: string): number => sumOf(memory.read(fileOf(day), BYTES_MAX)?.toString("utf8") ?? "");
  return {
    sentOn,
    reserve: (tokens, day, most) => {
      try {
        if (sentOn(day) + tokens > most) return false;
        memory.append(fileOf(day), `${tokens}\n`);
        if (sentOn(day) <= most) {
          dropOthers(memory, day);
          return true;
        }
        memory.append(fileOf(day), `-${tokens}\n`);
        return false;
      } catch {
        // Tokens that cannot be counted are not sent: the limit is the user's.
        return false;
      }
    },
  };
}

const sumOf = (text: string): number =>
  text
    .split("\n")
    .filter((line) => /^-?\d+$/.test(line))
    .reduce((sum, line) => sum + Number(line), 0);

function dropOthers(memory: OwnedFolder, day: string): void {
  for (const name of memory.list()) {
    const of = NAME.exec(name)?.[1];
    if (of !== undefined && of < day) memory.remove(name);
  }
}
