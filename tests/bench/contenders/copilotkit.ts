import { AbstractAgent } from "@ag-ui/client";
import { CopilotKitCore } from "@copilotkit/core";
import type { Contender } from "./contender.js";
import { description, handler, hear, toolName } from "./task.js";
import { zodSchema } from "./zod-schema.js";

const lacks = "no arguments as text, timeout, retry, records";

export const copilotKit: Contender = contender("CopilotKit runTool", handler, false, [
  `does not validate; ${lacks}`,
]);

export const copilotKitZod: Contender = contender(
  "CopilotKit runTool, zod in the handler",
  (args) => handler(zodSchema.parse(args)),
  true,
  [lacks],
);

/** `runTool` looks for an agent and writes the call and its answer into its messages. */
class SilentAgent extends AbstractAgent {
  run(): never {
    throw new Error("The benchmark runs no agent.");
  }
}

function contender(
  name: string,
  run: (args: unknown) => Promise<string>,
  validates: boolean,
  notes: readonly string[],
): Contender {
  return {
    name,
    kind: "peer",
    validates,
    events: 2,
    notes,
    prepare(listened) {
      const agent = new SilentAgent();
      const core = new CopilotKitCore({
        agents__unsafe_dev_only: { default: agent as never },
        tools: [{ name: toolName, description, parameters: zodSchema, handler: run }],
      });
      if (listened) {
        core.subscribe({
          onToolExecutionStart: (event) => hear((event.args as { guest?: unknown }).guest),
          onToolExecutionEnd: (event) => hear(event.toolCallId),
        });
      }
      return async (text) => {
        // Its time grows with the messages; those of earlier calls would be held against it.
        agent.messages = [];
        const outcome = await core.runTool({ name: toolName, parameters: JSON.parse(text) });
        return outcome.error ?? outcome.result;
      };
    },
  };
}
