import { describe } from "../codec/describe.js";
import { isObject, read } from "../codec/safe-read.js";
import type { DefinitionIssue } from "../core/raw.js";

const policies: readonly unknown[] = ["unknown", "rerun", "ask"];

/** Checks what a definition's metadata says of reloads. It stays on this side: a function can't cross to the core. */
export function checkReload(metadata: unknown, issues: DefinitionIssue[]): void {
  if (!isObject(metadata)) return;
  const fault = (field: string, must: string, given: unknown): void => {
    const shown = typeof given === "string" ? JSON.stringify(given) : describe(given);
    issues.push({ path: ["metadata", field], message: `${must}, but is ${shown.slice(0, 60)}` });
  };
  const afterReload = read(metadata, "afterReload") ?? undefined;
  const isPolicy = policies.includes(afterReload) || typeof afterReload === "function";
  if (afterReload !== undefined && !isPolicy) {
    fault(
      "afterReload",
      'must be "unknown", "rerun", "ask" or a function of the call',
      afterReload,
    );
  }
  const continues = read(metadata, "continues") ?? undefined;
  if (continues !== undefined && typeof continues !== "boolean") {
    fault("continues", "must be true or false", continues);
  }
}
