import { ToolRegistry } from "ag-ui-lit";
import { AgentReasoner, AgentToolExecutor, type Model, serveAgent } from "ag-ui-lit/server";

/** In place of a real model, such as modelOf("openai-chat", new OpenAI(), { model }): it paints the page, then says so. */
const model: Model = ({ messages }) =>
  messages.at(-1)?.role === "tool"
    ? { text: "It is teal now." }
    : { toolCalls: [{ name: "set_background", arguments: { colour: "teal" } }] };

const executor = new AgentToolExecutor({ registry: new ToolRegistry() });

export const POST = serveAgent(new AgentReasoner({ executor, model }));
