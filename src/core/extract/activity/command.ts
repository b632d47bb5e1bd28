/** A command as typed, and its normalized parts. */
export type Command = {
  /** As it was typed, on one line. */
  readonly typed: string;
  /** Without folder, environment, what its output was piped into, and spaces that say nothing. */
  readonly base: string;
  readonly folder: string;
  readonly environment: string;
  /** Its exit code is that of the last command of a pipe, and says nothing of its own. */
  readonly isPiped: boolean;
};

/** A longer command is a program: it is not typed a second time. */
const TYPED_MAX = 2000;
const ASSIGNMENT = /^(?:export\s+)?[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s;&|"']*)(?:\s*(?:&&|;)\s*|\s+)/;
const FOLDER = /^(?:cd|pushd)\s+("[^"]*"|'[^']*'|[^\s;&|]+)\s*(?:&&|;)\s*/;
const WRAPPER =
  /^(?:time|env|command|nice|nohup|exec|timeout\s+[\d.]+[smh]?|set\s+-[a-z]+(?:\s+pipefail)?\s*(?:&&|;))\s+/;
/** What only looks at the output of the command before it. */
const LOOKING =
  /\s*\|\s*&?\s*(?:tail|head|grep|egrep|rg|tee|less|more|cat|sed|awk|wc|sort|uniq|jq|cut|tr|xargs echo|Select-Object|Select-String)\b[^|]*$/;
const REDIRECTION = /\s*(?:\d?>>?\s*(?:&\d|\/dev\/null|[^\s&|;]+)|&>\s*\S+|<\s*\/dev\/null)\s*$/;
const AFTERWARDS = /\s*(?:\|\||;|&&)\s*(?:true|:|echo\b[^|&;]*|exit \d+)\s*$/;
/** Each round takes one thing off. */
const ROUNDS = 12;

/** Reads a command: the same thing run from another folder, or with its output cut, is the same command. */
export function commandIn(text: string): Command {
  const typed = text.slice(0, TYPED_MAX).replace(/\s+/gu, " ").trim();
  let [base, folder, environment] = [typed, "", ""];
  for (let round = 0; round < ROUNDS; round++) {
    const before = base;
    const moved = FOLDER.exec(base);
    if (moved) [folder, base] = [(moved[1] ?? "").replace(/["']/g, ""), base.slice(moved[0].length)];
    const set = ASSIGNMENT.exec(base);
    if (set) [environment, base] = [`${environment} ${set[0].trim()}`.trim(), base.slice(set[0].length)];
    base = base.replace(WRAPPER, "");
    if (base === before) break;
  }
  const front = base;
  for (let round = 0; round < ROUNDS; round++) {
    const before = base;
    base = base.replace(LOOKING, "").replace(REDIRECTION, "").replace(AFTERWARDS, "");
    if (base === before) break;
  }
  const isPiped = front !== base && /\||;|&&/.test(front.slice(base.length));
  return { typed, base: base.trim(), folder, environment, isPiped };
}

/** The commands of a chain: where `a && b` passed, both of them passed. */
export const chainedCommands = (base: string): string[] => base.split(/\s*&&\s*/);
