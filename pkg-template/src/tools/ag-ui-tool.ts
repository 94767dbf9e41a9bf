import type { JsonSchema, RegisteredTool } from "./types.js";

/** A tool as an AG-UI request lists it. */
export interface AgUiTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** A tool as an AG-UI request lists it: plain data, without `$schema`, which some backends refuse. */
export function agUiToolOf({ name, description, parameters }: RegisteredTool): AgUiTool {
  const { $schema, ...shown } = parameters;
  return { name, description, parameters: JSON.parse(JSON.stringify(shown)) };
}
