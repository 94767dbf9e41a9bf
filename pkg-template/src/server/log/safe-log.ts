import { describe } from "../../codec/describe.js";
import { isArray, isObject, read, readText } from "../../codec/safe-read.js";
import type { AgentContext } from "../agent-context.js";
import type { AgentLog, AgentLogLevel, KeyValue } from "../agent-log.js";

/**
 * A log for one conversation: its entries have the ids of conversation and session, and nothing that the log underneath does
 * disturbs who writes. Without a log it does nothing.
 */
export function logFor(log: AgentLog | undefined, context: AgentContext | undefined): AgentLog {
  if (!log) return silent;
  const ids = idsOf(context);
  return Object.freeze({
    addException(tag: string, error: unknown, data?: readonly KeyValue[]): void {
      const entry = [...ids, ...pairsOf(data)];
      quietly(log, () => log.addException(describe(tag), error, entry));
    },
    addCustomEvent(
      level: AgentLogLevel,
      tag: string,
      message: string,
      data: readonly KeyValue[],
    ): void {
      const entry = [...ids, ...pairsOf(data)];
      quietly(log, () =>
        log.addCustomEvent(levelOf(level), describe(tag), describe(message), entry),
      );
    },
  });
}

/** The pairs that every entry has. */
export function idsOf(context: AgentContext | undefined): readonly KeyValue[] {
  return [
    { key: "ConversationId", value: idOf(context, "conversation") },
    { key: "SessionId", value: idOf(context, "session") },
  ];
}

/** What a tool gives may be anything. */
export function pairsOf(data: unknown): KeyValue[] {
  if (!isArray(data)) return [];
  return data.slice(0, MOST_PAIRS).flatMap((pair) => {
    if (!isObject(pair)) return [];
    const key = readText(pair, "key");
    return key === undefined ? [] : [{ key, value: describe(read(pair, "value")) }];
  });
}

export function levelOf(level: unknown): AgentLogLevel {
  return levels.find((known) => known === level) ?? "info";
}

const levels: readonly AgentLogLevel[] = ["debug", "info", "warning", "error"];

/** Pairs of one entry. */
const MOST_PAIRS = 100;

const silent: AgentLog = Object.freeze({ addException() {}, addCustomEvent() {} });

function idOf(context: unknown, party: "conversation" | "session"): string {
  const holder = isObject(context) ? read(context, party) : undefined;
  return (isObject(holder) ? readText(holder, "id") : undefined) ?? "";
}

/** Nobody waits for a log. */
function quietly(log: AgentLog, write: () => unknown): void {
  const tell = (thrown: unknown): void => tellOnce(log, thrown);
  try {
    Promise.resolve(write()).catch(tell);
  } catch (thrown) {
    tell(thrown);
  }
}

const told = new WeakSet<object>();

/** An uncaught exception would end the server, so the console hears of it; once, since every entry would say the same. */
function tellOnce(log: AgentLog, thrown: unknown): void {
  if (told.has(log)) return;
  told.add(log);
  try {
    console.error("ag-ui-lit/server: the log failed; no further failure of it is shown.", thrown);
  } catch {
    // Somebody has put something else in its place.
  }
}
