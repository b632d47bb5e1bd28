import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, vi } from "vitest";
import { parse } from "../../src/core/active-context/document/parse.ts";
import { currentTaskId, type FieldRef, listAt, textAt } from "../../src/core/active-context/document/read.ts";
import { lint } from "../../src/core/active-context/lint/lint.ts";
import { lintRegistry } from "../../src/core/active-context/lint/lint-registry.ts";
import type { Surface } from "../scenarios/requirement.ts";
import { git, type Item, type Stage, stage } from "../scenarios/stage.ts";

const START = Date.parse("2026-03-02T09:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;
export const ACTIVE = "active_context.md";
const INDEX = "context_history/contexts_index.yaml";

/** A repository with a file and a commit, and a fixed clock for all commands. */
export type Desk = Stage & {
  readonly onDay: (day: number) => void;
  readonly text: (path?: string) => string;
  readonly has: (path: string) => boolean;
  readonly put: (path: string, text: string) => void;
  /** Edits the active context like a person. */
  readonly edit: (from: string, to: string) => void;
  readonly at: (spot: FieldRef) => string | undefined;
  readonly list: (spot: FieldRef) => string[];
  readonly task: () => string | undefined;
  readonly plan: (
    key: string,
  ) => Promise<Item & { readonly steps?: readonly { text: string; status: string }[] }>;
  /** Records turns of an agent: a file that it edits, or a command with its exit code. */
  readonly work: (...turns: readonly Work[]) => Promise<void>;
  readonly commit: (message: string) => void;
  /** Checks that the files have no errors, and that the file and the tape agree on the current task. */
  readonly isSound: () => Promise<void>;
};

export type Work =
  | { readonly edits: string }
  | { readonly says: string }
  | { readonly runs: string; readonly exit: number; readonly prints?: string };

export function desk(surface: Surface): Desk {
  const on = stage(surface, { git: true });
  const folder = join(on.dir, "ai_memory");
  const text = (path = ACTIVE): string => readFileSync(join(folder, path), "utf8");
  const onDay = (day: number): void => {
    const now = new Date(START + day * DAY_MS).toISOString();
    on.env.TIDEMARK_NOW = now;
    if (surface === "library") vi.stubEnv("TIDEMARK_NOW", now);
  };
  onDay(0);
  const put = (path: string, words: string): void => {
    mkdirSync(dirname(join(on.dir, path)), { recursive: true });
    writeFileSync(join(on.dir, path), words);
  };
  const commit = (message: string): void => {
    git(on, "add", "-A");
    git(on, "commit", "-q", "--allow-empty", "-m", message);
  };
  put("src/total.ts", "export const total = 1;\n");
  put(".gitignore", ".tidemark/\n");
  commit("First");
  const plan: Desk["plan"] = async (key) => {
    const { items } = await on.call("find", { kind: "plan", limit: 50 });
    const found = items.find((item) => item.key === key);
    if (found === undefined) expect.fail(`there is no plan ${key}`);
    return (await on.call("get", { id: found.id })).item as unknown as Awaited<ReturnType<Desk["plan"]>>;
  };
  const has = (path: string): boolean => existsSync(join(folder, path));
  let turns = 0;
  return {
    ...on,
    ...{ onDay, text, has, put, commit, plan },
    edit: (from, to) => {
      expect(text()).toContain(from);
      put(`ai_memory/${ACTIVE}`, text().replace(from, to));
    },
    at: (spot) => textAt(parse(text()), spot),
    list: (spot) => listAt(parse(text()), spot),
    task: () => currentTaskId(parse(text())),
    work: async (...done) => {
      const lines = done.map((each) => JSON.stringify(turnOf(on.dir, each, turns++)));
      await on.call("record", { file: on.file(`turns-${turns}.jsonl`, `${lines.join("\n")}\n`) });
      git(on, "clean", "-qf", `turns-${turns}.jsonl`);
    },
    isSound: async () => {
      const now = Date.parse(on.env.TIDEMARK_NOW ?? "");
      const errors = (path: string, archived: boolean) =>
        lint(parse(text(path)), { now, archived }).filter(({ level }) => level === "error");
      expect(errors(ACTIVE, false), ACTIVE).toEqual([]);
      const names = has("context_history") ? readdirSync(join(folder, "context_history")) : [];
      for (const name of names.filter((each) => each.endsWith(".md"))) {
        expect(errors(`context_history/${name}`, true), name).toEqual([]);
        expect(text(`context_history/${name}`).trimEnd().endsWith("```"), name).toBe(true);
      }
      if (has(INDEX)) expect(lintRegistry(text(INDEX)).filter(({ level }) => level === "error")).toEqual([]);
      const task = currentTaskId(parse(text())) ?? "";
      expect(["in_progress", "done"]).toContain((await plan(task)).status);
    },
  };
}

function turnOf(dir: string, work: Work, number: number) {
  const turn = {
    type: "turn",
    session: "s1",
    agent: "claude",
    role: "tool",
    at: new Date(START + number * 1000),
  };
  if ("says" in work) return { ...turn, role: "user", text: work.says };
  if ("edits" in work) {
    const path = join(dir, work.edits);
    return {
      ...turn,
      tool: "Edit",
      tool_input: JSON.stringify({ file_path: path }),
      text: "ok",
      files: [path],
    };
  }
  const { runs, exit, prints = exit === 0 ? "12 passed" : "AssertionError: expected 3 to be 2" } = work;
  return {
    ...turn,
    tool: "Bash",
    tool_input: JSON.stringify({ command: runs }),
    text: prints,
    exit_code: exit,
  };
}
