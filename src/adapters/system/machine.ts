import type { Machine } from "../../core/active-context/sync/fill-from-work.ts";

const SYSTEMS: { readonly [platform: string]: string } = {
  aix: "AIX",
  android: "Android",
  darwin: "macOS",
  freebsd: "FreeBSD",
  linux: "Linux",
  openbsd: "OpenBSD",
  win32: "Windows",
};

/** The platform, without anything that identifies the machine. */
export function machineOf(env: NodeJS.ProcessEnv): Machine {
  const shell = (env.SHELL ?? env.ComSpec ?? "").split(/[\\/]/).at(-1) ?? "";
  return {
    os: SYSTEMS[process.platform] ?? process.platform,
    shell: shell.replace(/\.exe$/i, ""),
    runtimes: [`node ${process.versions.node}`],
  };
}
