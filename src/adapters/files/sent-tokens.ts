import { appendFileSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Vectors } from "../../ports/vectors.ts";
import { codeOf } from "../disk/disk-failure.ts";

const NAME = /^embedder-sent-(\d{4}-\d\d-\d\d)$/;

/**
 * What was sent on a day, a number a line in a file of its own. Lines are only added, each in one go, so that of two that
 * send at once each sees what the other counted before it, or both see both and stay out.
 */
export function sentTokens(memoryDir: string): Pick<Vectors, "reserve" | "sentOn"> {
  const fileOf = (day: string): string => join(memoryDir, `embedder-sent-${day}`);
  const sentOn = (day: string): number => {
    try {
      return sumOf(readFileSync(fileOf(day), "utf8"));
    } catch (cause) {
      if (codeOf(cause) === "ENOENT") return 0;
      throw cause;
    }
  };
  return {
    sentOn,
    reserve: (tokens, day, most) => {
      try {
        if (sentOn(day) + tokens > most) return false;
        appendFileSync(fileOf(day), `${tokens}\n`, { mode: 0o600 });
        if (sentOn(day) <= most) {
          dropOthers(memoryDir, day);
          return true;
        }
        appendFileSync(fileOf(day), `-${tokens}\n`);
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

function dropOthers(memoryDir: string, day: string): void {
  for (const name of readdirSync(memoryDir)) {
    const of = NAME.exec(name)?.[1];
    if (of !== undefined && of < day) rmSync(join(memoryDir, name), { force: true });
  }
}
