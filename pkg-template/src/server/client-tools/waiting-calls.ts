import { describe } from "../../codec/describe.js";
import { start } from "../../codec/truncate.js";
import { onAbort } from "../../execution/on-abort.js";
import { after } from "../../execution/timer.js";
import type { AgentLog } from "../agent-log.js";
import { eventTag } from "../log/entry-tags.js";
import { logFor } from "../log/safe-log.js";
import type { ToolCall, ToolResult } from "./definition.js";
import { readResult } from "./read-result.js";

/** How many calls that have ended are remembered, to tell a late or double result from one of nobody. */
const MOST_ENDED = 1000;

/** How long a call waits, and what ends it before. */
export interface WaitLimits {
  /** Milliseconds. */
  readonly timeout: number;
  readonly signals: readonly AbortSignal[];
}

/** A call that waits for its client. */
export interface WaitingCall {
  readonly done: Promise<ToolResult>;
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
  /** A result is there, from wherever. Says whether it was taken; what was not is logged. */
  offer(given: unknown): boolean;
  /** It can't have one. */
  fail(error: string): void;
}

/** Why a result was not taken. */
type NotTaken = "late" | "double" | "foreign" | "unusable";

interface Open extends WaitingCall {
  readonly call: ToolCall;
}

interface Ended {
  readonly toolName: string;
  readonly how: "answered" | "given up";
  readonly log: AgentLog;
}

/** The calls that wait for a client, each under its id. */
export class WaitingCalls {
  readonly #log: AgentLog | undefined;
  readonly #most: number;
  readonly #open = new Map<string, Open>();
  readonly #ended = new Map<string, Ended>();

  constructor(log: AgentLog | undefined, most: number) {
    this.#log = log;
    this.#most = most;
  }

  /** Why one more can't wait, if so. */
  refusal(id: string): string | undefined {
    if (this.#open.has(id))
      return `A call with the id ${JSON.stringify(start(id, 100))} waits for the client already`;
    if (this.#open.size < this.#most) return undefined;
    return `Too many calls wait for the client (${this.#most}): try again when one of them has its result`;
  }

  /** A call begins to wait. */
  wait(call: ToolCall, context: unknown, { timeout, signals }: WaitLimits): WaitingCall {
    const { id: toolCallId } = call;
    const { name: toolName } = call.function;
    const log = logFor(this.#log, context as never);
    const controller = new AbortController();
    let resolve: (result: ToolResult) => void = () => {};
    const done = new Promise<ToolResult>((give) => {
      resolve = give;
    });
    const end = (result: ToolResult, how: Ended["how"]): void => {
      if (this.#open.get(toolCallId) !== open) return;
      this.#open.delete(toolCallId);
      this.#remember(toolCallId, { toolName, how, log });
      callOff();
      for (const release of releases) release();
      resolve(result);
      controller.abort(new Error(result.error ?? "The call has its result."));
    };
    const fail = (error: string): void =>
      end(Object.freeze({ toolCallId, toolName, success: false, error }), "given up");
    const open: Open = {
      call,
      done,
      signal: controller.signal,
      offer: (given) => {
        if (this.#open.get(toolCallId) !== open) return this.#tooLate(toolCallId);
        const read = readResult(given, call);
        if (read.result) end(read.result, "answered");
        else this.#note(read.fault, { toolCallId, toolName, log, why: read.why });
        return read.result !== undefined;
      },
      fail,
    };
    this.#open.set(toolCallId, open);
    const callOff = after(timeout, () =>
      fail(`Tool ${toolName} got no result from the client within ${timeout / 1000} s`),
    );
    const releases = signals.map((signal) =>
      onAbort(signal, () => fail(cancelled(toolName, signal))),
    );
    const aborted = signals.find((signal) => signal.aborted);
    if (aborted) fail(cancelled(toolName, aborted));
    return open;
  }

  /** A result that came by itself. Says whether a call has taken it. */
  offer(id: unknown, given: unknown): boolean {
    const open = typeof id === "string" ? this.#open.get(id) : undefined;
    return open ? open.offer(given) : this.#tooLate(id);
  }

  #tooLate(id: unknown): false {
    const toolCallId = start(describe(id), 200);
    const ended = typeof id === "string" ? this.#ended.get(id) : undefined;
    if (!ended) {
      const log = logFor(this.#log, undefined);
      this.#note("foreign", { toolCallId, toolName: "", log, why: "no such call waits" });
      return false;
    }
    const isDouble = ended.how === "answered";
    const why = isDouble ? "the call has its result" : "nobody waits for it any more";
    this.#note(isDouble ? "double" : "late", { ...ended, toolCallId, why });
    return false;
  }

  #remember(id: string, ended: Ended): void {
    this.#ended.delete(id);
    this.#ended.set(id, ended);
    for (const oldest of this.#ended.keys()) {
      if (this.#ended.size <= MOST_ENDED) break;
      this.#ended.delete(oldest);
    }
  }

  #note(
    outcome: NotTaken,
    about: Pick<Ended, "toolName" | "log"> & { readonly toolCallId: string; readonly why: string },
  ): void {
    const { log, toolName, toolCallId, why } = about;
    const tag = toolName === "" ? "ClientToolProvider_Result" : eventTag(toolName);
    log.addCustomEvent("warning", tag, `A result of the client was not taken: ${why}.`, [
      { key: "ToolCallId", value: start(toolCallId, 200) },
      { key: "Outcome", value: outcome },
    ]);
  }
}

function cancelled(toolName: string, signal: AbortSignal): string {
  const reason = start(describe(signal.reason), 500);
  return `Tool ${toolName} was cancelled before the client had a result: ${reason}`;
}
