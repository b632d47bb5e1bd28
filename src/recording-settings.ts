import { userInfo } from "node:os";
import { configEnvironments } from "./adapters/files/project/config-files.ts";
import type { ProjectPlace } from "./adapters/files/project/find-project.ts";
import { readConfigFiles } from "./adapters/files/project/read-config.ts";
import { environmentValues, mergeConfig } from "./core/config/config.ts";
import { matchingIgnorePattern } from "./core/recording/ignore-list.ts";
import type { RecordingSettings } from "./recording.ts";

/** Reads the settings that turn recording off in a project. Unreadable settings count as possibly turning it off. */
export async function recordingSettings(
  { memoryDir, root }: ProjectPlace,
  env: NodeJS.ProcessEnv,
): Promise<RecordingSettings> {
  try {
    const environment = environmentValues(env);
    let isEnabled = true;
    const lists = [environment["recording.ignore"]];
    for (const each of configEnvironments(env)) {
      const files = await readConfigFiles(memoryDir, each);
      isEnabled &&= mergeConfig({ ...files, environment }).config.memory.enabled;
      lists.push(files.user?.["recording.ignore"]);
    }
    // A project's settings for a host may set HOME, and must not redirect a pattern such as ~/clients.
    const homes = [env.HOME, env.USERPROFILE, userInfo().homedir].flatMap((home) => home || []);
    // Lists are merged: a variable that a project's settings may set must not empty the user's own list.
    const named = lists.flatMap((list) =>
      list === undefined ? [] : homes.map((home) => matchingIgnorePattern(list, root, home)),
    );
    return { isEnabled, ignoredBy: named.find((pattern) => pattern !== undefined) };
  } catch (error) {
    return { isEnabled: true, problem: error instanceof Error ? error.message : String(error) };
  }
}
