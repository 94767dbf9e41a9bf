import { ToolExecutionManager, ToolRegistry } from "ag-ui-lit";

/** A registry with tools whose schemas say much, and what ran. */
export function travelTools() {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const ran: unknown[] = [];
  registry.register({
    name: "travel",
    description: "Finds a way to travel.",
    parameters: {
      type: "object",
      properties: {
        city: { type: "string", minLength: 2, description: "Where to." },
        days: { type: "integer", minimum: 1, maximum: 30 },
        how: {
          oneOf: [
            {
              type: "object",
              properties: { by: { const: "train" }, class: { enum: [1, 2] } },
              required: ["by"],
              additionalProperties: false,
            },
            { type: "string", pattern: "^[a-z]+$" },
          ],
        },
        legs: { type: "array", items: { $ref: "#/$defs/leg" }, uniqueItems: true },
      },
      required: ["city"],
      additionalProperties: false,
      $defs: {
        leg: {
          type: "object",
          properties: { from: { type: "string" }, at: { type: "string", format: "date-time" } },
          required: ["from"],
        },
      },
    },
    handler(args) {
      ran.push(args);
      return { price: 12 };
    },
  });
  registry.register({
    name: "note",
    description: "Writes a note.",
    parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    handler(args) {
      ran.push(args);
      if (args.text === "fail") throw new Error("The pen is empty.");
      return {
        content: [
          { type: "text", text: "noted" },
          { type: "image", data: "QUJD", mimeType: "image/png" },
        ],
      };
    },
  });
  registry.register({
    name: "2nd",
    description: "Takes anything.",
    parameters: { type: "object", additionalProperties: { type: "string" } },
    handler: () => "second",
  });
  /** Runs calls as a page would. */
  const run = (calls: readonly { toolCallId: string; toolCallName: string; argsText: string }[]) =>
    Promise.all(
      calls.map(({ toolCallId, toolCallName, argsText }) => {
        const tool = registry.get(toolCallName);
        if (!tool) throw new Error(`There is no ${toolCallName}.`);
        return manager.execute(tool, toolCallId, argsText);
      }),
    );
  return { registry, manager, ran, run };
}
