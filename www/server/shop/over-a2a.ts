import { serveA2a } from "ag-ui-lit/a2a";
import type { AgentHandler, AgentReasoner } from "ag-ui-lit/server";
import { VISITOR } from "./shop.js";

/** A dev server goes by few names. */
const MAX_ORIGINS = 8;

/**
 * The shop's agent over A2A, at this path. Its card says where it is, and that is wherever it was asked: a dev server is `localhost` to
 * one and an address to another.
 */
export function overA2a(reasoner: AgentReasoner, path: string): AgentHandler {
  const handlers = new Map<string, AgentHandler>();
  return (request) => {
    const { origin } = new URL(request.url);
    const known = handlers.get(origin);
    if (known) return known(request);
    const [oldest] = handlers.keys();
    if (handlers.size >= MAX_ORIGINS && oldest !== undefined) handlers.delete(oldest);
    const handler = serveA2a(reasoner, {
      card: { name: "Shop", description: "Sells tea and what it is made in.", url: origin + path },
      context: () => ({ user: VISITOR }),
    });
    handlers.set(origin, handler);
    return handler(request);
  };
}
