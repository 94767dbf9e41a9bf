import type { AgUiTool } from "../tools/registry.js";
import type { RegisteredTool } from "../tools/types.js";

/** Tools by the names that calls have. */
export interface CallableTools {
  readonly names: readonly string[];
  get(name: string): RegisteredTool | undefined;
  has(name: string): boolean;
  /** Returns true for the name of a tool that runs on the server: the page knows it, and can't run it. */
  runsOnServer(name: string): boolean;
  toAgUiTools(): AgUiTool[];
  /**
   * Resolves to a tool once its modules are loaded, with a new try after a failure. Rejects if they can't be loaded.
   */
  loaded(name: string): Promise<RegisteredTool | undefined>;
  addEventListener(type: "tool-registry-change", listener: () => void): void;
  removeEventListener(type: "tool-registry-change", listener: () => void): void;
}
