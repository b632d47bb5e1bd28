import { expect, test } from "vitest";
import { mayBlock } from "../../src/adapters/disk/mounts.ts";

const mounts = (...places: readonly (readonly [point: string, type: string])[]): string =>
  places.map(([point, type], i) => `${i} 0 0:${i} / ${point} rw shared:1 - ${type} from rw\n`).join("");

const onLinux = test.runIf(process.platform === "linux");

onLinux.each([
  ["a local disk", mounts(["/", "ext4"], ["/home", "btrfs"]), false],
  ["the project on another machine", mounts(["/", "ext4"], ["/home/kim", "nfs4"]), true],
  ["another machine to which a link may lead", mounts(["/", "ext4"], ["/srv/work", "cifs"]), true],
  ["a folder that is mounted when it is first used", mounts(["/", "ext4"], ["/net", "autofs"]), true],
  ["a folder whose name has a space", mounts(["/", "ext4"], ["/home/kim/my\\040disk", "fuse.sshfs"]), true],
  ["a system on another machine", mounts(["/", "nfs4"]), true],
  [
    "the mounts of a desktop environment",
    mounts(["/", "ext4"], ["/run/user/1000/doc", "fuse.portal"], ["/proc/sys/fs/binfmt_misc", "autofs"]),
    false,
  ],
  ["the disk of Windows", mounts(["/", "ext4"], ["/mnt/c", "9p"]), false],
])("a hook needs a watchdog where file calls may block: %s", (_, mountinfo, expected) => {
  expect(mayBlock(["/home/kim/project"], mountinfo)).toBe(expected);
});

onLinux("a hook in a project on the disk of Windows needs a watchdog", () => {
  expect(mayBlock(["/mnt/c/project"], mounts(["/", "ext4"], ["/mnt/c", "9p"]))).toBe(true);
});
