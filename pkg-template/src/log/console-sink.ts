/**
 * A sink that shows each line in the console: failures and losses as warnings.
 *
 * @example
 * ```ts
 * logTools(manager, { sink: consoleSink() });
 * ```
 */
export function consoleSink(): (line: string, record: { readonly event: string }) => void {
  return (line, { event }) => {
    if (faults.has(event)) console.warn(line);
    else console.log(line);
  };
}

const faults: ReadonlySet<string> = new Set([
  "tool_invocation_error",
  "agent_exception",
  "log_records_lost",
]);
