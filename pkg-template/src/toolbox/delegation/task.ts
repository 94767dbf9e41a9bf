import type { Message } from "@ag-ui/core";
import type { Emit } from "../../element/events/event-map.js";
import type { HeadlessConversation } from "../../element/runs/headless.js";
import type { SendResult } from "../../element/runs/loop.js";
import type { ToolExecutionManager } from "../../execution/manager.js";
import type { StructuredToolResult } from "../../execution/structured-result.js";
import { structuredResult } from "../../execution/structured-results.js";
import type { ToolError, ToolExecution } from "../../execution/types.js";

/** A step of a subagent's work, for the module. */
export type Step =
  | { readonly type: "round" }
  | { readonly type: "text"; readonly delta: string }
  | { readonly type: "callBegan"; readonly toolCallId: string; readonly toolName: string }
  | { readonly type: "callEnded"; readonly toolCallId: string; readonly success: boolean };

/** The number of calls that are reported; the others are only counted. */
const keptCalls = 100;

interface MadeCall {
  readonly toolCallId: string;
  readonly result: StructuredToolResult;
}

/** Reports a task's conversation step by step, and summarises it at its end. */
export class TaskLog {
  readonly #manager: ToolExecutionManager;
  readonly #step: (step: Step) => void;
  readonly #calls: MadeCall[] = [];
  #callCount = 0;
  #rounds = 0;

  constructor(manager: ToolExecutionManager, step: (step: Step) => void) {
    this.#manager = manager;
    this.#step = step;
  }

  readonly hear: Emit = (type, detail) => {
    const said = detail as HeardDetail;
    const { toolCallId = "", toolCallName = "" } = said;
    switch (type) {
      case "ag-ui-run-started":
        this.#rounds += 1;
        return this.#step({ type: "round" });
      case "ag-ui-text-content":
        return this.#step({ type: "text", delta: said.delta ?? "" });
      case "ag-ui-tool-call-start":
        return this.#step({ type: "callBegan", toolCallId, toolName: toolCallName });
      case "ag-ui-tool-call-end":
      case "ag-ui-tool-call-error":
        if (said.answeredBy === undefined) this.#note(said);
        return this.#step({ type: "callEnded", toolCallId, success: said.error === undefined });
      default:
    }
  };

  /** The conversation as it ended, in the module's form. */
  report(conversation: HeadlessConversation, outcome: object): object {
    return {
      outcome,
      threadId: conversation.threadId,
      rounds: this.#rounds,
      answer: lastWords(conversation.messages),
      calls: this.#calls,
      callCount: this.#callCount,
    };
  }

  #note({ toolCallId = "", toolCallName = "", execution, error }: HeardDetail): void {
    this.#callCount += 1;
    if (this.#calls.length === keptCalls) return;
    const known = execution && structuredResult(this.#manager, execution.id);
    const result: StructuredToolResult = known ?? {
      toolName: toolCallName,
      success: error === undefined,
      ...(error && { error: error.message }),
      timestamp: new Date().toISOString(),
    };
    this.#calls.push({ toolCallId, result });
  }
}

/** The fields that are read of events' details. */
interface HeardDetail {
  readonly toolCallId?: string;
  readonly toolCallName?: string;
  readonly delta?: string;
  readonly execution?: ToolExecution;
  readonly error?: ToolError;
  readonly answeredBy?: "backend";
}

/** The end of a loop, in the module's form. */
export function outcomeOfLoop(
  { outcome, error }: SendResult,
  conversation: HeadlessConversation,
): object {
  if (error) {
    const { code, message, status } = error;
    return { type: "failed", code, message, ...(status !== undefined && { status }) };
  }
  if (outcome !== "interrupted") return { type: outcome };
  const asked = conversation.pendingInterrupts.map(({ message, reason }) => message ?? reason);
  return { type: "interrupted", reason: asked.join("; ") };
}

/** The agent's last message. */
export function lastWords(messages: readonly Message[]): string {
  for (const { role, content } of messages.toReversed()) {
    if (role === "assistant" && typeof content === "string" && content.trim()) return content;
    if (role === "user") return "";
  }
  return "";
}
