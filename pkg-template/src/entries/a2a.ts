/**
 * `ag-ui-lit/a2a`: both sides of A2A, by the official SDK `@a2a-js/sdk`, which is loaded when it is needed. `serveA2a`
 * serves a reasoner; `A2aAgent` is an agent for `<ag-ui-agent>` whose other end speaks A2A, and with this module
 * `<ag-ui-agent protocol="a2a">` makes one itself. Importing it in Node is harmless.
 *
 * @module
 */
import { A2aAgent } from "../a2a/agent/a2a-agent.js";
import { registerAgentProtocol } from "../ag-ui/agent-protocols.js";

registerAgentProtocol("a2a", (address) => new A2aAgent(address));

export { A2aAgent, type A2aAgentOptions } from "../a2a/agent/a2a-agent.js";
export { A2A_PARTS } from "../a2a/agent/task-run-events.js";
export type { ResubscribeOptions } from "../a2a/agent/task-stream.js";
export {
  type A2aToolCall,
  type A2aToolResult,
  CLIENT_TOOLS_EXTENSION,
  type ClientToolsMetadata,
} from "../a2a/extension.js";
export { A2aSdkError } from "../a2a/sdk.js";
export type { A2aCardOptions } from "../a2a/server/card.js";
export {
  A2aAgentExecutor,
  type A2aCaller,
  type A2aExecutorOptions,
} from "../a2a/server/executor.js";
export { type ServeA2aOptions, serveA2a } from "../a2a/server/serve.js";
