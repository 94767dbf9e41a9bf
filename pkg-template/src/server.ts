/**
 * `ag-ui-lit/server`: the half that runs beside a model.
 *
 * @module
 */
export type {
  FunctionDefinition,
  FunctionParameters,
  JsonSchemaProperty,
  JsonSchemaType,
  ToolCall,
  ToolDefinition,
  ToolResult,
  WrappedDefinition,
} from "./server/client-tools/definition.js";
