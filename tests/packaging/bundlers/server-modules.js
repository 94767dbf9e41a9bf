/** What runs in Node of the entries that bring a wasm module of their own. */
import { ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import { provider } from "ag-ui-lit/providers";
import { AgentReasoner, AgentToolExecutor, defineAgentTool } from "ag-ui-lit/server";
import { ToolCallMarkers } from "ag-ui-lit/text";
import { agentTools } from "ag-ui-lit/toolbox";

async function main() {
  const registry = new ToolRegistry();
  registry.register(
    defineAgentTool({
      name: "get_balance",
      description: "The balance.",
      schema: { type: "object", properties: { account: { type: "string" } } },
      metadata: { execution: "server" },
      handler: ({ account }) => `${account}: 20`,
    }),
  );
  const { tools } = (await provider("openai-chat")).lower(registry);
  const model = ({ messages }) => {
    const { role, content } = messages.at(-1);
    if (role === "tool") return { text: content };
    return { toolCalls: [{ name: tools[0].function.name, arguments: { account: "A1" } }] };
  };
  const reasoner = new AgentReasoner({ executor: new AgentToolExecutor({ registry }), model });
  const answer = await reasoner.execute({
    context: { conversation: { id: "c1" }, session: { id: "s1" } },
    messages: [{ id: "1", role: "user", content: "How much?" }],
  });

  const thinking = agentTools().find(({ name }) => name === "thinking");
  const { tool } = new ToolRegistry().register(thinking);
  const thought = await new ToolExecutionManager().execute(tool, "2", { thought: "First this." });
  console.log(answer.finish, answer.text, thought.success, typeof ToolCallMarkers);
}

main();
