import type { Instant } from "../../tape/event.ts";
import { iso } from "../../time.ts";
import type { ContextDocument } from "./document.ts";
import type { FieldText, SectionModel } from "./model.ts";
import { parse } from "./parse.ts";
import { printModel } from "./print.ts";
import { type SectionKey, sectionSpec } from "./sections.ts";
import type { Language } from "./titles.ts";

/** What is known about a task when its context is created. */
export type NewContext = {
  readonly taskId: string;
  readonly goal: string;
  readonly title?: string;
  readonly category?: string;
  readonly tags?: readonly string[];
  readonly language?: Language;
  readonly now: Instant;
};

/** Default texts of a new file: in scope, out of scope, the plan, and the first step. */
const WORDS: { readonly [Code in Language]: readonly [string, string, string, string] } = {
  en: [
    "What the goal names",
    "Everything else",
    "none yet, nothing started",
    "Write down the steps that lead to the goal",
  ],
  de: [
    "Was das Ziel nennt",
    "Alles andere",
    "noch keiner, nichts begonnen",
    "Die Schritte aufschreiben, die zum Ziel führen",
  ],
  es: [
    "Lo que nombra el objetivo",
    "Todo lo demás",
    "todavía ninguno, nada empezado",
    "Anotar los pasos que llevan al objetivo",
  ],
  fr: [
    "Ce que nomme l'objectif",
    "Tout le reste",
    "pas encore, rien de commencé",
    "Noter les étapes qui mènent à l'objectif",
  ],
  ja: ["目標に挙げたもの", "それ以外のすべて", "まだなし 未着手", "目標までの手順を書き出す"],
  zh: ["目标所指的内容", "其余一切", "暂无 尚未开始", "写下通向目标的步骤"],
  uk: [
    "Те, що називає мета",
    "Усе інше",
    "ще немає, нічого не розпочато",
    "Записати кроки, що ведуть до мети",
  ],
};

/** A new, valid file for a task, with empty fields for the missing parts. */
export function templateOf(task: NewContext): ContextDocument {
  const language = task.language ?? "en";
  const sections = [...openingSections(task, language), ...emptySections(), resumeSection(task, language)];
  return parse(`# Active Context\n\n${printModel({ sections })}`);
}

const section = (
  key: SectionKey,
  fields: { readonly [name: string]: FieldText },
  task?: string,
): SectionModel => ({
  key,
  groups: [{ ...(task === undefined ? {} : { task }), fields, items: [], entries: [] }],
});

function openingSections(
  { taskId, goal, title, category, tags, now }: NewContext,
  language: Language,
): SectionModel[] {
  const [inScope, outOfScope, noPlan, firstStep] = WORDS[language];
  return [
    section("meta", { last_updated: iso(now), project_root: ".", language }),
    section("current_task", {
      task_id: taskId,
      title: title ?? "",
      category: category ?? "",
      tags: tags ?? [],
      goal,
      scope_in: [inScope],
      scope_out: [outOfScope],
    }),
    section("plan_references", { plan: noPlan, related_docs: [], related_code: [], session_history: [] }),
    section("progress", { done: [], in_progress: [], next: [firstStep] }),
  ];
}

/** The recommended sections, with their fields in place. */
const emptySections = (): SectionModel[] =>
  (["breadcrumbs", "guardrails"] as const).map((key) =>
    section(
      key,
      Object.fromEntries(sectionSpec(key).fields.map(({ name, type }) => [name, type === "text" ? "" : []])),
    ),
  );

function resumeSection({ taskId, goal }: NewContext, language: Language): SectionModel {
  const [, , , firstStep] = WORDS[language];
  return section(
    "quick_resume",
    { goal, focus_now: goal, next_action: firstStep, key_files: [], verify_cmd: "", last_result: "pending" },
    taskId,
  );
}
