import type { ToolLogLoss, ToolLogRecord } from "./record.js";

/**
 * A sink that shows each line in the console: failures and losses as warnings.
 *
 * @example
 * ```ts
 * logTools(manager, { sink: consoleSink() });
 * ```
 */
export function consoleSink(): (line: string, record: ToolLogRecord | ToolLogLoss) => void {
  return (line, { event }) => {
    const isFault = event === "tool_invocation_error" || event === "log_records_lost";
    if (isFault) console.warn(line);
    else console.log(line);
  };
}
