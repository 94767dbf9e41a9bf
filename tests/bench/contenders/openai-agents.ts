import { RunContext, setTracingDisabled, tool } from "@openai/agents-core";
import type { Contender } from "./contender.js";
import { description, handler, nextCallId, toolName } from "./task.js";
import { zodSchema } from "./zod-schema.js";

export const openAiAgents: Contender = {
  name: "OpenAI Agents function tool",
  kind: "peer",
  validates: true,
  events: 0,
  notes: ["zod; no listeners on a tool, retry, records"],
  prepare() {
    setTracingDisabled(true);
    const made = tool({
      name: toolName,
      description,
      parameters: zodSchema,
      execute: (args) => handler(args),
    });
    const context = new RunContext({});
    return async (text) => {
      const toolCall = {
        type: "function_call",
        name: toolName,
        callId: nextCallId(),
        arguments: text,
      } as const;
      return made.invoke(context, text, { toolCall });
    };
  },
};
