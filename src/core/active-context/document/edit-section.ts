import type { ContextDocument, ContextSection, Group, LineSpan } from "./document.ts";
import { isBlank } from "./lines.ts";
import type { GroupModel } from "./model.ts";
import { groupHeading, resumeLines } from "./print.ts";
import { currentTaskId, groupAt, sectionIn } from "./read.ts";
import { GROUPED, placeOf, type SectionKey } from "./sections.ts";
import { applyChanges, contentEnd, reorderBlocks } from "./splice.ts";
import { titleOf } from "./titles.ts";

/** Adds a section at its fixed place: before the first section that follows it in the table. */
export function addSection(document: ContextDocument, key: SectionKey): ContextDocument {
  const { lines, sections } = document;
  const next = sections.find((section) => section.key !== undefined && placeOf(section.key) > placeOf(key));
  const at = next?.from ?? lines.length;
  const above = lines[at - 1];
  const texts = [
    ...(above !== undefined && !isBlank(above.text) ? [""] : []),
    `## ${titleOf(key)}`,
    ...(next ? [""] : []),
  ];
  return applyChanges(document, [{ from: at, to: at, texts }]);
}

export function removeSection(document: ContextDocument, key: SectionKey): ContextDocument {
  const gone = document.sections.filter((section) => section.key === key);
  return applyChanges(
    document,
    gone.map(({ from, to }) => ({ from, to, texts: [] })),
  );
}

/** Adds a group for a task to a section. From the second task on, each task has its own heading. */
export function withGroup(
  document: ContextDocument,
  key: SectionKey,
  task: string | undefined,
): ContextDocument {
  if (groupAt(document, task === undefined ? { section: key } : { section: key, task })) return document;
  if (key === "quick_resume")
    return withBlock(document, { ...(task === undefined ? {} : { task }), fields: {} });
  const headed = groupedSection(document, key);
  const section = sectionIn(headed, key);
  if (!section || task === undefined) return headed;
  const end = contentEnd(headed, section);
  return applyChanges(headed, [{ from: end, to: end, texts: ["", groupHeading(task)] }]);
}

/** Adds a block after the other blocks of Quick Resume. */
export function withBlock(
  document: ContextDocument,
  block: Pick<GroupModel, "task" | "fields">,
): ContextDocument {
  const section = sectionIn(document, "quick_resume");
  if (!section) return document;
  const at = contentEnd(document, section);
  const lines = resumeLines({ ...block, items: [], entries: [] });
  return applyChanges(document, [{ from: at, to: at, texts: ["", ...lines] }]);
}

/** In sections that are grouped by task, adds the current task's heading above content without a heading. */
export function groupByTask(document: ContextDocument): ContextDocument {
  return GROUPED.reduce(groupedSection, document);
}

function groupedSection(document: ContextDocument, key: SectionKey): ContextDocument {
  const current = currentTaskId(document);
  const group = sectionIn(document, key)?.groups[0];
  if (current === undefined || !group || !hasOwn(group)) return document;
  const { lines } = document;
  const isSpaced = isBlank(lines[group.inner]?.text ?? "");
  const at = isSpaced ? group.inner + 1 : group.inner;
  return applyChanges(document, [
    { from: at, to: at, texts: [groupHeading(current), ...(isSpaced ? [""] : [])] },
  ]);
}

export const hasOwn = ({ task, nodes }: Group): boolean =>
  task === undefined && nodes.some(({ kind }) => kind !== "loose");

/** Sorts the sections, Quick Resume last. A section that people added stays after the section before it. */
export function sectionsInOrder(document: ContextDocument): ContextDocument {
  const blocks = blocksOf(document);
  const sorted = blocks.toSorted((a, b) => a.place - b.place);
  if (sorted.every((block, i) => block === blocks[i])) return document;
  return reorderBlocks(document, [{ from: 0, to: document.preambleTo }, ...sorted]);
}

type Block = LineSpan & { readonly place: number };

function blocksOf({ sections }: ContextDocument): Block[] {
  const last = placeOf("quick_resume");
  let place = -1;
  return sections.map(({ key, from, to }) => {
    if (key !== undefined) place = placeOf(key);
    // A section that people added at the end of the file must not move Quick Resume up.
    return { from, to, place: key === undefined && place === last ? last - 0.5 : place };
  });
}

/** Sections that come after a section which they should precede. Quick Resume has a rule of its own. */
export const misplacedSections = (document: ContextDocument): ContextSection[] => {
  let highest = -1;
  return document.sections.filter(({ key }) => {
    if (key === undefined || key === "quick_resume") return false;
    const isBehind = placeOf(key) < highest;
    highest = Math.max(highest, placeOf(key));
    return isBehind;
  });
};
