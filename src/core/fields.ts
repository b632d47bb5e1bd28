/** What somebody else may have written: any field, of any type. */
export type UnknownFields = { readonly [field: string]: unknown };

export const isObject = (value: unknown): value is UnknownFields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of a value that may be anything; none where it is no object. Errors count as objects. */
export const fieldsIn = (value: unknown): UnknownFields => (isObject(value) ? value : {});

export const isString = (value: unknown): value is string => typeof value === "string";

/** The names of a table whose names are known. */
export const namesIn = <Name extends string>(table: { readonly [name in Name]: unknown }): readonly Name[] =>
  Object.keys(table) as Name[];
