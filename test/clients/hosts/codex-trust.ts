/**
 * Codex runs a hook only after its user has trusted the exact command line, and skips other hooks silently.
 * Its own screens list hooks and record trust through its app server; this code does the same.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Program } from "../client.ts";
import { type Fields, fields, list, text } from "../wires/json.ts";

const SERVER_MS_MAX = 30_000;

export type Codex = { readonly program: Program; readonly env: NodeJS.ProcessEnv; readonly project: string };

/** Trusts all hooks that Codex would run in the project, and returns their number. */
export async function trustHooks({ program, env, project }: Codex): Promise<number> {
  const server = open(program, env, project);
  try {
    await server.ask("initialize", { clientInfo: { name: "recorder", version: "1" } });
    server.tell("initialized");
    const listed = await server.ask("hooks/list", { cwds: [project] });
    const hooks = list(listed.data).flatMap((entry) => list(entry.hooks));
    const trusted = hooks.map((hook) => [text(hook.key), { trusted_hash: text(hook.currentHash) }]);
    const edit = { keyPath: "hooks.state", value: Object.fromEntries(trusted), mergeStrategy: "upsert" };
    await server.ask("config/batchWrite", { edits: [edit] });
    return hooks.length;
  } finally {
    server.close();
  }
}

type Server = {
  readonly ask: (method: string, params: object) => Promise<Fields>;
  readonly tell: (method: string) => void;
  readonly close: () => void;
};

function open(program: Program, env: NodeJS.ProcessEnv, cwd: string): Server {
  const child = spawn(program[0], [...program.slice(1), "app-server"], {
    cwd,
    env,
    stdio: ["pipe", "pipe", "ignore"],
    timeout: SERVER_MS_MAX,
  });
  const waiting = new Map<number, (answer: Fields) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const answer = fields(JSON.parse(line));
    if (typeof answer.id === "number") waiting.get(answer.id)?.(answer);
  });
  child.on("exit", () => {
    for (const settle of waiting.values()) settle({ error: "the app server ended" });
  });
  const write = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  return {
    ask: async (method, params) => {
      const id = waiting.size + 1;
      const answered = new Promise<Fields>((settle) => waiting.set(id, settle));
      write({ id, method, params });
      const answer = await answered;
      if (answer.error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
      return fields(answer.result);
    },
    tell: (method) => void write({ method }),
    close: () => void child.kill(),
  };
}
