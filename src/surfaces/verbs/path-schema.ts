import * as z from "zod/mini";

/** No system accepts longer paths. */
const PATH_MAX = 4096;
const NAME_BYTES_MAX = 255;

/** Inputs that name a file or folder which the verb reads or writes. */
const opened = new WeakSet<z.ZodMiniType>();

/** A file or folder that the verb reads or writes. Agents are not offered a verb with such an input. */
export function fileInput(): z.ZodMiniString {
  const schema = pathInput();
  opened.add(schema);
  return schema;
}

/** True for a verb's input that names a file to read or write, even if optional or in a list. */
export function isFileInput(schema: z.ZodMiniType): boolean {
  if (opened.has(schema)) return true;
  const { innerType, element } = schema.def as { innerType?: z.ZodMiniType; element?: z.ZodMiniType };
  const inner = innerType ?? element;
  return inner !== undefined && isFileInput(inner);
}

/** A path that is only compared with others: any path of any file system. */
export function pathInput(): z.ZodMiniString {
  return z
    .string()
    .check(z.minLength(1), z.maxLength(PATH_MAX), z.refine(isPossible, "is not a valid file name"));
}

function isPossible(path: string): boolean {
  if (path.includes("\0")) return false;
  return path.split(/[\\/]/).every((name) => new TextEncoder().encode(name).length <= NAME_BYTES_MAX);
}
