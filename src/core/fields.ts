/** Untrusted data: any field, of any type. */
export type UnknownFields = { readonly [field: string]: unknown };

export const isObject = (value: unknown): value is UnknownFields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of an unknown value; none if it is not an object. Errors count as objects. */
export const fieldsIn = (value: unknown): UnknownFields => (isObject(value) ? value : {});

export const isString = (value: unknown): value is string => typeof value === "string";

/** The keys of a table, with their literal types. */
export const namesIn = <Name extends string>(table: { readonly [name in Name]: unknown }): readonly Name[] =>
  Object.keys(table) as Name[];

/** The same fields, to be filled in. */
export type Writable<Of> = { -readonly [name in keyof Of]: Of[name] };
