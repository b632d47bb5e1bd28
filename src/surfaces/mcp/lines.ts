/** Maximum length of a client's line. It has room for every text that can be recorded, and bounds the buffer. */
const LINE_BYTES_MAX = 10 * 1024 * 1024;

const END = 10;

export type LineCutter = {
  readonly take: (chunk: Buffer) => void;
  /** Nothing more will come: what there is of a last line is one. */
  readonly end: () => void;
};

/** Cuts the input into lines. A line that is too long is returned as undefined, once, and not buffered. */
export function lineCutter(onLine: (line: string | undefined) => void): LineCutter {
  let pieces: Buffer[] = [];
  let bytes = 0;
  let isTooLong = false;
  const take = (piece: Buffer): void => {
    bytes += piece.length;
    if (bytes > LINE_BYTES_MAX) isTooLong = true;
    pieces = isTooLong ? [] : [...pieces, piece];
  };
  const end = (): void => {
    onLine(isTooLong ? undefined : Buffer.concat(pieces).toString("utf8"));
    pieces = [];
    bytes = 0;
    isTooLong = false;
  };
  return {
    end: () => {
      if (bytes > 0) end();
    },
    take: (chunk) => {
      let from = 0;
      for (let at = chunk.indexOf(END); at >= 0; at = chunk.indexOf(END, from)) {
        take(chunk.subarray(from, at));
        end();
        from = at + 1;
      }
      if (from < chunk.length) take(chunk.subarray(from));
    },
  };
}
