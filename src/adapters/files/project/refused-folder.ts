import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isAnswered, mountType, systemMounts } from "../../disk/mounts.ts";

/** What the check asks the operating system. Tests pass their own answers. */
export type PlaceProbe = {
  readonly platform: NodeJS.Platform;
  /** The mounts of this process in the form of /proc/self/mountinfo. */
  readonly mounts: () => string;
};

export const SYSTEM_PROBE: PlaceProbe = { platform: process.platform, mounts: systemMounts };

/** FUSE programs that keep files on this machine. Any other may use a network. */
const LOCAL_FUSE =
  /^(?:fuseblk|fuse\.(?:fuse-overlayfs|mergerfs|gocryptfs|encfs|cryfs|securefs|bindfs|unionfs|unionfs-fuse|ntfs-3g|lxcfs))$/;

/** Folder names that sync programs use, as whole path segments. */
const CLOUD_FOLDER =
  /^(?:Dropbox(?: \(.+\))?|OneDrive(?: ?- ?.+)?|Google ?Drive|GoogleDrive-.+|My Drive|Mobile Documents|com~apple~CloudDocs|iCloud ?Drive|CloudStorage|Box|Box Sync|Nextcloud|ownCloud|pCloud(?: ?Drive| ?Sync)?|MEGA|MEGAsync|SynologyDrive|Proton Drive|Seafile|Seadrive|Yandex\.Disk|Tresorit)$/;

/** Why memory is not safe in a folder, as the end of "that is …", or undefined if it is safe. */
export function refusalOf(dir: string, probe: PlaceProbe): string | undefined {
  const network = probe.platform === "win32" ? uncShare(dir) : undefined;
  if (network) return network;
  const real = realPathOf(dir);
  if (probe.platform === "win32" && uncShare(real)) return uncShare(real);
  const cloud = cloudFolder(real);
  if (cloud) return cloud;
  return probe.platform === "linux" ? networkMount(real, probe) : undefined;
}

/** The path with links resolved as far as it exists. On Windows this also resolves a mapped drive. */
function realPathOf(dir: string): string {
  try {
    return realpathSync.native(dir);
  } catch {
    return dirname(dir) === dir ? dir : join(realPathOf(dirname(dir)), basename(dir));
  }
}

function uncShare(path: string): string | undefined {
  const isUnc = /^[\\/]{2}(?:[^\\/?.]|\?[\\/]UNC[\\/])/i.test(path);
  return isUnc ? "on a network share" : undefined;
}

function cloudFolder(path: string): string | undefined {
  const folder = path.split(/[\\/]/).find((name) => CLOUD_FOLDER.test(name));
  return folder && `inside a folder ("${folder}") that a program synchronises`;
}

function networkMount(path: string, probe: PlaceProbe): string | undefined {
  const type = mountType(path, probe.mounts());
  const isShared = type !== undefined && isAnswered(type) && !LOCAL_FUSE.test(type);
  return isShared ? `on a network or shared file system (${type})` : undefined;
}
