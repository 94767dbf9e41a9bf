/** What the server notes: what clients did that changed nothing, and what failed. */
export interface A2aLogEntry {
  readonly level: "warn" | "error";
  /** What happened, as a name: `late_result`. */
  readonly event: string;
  /** The same in words. */
  readonly message: string;
  readonly taskId?: string;
  readonly conversationId?: string;
  /** With `error`: what was thrown. */
  readonly error?: unknown;
}

/** Takes what is to be logged. */
export type A2aLog = (entry: A2aLogEntry) => void;

/** A log that spoils nothing, whatever it throws. */
export function safeLog(log: A2aLog | undefined): A2aLog {
  return (entry) => {
    try {
      if (log) log(entry);
      else if (entry.level === "error") console.error(`ag-ui-lit: ${entry.message}`, entry.error);
    } catch {
      // The request goes on.
    }
  };
}
