/** What the tests of `ag-ui-lit/log` have in common. */
import {
  type RegisteredTool,
  type ToolDefinition,
  ToolExecutionManager,
  type ToolMetadata,
  ToolRegistry,
} from "ag-ui-lit";
import { type LogToolsOptions, logTools, type ToolLogRecord } from "ag-ui-lit/log";

export function toolOf(
  handler: ToolDefinition["handler"],
  metadata: ToolMetadata = {},
  rest: Partial<ToolDefinition> = {},
): RegisteredTool {
  const all = { name: "look_up", description: "Looks it up.", schema: {}, ...rest };
  return new ToolRegistry().register({ ...all, handler, metadata }).tool;
}

/** A manager whose records are kept, as they are read from their lines. */
export function logged(
  options: Partial<LogToolsOptions> = {},
  manager = new ToolExecutionManager(),
) {
  const lines: string[] = [];
  const log = logTools(manager, { sink: (line) => void lines.push(line), ...options });
  const all = async (): Promise<ToolLogRecord[]> => {
    await log.flush();
    return lines.map((line) => JSON.parse(line));
  };
  return { manager, log, lines, all };
}
