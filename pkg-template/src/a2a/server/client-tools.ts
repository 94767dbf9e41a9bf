import { loadCore } from "../../core/init.js";
import { loadJsonSchema } from "../../core/json-schema.js";
import { validateClientTools } from "../../server/client-tools/valid-tools.js";
import type { AgUiTool } from "../../tools/registry.js";
import type { A2aNotes } from "./log.js";

/**
 * The valid tools of a client. An invalid one is left out and logged, the others keep working; all are left out if the
 * validator can't be loaded. Never rejects.
 */
export async function clientTools(
  given: readonly unknown[],
  notes: A2aNotes,
): Promise<readonly AgUiTool[]> {
  try {
    await Promise.all([loadCore(), loadJsonSchema()]);
    const { valid, faults, hidden } = validateClientTools(given);
    for (const { message } of faults)
      notes.ignored("bad_tool", `A client tool was left out: ${message}`);
    for (const tool of hidden) {
      notes.ignored(
        "hidden_text",
        `Hidden characters were left out of what the client says of its tool ${tool.name}: ${tool.hidden}.`,
      );
    }
    return valid;
  } catch (thrown) {
    notes.failed(thrown);
    return [];
  }
}
