import type { ContextDocument, ContextSection, Group, LineSpan } from "./document.ts";
import { isBlank } from "./lines.ts";
import type { GroupModel } from "./model.ts";
import { groupHeading, resumeLines } from "./print.ts";
import { currentTaskId, groupAt, sectionIn } from "./read.ts";
import { GROUPED, placeOf, type SectionKey } from "./sections.ts";
import { applyChanges, contentEnd, reorderBlocks } from "./splice.ts";
import { titleOf } from "./titles.ts";

/** Opens a section in its fixed place: before the first one that comes after it. */
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

/** Makes room for a task in a section. Once there is a second task, each stands under a heading of its own. */
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

/** Puts a block of Quick Resume behind the others. */
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

/** Adds the current task's heading over content without one, in the sections that are grouped by task. */
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

/** Every section in its place, Quick Resume last. A section of people's own stays behind the one it follows. */
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
    // What people add at the end of the file must not push Quick Resume up.
    return { from, to, place: key === undefined && place === last ? last - 0.5 : place };
  });
}

/** Sections that stand behind one which should come after them. Quick Resume has a rule of its own. */
export const misplacedSections = (document: ContextDocument): ContextSection[] => {
  let highest = -1;
  return document.sections.filter(({ key }) => {
    if (key === undefined || key === "quick_resume") return false;
    const isBehind = placeOf(key) < highest;
    highest = Math.max(highest, placeOf(key));
    return isBehind;
  });
};
