/** A whole server as its guide has it, made while the module is imported: an agent of Cloudflare's that has a tool of its own. */
import { init, registerTool, ToolRegistry } from "ag-ui-lit";
import { AgentReasoner, AgentToolExecutor, defineAgentTool, serveAgent } from "ag-ui-lit/server";
import { z } from "zod";

await init();
await registerTool({ name: "noop", description: "Nothing.", schema: {}, handler: () => "done" });

const registry = new ToolRegistry();
registry.register(
  defineAgentTool({
    name: "get_balance",
    description: "The balance of an account of the user's.",
    schema: z.object({ account: z.string() }),
    metadata: { execution: "server" },
    handler: async ({ account }) => {
      // It answers in a later task, as a database does; nothing depends on when.
      await new Promise((resolve) => setTimeout(resolve, 1));
      return `${account}: 20 €`;
    },
  }),
);

/** Asks for the balance, or for a tool of the page's where that has one, and says what it was. */
const model = async function* ({ messages, tools, signal }) {
  const last = messages.at(-1);
  if (last.content === "Wait") {
    yield { type: "text", delta: "Waiting" };
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    return;
  }
  if (last.role === "tool") return yield { type: "text", delta: `It is ${last.content}.` };
  const name = last.content === "Show" ? "show" : "get_balance";
  const given = last.content === "Show" ? { what: "it" } : { account: "A1" };
  if (!tools.some((tool) => tool.name === name)) return yield { type: "text", delta: "No tool." };
  yield { type: "tool_call", id: "call-1", name, arguments: given };
};

const executor = new AgentToolExecutor({ registry });
const handler = serveAgent(new AgentReasoner({ executor, model }));

export default { fetch: (request) => handler(request) };
