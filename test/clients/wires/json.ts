import { randomBytes } from "node:crypto";

/** Helpers that read JSON of clients: a missing value, or one of another type, reads as empty. */
export type Fields = { readonly [name: string]: unknown };

export function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function list(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fields) : [];
}

export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The text of a value that is a string or a list of parts with texts. */
export function textOfParts(value: unknown): string {
  if (typeof value === "string") return value;
  return list(value)
    .map((part) => text(part.text))
    .filter(Boolean)
    .join("\n");
}

/** An id that is unique across runs, like the ids of real models, because readers identify messages by it. */
export function newId(prefix: string): string {
  return prefix + randomBytes(12).toString("hex");
}
