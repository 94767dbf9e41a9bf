import type { ToolMetadata } from "../../tools/types.js";
import type { JsonSchema } from "../../validation/schema-object.js";

/** The description of a tool before the toolbox's module is loaded. */
export interface CatalogueEntry {
  readonly name: string;
  /** The name outside of the model, if it is different. */
  readonly id?: string;
  readonly description: string;
  /** The JSON Schema of its arguments. */
  readonly parameters: JsonSchema;
  readonly metadata: ToolMetadata;
}
