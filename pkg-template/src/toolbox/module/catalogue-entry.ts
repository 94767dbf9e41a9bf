import type { ToolMetadata } from "../../tools/types.js";
import type { JsonSchema } from "../../validation/schema-object.js";

/** What is known of a tool before the toolbox's module is loaded. */
export interface CatalogueEntry {
  readonly name: string;
  /** What it is called outside of the model, where it is called anything else. */
  readonly id?: string;
  readonly description: string;
  /** The JSON Schema of its arguments. */
  readonly parameters: JsonSchema;
  readonly metadata: ToolMetadata;
}
