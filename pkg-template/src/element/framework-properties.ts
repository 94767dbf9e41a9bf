import type { AgentCapabilities } from "@ag-ui/core";
import type { AgUiAgent } from "./ag-ui-agent.js";
import type { OpenCallsPolicy } from "./answers/open-calls.js";
import type { ResultParts } from "./answers/result-parts.js";
import type { RunLimits } from "./limits/limits.js";
import type { ContextEntry } from "./page/context-entries.js";

/**
 * What a framework's template sets on `<ag-ui-agent>`: attributes, and properties that may be set at any time.
 * `messages` is none: it can't be set while the agent runs. Nor is `state`: a template that is rendered again would write
 * over what the backend said meanwhile.
 */
export type AgentProperties = {
  [Name in Settable]?: AgUiAgent[Name] | undefined;
} & {
  limits?: Partial<RunLimits> | undefined;
  context?: readonly ContextEntry[] | undefined;
  forwardedProps?: Readonly<Record<string, unknown>> | undefined;
  capabilities?: AgentCapabilities | undefined;
  "thread-id"?: string | undefined;
  "max-rounds"?: number | string | undefined;
  "expose-webmcp"?: boolean | "" | undefined;
  "form-tools"?: string | undefined;
  "open-calls"?: OpenCallsPolicy | undefined;
  "result-parts"?: ResultParts | undefined;
};

type Settable =
  | "url"
  | "threadId"
  | "headers"
  | "maxRounds"
  | "openCalls"
  | "resultParts"
  | "protocol"
  | "exposeWebmcp"
  | "formTools"
  | "formMetadata"
  | "registry"
  | "manager"
  | "agent";
