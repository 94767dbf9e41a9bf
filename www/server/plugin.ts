import { ToolRegistry } from "ag-ui-lit";
import {
  AgentReasoner,
  AgentToolExecutor,
  type Model,
  nodeListener,
  serveAgent,
} from "ag-ui-lit/server";
import type { Connect, Plugin } from "vite";
import { type AgentInfo, infoEndpoint } from "./info.js";
import { readOpenAiConfig } from "./openai/config.js";
import { openAiModel } from "./openai/model.js";
import { paceFactor } from "./pace.js";
import { scriptedModel } from "./scripted/model.js";
import { overA2a } from "./shop/over-a2a.js";
import { paymentsEndpoint } from "./shop/payments.js";
import { openShop, VISITOR } from "./shop/shop.js";
import { duffel } from "./stand-ins/duffel.js";
import { standIn } from "./stand-ins/endpoint.js";
import { googleCalendar } from "./stand-ins/google-calendar.js";
import { textModelEndpoint } from "./text-model/endpoint.js";

/**
 * Mounts what the demo asks, in `vite dev` and in `vite preview`: its agent, the shop with its own, a model that only writes text, and
 * stand-ins for the services that the travel tools ask.
 */
export function agentPlugin(env: NodeJS.ProcessEnv = process.env): Plugin {
  const mount = (server: { middlewares: Connect.Server }) => {
    const pace = paceFactor(env.DEMO_PACE);
    const { model, info } = modelOf(env, pace);
    const shop = openShop(model);
    const { middlewares } = server;
    middlewares.use("/agent/info", infoEndpoint(info));
    middlewares.use("/agent", nodeListener(serveAgent(reasonerFor(model))));
    const context = () => ({ user: VISITOR });
    middlewares.use("/shop/ag-ui", nodeListener(serveAgent(shop.reasoner, { context })));
    middlewares.use("/shop/a2a", nodeListener(overA2a(shop.reasoner, "/shop/a2a/")));
    middlewares.use("/shop/payments", paymentsEndpoint(shop.orders, pace));
    middlewares.use("/text-model", textModelEndpoint(pace));
    middlewares.use("/stand-ins/duffel", standIn(pace, duffel));
    middlewares.use("/stand-ins/google-calendar", standIn(pace, googleCalendar));
  };
  return { name: "ag-ui-lit-demo-agent", configureServer: mount, configurePreviewServer: mount };
}

function modelOf(env: NodeJS.ProcessEnv, pace: number): { model: Model; info: AgentInfo } {
  const config = readOpenAiConfig(env);
  return config
    ? { model: openAiModel(config), info: { brain: "openai", model: config.model } }
    : { model: scriptedModel(pace), info: { brain: "scripted" } };
}

/** An agent without tools of its own: all that it can do is what a page offers. */
function reasonerFor(model: Model): AgentReasoner {
  const executor = new AgentToolExecutor({ registry: new ToolRegistry() });
  return new AgentReasoner({ executor, model });
}
