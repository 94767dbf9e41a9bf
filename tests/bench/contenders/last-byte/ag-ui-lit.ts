import {
  ArgumentsReader,
  init,
  type RegisteredTool,
  ToolExecutionManager,
  ToolRegistry,
} from "ag-ui-lit";
import type { Call, Ender } from "./call.js";
import { handler, jsonSchema } from "./task.js";

/** The text is read and judged as it arrives. */
export const streamed: Ender = {
  name: "ag-ui-lit, ArgumentsReader",
  kind: "ours",
  notes: ["records, events, retry and timeout included"],
  validates: true,
  async prepare() {
    const { manager, tool } = await made();
    return (): Call => {
      const reader = new ArgumentsReader({ tool });
      return {
        push: (delta) => reader.push(delta),
        finish(delta) {
          reader.push(delta);
          return manager.execute(tool, "call_1", reader);
        },
        free: () => reader.free(),
      };
    };
  },
};

/** The text is handed over in one piece. */
export const whole: Ender = {
  name: "ag-ui-lit, execute with the text",
  kind: "ours",
  notes: ["records, events, retry and timeout included"],
  validates: true,
  async prepare() {
    const { manager, tool } = await made();
    return (): Call => {
      let text = "";
      return {
        push(delta) {
          text += delta;
        },
        finish: (delta) => manager.execute(tool, "call_1", text + delta),
      };
    };
  },
};

async function made(): Promise<{ manager: ToolExecutionManager; tool: RegisteredTool }> {
  await init();
  const definition = { name: "order", description: "Orders.", schema: jsonSchema, handler };
  return {
    manager: new ToolExecutionManager(),
    tool: new ToolRegistry().register(definition).tool,
  };
}
