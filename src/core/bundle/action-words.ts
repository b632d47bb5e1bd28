import { NAMED_KEYS } from "../edges/value-keys.ts";

/** Choices between programs of which a project uses one, such as its package manager. Running another one deserves a note. */
const PROGRAM_CHOICES: readonly string[] = [
  ...["package manager", "python packages", "test runner", "bundler", "linter", "python linter"],
  ...["build tool", "container", "infrastructure"],
];

/** Programs that are installed together with another program. */
const COMES_WITH: { readonly [program: string]: string } = {
  npx: "npm",
  pnpx: "pnpm",
  bunx: "bun",
  pip3: "pip",
  uvx: "uv",
  gradlew: "gradle",
  mvn: "maven",
  mvnw: "maven",
  "docker-compose": "docker",
};

const CHOICES: ReadonlyMap<string, string> = new Map(
  PROGRAM_CHOICES.flatMap((choice) =>
    (NAMED_KEYS[choice]?.names ?? "").split(/[\s=]+/).map((program) => [program, choice] as const),
  ),
);

/** A program that a project chose or could have chosen, and its purpose. */
type ChosenProgram = { readonly program: string; readonly choice: string };

/** The purpose for which a program is chosen; undefined for a program that is not a matter of choice. */
export function choiceOf(word: string): ChosenProgram | undefined {
  const program = COMES_WITH[word] ?? word;
  const choice = CHOICES.get(program);
  return choice === undefined ? undefined : { program, choice };
}

/** Words by which people and commands mention one act, one act per line. The first is the act's name. A star stands for any ending. */
const ACTS = `
  commit commit* committ* коммит* закоммит* 提交 コミット 커밋
  push push* пуш* запуш* 推送 推到 往上推 プッシュ 푸시
  merge merg* fusionn* мерж* слива* 合并 マージ 병합 머지
  rebase rebas*
  deploy deploy* redeploy* rollout ausroll* déploi* déploy* despleg* despliegu* депло* разверт* 部署 上线 デプロイ 배포
  publish publish* submit* upload* release* veröffentlich* hochlad* publi* sube subir suba subas опублик* публик* залива* выклад* 发布 公開 リリース 출시 업로드 アップロード 上传
  migrate migrat* migration* migraci* migração migraç* migrazion* миграц* 迁移 マイグレーション 마이그레이션
  install install* package* paket* paquete* paquet* pacote* pacchett* пакет* 安装 包 パッケージ 패키지 dependenc* dépendance* abhängigkeit* dependência* dipendenz* зависимост* 依赖 依存 의존성
  delete delet* drop truncate destroy erase* mass_erase wip* lösch* supprim* borra* elimin* apag* cancell* удал* 删除 削除 삭제
  cancel cancel* scancel qdel bkill abbrech* storn* annul* отмен* 取消 キャンセル 취소
  format format* prettier
  restart restart* neustart* redémarr* reinici* riavvi* перезапус* 重启 再起動 재시작
`;

const ACT_FORMS: readonly (readonly [form: string, act: string])[] = ACTS.trim()
  .split("\n")
  .flatMap((line) => {
    const [act = "", ...forms] = line.trim().split(/\s+/);
    return [act, ...forms].map((form) => [form, act] as const);
  });

/** The act that a word names; undefined if it names none. */
function actNamed(word: string): string | undefined {
  const found = ACT_FORMS.find(([form]) =>
    form.endsWith("*") ? word.startsWith(form.slice(0, -1)) : word === form,
  );
  return found?.[1];
}

/** Scripts without spaces between words: a word may occur anywhere in them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const UNSPACED_FORMS = ACT_FORMS.filter(([form]) => UNSPACED.test(form));

/** The actions that a text names, such as push or publish. */
export function actsNamed(text: string, words: readonly string[]): string[] {
  const unspaced = UNSPACED.test(text) ? UNSPACED_FORMS.filter(([form]) => text.includes(form)) : [];
  return [...words.flatMap((word) => actNamed(word) ?? []), ...unspaced.map(([, act]) => act)];
}

/** Places where a program runs, and branches as places, each with its name and the words for it in a text or a command. */
const PLACES: readonly (readonly [place: string, words: RegExp])[] = [
  [
    "prod",
    /(?<!\p{L})(?:prod|prd|production|produktion|producci[oó]n|produção|produzione|прод[еу]?|продакшене?)(?!\p{L})|本番|生产环境|线上|운영 ?(?:서버|환경)|프로덕션/iu,
  ],
  ["staging", /(?<!\p{L})(?:stg|stage|staging|preprod)(?!\p{L})/iu],
  [
    "main",
    /(?<!\p{L})(?:(?:on|to|onto|into|auf|in|nach|en|al?|sur|no?|na|ao|su|в|на)\s+(?:the |den |la )?`?|git \S.*[ :/])(?:main|master|trunk)`?(?!\s*[\p{L}\d]|[/.(-])/iu,
  ],
];
/** A build for production does not run there. */
const BUILD_MODE = /(?:NODE_ENV|--(?:only|omit|mode|configuration))[= ]\S+/g;

/** The places that a text or a command names: `--context prod-eu`, `$PROD_URL`, "in production", `git push origin main`. */
export const placesIn = (text: string): string[] =>
  PLACES.flatMap(([place, words]) => (words.test(text.replace(BUILD_MODE, " ")) ? [place] : []));

const LANGUAGE_FILES: ReadonlyMap<string, string> = new Map(
  `c# cs c++ cpp kotlin kt python py ruby rb perl pl rust rs golang go javascript js typescript ts gdscript gd elixir ex shell sh
  bash sh java java swift swift php php lua lua scala scala dart dart zig zig scss scss less less sass sass`
    .match(/\S+ \S+/g)
    ?.map((pair): [string, string] => [pair.split(/\s/)[0] ?? "", `.${pair.split(/\s/)[1]}`]),
);
const REFUSED =
  /(?<!\p{L})(?:no|not|never|kein\p{L}*|nicht|ohne|sin|nada de|pas de|sans|não|sem|niente|senza|без|не)\s+(?:more |new |plain )?([a-z]+(?:#|\+\+)?)(?![\p{L}\d#+-])(?!\s+\p{L}{4,})/giu;

/** The ends of files in languages that a text refuses: "no c#". */
export const extensionsRefused = (text: string): string[] =>
  [...text.matchAll(REFUSED)].flatMap(([, name = ""]) => LANGUAGE_FILES.get(name.toLowerCase()) ?? []);

/** Verbs of programs that change a running system, or a published product, under names of their own. */
const RUN_ACTS: readonly (readonly [program: string, verbs: string, act: string])[] = [
  ["kubectl", "apply set edit patch scale replace", "deploy"],
  ["helm", "upgrade install rollback", "deploy"],
  ["terraform tofu", "apply", "deploy"],
  ["pulumi", "up", "deploy"],
  ["zig", "fetch", "install"],
  ["fastlane", "supply deliver pilot", "publish"],
];

/** The acts of a program, by its words. */
export const actOfProgram = (program: string, words: readonly string[]): string[] =>
  RUN_ACTS.flatMap(([programs, verbs, act]) => {
    const isRun = words.slice(0, VERB_PLACES).some((word) => verbs.split(" ").includes(word));
    return isRun && programs.split(" ").includes(program) ? [act] : [];
  });

/** Number of words in which a verb is looked for, because option values may precede it. */
const VERB_PLACES = 4;

/** Verbs of commands that add a dependency to a project. */
const INSTALLS: readonly string[] = ["install", "i", "add", "get"];

/** The act that a word of a command names. */
export const actRun = (word: string): string | undefined =>
  INSTALLS.includes(word) ? "install" : actNamed(word);

/** True if a text chooses another program for the purpose of one of these programs, or rejects one of them. */
export function isOtherProgram(text: string, run: readonly string[]): boolean {
  const ran = run.flatMap((name) => choiceOf(name) ?? []);
  if (ran.length === 0) return false;
  const named = programsIn(text.toLowerCase());
  const chosen = named.filter(({ stance }) => stance !== "rejected");
  // Of two programs that a text names for one purpose, the chosen one is the one that the project changes to.
  const isChosen = ({ program, choice }: ChosenProgram): boolean =>
    chosen.some((one) => one.program === program) &&
    !named.some((one) => one.choice === choice && one.program !== program && one.stance === "chosen");
  if (ran.some(isChosen)) return false;
  return ran.some(({ program, choice }) =>
    named.some((one) => (one.program === program ? one.stance !== "chosen" : one.choice === choice)),
  );
}

/** True if a text rejects or replaces a program that a newer statement of its thread chooses again. */
export const isChosenAnew = (text: string, newer: string, run: readonly string[]): boolean =>
  isOtherProgram(text, run) &&
  !isOtherProgram(newer, run) &&
  programsIn(newer.toLowerCase()).some(({ program }) =>
    run.some((name) => choiceOf(name)?.program === program),
  );

type NamedProgram = ChosenProgram & { readonly stance: "chosen" | "rejected" | "named" };

/** "pnpm, not npm", "pnpm instead of npm", "pnpm over npm": the last word is the program that was rejected. */
const REJECTS =
  /(?<!\p{L})(?:not|never|don't|no|instead of|rather than|over|from|off|nicht|kein|statt|anstatt|von|en vez de|en lugar de|pas|au lieu d[e']|plutôt que|não|em vez de|non|invece di|не|вместо)\s+(?:use\s+|the\s+)?$/u;
/** "moved to pnpm", "we use pnpm", "Package manager: pnpm": the last word is the program that was chosen. */
const CHOOSES =
  /(?:[:：]\s*|(?<!\p{L})(?:to|use|using|uses|with|via|auf|zu|nutzen|verwenden|mit|usamos|usar|usa|con|utiliser|utilise|vers|avec|para|pra|com|su|usiamo|на|через|используем)\s+(?:the\s+)?|(?:用|换成?|切到?|改成?|统一|上)\s*)$/u;
/** Suffixes of a chosen program in Japanese and Korean. */
const CHOSEN_BEHIND =
  /^\s*(?:に(?:し|変|切|移|統)|を使|で(?:いき|お願い|統一)|으?로 ?(?:가|바꾸|바꿔|통일|옮|전환|갈아)|를? ?(?:쓰|씁|사용))/u;

const programsIn = (text: string): NamedProgram[] =>
  [...text.matchAll(/[a-z][a-z\d._-]*/g)].flatMap(({ 0: word, index }) => {
    const found = choiceOf(word.replace(/[.,]+$/, ""));
    if (found === undefined) return [];
    const before = text.slice(Math.max(0, index - 30), index);
    const isChosen = CHOOSES.test(before) || CHOSEN_BEHIND.test(text.slice(index + word.length));
    return [{ ...found, stance: REJECTS.test(before) ? "rejected" : isChosen ? "chosen" : "named" }];
  });
