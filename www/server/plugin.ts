import { type Model, nodeListener } from "ag-ui-lit/server";
import type { Connect, Plugin } from "vite";
import type { AgentInfo } from "./info.js";
import { readOpenAiConfig } from "./openai/config.js";
import { openAiModel } from "./openai/model.js";
import { paceFactor } from "./pace.js";
import { routesOf } from "./routes.js";
import { scriptedModel } from "./scripted/model.js";

/** Mounts what the demo asks, in `vite dev` and in `vite preview`. */
export function agentPlugin(env: NodeJS.ProcessEnv = process.env): Plugin {
  const mount = ({ middlewares }: { middlewares: Connect.Server }) => {
    const pace = paceFactor(env.DEMO_PACE);
    for (const [path, handler] of routesOf({ ...modelOf(env, pace), pace, base: "/" })) {
      middlewares.use(`/${path}`, nodeListener(handler));
    }
  };
  return { name: "ag-ui-lit-demo-agent", configureServer: mount, configurePreviewServer: mount };
}

function modelOf(env: NodeJS.ProcessEnv, pace: number): { model: Model; info: AgentInfo } {
  const config = readOpenAiConfig(env);
  return config
    ? { model: openAiModel(config), info: { brain: "openai", model: config.model } }
    : { model: scriptedModel(pace), info: { brain: "scripted" } };
}
