import { ToolRegistry } from "ag-ui-lit";
import { provider } from "ag-ui-lit/providers";
import { AgentReasoner, AgentToolExecutor, serveAgent } from "ag-ui-lit/server";
import { defineEventHandler, toWebRequest } from "h3";

const executor = new AgentToolExecutor({ registry: new ToolRegistry() });
const model = async ({ messages, tools }) => {
  const lowered = (await provider("openai-chat")).lower(tools);
  return { text: `${messages.at(-1).content} by ${lowered.tools[0].function.name}` };
};
const handler = serveAgent(new AgentReasoner({ executor, model }));

export default defineEventHandler((event) => handler(toWebRequest(event)));
