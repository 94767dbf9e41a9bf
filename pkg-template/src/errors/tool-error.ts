import type { CoreToolError } from "../core/raw.js";

/** A failure of a tool: a plain record, the same in every event's detail and result. */
export interface ToolError extends CoreToolError {
  /** The thrown value. */
  cause?: unknown;
}
