import { readFileSync } from "node:fs";

/** The mounts of this process, in the form of /proc/self/mountinfo. The kernel answers; no mounted file system is asked. */
export function systemMounts(): string {
  try {
    return readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    return "";
  }
}

type Mount = { readonly point: string; readonly type: string };

function mountsIn(mountinfo: string): readonly Mount[] {
  return [...mountinfo.matchAll(/^\d+ \d+ \S+ \S+ (\S+) .*? - (\S+) /gm)].map(
    ([, point = "", type = ""]) => ({
      point: point.replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8))),
      type,
    }),
  );
}

/** The file-system type of the mount that contains a path: the last listed of the longest matching ones. */
export function mountType(path: string, mountinfo: string): string | undefined {
  let best: Mount | undefined;
  for (const { point, type } of mountsIn(mountinfo)) {
    const holds = point === "/" || path === point || path.startsWith(`${point}/`);
    if (holds && point.length >= (best?.point.length ?? 0)) best = { point, type };
  }
  return best?.type;
}

/** File systems for which another machine or program answers, or fails to answer. */
const ANSWERED =
  "(?:nfs|cifs|smb|fuse|9p|afs|ceph|lustre|gpfs|virtiofs|vboxsf|prl_fs|vmhgfs|beegfs|gfs2|ocfs2|coda|ncp)";
export const isAnswered = (type: string): boolean => new RegExp(`^${ANSWERED}`).test(type);

/** Mounts that the system makes for itself, to which links and git folders of projects do not lead. */
const OF_THE_SYSTEM =
  /^\/(?:proc|sys|dev|run|snap|var\/lib\/lxcfs|usr\/lib\/wsl|mnt\/(?:[a-z]|wslg?))(?:\/|$)/;

/**
 * Whether a system call on one of these paths may block for ever. The paths themselves are not touched: a link or a git folder may lead
 * from them to any mount, so every mount counts that is not the system's own.
 */
export function mayBlock(paths: readonly string[], mounts = systemMounts()): boolean {
  if (process.platform !== "linux")
    return paths.some((path) => /^(?:\/(?:Volumes|Network|net)\/|[\\/]{2})/.test(path));
  const waiting = mountsIn(mounts).filter(({ type }) => isAnswered(type) || type === "autofs");
  return waiting.some(
    ({ point }) => !OF_THE_SYSTEM.test(point) || paths.some((path) => `${path}/`.startsWith(`${point}/`)),
  );
}
