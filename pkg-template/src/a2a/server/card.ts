import type { AgentCard } from "@a2a-js/sdk";
import { CLIENT_TOOLS_EXTENSION } from "../extension.js";

/** An agent's card. Missing members are filled in; given ones are kept. */
export interface A2aCardOptions extends Partial<AgentCard> {
  /** The agent's name for people. */
  readonly name: string;
  /** The agent's purpose. */
  readonly description: string;
  /** The absolute address at which `serveA2a`'s function answers. */
  readonly url: string;
}

/** The card: JSON-RPC at one address, in both versions of the protocol, with client tools. */
export function agentCard({ url, ...given }: A2aCardOptions): AgentCard {
  const { extensions = [], ...capabilities } = given.capabilities ?? {};
  const own = extensions.some(({ uri }) => uri === CLIENT_TOOLS_EXTENSION) ? [] : [clientTools];
  return {
    version: "1.0.0",
    provider: undefined,
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: ["text/plain", "application/json"],
    defaultOutputModes: ["text/plain", "application/json"],
    skills: [],
    signatures: [],
    ...given,
    capabilities: { ...capabilities, streaming: true, extensions: [...extensions, ...own] },
    supportedInterfaces: ["1.0", "0.3"].map((protocolVersion) => ({
      url,
      protocolBinding: "JSONRPC",
      tenant: "",
      protocolVersion,
    })),
  };
}

const clientTools = {
  uri: CLIENT_TOOLS_EXTENSION,
  description:
    "The client brings tools in its message's metadata. A call of one is a data part { toolCalls } of an input-required status; " +
    "its result a data part { toolResults } of the next message of the task.",
  required: false,
  params: undefined,
};
