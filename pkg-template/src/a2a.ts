/**
 * `ag-ui-lit/a2a`: both sides of A2A, by the official SDK `@a2a-js/sdk`, which is loaded when it is needed. `serveA2a` serves a
 * reasoner; `A2aAgent` is an agent for `<ag-ui-agent>` whose other end speaks A2A. Importing it in Node is harmless.
 *
 * @module
 */
export {
  type A2aToolCall,
  type A2aToolResult,
  CLIENT_TOOLS_EXTENSION,
  type ClientToolsMetadata,
} from "./a2a/extension.js";
export { A2aSdkError } from "./a2a/sdk.js";
export type { A2aCardOptions } from "./a2a/server/card.js";
export {
  A2aAgentExecutor,
  type A2aCaller,
  type A2aExecutorOptions,
} from "./a2a/server/executor.js";
export type { A2aLog, A2aLogEntry } from "./a2a/server/log.js";
export { type ServeA2aOptions, serveA2a } from "./a2a/server/serve.js";
