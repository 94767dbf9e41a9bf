import {
  ArgumentsReader,
  init,
  type RegisteredTool,
  ToolExecutionManager,
  ToolRegistry,
} from "ag-ui-lit";
import type { Call, Ender } from "./call.js";
import { handler, jsonSchema } from "./task.js";

/** The text is read and judged as it arrives, and a page shows how far it has come. */
export const shown: Ender = streaming(
  "ag-ui-lit, ArgumentsReader, value looked at as it came",
  (reader) => {
    lastShown = reader.value;
  },
);

/** The same, and nobody looks. */
export const streamed: Ender = streaming(
  "ag-ui-lit, ArgumentsReader, value never looked at",
  () => {},
);

/** So that no engine can leave the looking out. */
export let lastShown: unknown;

function streaming(name: string, look: (reader: ArgumentsReader) => void): Ender {
  return {
    name,
    kind: "ours",
    notes: ["records, events, retry and timeout included"],
    validates: true,
    async prepare() {
      const { manager, tool } = await made();
      return (): Call => {
        const reader = new ArgumentsReader({ tool });
        return {
          push(delta) {
            reader.push(delta);
            look(reader);
          },
          finish(delta) {
            reader.push(delta);
            return manager.execute(tool, "call_1", reader);
          },
          free: () => reader.free(),
        };
      };
    },
  };
}

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
