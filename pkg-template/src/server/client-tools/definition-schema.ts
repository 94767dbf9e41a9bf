import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { ToolDefinition } from "./definition.js";
import { ClientToolDefinitionsError, safeValidateToolDefinitions } from "./validate.js";

/** What `ToolDefinitionSchema.safeParse` gives. */
export type SafeParse =
  | { readonly success: true; readonly data: ToolDefinition; readonly error?: never }
  | { readonly success: false; readonly error: ClientToolDefinitionsError; readonly data?: never };

/** The schema of one tool definition, in either shape: by itself, or wherever a Standard Schema is taken. */
export interface ToolDefinitionSchema extends StandardSchemaV1<unknown, ToolDefinition> {
  /** @throws {ClientToolDefinitionsError} with every fault. */
  parse(definition: unknown): ToolDefinition;
  safeParse(definition: unknown): SafeParse;
}

/**
 * One tool definition of a client.
 *
 * @example
 * ```ts
 * const tool = ToolDefinitionSchema.parse(JSON.parse(text));
 * ```
 */
export const ToolDefinitionSchema: ToolDefinitionSchema = Object.freeze({
  parse(definition: unknown): ToolDefinition {
    const parsed = safeParse(definition);
    if (parsed.success) return parsed.data;
    throw parsed.error;
  },
  safeParse,
  "~standard": Object.freeze({
    version: 1,
    vendor: "ag-ui-lit",
    validate(definition: unknown): StandardSchemaV1.Result<ToolDefinition> {
      const parsed = safeParse(definition);
      if (parsed.success) return { value: parsed.data };
      return { issues: parsed.error.errors.map((message) => ({ message })) };
    },
  }),
});

function safeParse(definition: unknown): SafeParse {
  const { success, data, errors } = safeValidateToolDefinitions([definition]);
  const [tool] = data ?? [];
  if (success && tool) return { success, data: tool };
  // It is no list: places begin within the definition.
  const own = (errors ?? []).map((error) => error.replace(/^\[0\]\.?(?:: )?/, ""));
  return { success: false, error: new ClientToolDefinitionsError(own) };
}
