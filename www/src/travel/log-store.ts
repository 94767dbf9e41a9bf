import type { ToolLogLoss, ToolLogRecord } from "ag-ui-lit/log";

/** The most lines that stay in view. */
const MAX_SHOWN = 200;

/** A line of the log, as text and as what it says. */
export interface LogEntry {
  readonly key: number;
  readonly line: string;
  readonly record: ToolLogRecord | ToolLogLoss;
}

/** The lines that the log's sink got, newest last. Raises `change`. */
class LogStore extends EventTarget {
  entries: readonly LogEntry[] = [];
  #count = 0;

  add(line: string, record: LogEntry["record"]): void {
    this.#count += 1;
    this.#show([...this.entries, { key: this.#count, line, record }].slice(-MAX_SHOWN));
  }

  clear(): void {
    this.#show([]);
  }

  #show(entries: readonly LogEntry[]): void {
    this.entries = entries;
    this.dispatchEvent(new Event("change"));
  }
}

/** The one of this page. */
export const toolLog = new LogStore();
