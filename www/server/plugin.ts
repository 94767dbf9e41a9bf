import type { Connect, Plugin } from "vite";
import { agentEndpoint } from "./endpoint.js";
import { readOpenAiConfig } from "./openai/config.js";
import { openAiModel } from "./openai/model.js";
import { paceFactor } from "./pace.js";
import { brainOf } from "./run/brain.js";
import { scriptedModel } from "./scripted/model.js";
import { duffel } from "./stand-ins/duffel.js";
import { standIn } from "./stand-ins/endpoint.js";
import { googleCalendar } from "./stand-ins/google-calendar.js";
import { textModelEndpoint } from "./text-model/endpoint.js";

/**
 * Mounts what the demo asks, in `vite dev` and in `vite preview`: its agent, a model that only writes text, and stand-ins for the
 * services that the travel tools ask.
 */
export function agentPlugin(env: NodeJS.ProcessEnv = process.env): Plugin {
  const mount = (server: { middlewares: Connect.Server }) => {
    const config = readOpenAiConfig(env);
    const pace = paceFactor(env.DEMO_PACE);
    const { middlewares } = server;
    const brain = config
      ? brainOf({ brain: "openai", model: config.model }, openAiModel(config))
      : brainOf({ brain: "scripted" }, scriptedModel(pace));
    middlewares.use("/agent", agentEndpoint(brain));
    middlewares.use("/text-model", textModelEndpoint(pace));
    middlewares.use("/stand-ins/duffel", standIn(pace, duffel));
    middlewares.use("/stand-ins/google-calendar", standIn(pace, googleCalendar));
  };
  return { name: "ag-ui-lit-demo-agent", configureServer: mount, configurePreviewServer: mount };
}
