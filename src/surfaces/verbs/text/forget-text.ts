import type { ForgetResult } from "../../../app/forgetting/forget.ts";
import type { RuleCount, ScrubResult } from "../../../app/forgetting/scrub.ts";
import { oneLine, type Paint } from "./paint.ts";
import { count } from "./tape-text.ts";

/** Files or lines that are named one by one. Further ones are counted. */
const NAMED_MAX = 20;

export function forgetText(forgotten: ForgetResult, paint: Paint): string {
  const { dry_run, matched, events, items, turns, cleaned, complete } = forgotten;
  const what = [...items.map(({ label }) => label), ...turns.map((position) => `turn@${position}`)].map(
    oneLine,
  );
  const names = what.length === 0 ? "" : `: ${what.join(", ")}`;
  const left = leftLines(forgotten, paint);
  if (events === 0 && cleaned.length === 0 && left.length === 0)
    return "No event and no file contains these whole words. Nothing was erased.";
  const verb = dry_run ? "Would erase" : "Erased";
  return [
    `${paint.good(verb)} ${count(events, "event")}${names}.`,
    ...(matched.length === 0 ? [] : [`Matched on the tape: ${matchedText(matched)}`]),
    ...namedLines(cleaned, (path) => `${paint.good(`${verb} the words in`)} ${oneLine(path)}`),
    ...left,
    ...(complete ? ["Searched every file of the memory: the words are gone."] : []),
    ...(dry_run || complete ? [] : [paint.bad("Not complete: the places above still contain the words.")]),
  ].join("\n");
}

function leftLines(
  { still_in, kept_names, handwritten, not_ours, also_in, dry_run }: ForgetResult,
  paint: Paint,
): string[] {
  const at = ({ path, lines }: { readonly path: string; readonly lines: readonly number[] }): string =>
    oneLine(`${path}:${lines.join(",")}`);
  // Backups and exports are databases and folders; a Markdown file holds the block that `share` wrote.
  const shared = not_ours.copies.filter((path) => /\.md$/i.test(path));
  const copies = not_ours.copies.filter((path) => !shared.includes(path));
  const isShared = (path: string): boolean =>
    shared.some((each) => each.replaceAll("\\", "/").endsWith(`/${path}`));
  const documents = not_ours.documents.filter(({ path }) => !isShared(path));
  return [
    ...(also_in
      ? [
          paint.bad("Other items contain the same words. To forget them too:"),
          `  ${oneLine(also_in.command)}`,
        ]
      : []),
    ...namedLines(still_in, (path) => paint.bad(`Still in ${oneLine(path)}: ${wayOut(path)}`)),
    ...namedLines(kept_names, (name) =>
      paint.bad(
        `"${oneLine(name)}" is the name of a session, agent, worktree or item. The tape keeps such names: they cannot be erased.`,
      ),
    ),
    ...namedLines(handwritten, (each) =>
      paint.bad(
        `Written by hand in ${at(each)}: ${dry_run ? "it stays; to erase it too, add --handwritten." : "take it out, or forget again with --handwritten."}`,
      ),
    ),
    ...namedLines(shared, (path) =>
      paint.bad(
        `The words are still in ${oneLine(path)}, into which they were shared. ${dry_run ? "They stay until you run tidemark share" : "Run tidemark share"}; lines of your own stay as they are.`,
      ),
    ),
    ...namedLines(documents, (each) =>
      paint.bad(
        `Your own file ${at(each)}: ${dry_run ? "it stays as it is." : "take the words out yourself."}`,
      ),
    ),
    ...namedLines(copies, (path) =>
      paint.bad(
        `The words are still in your backup or export ${oneLine(path)}. Tidemark does not change it: delete it yourself.`,
      ),
    ),
    ...namedLines(not_ours.transcripts, (path) =>
      paint.bad(
        `The words are still in the host's transcript ${oneLine(path)}. Tidemark does not change it: delete it yourself.`,
      ),
    ),
  ];
}

const matchedText = (matched: readonly string[]): string =>
  [
    ...matched.slice(0, NAMED_MAX).map((each) => `"${oneLine(each)}"`),
    ...(matched.length > NAMED_MAX ? ["…"] : []),
  ].join(", ");

function wayOut(path: string): string {
  if (/[\\/]context[\\/]/.test(path))
    return "forget again from that worktree, or delete it if the worktree is gone.";
  if (/[\\/]tidemark\.db(?:-wal|-journal)?$/.test(path))
    return "another program is using the memory. Close it, then forget again.";
  if (/\.db[^\\/]*$/.test(path))
    return "it is a damaged copy of the memory, or in use. Forget again, or delete this copy if you do not need it.";
  return "delete that file yourself if you do not need it.";
}

function namedLines<T>(all: readonly T[], say: (one: T) => string): string[] {
  const more = all.length - NAMED_MAX;
  return [...all.slice(0, NAMED_MAX).map(say), ...(more > 0 ? [`  … and ${more} more`] : [])];
}

const rulesText = (rules: readonly RuleCount[]): string =>
  rules.map((each) => `${each.rule} ×${each.count}`).join(", ");

export function scrubText({ dry_run, events, found, left, complete }: ScrubResult, paint: Paint): string {
  if (found.length === 0 && left.length === 0) return paint.good("No stored secrets found.");
  const lines = found.map(({ place, rules }) => `  ${oneLine(place)}: ${rulesText(rules)}`);
  const head = dry_run
    ? `${paint.bad("Secrets are stored")} in ${count(found.length, "place")} (${count(events, "event")} of the tape):`
    : `${paint.good("Removed secrets")} of ${count(found.length, "place")} (${count(events, "event")} of the tape):`;
  return [
    ...(found.length === 0 ? [] : [head, ...lines]),
    ...left.map(({ place, why }) => paint.bad(`Not cleaned: ${oneLine(place)}: ${why}.`)),
    ...(dry_run && found.length > 0 ? ["To remove them: tidemark scrub --yes"] : []),
    ...(!dry_run && complete ? ["No stored secrets are left."] : []),
  ].join("\n");
}
