import { memoized } from "./remember.ts";
import { areTwoSubjects, type Subject, sharedSubject, subjectOf, subjectWithout } from "./subject.ts";
import {
  type Amounts,
  amountsIn,
  countsIn,
  isOtherValue,
  type StatedValue,
  unitRootsIn,
  valuesOf,
} from "./values.ts";

/** How a newer statement gives a different value than an older one: for the same key, or of the same sort. */
export type NewValue = "key" | "sort";

type Clause = {
  readonly about: Subject;
  readonly values: readonly StatedValue[];
  /** Amounts with a unit by their dimension, and bare numbers by the things that they count. */
  readonly amounts: Amounts;
};

/** Maximum number of clauses of a statement that are checked. */
const CLAUSES_MAX = 24;

/** Whether a newer statement gives a different value to something that an older one gives a value to, clause by clause. */
export function newValueFor(newer: string, older: string): NewValue | undefined {
  let best: NewValue | undefined;
  for (const ours of clausesOf(newer)) {
    for (const theirs of clausesOf(older)) {
      if (isSameKey(ours, theirs)) return "key";
      if (isSameSort(ours, theirs)) best = "sort";
    }
  }
  return best;
}

function isSameKey(ours: Clause, theirs: Clause): boolean {
  return ours.values.some((value) => {
    const others = theirs.values.filter(({ key }) => key === value.key);
    if (others.length === 0 || !others.every((other) => isOtherValue(value, other))) return false;
    const roots = new Set(others.flatMap((other) => [...value.roots, ...other.roots]));
    const [left, right] = [subjectWithout(ours.about, roots), subjectWithout(theirs.about, roots)];
    const { weight } = sharedSubject(left, right);
    if (value.isUnnamed && weight < 1) return false;
    return !areTwoSubjects(left, right, weight);
  });
}

function isSameSort(ours: Clause, theirs: Clause): boolean {
  const isOther = [...ours.amounts].some(([sort, amounts]) => {
    const others = theirs.amounts.get(sort);
    return others !== undefined && ![...amounts].some((amount) => others.has(amount));
  });
  if (!isOther) return false;
  const roots = new Set([...ours.values, ...theirs.values].flatMap((value) => [...value.roots]));
  const { weight } = sharedSubject(ours.about, theirs.about);
  const [left, right] = [subjectWithout(ours.about, roots), subjectWithout(theirs.about, roots)];
  return weight >= 1 && !areTwoSubjects(left, right, sharedSubject(left, right).weight);
}

const clausesOf = memoized((text: string): readonly Clause[] => {
  const clauses = text
    .split(/[;!?\n()–—、，。；！？]|[.,](?=\s|$)/u)
    .filter((clause) => clause.trim() !== "");
  return clauses.slice(0, CLAUSES_MAX).map((clause) => ({
    about: subjectWithout(subjectOf(clause), unitRootsIn(clause)),
    values: valuesOf(clause),
    amounts: new Map([...[...amountsIn(clause)].filter(([sort]) => sort !== "bare"), ...countsIn(clause)]),
  }));
});
