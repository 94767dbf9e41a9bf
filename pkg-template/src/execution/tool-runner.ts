import type { ToolExecutionManager } from "./manager.js";

/** What runs tools for somebody: a manager, or what stands between one and them. */
export type ToolRunner = Pick<
  ToolExecutionManager,
  "execute" | "check" | "readArguments" | "addEventListener" | "removeEventListener"
>;
