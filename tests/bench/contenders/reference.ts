import { PlainManager } from "../reference/manager.js";
import type { Tool } from "../reference/types.js";
import type { Contender } from "./contender.js";
import { eventsOfSuccess, listenToAll } from "./lifecycle.js";
import { handler, jsonSchema, nextCallId, toolName } from "./task.js";

export const reference: Contender = contender("plain TypeScript manager + ajv (reference)", false, [
  "every event made and dispatched, a signal for each attempt",
]);

export const leanReference: Contender = contender("the same, lean", true, [
  "no event nobody listens to, a signal when one is read",
]);

function contender(name: string, lean: boolean, notes: readonly string[]): Contender {
  return {
    name,
    kind: "reference",
    validates: true,
    events: eventsOfSuccess,
    notes,
    prepare(listened) {
      const manager = new PlainManager({ lean });
      if (listened) listenToAll(manager);
      const tool: Tool = { name: toolName, schema: jsonSchema, handler };
      return async (text) => {
        const outcome = await manager.execute(tool, nextCallId(), text);
        return outcome.success ? outcome.result : outcome.error;
      };
    },
  };
}
