import * as z from "zod/mini";
import { MemoryError } from "../failure.ts";
import { parseJsonOr } from "../parse-json.ts";
import { invalid, REPORT_INPUT } from "./check.ts";

export const EXPORT_FORMAT = "tidemark-export";
export const EXPORT_VERSION = 1;
export const MANIFEST = "manifest.json";
export const TAPE_FILE = "tape.jsonl";
/** The files of an export, apart from its manifest. */
export const EXPORT_FILES: readonly string[] = [
  TAPE_FILE,
  "units.jsonl",
  "edges.jsonl",
  "insights.jsonl",
  "crystals.jsonl",
  "items.jsonl",
];

/** The description of an export. It does not depend on when or where the export was written. */
export type Manifest = {
  readonly format: typeof EXPORT_FORMAT;
  readonly version: number;
  readonly events: number;
  readonly last_hash: string;
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
};

const SCHEMA = z.strictObject({
  format: z.literal(EXPORT_FORMAT),
  version: z.int().check(z.positive()),
  events: z.int().check(z.nonnegative()),
  last_hash: z.string().check(z.regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits")),
  files: z.array(
    z.strictObject({
      name: z.enum(EXPORT_FILES),
      bytes: z.int().check(z.nonnegative()),
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits")),
    }),
  ),
});

/** Reads the manifest of an export. An invalid manifest is refused, and the error names the field. */
export function manifestOf(text: string): Manifest {
  const read = SCHEMA.safeParse(parseJsonOr(text, notJson), REPORT_INPUT);
  if (!read.success) throw invalid(read.error.issues, MANIFEST);
  if (read.data.version > EXPORT_VERSION) {
    throw new MemoryError(
      "tape.newer",
      `The export has version ${read.data.version}; a newer Tidemark wrote it.`,
      {
        field: "version",
        fix: "Update Tidemark (npm install -g tidemark@latest) and try again. Nothing was imported.",
      },
    );
  }
  const missing = EXPORT_FILES.find(
    (name) => read.data.files.filter((file) => file.name === name).length !== 1,
  );
  if (missing === undefined) return read.data;
  throw new MemoryError("input.invalid", `${MANIFEST}: "files" must list ${missing} once.`, {
    field: "files",
  });
}

const notJson = (cause: unknown): MemoryError =>
  new MemoryError("input.invalid", `${MANIFEST} is not JSON.`, { cause, field: MANIFEST });
