const FLAGS_BYTES = 2;
const LENGTH_MASK = 0xfff;

/**
 * Paths in a git index that begin with a prefix. Git writes a path after two bytes that give its length and before a
 * zero byte, which tells a path from the same letters inside another one. An index of version 4, which only those have
 * who asked for it, leaves out what a path shares with the one before it, and is not understood.
 */
export function pathsInGitIndex(index: Uint8Array, prefix: string): string[] {
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
