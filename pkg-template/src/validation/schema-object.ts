/** A plain JSON Schema, draft 4 to 2020-12 according to its `$schema`; 2020-12 by default. */
export type JsonSchema = { readonly [keyword: string]: unknown };
