import { sipHash } from "../../core/siphash.ts";
import type { TapeEnd } from "../../ports/store.ts";
import { fill } from "../disk/descriptors.ts";
import type { OwnedFolder } from "../disk/owned-folder.ts";

const FILE = "anchor";
/** Each head has a slot that depends on its position, so that a slower process does not overwrite a newer head. */
const SLOTS = 8;
const POSITION_DIGITS = 16;
const SLOT_BYTES = 96;

/** The durable heads of a tape, in a file of fixed size. A slot that was half written in a power cut is ignored. */
export type AnchorFile = {
  readonly read: () => TapeEnd | undefined;
  readonly raise: (head: TapeEnd) => void;
  readonly reset: (head: TapeEnd) => void;
  readonly close: () => void;
};

export function anchorFile(folder: OwnedFolder): AnchorFile {
  const { calls } = folder;
  let fd: number | undefined;
  const opened = (): number => {
    if (fd !== undefined) return fd;
    if (folder.stat(FILE) === undefined) folder.create(FILE, Buffer.alloc(SLOTS * SLOT_BYTES, " "));
    fd = folder.open(FILE, "update");
    return fd;
  };
  const highest = (descriptor: number): TapeEnd | undefined => {
    const bytes = Buffer.alloc(SLOTS * SLOT_BYTES, " ");
    fill(calls, descriptor, { bytes, offset: 0 });
    return highestIn(bytes.toString("latin1"));
  };
  return {
    read: () => {
      if (fd !== undefined) return highest(fd);
      const text = folder.read(FILE, SLOTS * SLOT_BYTES)?.toString("latin1");
      return text === undefined ? undefined : highestIn(text);
    },
    raise: (head) => {
      const descriptor = opened();
      if ((highest(descriptor)?.position ?? 0) >= head.position) return;
      calls.writeSync(descriptor, slotOf(head), (head.position % SLOTS) * SLOT_BYTES);
    },
    reset: (head) => {
      const blank = Array.from({ length: SLOTS }, () => " ".repeat(SLOT_BYTES));
      calls.writeSync(opened(), [slotOf(head), ...blank.slice(1)].join(""), 0);
    },
    close: () => {
      if (fd !== undefined) calls.closeSync(fd);
      fd = undefined;
    },
  };
}

function slotOf({ position, hash }: TapeEnd): string {
  const text = `${String(position).padStart(POSITION_DIGITS, "0")} ${hash}`;
  return `${text} ${checksum(text)}`.padEnd(SLOT_BYTES - 1).concat("\n");
}

function highestIn(text: string): TapeEnd | undefined {
  let best: TapeEnd | undefined;
  for (let at = 0; at < text.length; at += SLOT_BYTES) {
    const [, said, position, hash, sum] =
      /^((\d{16}) ([0-9a-f]{64})) ([0-9a-f]{8}) *\n?$/.exec(text.slice(at, at + SLOT_BYTES)) ?? [];
    if (said === undefined || hash === undefined || checksum(said) !== sum) continue;
    if (Number(position) > (best?.position ?? -1)) best = { position: Number(position), hash };
  }
  return best;
}

/** Detects torn writes only: nobody else can write here. */
const checksum = (text: string): string => sipHash([0, 0, 0, 0], text).slice(0, 8);
