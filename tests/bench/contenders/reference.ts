import { PlainManager } from "../reference/manager.js";
import type { PlainOptions, Tool } from "../reference/types.js";
import type { Contender } from "./contender.js";
import { eventsOfSuccess, listenToAll } from "./lifecycle.js";
import { handler, jsonSchema, nextCallId, toolName } from "./task.js";

export const reference: Contender = contender("plain TypeScript manager + ajv (reference)", {}, [
  "every event made and dispatched, a signal for each attempt",
]);

export const leanReference: Contender = contender("the same, lean", { lean: true }, [
  "no event nobody listens to, a signal when one is read",
]);

/** Keeps as many records as there are executions in the memory suite. */
export const referenceHistory: Contender = contender(
  "plain TypeScript manager + ajv",
  { maxHistory: 10_000 },
  [],
);

function contender(name: string, options: PlainOptions, notes: readonly string[]): Contender {
  return {
    name,
    kind: "reference",
    validates: true,
    events: eventsOfSuccess,
    notes,
    prepare(listened) {
      const manager = new PlainManager(options);
      if (listened) listenToAll(manager);
      const tool: Tool = { name: toolName, schema: jsonSchema, handler };
      return async (text) => {
        const outcome = await manager.execute(tool, nextCallId(), text);
        return outcome.success ? outcome.result : outcome.error;
      };
    },
  };
}
