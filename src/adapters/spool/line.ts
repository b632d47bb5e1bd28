import type { Draft } from "../../core/tape/event.ts";

/** One waiting event as a line: a checksum, so that a torn or flipped line is seen, and the event. */
export function lineOf(draft: Draft): string {
  const json = JSON.stringify(draft);
  return `${checksum(json)} ${json}\n`;
}

/** The event of a line, or undefined when the line is not what was written. */
export function draftOf(line: string): Draft | undefined {
  const json = line.slice(9);
  return line[8] === " " && line.slice(0, 8) === checksum(json) ? (JSON.parse(json) as Draft) : undefined;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** CRC-32 over UTF-16 units, low byte then high. Node 20 has none built in. */
function checksum(text: string): string {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    crc = (crc >>> 8) ^ (TABLE[(crc ^ unit) & 0xff] ?? 0);
    crc = (crc >>> 8) ^ (TABLE[(crc ^ (unit >>> 8)) & 0xff] ?? 0);
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}
