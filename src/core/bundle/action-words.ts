import { NAMED_KEYS } from "../edges/value-keys.ts";

/** Things of which a project takes one and which are programs: running another one deserves a note. */
const PROGRAM_CHOICES: readonly string[] = [
  "package manager",
  "python packages",
  "test runner",
  "bundler",
  "linter",
  "python linter",
  "build tool",
  "container",
  "infrastructure",
];

/** Programs that come with another one. */
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

/** A program that a project chose, or could have chosen, and what it would be chosen for. */
export type ChosenProgram = { readonly program: string; readonly choice: string };

/** The choice that a program stands for; undefined for one that is no matter of choice. */
export function choiceOf(word: string): ChosenProgram | undefined {
  const program = COMES_WITH[word] ?? word;
  const choice = CHOICES.get(program);
  return choice === undefined ? undefined : { program, choice };
}

/**
 * Words by which people and commands speak of the same act, one act per line. The first one names the act. A star
 * stands for any ending.
 */
const ACTS = `
  commit commit*
  push push* pushen
  merge merg*
  rebase rebas*
  deploy deploy* rollout
  publish publish* submit* upload* release*
  migrate migrat* migration*
  install install* dependenc* dépendance* abhängigkeit* dependência* dipendenz* зависимост* 依赖 依存 의존성
  delete delet* drop truncate destroy
  format format* prettier
`;

const ACT_FORMS: readonly (readonly [form: string, act: string])[] = ACTS.trim()
  .split("\n")
  .flatMap((line) => {
    const [act = "", ...forms] = line.trim().split(/\s+/);
    return [act, ...forms].map((form) => [form, act] as const);
  });

/** The act that a word names; undefined for a word that names none. */
export function actNamed(word: string): string | undefined {
  const found = ACT_FORMS.find(([form]) =>
    form.endsWith("*") ? word.startsWith(form.slice(0, -1)) : word === form,
  );
  return found?.[1];
}

/** Verbs of commands that add to what a project depends on. */
const INSTALLS: readonly string[] = ["install", "i", "add", "get"];

/** The act that a word of a command stands for. */
export const actRun = (word: string): string | undefined =>
  INSTALLS.includes(word) ? "install" : actNamed(word);
