import { randomBytes } from "node:crypto";

/** Readers for JSON that a client sent: what is not there, or of another type, reads as empty. */
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

/** Texts in what may be a plain string or a list of parts that carry one. */
export function textOfParts(value: unknown): string {
  if (typeof value === "string") return value;
  return list(value)
    .map((part) => text(part.text))
    .filter(Boolean)
    .join("\n");
}

/** Unique among all runs, as the ids of real models are: readers tell messages apart by them. */
export function newId(prefix: string): string {
  return prefix + randomBytes(12).toString("hex");
}
