import { basename, dirname, isAbsolute, join } from "node:path";
import { readRegular } from "../../disk/bounded-file.ts";
import { ownedFolder } from "../../disk/owned-folder.ts";

export const CONFIG_FILE = "config.yaml";

/** A config file is written by hand; one above this size is some other file. */
const CONFIG_BYTES_MAX = 64 * 1024;

/** Where a user's own config lies, or undefined when the environment names no home. */
export function userConfigFile(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined {
  const folder = platform === "win32" ? env.APPDATA : xdgFolder(env);
  return folder ? join(folder, "tidemark", CONFIG_FILE) : undefined;
}

/** The XDG rules say that a relative path there is to be ignored. */
function xdgFolder(env: NodeJS.ProcessEnv): string | undefined {
  if (env.XDG_CONFIG_HOME && isAbsolute(env.XDG_CONFIG_HOME)) return env.XDG_CONFIG_HOME;
  return env.HOME ? join(env.HOME, ".config") : undefined;
}

/** People keep their own settings where they like and link to them; those of a project come with its repository. */
export const userConfigBytes = (file: string): Buffer | undefined => readRegular(file, CONFIG_BYTES_MAX);
export function projectConfigBytes(file: string): Buffer | undefined {
  const folder = ownedFolder(dirname(file));
  return folder.look(basename(file)) === undefined
    ? undefined
    : folder.read(basename(file), CONFIG_BYTES_MAX);
}

/**
 * False when no settings file and no variable can say anything about recording, so that a hook need not load the parser.
 * A file that cannot be read may say anything.
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

/** The same of one project's file alone. One that is not this user's says nothing. */
export function mayProjectSetRecording(memoryDir: string): boolean {
  try {
    const text = projectConfigBytes(join(memoryDir, CONFIG_FILE));
    return text !== undefined && mentionsRecording(text.toString("utf8"));
  } catch {
    return false;
  }
}

/**
 * The settings that a repository ships for a host can set XDG_CONFIG_HOME for its hooks. What turns recording off is
 * therefore also read where it lies without that variable.
 */
export function configEnvironments(env: NodeJS.ProcessEnv): readonly NodeJS.ProcessEnv[] {
  const { XDG_CONFIG_HOME, ...rest } = env;
  return XDG_CONFIG_HOME ? [env, rest] : [env];
}

/** By a name, or by a form of YAML in which a name can be written otherwise. Comments count for nothing. */
function mentionsRecording(text: string): boolean {
  return text
    .split("\n")
    .some((line) => !/^\s*#/.test(line) && /\b(?:memory|recording|enabled|ignore)\b|[\\&*!?]/.test(line));
}
