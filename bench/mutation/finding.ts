import { createHash } from "node:crypto";
import type { Finding } from "../result.ts";
import { JUDGED } from "./judged.ts";
import type { Mutant } from "./mutants.ts";

const SCORE_MIN = 0.8;

/** The result of testing a mutant. */
export type Fate = "noticed" | "survived" | "not reached";
export type Tried = { readonly mutant: Mutant; readonly fate: Fate };

type Outcome = { readonly tried: readonly Tried[]; readonly possible: number; readonly seed: number };

export function findingOf({ tried, possible, seed }: Outcome): Finding {
  const rooms = [...new Set(tried.map(({ mutant }) => roomOf(mutant)))];
  const count = (list: readonly Tried[], fate: Fate): number =>
    list.filter((each) => each.fate === fate).length;
  const rowOf = (name: string, list: readonly Tried[]) => [
    ...[name, list.length, count(list, "noticed"), count(list, "survived"), count(list, "not reached")],
    percent(count(list, "noticed") / Math.max(1, list.length)),
  ];
  const left = tried.filter(({ fate }) => fate !== "noticed");
  const score = count(tried, "noticed") / Math.max(1, tried.length);
  const hash = createHash("sha256")
    .update(tried.map(({ mutant }) => keyOf(mutant)).join("\n"))
    .digest("hex");
  return {
    data: { seed, hash: hash.slice(0, 16) },
    tables: [
      {
        title: `${tried.length} of ${possible} possible mutants of src/core`,
        columns: ["room", "mutants", "noticed", "survived", "not reached", "score"],
        rows: [
          ...rooms.map((room) =>
            rowOf(
              room,
              tried.filter(({ mutant }) => roomOf(mutant) === room),
            ),
          ),
          rowOf("all", tried),
        ],
      },
      {
        title: "Mutants that no test noticed, and what was judged of them",
        columns: ["place", "change", "fate", "judged"],
        rows: left.map(({ mutant, fate }) => [
          `${mutant.path}:${mutant.line}`,
          changeOf(mutant),
          fate,
          JUDGED[keyOf(mutant)] ?? "open",
        ]),
      },
    ],
    verdicts: [
      {
        what: `planted mistakes in the core that a test notices, of ${tried.length}`,
        target: `at least ${percent(SCORE_MIN)}`,
        measured: percent(score),
        isMet: score >= SCORE_MIN,
      },
    ],
  };
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const roomOf = ({ path }: Mutant): string =>
  path.split("/").length > 3 ? (path.split("/")[2] ?? "") : "core";
const short = (text: string): string => {
  const line = text.replace(/\s+/g, " ").replaceAll("|", "¦").replaceAll("`", "'");
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};
const changeOf = ({ operator, original, replacement }: Mutant): string =>
  operator === "body" ? "returns at once" : `${short(original)} → ${short(replacement)}`;
/** Identifies a mutant without its line number, so that lines may be inserted above it. */
export const keyOf = (mutant: Mutant): string => `${mutant.path}: ${changeOf(mutant)}`;
