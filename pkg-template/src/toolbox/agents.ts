import type { ToolDefinition } from "../tools/types.js";
import { agentToolsCatalogue } from "./catalogue.js";
import { lazyGroup } from "./lazy-group.js";

/** `thinking`. */
export function agentTools(): ToolDefinition[] {
  return lazyGroup({
    catalogue: agentToolsCatalogue,
    make: (raw) => raw.rawAgentTools(undefined),
  });
}
