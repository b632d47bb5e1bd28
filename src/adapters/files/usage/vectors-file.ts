import { createHash } from "node:crypto";
import {
  type Direction,
  NUMBERS_MAX,
  type VectorRow,
  type VectorStore,
} from "../../../core/recall/index/vectors.ts";
import type { Vectors } from "../../../ports/vectors.ts";
import { type OwnedFolder, ownedFolder } from "../../disk/owned-folder.ts";
import { cachedLook } from "./cached-look.ts";
import { sentTokens } from "./sent-tokens.ts";

export const VECTORS_FILE = "vectors.bin";
const SCHEMA = "vectors.v1";
/** Vectors and their metadata; a larger file was not written by Tidemark. */
const BYTES_MAX = 4 * NUMBERS_MAX;
/** Integers stored for each row: part, position, two for its fingerprint, sum of its squares. */
const FIELDS = 5;

/**
 * Vectors in `.tidemark/vectors.bin`: a hash of everything that follows, a line of JSON, the keys, the marks, the numbers. Every change is
 * a new file under the old name.
 */
export function vectorsFile(memoryDir: string): Vectors {
  const memory = ownedFolder(memoryDir);
  const look = cachedLook(memory, VECTORS_FILE, lookAt);
  return {
    read: (space) => {
      const { kept } = look();
      return space === undefined || kept?.space === space ? kept : undefined;
    },
    write: (kept) => {
      dropLeftBehind(memory);
      memory.replace(VECTORS_FILE, printVectors(kept));
    },
    drop: () => {
      if (!memory.exists()) return;
      dropLeftBehind(memory);
      memory.remove(VECTORS_FILE, { recursive: true });
    },
    health: () => {
      const { state, kept, bytes } = look();
      const problem = kept?.problem === undefined ? {} : { problem: kept.problem };
      return { state, passages: kept?.rows.length ?? 0, bytes, ...problem };
    },
    ...sentTokens(memory),
  };
}

/** Writing takes less than a second. A file of this age was left by a process that died. */
const LEFT_MS = 60_000;

function dropLeftBehind(memory: OwnedFolder): void {
  for (const name of memory.list()) {
    if (!name.startsWith(`${VECTORS_FILE}.`)) continue;
    const written = memory.look(name)?.mtimeMs ?? 0;
    if (Math.abs(Date.now() - written) > LEFT_MS) memory.remove(name);
  }
}

type VectorsState = {
  readonly state: "none" | "good" | "unreadable";
  readonly kept?: VectorStore;
  readonly bytes: number;
};

function lookAt(memory: OwnedFolder): VectorsState {
  let bytes = 0;
  try {
    bytes = memory.look(VECTORS_FILE)?.size ?? 0;
    const file = memory.read(VECTORS_FILE, BYTES_MAX);
    if (file === undefined) return { state: "none", bytes: 0 };
    const kept = parseVectors(file);
    if (kept) return { state: "good", kept, bytes };
  } catch {
    // Not a file of ours. Vectors can be made again.
  }
  return { state: "unreadable", bytes };
}

type Head = Omit<VectorStore, "anchors" | "rows"> & {
  readonly schema_version: string;
  readonly anchors: number;
  readonly rows: number;
  /** Bytes of the keys. */
  readonly keys: number;
};

function printVectors(kept: VectorStore): Buffer {
  const { anchors, rows, ...rest } = kept;
  const keys = Buffer.from(JSON.stringify(rows.map(({ key }) => key)));
  const counts = { anchors: anchors.length, rows: rows.length, keys: keys.length };
  const head: Head = { schema_version: SCHEMA, ...rest, ...counts };
  const marks = Uint32Array.from([
    ...anchors.map(({ squares }) => squares),
    ...rows.flatMap(({ part, position, print, squares }) => [part, position, ...print, squares]),
  ]);
  const numbers = Buffer.alloc((anchors.length + rows.length) * kept.dimensions);
  for (const [i, { numbers: own }] of [...anchors, ...rows].entries())
    numbers.set(new Uint8Array(own.buffer, own.byteOffset, own.length), i * kept.dimensions);
  const body = Buffer.concat([
    Buffer.from(`${JSON.stringify(head)}\n`),
    keys,
    Buffer.from(marks.buffer),
    numbers,
  ]);
  return Buffer.concat([Buffer.from(`${hashOf(body)}\n`), body]);
}

const hashOf = (body: Uint8Array): string => createHash("sha256").update(body).digest("hex");

/** Undefined if the file was changed or damaged. */
function parseVectors(file: Buffer): VectorStore | undefined {
  const hashEnd = file.indexOf("\n");
  const body = file.subarray(hashEnd + 1);
  if (hashEnd !== 64 || file.toString("latin1", 0, 64) !== hashOf(body)) return undefined;
  const headEnd = body.indexOf("\n");
  const head = JSON.parse(body.toString("utf8", 0, headEnd)) as Head;
  if (head.schema_version !== SCHEMA) return undefined;
  const { schema_version: _schema, anchors, rows, keys, ...rest } = head;
  const keysEnd = headEnd + 1 + keys;
  const marksEnd = keysEnd + 4 * (anchors + rows * FIELDS);
  const named = JSON.parse(body.toString("utf8", headEnd + 1, keysEnd)) as readonly string[];
  // Copied, because integers must be aligned.
  const marks = new Uint32Array(new Uint8Array(body.subarray(keysEnd, marksEnd)).buffer);
  const from = body.byteOffset + marksEnd;
  const numbersAt = (i: number): Int8Array =>
    new Int8Array(body.buffer, from + i * rest.dimensions, rest.dimensions);
  return {
    ...rest,
    anchors: Array.from(
      { length: anchors },
      (_, i): Direction => ({ numbers: numbersAt(i), squares: marks[i] ?? 0 }),
    ),
    rows: named.map((key, i): VectorRow => {
      const at = anchors + i * FIELDS;
      const [part = 0, position = 0, one = 0, other = 0, squares = 0] = marks.subarray(at, at + FIELDS);
      return { key, part, position, print: [one, other], numbers: numbersAt(anchors + i), squares };
    }),
  };
}
