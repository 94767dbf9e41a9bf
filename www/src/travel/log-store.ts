import type { ToolLogLoss, ToolLogRecord } from "ag-ui-lit/log";

/** How many lines stay in view. */
const MAX_SHOWN = 200;

/** A line of the log, and what it says. */
export interface LogEntry {
  readonly key: number;
  readonly line: string;
  readonly record: ToolLogRecord | ToolLogLoss;
}

/** The lines that the log's sink got. Raises `change`. */
class LogStore extends EventTarget {
  #entries: readonly LogEntry[] = [];
  #count = 0;

  /** Newest last. */
  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  add(line: string, record: LogEntry["record"]): void {
    this.#count += 1;
    this.#set([...this.#entries, { key: this.#count, line, record }].slice(-MAX_SHOWN));
  }

  clear(): void {
    this.#set([]);
  }

  #set(entries: readonly LogEntry[]): void {
    this.#entries = entries;
    this.dispatchEvent(new Event("change"));
  }
}

/** The one of this page. */
export const toolLog = new LogStore();
