/** The server's half as a user writes it. */
import { ToolRegistry } from "ag-ui-lit";
import { consoleSink } from "ag-ui-lit/log";
import {
  type AgentContext,
  type AgentHandler,
  type AgentLog,
  type AgentToolCall,
  type AgentToolExecutionContext,
  AgentToolExecutor,
  agentLog,
  type Compliance,
  checkCompliance,
  defineAgentTool,
  type Executor,
  type Reasoner,
  type ServedAgent,
  serveAgent,
} from "ag-ui-lit/server";
import { z } from "zod";
import { exactly } from "./expect.js";

// The arguments' type is the schema's output, and the context says whose call it is.
const look = defineAgentTool({
  name: "look",
  description: "Looks.",
  schema: z.object({ at: z.string(), times: z.number().default(1) }),
  metadata: { execution: "server", approval: ({ times }) => times > 1 },
  handler: (args, context) => {
    exactly<{ at: string; times: number }>()(args);
    exactly<AgentToolExecutionContext>()(context);
    exactly<string | undefined>()(context.user?.id);
    exactly<AgentLog>()(context.log);
  },
});
const registry = new ToolRegistry();
registry.register(look);

defineAgentTool({
  name: "unsaid",
  description: "Says nothing of where it runs.",
  schema: {},
  // @ts-expect-error a tool of the client has no handler on the server
  metadata: { execution: "client" },
  handler: () => 1,
});

const log = agentLog({ sink: consoleSink() });
const executor: Executor = new AgentToolExecutor({
  registry,
  log,
  authorize: ({ args }, tool, context) => {
    exactly<Readonly<Record<string, unknown>>>()(args);
    exactly<AgentContext>()(context);
    return tool.name === "look" || { allowed: false, reason: "No." };
  },
});
const context: AgentContext = { conversation: { id: "c", topic: "shoes" }, session: { id: "s" } };
const call = { id: "1", name: "look", arguments: "{}" };
exactly<Promise<AgentToolCall>>()(executor.execute(call, context));
exactly<Promise<Compliance>>()(checkCompliance(look, { example: { at: "A" } }));

declare const reasoner: Reasoner;
exactly<ServedAgent>()(
  serveAgent(reasoner, {
    context: async (request, input) =>
      request.headers.has("authorization")
        ? { user: { id: input.threadId } }
        : new Response(null, { status: 401 }),
  }),
);
const handler: AgentHandler = serveAgent(reasoner);
void handler;
// @ts-expect-error an option that nobody knows
serveAgent(reasoner, { maxBody: 1 });
