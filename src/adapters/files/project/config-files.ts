import { basename, dirname, isAbsolute, join } from "node:path";
import { readRegular } from "../../disk/bounded-file.ts";
import { ownedFolder } from "../../disk/owned-folder.ts";

export const CONFIG_FILE = "config.yaml";

/** A config file is written by hand. A larger file is something else. */
const CONFIG_BYTES_MAX = 64 * 1024;

/** The path of the user's own config file, or undefined if the environment names no home. */
export function userConfigFile(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined {
  const folder = platform === "win32" ? env.APPDATA : xdgFolder(env);
  return folder ? join(folder, "tidemark", CONFIG_FILE) : undefined;
}

/** By the XDG rules a relative path is ignored. */
function xdgFolder(env: NodeJS.ProcessEnv): string | undefined {
  if (env.XDG_CONFIG_HOME && isAbsolute(env.XDG_CONFIG_HOME)) return env.XDG_CONFIG_HOME;
  return env.HOME ? join(env.HOME, ".config") : undefined;
}

/** People keep their own settings anywhere and link to them. A project's settings come with its repository. */
export const userConfigBytes = (file: string): Buffer | undefined => readRegular(file, CONFIG_BYTES_MAX);
export function projectConfigBytes(file: string): Buffer | undefined {
  const folder = ownedFolder(dirname(file));
  return folder.look(basename(file)) === undefined
    ? undefined
    : folder.read(basename(file), CONFIG_BYTES_MAX);
}

/**
 * False if no settings file and no variable can mention recording, so that a hook need not load the parser. An unreadable file may mention
 * anything.
 */
export function maySetRecording(memoryDir: string, env: NodeJS.ProcessEnv): boolean {
  if (env.TIDEMARK_MEMORY_ENABLED || env.TIDEMARK_IGNORE) return true;
  const userFiles = configEnvironments(env).flatMap((each) => userConfigFile(each, process.platform) ?? []);
  try {
    const texts = [...userFiles.map(userConfigBytes), projectConfigBytes(join(memoryDir, CONFIG_FILE))];
    return texts.some((text) => text !== undefined && mentionsRecording(text.toString("utf8")));
  } catch {
    return true;
  }
}

/** The same for one project's file alone. A file of another user counts for nothing. */
export function mayProjectSetRecording(memoryDir: string): boolean {
  try {
    const text = projectConfigBytes(join(memoryDir, CONFIG_FILE));
    return text !== undefined && mentionsRecording(text.toString("utf8"));
  } catch {
    return false;
  }
}

/**
 * A host's settings in a repository can set XDG_CONFIG_HOME for its hooks. So settings that turn recording off are also read from the
 * default place.
 */
export function configEnvironments(env: NodeJS.ProcessEnv): readonly NodeJS.ProcessEnv[] {
  const { XDG_CONFIG_HOME, ...rest } = env;
  return XDG_CONFIG_HOME ? [env, rest] : [env];
}

/** By name, or by a form of YAML in which a name can be written differently. Comments are ignored. */
function mentionsRecording(text: string): boolean {
  return text
    .split("\n")
    .some((line) => !/^\s*#/.test(line) && /\b(?:memory|recording|enabled|ignore)\b|[\\&*!?]/.test(line));
}
