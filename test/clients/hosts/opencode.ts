import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Client, Stage } from "../client.ts";
import { putJson } from "../drive.ts";
import { platform } from "../install.ts";
import { ROOT } from "../root.ts";

export const opencode: Client = {
  name: "opencode",
  package: "opencode-ai",
  version: "1.18.33",
  runsOn: "itself",
  start: `opencode-${platform().replace("win32", "windows")}/bin/opencode`,
  wire: (stage) => putJson(join(stage.home, ".config", "opencode", "opencode.json"), configOf(stage)),
  environment: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_SHARE: "1",
  }),
  argumentsFor: ({ text, goesOn }) => ["run", ...(goesOn ? ["--continue"] : []), text],
  capture,
  tools: {
    run: (command) => ({ call: "bash", input: { command, description: "Run a command" } }),
    edit: ({ path, from, to }, { project }) => [
      { call: "read", input: { filePath: join(project, path) } },
      { call: "edit", input: { filePath: join(project, path), oldString: from, newString: to } },
    ],
    delegate: (task) => [
      {
        call: "task",
        input: { description: "Look it up", prompt: task, subagent_type: "general" },
      },
    ],
  },
  compaction: { tokens: 99_000, request: /summar/i },
  history: [/^\.local\/share\/opencode\/opencode\.db$/],
};

function configOf({ model }: Stage): object {
  return {
    model: "scripted/scripted",
    small_model: "scripted/scripted",
    autoupdate: false,
    share: "disabled",
    permission: "allow",
    provider: {
      scripted: {
        npm: "@ai-sdk/openai-compatible",
        name: "scripted",
        options: { baseURL: `${model}/v1`, apiKey: "not-a-key" },
        models: {
          scripted: { name: "scripted", tool_call: true, limit: { context: 100_000, output: 4000 } },
        },
      },
    },
  };
}

function capture(stage: Stage): void {
  const folder = join(stage.home, ".config", "opencode", "plugins");
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(ROOT, "test/clients/capture/opencode-plugin.mjs"), join(folder, "capture.js"));
}
