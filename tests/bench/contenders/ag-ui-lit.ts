import {
  init,
  type RegisteredTool,
  ToolExecutionManager,
  type ToolExecutionManagerOptions,
  ToolRegistry,
  type ToolSchema,
} from "ag-ui-lit";
import type { Contender } from "./contender.js";
import { eventsOfSuccess, listenToAll } from "./lifecycle.js";
import { description, handler, jsonSchema, nextCallId, toolName } from "./task.js";
import { zodSchema } from "./zod-schema.js";

export const agUiLit: Contender = contender("ag-ui-lit, JSON Schema", jsonSchema, []);

export const agUiLitZod: Contender = contender("ag-ui-lit, zod", zodSchema, [
  "zod validates; the core reads the text first",
]);

/** Keeps as many records as there are executions in the memory suite. */
export const agUiLitHistory: Contender = contender("ag-ui-lit, JSON Schema", jsonSchema, [], {
  maxHistory: 10_000,
});

function contender(
  name: string,
  schema: ToolSchema<Record<string, unknown>>,
  notes: readonly string[],
  options: ToolExecutionManagerOptions = {},
): Contender {
  return {
    name,
    kind: "ours",
    validates: true,
    events: eventsOfSuccess,
    notes,
    async prepare(listened) {
      await init();
      const registry = new ToolRegistry();
      registry.register({ name: toolName, description, schema, handler });
      const tool = registry.get(toolName) as RegisteredTool;
      const manager = new ToolExecutionManager(undefined, undefined, options);
      if (listened) listenToAll(manager);
      return async (text) => {
        const outcome = await manager.execute(tool, nextCallId(), text);
        return outcome.success ? outcome.result : outcome.error;
      };
    },
  };
}
