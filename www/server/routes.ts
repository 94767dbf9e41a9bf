import { ToolRegistry } from "ag-ui-lit";
import {
  AgentReasoner,
  AgentToolExecutor,
  type Model,
  memoryRunLog,
  serveAgent,
} from "ag-ui-lit/server";
import { dinnerEndpoint } from "./build/endpoint.js";
import type { Handler } from "./http/handler.js";
import { type AgentInfo, infoEndpoint } from "./info.js";
import { overA2a } from "./shop/over-a2a.js";
import { paymentsEndpoint } from "./shop/payments.js";
import { openShop, VISITOR } from "./shop/shop.js";
import { duffel } from "./stand-ins/duffel.js";
import { standIn } from "./stand-ins/endpoint.js";
import { googleCalendar } from "./stand-ins/google-calendar.js";
import { textModelEndpoint } from "./text-model/endpoint.js";
import { unhurried } from "./unhurried.js";

/** The bytes of events that the server keeps for streams that come back. */
const LOG_BYTES = 8_000_000;

/** What the demo's server is made of. */
export interface DemoServer {
  readonly model: Model;
  readonly info: AgentInfo;
  /** The factor of all pauses. */
  readonly pace: number;
  /** The path of the page: `/`, or a folder's. */
  readonly base: string;
}

/**
 * What the demo asks, by path below the page's: its agent, the shop with its own, one that shares its state, one whose streams come back, a
 * model that only writes text, and stand-ins for the services that the travel tools ask. A longer path stands before the shorter one that it begins with.
 */
export function routesOf({ model, info, pace, base }: DemoServer): ReadonlyMap<string, Handler> {
  const shop = openShop(model);
  const context = () => ({ user: VISITOR });
  return new Map<string, Handler>([
    ["agent/info", infoEndpoint(info)],
    ["agent", serveAgent(reasonerFor(model))],
    ["dinner", dinnerEndpoint(pace)],
    [
      "survive",
      serveAgent(reasonerFor(unhurried(model, pace)), {
        context,
        resumable: { log: memoryRunLog({ maxBytes: LOG_BYTES }) },
      }),
    ],
    ["shop/ag-ui", serveAgent(shop.reasoner, { context })],
    ["shop/a2a", overA2a(shop.reasoner, `${base}shop/a2a/`)],
    ["shop/payments", paymentsEndpoint(shop.orders, pace)],
    ["text-model", textModelEndpoint(pace)],
    // A search asks twice. It takes long enough for a visitor to stop it.
    ["stand-ins/duffel", standIn(pace, duffel, 3_500)],
    ["stand-ins/google-calendar", standIn(pace, googleCalendar)],
  ]);
}

/** An agent without tools of its own: it calls what a page offers. */
function reasonerFor(model: Model): AgentReasoner {
  const executor = new AgentToolExecutor({ registry: new ToolRegistry() });
  return new AgentReasoner({ executor, model });
}
