import type { Item } from "./item.ts";

/** Topics for a program's task: its goal, and its status. */
export const TASK_GOAL = "task goal";
export const TASK_STATUS = "task status";

export const isTaskGoal = ({ kind, topic }: Item): boolean => kind === "decision" && topic === TASK_GOAL;
export const isTaskStatus = ({ kind, topic }: Item): boolean => kind === "pattern" && topic === TASK_STATUS;
