import { describe } from "../codec/describe.js";
import { isObject, read } from "../codec/safe-read.js";
import type { DefinitionIssue } from "../core/raw.js";

/** Checks a definition's `metadata.tracing`. It stays on this side: a function can't cross to the core. */
export function checkTracing(metadata: unknown, issues: DefinitionIssue[]): void {
  const given = isObject(metadata) ? read(metadata, "tracing") : undefined;
  if (given === undefined || given === null || typeof given === "function") return;
  const message = `must be a function of the arguments, but is ${describe(given).slice(0, 60)}`;
  issues.push({ path: ["metadata", "tracing"], message });
}
