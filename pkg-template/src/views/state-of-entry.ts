import { jsonObjectOf } from "../codec/json-object.js";
import { isObject } from "../codec/safe-read.js";
import { shownCopy } from "../element/values/shown-copy.js";
import type { CallEntry } from "./call-entry.js";
import type { ToolCallState, ToolCallStatus } from "./call-state.js";

/** The state of a call, made of the facts about it. */
export function stateOf(entry: CallEntry, status: ToolCallStatus): ToolCallState {
  const { reader, execution, end, retrying, late } = entry;
  const isEarly = status === "writing" || status === "waiting";
  const argsText = reader?.text ?? entry.argsText;
  const { result, error } = end ?? {};
  const args = once(() => argumentsOf(entry, argsText));
  const output = once(() => valueIn(result));
  return Object.freeze({
    toolCallId: entry.toolCallId,
    messageId: entry.messageId,
    toolName: entry.toolName,
    get args() {
      return args();
    },
    argsText,
    status,
    progress: end ? undefined : entry.progress,
    result,
    get output() {
      return output();
    },
    error,
    invalid: isEarly ? entry.invalid : undefined,
    attempt: entry.attempt,
    maxAttempts: execution?.retry.maxAttempts ?? 0,
    retryAt: retrying?.at,
    lastError: retrying?.error,
    approval: entry.approval,
    refusal: status === "asking" ? entry.refusal : undefined,
    isLate: late !== undefined,
    late,
    answeredBy: entry.answeredBy,
    cancel: () => entry.cancel(),
    retry: status === "retrying" && !retrying?.isDue ? () => entry.retryNow() : undefined,
    respond: (value: unknown) => entry.respond(value),
  });
}

function argumentsOf(entry: CallEntry, text: string): Readonly<Record<string, unknown>> {
  const { end, reader, arriving, execution } = entry;
  if (end?.args) return end.args;
  if (execution && Object.keys(execution.args).length > 0) return execution.args;
  // The reader's value grows in place.
  if (reader) return shownCopy(reader.value);
  if (arriving) return shownCopy(arriving.partialArgs);
  return Object.freeze(jsonObjectOf(text) ?? {});
}

/** The value in a result's text. */
function valueIn(result: string | undefined): unknown {
  if (result === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(result);
    return isObject(value) ? Object.freeze(value) : value;
  } catch {
    return result;
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
