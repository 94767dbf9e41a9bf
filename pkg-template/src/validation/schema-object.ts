/** A plain JSON Schema, draft 4 to 2020-12 as its `$schema` says; 2020-12 when it says nothing. */
export type JsonSchema = { readonly [keyword: string]: unknown };
