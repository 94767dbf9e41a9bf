import { messageOf } from "../../codec/describe.js";
import type { AgentLog, AgentLogLevel, KeyValue } from "../agent-log.js";

/** An entry, as a trial looks at it. */
export interface KeptEntry {
  /** Of an exception it is absent. */
  readonly level?: AgentLogLevel;
  readonly tag: string;
  readonly data: readonly KeyValue[];
  /** The thrown value. */
  readonly error?: unknown;
}

/** A log that keeps what it is given, in place of the server's own. */
export class KeptLog implements AgentLog {
  readonly entries: KeptEntry[] = [];

  addException(tag: string, error: unknown, data: readonly KeyValue[] = []): void {
    this.entries.push({ tag, data, error });
  }

  /** The log's entry of a failure whose id a client was given; the client's text if there is none. */
  reasonOf(told: string): string {
    const entry = this.entries.find(({ data }) => {
      return data.some(({ key, value }) => key === "FailureId" && told.includes(value));
    });
    if (!entry) return told;
    const written = entry.data.find(({ key }) => key === "Message")?.value;
    return written ?? messageOf(entry.error);
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
