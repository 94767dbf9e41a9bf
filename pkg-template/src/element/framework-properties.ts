import type { AgUiAgent } from "./ag-ui-agent.js";
import type { OpenCallsPolicy } from "./answers/open-calls.js";
import type { RunLimits } from "./limits/limits.js";

/**
 * What a framework's template sets on `<ag-ui-agent>`: attributes, and properties that may be set at any time.
 * `messages` is none: it can't be set while the agent runs.
 */
export type AgentProperties = {
  [Name in Settable]?: AgUiAgent[Name] | undefined;
} & {
  limits?: Partial<RunLimits> | undefined;
  "thread-id"?: string | undefined;
  "max-rounds"?: number | string | undefined;
  "expose-webmcp"?: boolean | "" | undefined;
  "form-tools"?: string | undefined;
  "open-calls"?: OpenCallsPolicy | undefined;
};

type Settable =
  | "url"
  | "threadId"
  | "headers"
  | "maxRounds"
  | "openCalls"
  | "protocol"
  | "exposeWebmcp"
  | "formTools"
  | "formMetadata"
  | "registry"
  | "manager"
  | "agent";
