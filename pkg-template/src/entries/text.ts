/**
 * `ag-ui-lit/text`: tools for a model that only writes text. They are in its prompt, and it calls them by markers,
 * which are found by a WebAssembly module that is loaded when it is needed first. Importing this loads nothing, and is
 * harmless in Node.
 *
 * @module
 */
export { ModelFailure, type ModelFailureOptions } from "../errors/model-failure.js";
export { loadModels } from "../models/load.js";
export type {
  DoneEvent,
  TokenEvent,
  ToolCallEvent,
  ToolErrorEvent,
  ToolEvent,
  ToolResultEvent,
} from "../text/events.js";
export { BROKEN_MARKER, MarkerAgent, type MarkerAgentOptions } from "../text/marker-agent.js";
export { type ExecuteCall, ToolCallMarkers, type ToolCallMarkersOptions } from "../text/markers.js";
export { type OpenAiTextOptions, openAiText } from "../text/openai-text.js";
export { type ReadToolEventsOptions, readToolEvents } from "../text/read-tool-events.js";
export { type PromptTool, type SystemPromptOptions, systemPrompt } from "../text/system-prompt.js";
export type { StreamText, TextMessage, TextRequest, TextSource } from "../text/text-source.js";
export { type ToolEventStreamOptions, toolEventStream } from "../text/tool-event-stream.js";
