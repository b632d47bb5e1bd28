import type { Vectors } from "../../../ports/vectors.ts";
import type { OwnedFolder } from "../../disk/owned-folder.ts";

/** A line for every call of a day. */
const BYTES_MAX = 16 * 1024 * 1024;
const NAME = /^embedder-sent-(\d{4}-\d\d-\d\d)$/;

/**
 * What was sent on a day, a number a line in a file of its own. Lines are only added, each in one go, so that of two that
 * send at once each sees what the other counted before it, or both see both and stay out.
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
        // What cannot be counted is not sent: the cap is the user's.
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
