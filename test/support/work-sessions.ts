import fc from "fast-check";
import type { DraftInput } from "../../src/app/runtime/decide-and-commit.ts";

/** One request of a generated session: what the person asked, and what happened then. */
export type Request = {
  readonly asked: string;
  readonly edits: readonly string[];
  readonly fails: boolean;
  readonly commit?: { readonly hash: string; readonly message: string };
  readonly secret?: string;
};

export type WorkSession = { readonly id: string; readonly requests: readonly Request[] };

/** Invented secrets in the forms in which they occur in prompts, commands and output. */
export const SECRETS = [
  `sk-proj-${"a1B2c3D4e5F6g7H8".repeat(3)}`,
  `ghp_${"Zk3Qw9Xr7Tb2Lm5Vn8Pd1Sf4Hj6Gc0Ya3Eu".slice(0, 36)}`,
  `AKIA${"Q7ZN4T2XWP8R5LJD"}`,
  "xoxb-1234567890-0987654321-aBcDeFgHiJkLmNoPqRsTuVwX",
];

const word = fc.constantFrom(
  "rounding",
  "totals",
  "receipts",
  "tax",
  "the parser",
  "the board",
  "login",
  "export",
);
const verb = fc.constantFrom("Fix", "Rework", "Explain", "Speed up", "Add tests for", "Document");
const file = fc.constantFrom(
  "src/total.ts",
  "src/tax.ts",
  "src/receipt.ts",
  "docs/money.md",
  "test/total.test.ts",
);
const hash = fc.stringMatching(/^[0-9a-f]{7}$/);

const request: fc.Arbitrary<Request> = fc
  .record({
    asked: fc.tuple(verb, word).map((words) => words.join(" ")),
    edits: fc.array(file, { maxLength: 4 }),
    fails: fc.boolean(),
    commit: fc.option(fc.record({ hash, message: fc.tuple(verb, word).map((words) => words.join(" ")) }), {
      nil: undefined,
    }),
    secret: fc.option(fc.constantFrom(...SECRETS), { nil: undefined }),
    isQuestion: fc.boolean(),
  })
  .map(({ isQuestion, asked, edits, fails, commit, secret }) => ({
    asked,
    edits: isQuestion ? [] : edits,
    fails: fails && !isQuestion && edits.length > 0,
    ...(commit && !isQuestion && edits.length > 0 ? { commit } : {}),
    ...(secret === undefined ? {} : { secret }),
  }));

/** Generated sessions, the same for the same seed. */
export function workSessions(count: number, seed: number): WorkSession[] {
  const each = fc.array(request, { minLength: 1, maxLength: 5 });
  return fc.sample(each, { numRuns: count, seed }).map((requests, i) => ({ id: `ses_work_${i}`, requests }));
}

export const changesSomething = ({ edits, commit }: Request): boolean =>
  edits.length > 0 || commit !== undefined;

/** The turns that a host records for a request, in order. */
export function turnsOf(session: string, request: Request): DraftInput[] {
  const turn = (payload: { readonly [field: string]: unknown }): DraftInput => ({
    type: "turn.recorded",
    session,
    payload,
  });
  const shell = (command: string, text: string, exit_code: number): DraftInput =>
    turn({ role: "tool", tool: "Bash", tool_input: JSON.stringify({ command }), text, exit_code });
  const { asked, edits, fails, commit, secret } = request;
  const told = secret === undefined ? "" : ` with OPENAI_API_KEY=${secret}`;
  return [
    turn({ role: "user", text: `${asked}${told}\nand be quick about it` }),
    ...(fails ? [shell(`npm test${told}`, `Error: expected 3 but got 2${told}`, 1)] : []),
    ...edits.map((path) =>
      turn({
        role: "tool",
        tool: "Edit",
        tool_input: JSON.stringify({ file_path: path }),
        text: "ok",
        files: [path],
      }),
    ),
    ...(fails ? [shell(`npm test${told}`, "ok", 0)] : []),
    ...(commit
      ? [
          shell(
            `git commit -m "${commit.message}"`,
            `[main ${commit.hash}] ${commit.message}\n 1 file changed`,
            0,
          ),
        ]
      : []),
    turn({ role: "assistant", text: `Done: ${asked}${told}` }),
  ];
}
