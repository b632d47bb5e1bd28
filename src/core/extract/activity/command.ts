/** A command as typed, and its normalized parts. */
export type Command = {
  /** As it was typed, on one line. */
  readonly typed: string;
  /** Without folder, environment, pipes and redundant spaces. */
  readonly base: string;
  readonly folder: string;
  readonly environment: string;
  /** Whether it is a pipe. Then its exit code is that of the last command and says nothing about the others. */
  readonly isPiped: boolean;
};

/** A longer command is a script and is not typed again. */
const TYPED_MAX = 2000;
const ASSIGNMENT = /^(?:export\s+)?[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s;&|"']*)(?:\s*(?:&&|;)\s*|\s+)/;
const FOLDER = /^(?:cd|pushd)\s+("[^"]*"|'[^']*'|[^\s;&|]+)\s*(?:&&|;)\s*/;
const WRAPPER =
  /^(?:time|env|command|nice|nohup|exec|timeout\s+[\d.]+[smh]?|set\s+-[a-z]+(?:\s+pipefail)?\s*(?:&&|;))\s+/;
/** Commands that only show the output of the command before them. */
const LOOKING =
  /\s*\|\s*&?\s*(?:tail|head|grep|egrep|rg|tee|less|more|cat|sed|awk|wc|sort|uniq|jq|cut|tr|xargs echo|Select-Object|Select-String)\b[^|]*$/;
const REDIRECTION = /\s*(?:\d?>>?\s*(?:&\d|\/dev\/null|[^\s&|;]+)|&>\s*\S+|<\s*\/dev\/null)\s*$/;
const AFTERWARDS = /\s*(?:\|\||;|&&)\s*(?:true|:|echo\b[^|&;]*|exit \d+)\s*$/;
/** Maximum number of prefixes and suffixes that are removed, one per round. */
const ROUNDS = 12;

/** Parses a command. The same command in another folder, or with shortened output, has the same base. */
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

/** The commands of a chain: if `a && b` passed, both passed. */
export const chainedCommands = (base: string): string[] => base.split(/\s*&&\s*/);
