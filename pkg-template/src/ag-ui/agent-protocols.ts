import type { AbstractAgent } from "@ag-ui/client";
import { isObject } from "../codec/safe-read.js";

/** The address of an agent that speaks another protocol. */
export interface AgentAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An agent for an address. It reads `url` and `headers` anew for every run. */
export type ProtocolAgentMaker = (address: AgentAddress) => AbstractAgent & {
  url: string;
  headers: Readonly<Record<string, string>>;
};

/** State that the copies of ag-ui-lit on one page share. */
const slot = Symbol.for("ag-ui-lit.agent-protocols");

/**
 * Makes a protocol known to every `<ag-ui-agent>` of the page, of any copy of the package, whichever is loaded first. The first
 * maker of a protocol stays.
 */
export function registerAgentProtocol(name: string, maker: ProtocolAgentMaker): void {
  const known = makers();
  if (!known.has(name)) known.set(name, maker);
}

/** The function that makes agents of a protocol, if it is known by now. */
export function agentMaker(name: string): ProtocolAgentMaker | undefined {
  return makers().get(name);
}

function makers(): Map<string, ProtocolAgentMaker> {
  const page = globalThis as { [slot]?: unknown };
  if (!isObject(page[slot])) {
    Object.defineProperty(page, slot, { value: new Map(), configurable: true });
  }
  return page[slot] as Map<string, ProtocolAgentMaker>;
}
