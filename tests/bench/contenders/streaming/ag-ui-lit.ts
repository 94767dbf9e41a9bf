import { ArgumentsReader, type JsonSchema, type RegisteredTool, ToolRegistry } from "ag-ui-lit";
import type { Streamer } from "./streamer.js";

/** Without a tool: nothing is judged. */
export const agUiLit = streamer("ag-ui-lit ArgumentsReader", () => undefined);

/** As `<ag-ui-agent>` reads a call, for a tool whose schema asks for nothing. */
export const agUiLitNoRules = streamer("ag-ui-lit, with a tool, no rules", () =>
  toolWith({ type: "object", properties: { text: {}, items: {} } }),
);

/** As `<ag-ui-agent>` reads a call, for a tool whose schema has ten rules. */
export const agUiLitRules = streamer("ag-ui-lit, with a tool, ten rules", () =>
  toolWith({
    type: "object",
    properties: {
      text: { type: "string", minLength: 1 },
      items: {
        type: "array",
        items: {
          type: "object",
          required: ["id", "name"],
          properties: {
            id: { type: "integer", minimum: 1 },
            name: { type: "string" },
            price: { type: "number" },
            inStock: { type: "boolean" },
          },
        },
      },
    },
  }),
);

function toolWith(schema: JsonSchema): RegisteredTool {
  const definition = { name: "write", description: "Writes.", schema, handler: () => {} };
  return new ToolRegistry().register(definition).tool;
}

function streamer(name: string, define: () => RegisteredTool | undefined): Streamer {
  let tool: RegisteredTool | undefined;
  return {
    name,
    kind: "ours",
    notes: [],
    read(deltas, look) {
      tool ??= define();
      const reader = new ArgumentsReader(tool && { tool });
      for (const delta of deltas) {
        reader.push(delta);
        look(reader.value);
        if (reader.isInvalid) throw new Error("The arguments are valid.");
      }
      if (!reader.end()) throw new Error(reader.error);
      const { value } = reader;
      reader.free();
      return value;
    },
  };
}
