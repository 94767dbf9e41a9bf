import type { AgentLog, AgentLogLevel, KeyValue } from "../agent-log.js";

/** An entry, as a trial looks at it. */
export interface KeptEntry {
  /** Of an exception it is absent. */
  readonly level?: AgentLogLevel;
  readonly tag: string;
  readonly data: readonly KeyValue[];
}

/** A log that keeps what it is given, in place of the server's own. */
export class KeptLog implements AgentLog {
  readonly entries: KeptEntry[] = [];

  addException(tag: string, _error: unknown, data: readonly KeyValue[] = []): void {
    this.entries.push({ tag, data });
  }

  addCustomEvent(
    level: AgentLogLevel,
    tag: string,
    _message: string,
    data: readonly KeyValue[],
  ): void {
    this.entries.push({ level, tag, data });
  }
}
