import type { CallSteps } from "../../execution/call-steps.js";
import type { ToolExecutionManager } from "../../execution/manager.js";
import type { ToolRegistry } from "../../tools/registry.js";
import type { RegisteredTool } from "../../tools/types.js";
import type { Approvals } from "../answers/approval.js";

/** What a feature may use of its element. To be read when it is needed: a page may set another registry at any time. */
export interface FeatureHost {
  readonly registry: ToolRegistry;
  readonly manager: ToolExecutionManager;
  /** Asks a person, where a tool says so. */
  readonly approvals: Approvals;
  /** The page's steps of the element's calls. */
  readonly calls: CallSteps;
  /** Whether the element offers a tool of its registry: one that a feature leaves out is not. */
  offers(tool: RegisteredTool): boolean;
}

/**
 * What an element is given beside the conversation with its backend, such as tools that are forms. The element knows no
 * feature: `agent/ag-ui-agent.ts` puts it together with those that `<ag-ui-agent>` has.
 */
export interface ElementFeature {
  /** The element is in a document; called again when its registry or a setting of a feature has changed. */
  connect(document: Document): void;
  /** The element has left the document. */
  disconnect(document: Document): void;
  /** Whether the element offers a tool of its registry, as far as it is this feature's affair; every tool when absent. */
  offers?(tool: RegisteredTool): boolean;
}
