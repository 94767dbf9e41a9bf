/** What a page stores of executions, as a user writes it. */
import {
  type AnyStructuredToolResult,
  type RegisteredTool,
  type StructuredToolResult,
  structuredResult,
  structuredResults,
  ToolExecutionManager,
  type ToolExecutionResult,
  ToolFailure,
  type ToolRegistry,
} from "ag-ui-lit";
import { exactly } from "./expect.js";

declare module "ag-ui-lit" {
  interface ToolResultMetadata {
    forecast: { hours: number[] };
    count_words: number;
  }
}

const manager = new ToolExecutionManager();
exactly<AnyStructuredToolResult[]>()(structuredResults(manager));
structuredResults(manager, { toolCallId: "call-1", since: 0 });
structuredResults(manager, { since: new Date() });
structuredResults(manager, { since: "2026-11-27T10:00:00.000Z" });
// @ts-expect-error no such option
structuredResults(manager, { call: "call-1" });

for (const result of structuredResults(manager)) {
  exactly<string>()(result.timestamp);
  exactly<string | undefined>()(result.error);
  const name: string = result.toolName;
  if (result.toolName === "forecast") {
    exactly<number[] | undefined>()(result.metadata?.hours);
  } else if (result.toolName === "count_words") {
    exactly<number | undefined>()(result.metadata);
  } else {
    exactly<unknown>()(result.metadata);
    // @ts-expect-error nobody has said what it is
    result.metadata.hours;
  }
  // @ts-expect-error a result is read only
  result.success = true;
  console.log(name);
}

exactly<AnyStructuredToolResult | undefined>()(structuredResult(manager, "exec-1"));
for (const end of ["succeeded", "failed", "cancelled"] as const) {
  manager.addEventListener(`tool-execution-${end}`, ({ detail }) => {
    structuredResult(manager, detail);
  });
}
// @ts-expect-error what names no execution
structuredResult(manager, { toolName: "forecast" });

const stored: StructuredToolResult<{ rows: number }> = {
  toolName: "count_rows",
  success: true,
  metadata: { rows: 3 },
  timestamp: "2026-11-27T10:00:00.000Z",
};
exactly<number | undefined>()(stored.metadata?.rows);
exactly<unknown>()(new ToolFailure("no", { structured: { rows: 3 } }).structured);

declare const registry: ToolRegistry;
const forecast = registry.get("forecast");
const other = registry.get("other");
if (forecast && other) {
  const known = await manager.execute(forecast, "call-1", {});
  if (known.success) exactly<{ hours: number[] }>()(known.output);
  const unknown = await manager.execute(other, "call-2", {});
  if (unknown.success) exactly<unknown>()(unknown.output);
}

/** A manager of a page's own may still say less. */
class Quiet extends ToolExecutionManager {
  override execute(
    tool: RegisteredTool,
    toolCallId: string,
    args: Record<string, unknown>,
  ): Promise<ToolExecutionResult> {
    return super.execute(tool, toolCallId, args);
  }
}
new Quiet();
