import type { AbstractAgent } from "@ag-ui/client";

/** Properties in the order in which they are set: the thread before what it holds. */
const settable = [
  "url",
  "headers",
  "maxRounds",
  "exposeWebmcp",
  "openCalls",
  "formTools",
  "formMetadata",
  "registry",
  "manager",
  "threadId",
  "agent",
  "messages",
] as const;

/** Takes off what was set on an element before it was defined, where it would hide the accessors. */
export function takeOwnProperties<Element extends object>(element: Element): Partial<Element> {
  const own: Record<string, unknown> = {};
  const properties = element as Record<string, unknown>;
  for (const name of settable) {
    if (!Object.hasOwn(element, name)) continue;
    own[name] = properties[name];
    delete properties[name];
  }
  return own as Partial<Element>;
}

/** Whether a value can be talked to as an agent. It may come from another copy of `@ag-ui/client`. */
export function isAgent(agent: Partial<AbstractAgent>): agent is AbstractAgent {
  const methods = [agent.runAgent, agent.use, agent.setMessages];
  return methods.every((method) => typeof method === "function");
}
