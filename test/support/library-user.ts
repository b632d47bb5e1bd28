import { isOfKind, openTidemark } from "../../src/index.ts";

/**
 * A program as users write it. The compiler checks it here and against the packed package; it never runs. Each line
 * below a @ts-expect-error must not compile.
 */
export async function useMemory(): Promise<number> {
  const memory = openTidemark();
  await memory.create({ kind: "decision", text: "We build with pnpm", topic: "build" });
  // @ts-expect-error There is no such kind.
  await memory.create({ kind: "decison", text: "We build with pnpm" });
  // @ts-expect-error A decision has no steps.
  await memory.create({ kind: "decision", text: "We build with pnpm", steps: ["install it"] });
  // @ts-expect-error A trap has no such severity.
  await memory.create({ kind: "trap", text: "The cache lies", severity: "fatal" });
  // @ts-expect-error Tidemark alone makes insights.
  await memory.create({ kind: "insight", text: "Two rules contradict each other" });
  // @ts-expect-error A plan is not something to remember.
  await memory.remember({ kind: "plan", text: "Move to PostgreSQL" });
  // @ts-expect-error A plan is never superseded.
  await memory.find({ kind: "plan", status: "superseded" });
  const { items } = await memory.find({ kind: "plan", status: "in_progress" });
  const done = items.filter((item) => {
    // @ts-expect-error Every plan has one of its own statuses.
    if (isOfKind(item, "plan") && item.status === "superseded") return false;
    return isOfKind(item, "plan") && item.steps?.every(({ status }) => status === "done");
  });
  await memory.close();
  return done.length;
}
