/** Bounds of a schema, which comes from a model's server. A part beyond them becomes a field for JSON text. */
export const bounds = {
  /** UTF-16 units of a schema's text. */
  schema: 262_144,
  /** Values that a schema may hold. */
  schemaValues: 100_000,
  /** Groups and lists within each other. */
  depth: 4,
  /** Members of a group. */
  members: 100,
  /** Fields of a form, and drafts of one that is filled in. */
  fields: 500,
  /** Options of a choice. */
  options: 200,
  /** Items of a list. */
  items: 100,
  /** References that lead to one another. */
  references: 16,
  /** UTF-16 units of a label, an option's text and a description. */
  label: 200,
  description: 2_000,
  /** Depth of nested arrays and objects that a person may write as JSON. */
  jsonDepth: 128,
} as const;

/** More options than these are a list to open, not buttons next to each other. */
export const fewOptions = 5;

/** A text that may be longer than this gets several lines. */
export const longText = 200;
