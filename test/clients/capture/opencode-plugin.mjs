/** An opencode plugin for recordings: it saves each hook call and each event of opencode's bus. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const HOOKS = [
  "chat.message",
  "chat.params",
  "permission.ask",
  "tool.execute.before",
  "tool.execute.after",
  "command.execute.before",
  "experimental.session.compacting",
  "experimental.text.complete",
];

/** Events that a recording does not need: hundreds of internal messages, and text while it is typed. */
const IGNORED = /^(plugin|catalog|reference|integration|file\.watcher|message\.part\.delta|session\.diff|server)/;

function save(event, payload) {
  const folder = process.env.CAPTURED;
  const began = Math.round((performance.timeOrigin + performance.now()) * 1000);
  mkdirSync(folder, { recursive: true });
  const saved = { event, cwd: process.cwd(), ...payload };
  writeFileSync(join(folder, `${began}-${process.pid}-${event}.json`), `${JSON.stringify(saved, null, 2)}\n`);
}

export const Capture = async ({ directory, worktree }) => {
  save("plugin", { input: { directory, worktree } });
  const hooks = { event: async ({ event }) => {
      if (!IGNORED.test(event.type)) save(`event.${event.type}`, { input: event });
    },
  };
  for (const name of HOOKS) hooks[name] = async (input, output) => save(name, { input, output });
  return hooks;
};
