import { describe, messageOf } from "../../codec/describe.js";
import { isError, readText } from "../../codec/safe-read.js";
import { truncate, wellFormed } from "../../codec/truncate.js";
import { ReportOnce } from "../../events/report-once.js";
import { LineQueue } from "../../log/line-queue.js";
import { aRedaction, redactionOf } from "../../log/redaction.js";
import { type Redaction, Redactor, type RedactRule } from "../../log/redactor.js";
import { REDACTED } from "../../log/secret-text.js";
import { Secrets } from "../../log/secrets.js";
import { aSink, type LogSink, type Write, writerOf } from "../../log/sink.js";
import { checkOptions, type OptionRules } from "../../options/check-options.js";
import { aFunction } from "../../options/rules.js";
import type { AgentLog, AgentLogLevel, KeyValue } from "../agent-log.js";
import { idsOf, levelOf, pairsOf } from "./safe-log.js";

/** One line of the server's log. */
export interface AgentLogRecord {
  readonly event: "agent_exception" | "agent_event";
  /** Of an exception it is `"error"`. */
  readonly level: AgentLogLevel;
  /** Of a tool's exception `[<ToolName>_ExecuteAsync__Exception]`. */
  readonly tag: string;
  /** What is said; of an exception its message. Without secrets. */
  readonly message: string;
  /** Of an exception: its class, such as `"TypeError"`. */
  readonly name?: string;
  /** The facts, `ConversationId` and `SessionId` always among them. Without secrets. */
  readonly data: readonly KeyValue[];
  /** When that was: ISO 8601 in UTC. */
  readonly timestamp: string;
}

/** What `agentLog` writes, and where. */
export interface AgentLogOptions {
  /** Gets each line of JSON. `consoleSink()` of `ag-ui-lit/log` is one. */
  readonly sink: LogSink<AgentLogRecord>;
  /** What is taken out beside what always is; or a function that is asked about each value that is left. */
  readonly redact?: Redaction | RedactRule;
  /** Hears how many entries were lost so far, whenever one is. */
  readonly onLost?: (lost: number) => void;
}

/** An `AgentLog` that writes lines of JSON. */
export interface JsonAgentLog extends AgentLog {
  /** Entries that the sink did not take, or that came while a thousand waited for it. A line says so as well. */
  readonly lost: number;
  /** Resolves when the sink has all that was written so far; never for a sink that never answers. */
  flush(): Promise<void>;
}

/**
 * The server's log as lines of JSON, by the rules of `logTools`: without secrets, and one after the other. A sink that is slow,
 * throws or rejects disturbs nobody; the console hears of the first failure.
 *
 * @throws {TypeError} when an option is not as it must be.
 *
 * @example
 * ```ts
 * const log = agentLog({ sink: (line) => process.stdout.write(`${line}\n`) });
 * const executor = new AgentToolExecutor({ registry, log });
 * ```
 */
export function agentLog(options: AgentLogOptions): JsonAgentLog {
  checkOptions("agentLog", options, rules);
  const { sink, redact = {}, onLost = () => {} } = options;
  const own = new ReportOnce(
    "ag-ui-lit/server: a function that was given to agentLog() failed",
    toConsole,
  );
  const redactor = new Redactor(redactionOf("agentLog", redact), (thrown) => own.tell(thrown));
  const queue = new LineQueue<AgentLogRecord>(
    writerOf<AgentLogRecord>(sink) as Write<AgentLogRecord>,
    new ReportOnce("ag-ui-lit/server: the sink of agentLog() failed", toConsole),
    onLost,
  );
  const push = (entry: Omit<AgentLogRecord, "data" | "timestamp">, data: unknown): void => {
    const timestamp = new Date().toISOString();
    // Taken now: who has written it may change it. What costs time is done when it is its turn.
    const pairs = withIds(pairsOf(data));
    queue.push(() => {
      const secrets = new Secrets();
      for (const { key, value } of pairs) if (isHidden(redactor, key)) secrets.add(value);
      const all = pairs.map(({ key, value }) => ({
        key,
        value: isHidden(redactor, key) ? REDACTED : redactor.text(value, ["data", key], secrets),
      }));
      const message = redactor.text(entry.message, ["message"], secrets);
      const hiddenTag = secrets.hide(entry.tag, true);
      return { ...entry, tag: hiddenTag, message, data: all, timestamp };
    });
  };
  return Object.freeze({
    addException(tag: string, error: unknown, data?: readonly KeyValue[]): void {
      const name = isError(error) ? readText(error, "name") : undefined;
      const entry = { event: "agent_exception", level: "error", tag: tagText(tag) } as const;
      push({ ...entry, message: messageOf(error), ...(name !== undefined && { name }) }, data);
    },
    addCustomEvent(
      level: AgentLogLevel,
      tag: string,
      message: string,
      data: readonly KeyValue[],
    ): void {
      const entry = { event: "agent_event", level: levelOf(level), tag: tagText(tag) } as const;
      push({ ...entry, message: describe(message) }, data);
    },
    get lost(): number {
      return queue.lost;
    },
    flush: () => queue.flush(),
  });
}

const rules: OptionRules<AgentLogOptions> = {
  sink: aSink,
  redact: aRedaction,
  onLost: aFunction,
};

/** Longer ones are a mistake. */
function tagText(tag: unknown): string {
  return wellFormed(truncate(describe(tag), LONGEST_TAG));
}

const LONGEST_TAG = 200;

/** Who writes by hand may have forgotten them; an entry has them, if empty. */
function withIds(pairs: readonly KeyValue[]): readonly KeyValue[] {
  const missing = idsOf(undefined).filter(({ key }) => !pairs.some((pair) => pair.key === key));
  return [...missing, ...pairs];
}

/** Entries are found by the ids of conversation and session: that one is called a session's id does not hide it. */
function isHidden(redactor: Redactor, key: string): boolean {
  return redactor.hides(key) && !idsOf(undefined).some((id) => id.key === key);
}

function toConsole(thrown: unknown): void {
  try {
    console.error(thrown);
  } catch {
    // Somebody has put something else in its place.
  }
}
