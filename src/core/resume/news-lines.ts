import {
  type Budget,
  type Bundle,
  type BundleLine,
  type BundleSection,
  type BundleWithFates,
  fillBundle,
} from "../bundle/bundle.ts";
import { quote } from "../bundle/quote.ts";
import { withMark } from "../bundle/thread-text.ts";
import type { WriteCommand } from "../suggestion.ts";
import type { ChangedFile, DeltaCommit, DeltaItem } from "./delta.ts";

/** The news for an agent that returns. */
export type News = {
  readonly items: readonly DeltaItem[];
  /** Number of changed items that are not listed. */
  readonly items_left_out: number;
  readonly commits: readonly DeltaCommit[];
  readonly commits_left_out: number;
  /** Files that this agent changed and that somebody else changed later. */
  readonly files: readonly ChangedFile[];
  /** True if the items are a digest for a new agent, and not changes. */
  readonly isDigest?: boolean;
  /** The agent whose read position does not match the tape. */
  readonly lost?: string;
  readonly command: WriteCommand;
};

/** The news as lines of one block, the most important first. */
export function newsLines(news: News): BundleLine[] {
  return [
    ...lostLines(news),
    ...itemLines(news),
    ...news.files.map(fileLine),
    ...news.commits.map(commitLine),
  ];
}

const lostLines = ({ lost, command }: News): BundleLine[] =>
  lost === undefined
    ? []
    : [
        {
          id: `cursor:${lost}`,
          text: () =>
            `- ${LOST} ${command({ verb: "resume", options: { ack: true } })} [cursor:${quote(lost)}, unreadable]`,
        },
      ];

const LOST =
  "Your read position does not match this tape, so the changes since your last visit are unknown. To continue from here:";

const WORDS = {
  created: "new",
  updated: "changed",
  superseded: "replaced",
  removed: "archived",
} as const;

const itemLines = ({ items, isDigest }: News): BundleLine[] =>
  items.map((item) => {
    const facts = [item.label, item.kind, ...(isDigest ? [] : [actionText(item)]), `by ${quote(item.by)}`];
    const text = withMark(quote(item.text), item.thread_mark);
    return { id: item.id, text: () => `- ${text} [${facts.join(", ")}]` };
  });

const actionText = ({ action, status }: DeltaItem): string =>
  action === "transitioned" ? `now ${status}` : WORDS[action];

const fileLine = ({ path, by }: ChangedFile): BundleLine => ({
  id: `path:${path}`,
  text: () => `- changed again by ${quote(by)} [file:${quote(path)}, which you changed]`,
});

const commitLine = ({ commit, subject, author, at }: DeltaCommit): BundleLine => ({
  id: `commit:${commit}`,
  text: () => `- ${quote(subject)} [commit:${commit.slice(0, 10)}, ${quote(author)}, ${at.slice(0, 10)}]`,
});

export type NewsLayout = {
  /** Shown below the first line. */
  readonly head: string;
  /** The command that shows the omitted changes. */
  readonly more: string;
  readonly budget: Budget;
};

/** The news as a separate text; empty if there is no news. */
export function newsText(news: News, { head, more, budget }: NewsLayout): BundleWithFates {
  const sections = [
    section("cursor", "Where you were", { lines: lostLines(news), more: 0 }),
    section("items", "Notes and plans", { lines: itemLines(news), more: news.items_left_out }),
    section("files", "Files", { lines: news.files.map(fileLine), more: 0 }),
    section("commits", "Commits", { lines: news.commits.map(commitLine), more: news.commits_left_out }),
  ];
  const leftOut = (counts: Bundle["left_out"]): string =>
    `Left out for space: ${counts.map(({ block, count }) => `${count} of ${block}`).join(", ")}. To see all: ${more}`;
  return fillBundle(sections, budget, { head, leftOut });
}

/** Lines, and the number of further lines. */
type Lines = { readonly lines: readonly BundleLine[]; readonly more: number };

const section = (name: string, title: string, { lines, more }: Lines): BundleSection => ({
  ...{ name, title, lines },
  total: lines.length + more,
  cap: { lines: Number.POSITIVE_INFINITY, share: 1 },
});
