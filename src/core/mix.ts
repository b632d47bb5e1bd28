/** A hash of a text as two 32-bit numbers, by multiply-and-mix. It is used for names and gives no security. */
export function mix(text: string): readonly [number, number] {
  let left = 0xdeadbeef;
  let right = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    left = Math.imul(left ^ unit, 2654435761);
    right = Math.imul(right ^ unit, 1597334677);
  }
  const first = Math.imul(left ^ (left >>> 16), 2246822507) ^ Math.imul(right ^ (right >>> 13), 3266489909);
  const second =
    Math.imul(right ^ (right >>> 16), 2246822507) ^ Math.imul(first ^ (first >>> 13), 3266489909);
  return [first >>> 0, second >>> 0];
}
