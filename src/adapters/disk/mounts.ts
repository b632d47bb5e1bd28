import { readFileSync } from "node:fs";

/** The mounts of this process, in the form of /proc/self/mountinfo. The kernel answers; no mounted file system is asked. */
export function systemMounts(): string {
  try {
    return readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    return "";
  }
}

/** The file-system type of the mount that contains a path: the last listed of the longest matching ones. */
export function mountType(path: string, mountinfo: string): string | undefined {
  let best: { point: string; type: string } | undefined;
  for (const line of mountinfo.split("\n")) {
    const match = /^\d+ \d+ \S+ \S+ (\S+) .*? - (\S+) /.exec(line);
    if (!match) continue;
    const [, escaped = "", type = ""] = match;
    const point = escaped.replace(/\\([0-7]{3})/g, (_, octal) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    const holds = point === "/" || path === point || path.startsWith(`${point}/`);
    if (holds && point.length >= (best?.point.length ?? 0)) best = { point, type };
  }
  return best?.type;
}

/** File systems for which another machine or program answers, or fails to answer. */
const ANSWERED =
  "(?:nfs|cifs|smb|fuse|9p|afs|ceph|lustre|gpfs|virtiofs|vboxsf|prl_fs|vmhgfs|beegfs|gfs2|ocfs2|coda|ncp)";
export const isAnswered = (type: string): boolean => new RegExp(`^${ANSWERED}`).test(type);

/** Whether a system call on one of these paths may block for ever. The paths themselves are not touched. */
export function mayBlock(paths: readonly string[]): boolean {
  if (process.platform !== "linux")
    return paths.some((path) => /^(?:\/(?:Volumes|Network|net)\/|[\\/]{2})/.test(path));
  const mounts = systemMounts();
  // Usually there is no such mount, and a hook has no time to check each path.
  return (
    new RegExp(` - ${ANSWERED}`).test(mounts) &&
    paths.some((path) => isAnswered(mountType(path, mounts) ?? ""))
  );
}
