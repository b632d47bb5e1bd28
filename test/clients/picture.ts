/**
 * Draws docs/guide/pictures/first-minute.svg: `npm run docs:picture`. It runs a real Claude Code in a terminal (tmux),
 * with the integration that our command installs, and a model that answers from a script.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { svgOf, wordsOf } from "./ansi-svg.ts";
import type { Stage } from "./client.ts";
import { environmentOf, putJson, setStage } from "./drive.ts";
import { claudeCode } from "./hosts/claude-code.ts";
import { install } from "./install.ts";
import { startModel } from "./model.ts";
import { putCommand, until } from "./ours.ts";
import { ROOT } from "./root.ts";

const PICTURE = join(ROOT, "docs/guide/pictures/first-minute.svg");
const [COLUMNS, ROWS] = [100, 30];
const WAIT_MS_MAX = 30_000;
const ANSWER = "It is called heron: this project's memory has it as fct#1.";
const QUESTION = "Which database does staging use?";

const installed = await install(claudeCode);
if (typeof installed === "string") {
  process.stderr.write(`skipped: ${installed}\n`);
} else {
  const model = await startModel([
    {
      when: /Which database does staging use/,
      replies: [{ use: "recall", input: { query: "staging database" } }, { say: ANSWER }],
    },
  ]);
  const { stage, strike } = setStage(model.url);
  try {
    seed(stage);
    draw(await recordScreen(stage, installed.program[0]), stage);
  } catch (error) {
    process.stderr.write(`${error}\n`);
    process.exitCode = 1;
  } finally {
    await model.close();
    strike();
  }
}

/** Stores the consents that Claude Code asks for at its first start. */
function seed(stage: Stage): void {
  putCommand(stage);
  putJson(join(stage.home, ".claude.json"), {
    hasCompletedOnboarding: true,
    theme: "dark",
    customApiKeyResponses: { approved: ["not-a-key"], rejected: [] },
    projects: { [stage.project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  });
}

/** Types the commands of a user, waits for their output, and returns the content of the screen. */
async function recordScreen(stage: Stage, program: string): Promise<string> {
  const env = {
    ...environmentOf(claudeCode, stage),
    TERM: "xterm-256color",
    COLORTERM: "truecolor",
    PS1: "$ ",
  };
  const socket = ["-L", `tidemark-${process.pid}`];
  const tmux = (...args: string[]) => execFileSync("tmux", [...socket, ...args], { env, encoding: "utf8" });
  const screen = () => tmux("capture-pane", "-p", "-e", "-S", "-200");
  const shown = async (words: RegExp) => {
    const isThere = await until(async () => words.test(wordsOf(screen())), WAIT_MS_MAX);
    if (!isThere) throw new Error(`waited in vain for ${words} on the screen:\n${screen()}`);
  };
  const type = async (words: string, then: RegExp) => {
    tmux("send-keys", "-l", words);
    await shown(new RegExp(words.slice(0, 20).replace(/[.*+?^${}()|[\]\\"]/g, ".")));
    tmux("send-keys", "Enter");
    await shown(then);
  };
  const shell = ["bash", "--norc", "--noprofile"];
  const size = ["-x", String(COLUMNS), "-y", String(ROWS)];
  tmux("new-session", "-d", ...size, "-c", stage.project, ...shell);
  try {
    tmux("send-keys", "-l", `alias claude='env -u TMUX ${program} --model claude-sonnet-4-5'; clear`);
    tmux("send-keys", "Enter");
    await shown(/^\$ ?$/m);
    await type("tidemark init --hosts claude-code --yes", /Next: .*\n\$/);
    await type('tidemark remember "The staging database is called heron"', /fct#1/);
    const before = screen().trimEnd();
    await type("claude", /\? for shortcuts|manual mode/);
    await type(QUESTION, /has it as fct#1/);
    await until(async () => !/esc to interrupt/.test(wordsOf(screen())), WAIT_MS_MAX);
    return `${before} claude\n\n${screen()}`;
  } finally {
    tmux("kill-server");
  }
}

function draw(captured: string, { home }: Stage): void {
  const text = captured.replaceAll(home, "~").replace(/\n(\s*\n){2,}/g, "\n\n");
  mkdirSync(dirname(PICTURE), { recursive: true });
  writeFileSync(PICTURE, svgOf(text, { columns: COLUMNS, title: "The first minute in Claude Code" }));
}
