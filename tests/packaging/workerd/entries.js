/** Imports every entry; each says what it can do there. */
import "ag-ui-lit/durable";
import "ag-ui-lit/log";
import "ag-ui-lit/measure";
import "ag-ui-lit/otel";
import { A2aAgent } from "ag-ui-lit/a2a";
import { AgUiAgent } from "ag-ui-lit/element";
import { ToolExecutionManager, ToolRegistry } from "ag-ui-lit/inline";
import { ToolController } from "ag-ui-lit/lit";
import { connectMcp } from "ag-ui-lit/mcp";
import { provider } from "ag-ui-lit/providers";
import { AgUiAgent as ReactAgent } from "ag-ui-lit/react";
import { init } from "ag-ui-lit/standalone";
import { ToolCallMarkers } from "ag-ui-lit/text";
import { agentTools, todoTools } from "ag-ui-lit/toolbox";
import { AgUiAgent as VueAgent } from "ag-ui-lit/vue";

await init();

const registry = new ToolRegistry();
const manager = new ToolExecutionManager();
const { tool } = registry.register({
  name: "greet",
  description: "Greets.",
  schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  handler: ({ name }) => `Hello, ${name}!`,
});

const answers = {
  "/tool": async () => (await manager.execute(tool, "1", { name: "Ada" })).result,
  "/providers": async () => {
    const openAi = await provider("openai-chat");
    return openAi.lower(registry).tools.map(({ function: { name } }) => name);
  },
  "/toolbox": async () => {
    const thinking = agentTools().find(({ name }) => name === "thinking");
    const { tool } = registry.register(thinking, { replace: true });
    return (await manager.execute(tool, "2", { thought: "First this." })).result;
  },
  "/classes": async () =>
    [A2aAgent, AgUiAgent, ReactAgent, VueAgent, ToolController, ToolCallMarkers].map(
      (each) => typeof each,
    ),
  "/functions": async () => [connectMcp, todoTools].map((each) => typeof each),
};

export default {
  fetch: async (request) => Response.json(await answers[new URL(request.url).pathname]()),
};
