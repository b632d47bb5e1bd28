import { readFileSync, realpathSync, statfsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** What the check of a place asks the operating system. Tests hand in a world of their own. */
export type PlaceProbe = {
  readonly platform: NodeJS.Platform;
  readonly statfs: (path: string) => { readonly type: number };
  /** The mounts of this process in the form of /proc/self/mountinfo. */
  readonly mounts: () => string;
};

export const SYSTEM_PROBE: PlaceProbe = {
  platform: process.platform,
  statfs: (path) => statfsSync(path),
  mounts: () => readFileSync("/proc/self/mountinfo", "utf8"),
};

/** Linux's numbers (statfs.f_type) for file systems that other machines or a host system share with us. */
const NETWORK_TYPES: { readonly [type: number]: string } = {
  26985: "NFS",
  20859: "SMB",
  4283649346: "CIFS",
  4266872130: "SMB2",
  16914839: "9p",
  1397113167: "AFS",
  1799439955: "AFS",
  12805120: "Ceph",
  198183888: "Lustre",
  1196443219: "GPFS",
  2020557398: "vboxsf",
  3133910204: "vmhgfs",
  2088527475: "prl_fs",
  428016422: "BeeGFS",
  18225520: "GFS2",
  1952539503: "OCFS2",
  1937076805: "Coda",
  22092: "NCP",
};
const FUSE_TYPE = 0x65735546;

/** Programs behind FUSE that keep files on this machine. Any other may reach over a network. */
const LOCAL_FUSE: readonly string[] = [
  "fuseblk",
  "fuse.fuse-overlayfs",
  "fuse.mergerfs",
  "fuse.gocryptfs",
  "fuse.encfs",
  "fuse.cryfs",
  "fuse.securefs",
  "fuse.bindfs",
  "fuse.unionfs",
  "fuse.unionfs-fuse",
  "fuse.ntfs-3g",
  "fuse.lxcfs",
];

/** Folder names that sync programs use, as whole path segments. */
const CLOUD_FOLDERS: readonly (readonly [name: RegExp, program: string])[] = [
  [/^Dropbox( \(.+\))?$/, "Dropbox"],
  [/^OneDrive( ?- ?.+)?$/, "OneDrive"],
  [/^(Google ?Drive|GoogleDrive-.+|My Drive)$/, "Google Drive"],
  [/^(Mobile Documents|com~apple~CloudDocs|iCloud ?Drive)$/, "iCloud"],
  [/^CloudStorage$/, "a cloud-storage program"],
  [/^(Box|Box Sync)$/, "Box"],
  [/^Nextcloud$/, "Nextcloud"],
  [/^ownCloud$/, "ownCloud"],
  [/^(pCloud ?Drive|pCloud ?Sync|pCloud)$/, "pCloud"],
  [/^(MEGA|MEGAsync)$/, "MEGA"],
  [/^SynologyDrive$/, "Synology Drive"],
  [/^Proton Drive$/, "Proton Drive"],
  [/^(Seafile|Seadrive)$/, "Seafile"],
  [/^Yandex\.Disk$/, "Yandex Disk"],
  [/^Tresorit$/, "Tresorit"],
];

/** Why memory is not safe in a folder, as the end of "that is …", or undefined when it is. */
export function refusalOf(dir: string, probe: PlaceProbe): string | undefined {
  const network = probe.platform === "win32" ? uncShare(dir) : undefined;
  if (network) return network;
  const { real, existing } = realPathOf(dir);
  if (probe.platform === "win32" && uncShare(real)) return uncShare(real);
  const cloud = cloudFolder(real);
  if (cloud) return cloud;
  return probe.platform === "linux" ? networkMount(existing, probe) : undefined;
}

/** The path with links resolved as far as it exists, and its deepest folder that does. */
function realPathOf(dir: string): { real: string; existing: string } {
  try {
    const real = realpathSync.native(dir);
    return { real, existing: real };
  } catch {
    if (dirname(dir) === dir) return { real: dir, existing: dir };
    const above = realPathOf(dirname(dir));
    return { real: join(above.real, basename(dir)), existing: above.existing };
  }
}

function uncShare(path: string): string | undefined {
  const isUnc = /^[\\/]{2}(?:[^\\/?.]|\?[\\/]UNC[\\/])/i.test(path);
  return isUnc ? "on a network share" : undefined;
}

function cloudFolder(path: string): string | undefined {
  for (const segment of path.split(/[\\/]/)) {
    const program = CLOUD_FOLDERS.find(([name]) => name.test(segment))?.[1];
    if (program) return `inside a folder ("${segment}") that ${program} synchronises`;
  }
  return undefined;
}

function networkMount(existing: string, probe: PlaceProbe): string | undefined {
  const type = probe.statfs(existing).type >>> 0;
  const name = NETWORK_TYPES[type];
  if (name) return `on a network or shared file system (${name})`;
  if (type !== FUSE_TYPE) return undefined;
  const program = mountType(existing, probe.mounts()) ?? "fuse";
  return LOCAL_FUSE.includes(program) ? undefined : `on a network or shared file system (${program})`;
}

/** The file-system type of the mount that holds a path: the last one listed of the longest that fits. */
function mountType(path: string, mountinfo: string): string | undefined {
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
