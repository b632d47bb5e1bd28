const FLAGS_BYTES = 2;
const LENGTH_MASK = 0xfff;

/**
 * Paths in a git index that begin with a prefix. Git writes each path after its length (two bytes) and before a zero byte, so the same
 * letters inside another path do not match. Version 4 of the index leaves out the part that a path shares with the previous one.
 */
export function pathsInGitIndex(index: Uint8Array, prefix: string): string[] {
  if (versionOf(index) === COMPRESSED)
    return compressedPaths(index).filter((path) => path.startsWith(prefix));
  const wanted = Uint8Array.from(prefix, (letter) => letter.charCodeAt(0));
  const found: string[] = [];
  for (let at = FLAGS_BYTES; at <= index.length - wanted.length; at++) {
    if (index[at] !== wanted[0] || !wanted.every((byte, i) => index[at + i] === byte)) continue;
    const length = ((index[at - 2] ?? 0) * 256 + (index[at - 1] ?? 0)) & LENGTH_MASK;
    if (length < wanted.length || index[at + length] !== 0) continue;
    found.push(String.fromCharCode(...index.subarray(at, at + length)));
  }
  return found;
}

const COMPRESSED = 4;
const HEADER_BYTES = 12;
/** The size of a file's times, numbers and hash, which precede its flags. */
const STATE_BYTES = 60;
const EXTENDED_FLAG = 0x40;

const wordAt = (bytes: Uint8Array, at: number): number =>
  bytes.subarray(at, at + 4).reduce((sum, byte) => sum * 256 + byte, 0);

const versionOf = (index: Uint8Array): number => wordAt(index, 4);

/** All paths of an index of version 4. Fails on other formats, such as longer hashes. */
function compressedPaths(index: Uint8Array): string[] {
  const found: string[] = [];
  let [at, path] = [HEADER_BYTES, ""];
  for (let left = wordAt(index, 8); left > 0; left--) {
    at += STATE_BYTES + ((index[at + STATE_BYTES] ?? 0) & EXTENDED_FLAG ? 2 * FLAGS_BYTES : FLAGS_BYTES);
    let byte = index[at++] ?? 0;
    let dropped = byte & 0x7f;
    while (byte & 0x80) {
      byte = index[at++] ?? 0;
      dropped = (dropped + 1) * 128 + (byte & 0x7f);
    }
    const end = index.indexOf(0, at);
    if (end < at || dropped > path.length) throw new Error("The git index has an unknown form.");
    path = path.slice(0, path.length - dropped) + latin1(index.subarray(at, end));
    found.push(path);
    at = end + 1;
  }
  return found;
}

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

const LINK = Uint8Array.from("link", (letter) => letter.charCodeAt(0));
const LINK_HEADER = 8;
const HASH_BYTES = 20;

/** Candidate hashes of the shared part of a split index: the bytes after each word "link". */
export function sharedIndexHashes(index: Uint8Array): string[] {
  const found: string[] = [];
  for (let at = 0; at + LINK_HEADER + HASH_BYTES <= index.length; at++) {
    at = index.indexOf(LINK[0] ?? 0, at);
    if (at < 0) break;
    if (!LINK.every((byte, i) => index[at + i] === byte)) continue;
    const hash = index.subarray(at + LINK_HEADER, at + LINK_HEADER + HASH_BYTES);
    found.push(Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join(""));
  }
  return found;
}
