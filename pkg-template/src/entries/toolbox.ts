/**
 * `ag-ui-lit/toolbox`: tools that a page can give its agent at once. They are written in Rust, in a WebAssembly module
 * of their own that is loaded when one of them runs first. Importing this loads nothing.
 *
 * @module
 */
export {
  type AgentToolsOptions,
  type ApprovalOption,
  type AsksPerson,
  agentTools,
  agentToolsAvailability,
  type ImageRecognitionMetadata,
  type ImageRecognitionOptions,
  type ImageToRecognize,
  type SubagentMetadata,
  type SubagentOptions,
  type SubagentProgress,
} from "../toolbox/agents.js";
export type { Availability, GroupAvailability } from "../toolbox/availability.js";
export { availableTools } from "../toolbox/available.js";
export {
  type BackgroundContext,
  type BackgroundProcess,
  BackgroundProcesses,
  type BackgroundWork,
  backgroundProcesses,
} from "../toolbox/background.js";
export {
  type BashToolOptions,
  bashTool,
  bashToolAvailability,
  type CommandEnd,
  type RunCommand,
} from "../toolbox/bash.js";
export {
  type CalendarAttendee,
  type CalendarEvent,
  type CalendarTime,
  type CalendarToolsOptions,
  calendarTools,
  calendarToolsAvailability,
  type ListEventsMetadata,
  type OAuthRefresh,
} from "../toolbox/calendar.js";
export {
  type ToolEnvironment,
  type ToolEnvironmentOptions,
  toolEnvironment,
} from "../toolbox/environment.js";
export {
  type FileEditMetadata,
  type FileMultiEditMetadata,
  type FileReadMetadata,
  type FileRoot,
  type FileToolsOptions,
  type FileWriteMetadata,
  fileTools,
  fileToolsAvailability,
  type GlobFile,
  type GlobMetadata,
  type GrepFile,
  type GrepMetadata,
  type LineEnding,
  type SearchToolsOptions,
  searchTools,
  searchToolsAvailability,
} from "../toolbox/files.js";
export {
  type FlightLeg,
  type FlightOption,
  type FlightPlace,
  type FlightTime,
  type FlightToolsOptions,
  flightTools,
  flightToolsAvailability,
  type Money,
  type SearchFlightsMetadata,
  type ServiceOptions,
  type TokenFunction,
  type TravelCacheOptions,
} from "../toolbox/flights.js";
export { loadToolbox } from "../toolbox/module/load.js";
export type { ToolboxPart, ToolboxSources } from "../toolbox/module/parts.js";
export type { ToolboxResultMetadata } from "../toolbox/module/result-metadata.js";
export { imageOf } from "../toolbox/page/kept-images.js";
export {
  type ClickMetadata,
  type GetPageMetadata,
  type NavigateMetadata,
  type PageAction,
  type PageToolsOptions,
  pageTools,
  pageToolsAvailability,
  type ScreenshotMetadata,
  type TypeMetadata,
} from "../toolbox/page.js";
export {
  type BatchMetadata,
  type BatchProgress,
  type RunToolsOptions,
  runTools,
  runToolsAvailability,
  type ViewBackgroundProcessesMetadata,
} from "../toolbox/runs.js";
export {
  type TodoItem,
  type TodoStorage,
  TodoStore,
  type TodoStoreOptions,
  type TodoToolsOptions,
  todoTools,
  todoToolsAvailability,
} from "../toolbox/todo.js";
export type { ToolApproval } from "../toolbox/tool-approval.js";
export { type WebToolsOptions, webTools, webToolsAvailability } from "../toolbox/web.js";
