import { namesIn } from "../../fields.ts";
import type { SectionKey } from "./sections.ts";

/**
 * Languages in which a new file says what nobody has said yet. Headings and field names are always the English ones of
 * the protocol; translated headings of older files are still read.
 */
export const LANGUAGES = ["en", "de", "es", "fr", "ja", "zh", "uk"] as const;
export type Language = (typeof LANGUAGES)[number];

/** By section, in the order of `LANGUAGES`. */
const TITLES: { readonly [Key in SectionKey]: string } = {
  meta: "Meta|Metadaten|Metadatos|Métadonnées|メタ情報|元信息|Метадані",
  current_task:
    "Current Task|Aktuelle Aufgabe|Tarea actual|Tâche en cours|現在のタスク|当前任务|Поточне завдання",
  secondary_tasks:
    "Secondary Tasks|Nebenaufgaben|Tareas secundarias|Tâches secondaires|副タスク|次要任务|Другорядні завдання",
  plan_references:
    "Plan & References|Plan & Verweise|Plan y referencias|Plan et références|計画と参照|计划与参考|План і посилання",
  progress: "Progress|Fortschritt|Progreso|Avancement|進捗|进展|Прогрес",
  breadcrumbs: "Breadcrumbs|Wegmarken|Pistas|Fil d'Ariane|手がかり|线索|Навігаційні підказки",
  guardrails: "Guardrails|Leitplanken|Límites|Garde-fous|制約|护栏|Обмеження",
  decisions: "Decisions|Entscheidungen|Decisiones|Décisions|決定|决策|Рішення",
  open_questions:
    "Open Questions / Blockers|Offene Fragen / Blocker|Preguntas abiertas / Bloqueos|Questions ouvertes / Blocages|未解決の質問と障害|未决问题与阻碍|Відкриті питання / Блокери",
  verification: "Verification|Überprüfung|Verificación|Vérification|検証|验证|Перевірка",
  deferred: "Deferred / Parking Lot|Zurückgestellt|Aplazado|Reporté|保留事項|搁置事项|Відкладене",
  external_dependencies:
    "External Dependencies|Externe Abhängigkeiten|Dependencias externas|Dépendances externes|外部依存|外部依赖|Зовнішні залежності",
  user_preferences:
    "User Preferences|Vorlieben|Preferencias del usuario|Préférences de l'utilisateur|ユーザーの好み|用户偏好|Уподобання користувача",
  lessons_learned:
    "Lessons Learned|Gelerntes|Lecciones aprendidas|Leçons apprises|学んだこと|经验教训|Засвоєні уроки",
  environment_snapshot: "Environment Snapshot|Umgebung|Entorno|Environnement|環境|环境快照|Знімок середовища",
  failure_context:
    "Failure Context|Fehlerlage|Contexto del fallo|Contexte de l'échec|失敗の状況|失败情况|Контекст збою",
  search_cache:
    "Search & Navigation Cache|Suche & Navigation|Búsqueda y navegación|Recherche et navigation|検索と移動の記録|搜索与导航缓存|Кеш пошуку та навігації",
  code_patterns:
    "Code Patterns|Codemuster|Patrones de código|Motifs de code|コードパターン|代码模式|Шаблони коду",
  conversation_anchors:
    "Conversation Anchors|Gesprächsanker|Anclas de la conversación|Repères de conversation|会話の要点|对话要点|Опорні точки розмови",
  git_state: "Git State|Git-Stand|Estado de git|État de git|Gitの状態|Git 状态|Стан git",
  tool_usage:
    "Tool Usage|Werkzeuge|Uso de herramientas|Usage des outils|ツールの使用|工具使用|Використання інструментів",
  mental_model:
    "Mental Model|Gedankenmodell|Modelo mental|Modèle mental|メンタルモデル|心智模型|Ментальна модель",
  time_effort:
    "Time & Effort|Zeit & Aufwand|Tiempo y esfuerzo|Temps et effort|時間と労力|时间与投入|Час і зусилля",
  risk_register:
    "Risk Register|Risiken|Registro de riesgos|Registre des risques|リスク一覧|风险登记|Реєстр ризиків",
  related_contexts:
    "Related Contexts|Verwandte Kontexte|Contextos relacionados|Contextes liés|関連コンテキスト|相关上下文|Пов'язані контексти",
  archive_summary:
    "Archive Summary|Archivübersicht|Resumen del archivo|Résumé d'archive|アーカイブの要約|归档摘要|Підсумок архіву",
  quick_resume:
    "Quick Resume|Schneller Wiedereinstieg|Reanudación rápida|Reprise rapide|クイック再開|快速恢复|Швидке відновлення",
};

/** Other names people give to a section. */
const ALSO: { readonly [title: string]: SectionKey } = {
  "Other Tasks": "secondary_tasks",
  Plan: "plan_references",
  "Plan and References": "plan_references",
  References: "plan_references",
  "Open Questions": "open_questions",
  Blockers: "open_questions",
  Deferred: "deferred",
  "Parking Lot": "deferred",
  Lessons: "lessons_learned",
  Environment: "environment_snapshot",
  Failure: "failure_context",
  "Search Cache": "search_cache",
  "Search and Navigation Cache": "search_cache",
  "Code Patterns Registry": "code_patterns",
  "Git State Snapshot": "git_state",
  "Tool Usage History": "tool_usage",
  "Mental Model State": "mental_model",
  "Time and Effort": "time_effort",
  "Time & Effort Tracking": "time_effort",
  Risks: "risk_register",
  "Quick Resume Block": "quick_resume",
};

const KEYS = namesIn(TITLES);

let byTitle: ReadonlyMap<string, SectionKey> | undefined;

/** Made for the first heading: a hook loads this file for the names of the languages alone. */
function keyOfTitle(title: string): SectionKey | undefined {
  byTitle ??= new Map<string, SectionKey>([
    ...KEYS.flatMap((key) => [key, ...TITLES[key].split("|")].map((each) => [plain(each), key] as const)),
    ...Object.entries(ALSO).map(([each, key]) => [plain(each), key] as const),
  ]);
  return byTitle.get(plain(title));
}

export const titleOf = (key: SectionKey, language: Language = "en"): string =>
  TITLES[key].split("|")[LANGUAGES.indexOf(language)] ?? key;

export const isLanguage = (code: string): code is Language => LANGUAGES.some((each) => each === code);

/** Every title, to find the one that a misspelled heading meant. */
export const allTitles = (): string[] => KEYS.map((key) => titleOf(key));

/** Which section a heading opens, in whatever language, and whose it is where the heading ends in a task's id. */
export function sectionByTitle(title: string): { key: SectionKey; task?: string } | undefined {
  const whole = keyOfTitle(title);
  if (whole) return { key: whole };
  const [, name = "", task = ""] = /^(.*?\S)\s+[—–-]\s+`?([^\s`]+)`?$/su.exec(title.trim()) ?? [];
  const key = keyOfTitle(name);
  return key ? { key, task } : undefined;
}

/** Whether a heading is the protocol's own, by the title we write or another English one that people use. */
export function isProtocolTitle(title: string, key: SectionKey): boolean {
  const name = plain(title.replace(/(?<!\s)\s+[—–-]\s+\S+$/u, ""));
  const others = Object.keys(ALSO).filter((other) => ALSO[other] === key);
  return [plain(title), name].some((each) =>
    [titleOf(key), ...others].some((known) => plain(known) === each),
  );
}

/** A title without what people put around it: a number, a sign, what is in brackets, letter case. */
function plain(title: string): string {
  const bare = title.replaceAll("`", "").replace(/(?<!\s)\s*\([^()]*\)\s*$/u, "");
  return bare
    .replace(/^(?:[^\p{L}\d]*\d+[a-z]?[.)]?\s+)?[^\p{L}]*/u, "")
    .replaceAll(/[*_\s:：]+/gu, " ")
    .trim()
    .toLowerCase();
}
