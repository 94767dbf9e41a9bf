import type { Connect, Plugin } from "vite";
import { agentEndpoint } from "./endpoint.js";
import { openAiBrain } from "./openai/brain.js";
import { readOpenAiConfig } from "./openai/config.js";
import { paceFactor } from "./run/pace.js";
import { scriptedBrain } from "./scripted/brain.js";

/** Mounts the demo's agent at `/agent`, in `vite dev` and in `vite preview`. */
export function agentPlugin(env: NodeJS.ProcessEnv = process.env): Plugin {
  const mount = (server: { middlewares: Connect.Server }) => {
    const config = readOpenAiConfig(env);
    server.middlewares.use(
      "/agent",
      agentEndpoint(config ? openAiBrain(config) : scriptedBrain(paceFactor(env.DEMO_PACE))),
    );
  };
  return { name: "ag-ui-lit-demo-agent", configureServer: mount, configurePreviewServer: mount };
}
