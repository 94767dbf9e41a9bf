import { loadJsonSchema } from "../core/json-schema.js";
import { whenUsable } from "../tools/register-early.js";
import type { ToolRegistry } from "../tools/registry.js";
import { needsJsonSchemaModule } from "../validation/choose.js";

/** A server's tools have plain JSON Schemas, all of them. */
const likeAll = { schema: { type: "object" } };

/**
 * Waits until a registry takes a server's tools: for the core, which `init()` or an element loads, and for the
 * validator of JSON Schemas. Rejects if that can't be loaded.
 */
export async function whenTakesTools(registry: ToolRegistry): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    whenUsable({ registry: () => registry, definition: likeAll, work: resolve, fail: reject });
  });
  // The registry may be kept by another copy of the package; results are judged by this one.
  if (needsJsonSchemaModule(likeAll)) await loadJsonSchema();
}
