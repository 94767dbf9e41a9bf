import { now } from "./clock.js";
import type { Execution, Failure, Outcome, Status, Tool } from "./types.js";

let count = 0;
const page = crypto.getRandomValues(new Uint32Array(2)).join("");

/** One execution's mutable state. */
export class Running {
  readonly id = `exec-${page}-${++count}`;
  readonly tool: Tool;
  readonly toolCallId: string;
  readonly maxAttempts: number;
  args: Record<string, unknown> = {};
  status: Status = "pending";
  attemptNumber = 0;
  readonly queuedAt = now();
  startedAt: number | undefined;
  completedAt: number | undefined;
  readonly previousErrors: Failure[] = [];
  outcome: Outcome | undefined;
  /** Stops what is under way: an attempt, or the wait before the next. */
  stop: ((reason: unknown) => void) | undefined;

  constructor(tool: Tool, toolCallId: string, maxAttempts: number) {
    this.tool = tool;
    this.toolCallId = toolCallId;
    this.maxAttempts = maxAttempts;
  }

  get isOver(): boolean {
    return this.outcome !== undefined;
  }

  /** A copy that never changes later. Its arguments are those the handler has: plain code would share them. */
  snapshot(): Execution {
    const { startedAt, completedAt, outcome } = this;
    const isTimed = startedAt !== undefined && completedAt !== undefined;
    return {
      id: this.id,
      toolCallId: this.toolCallId,
      toolName: this.tool.name,
      args: this.args,
      status: this.status,
      result: outcome?.success ? outcome.result : undefined,
      error: outcome && !outcome.success ? outcome.error : undefined,
      timing: {
        queuedAt: this.queuedAt,
        startedAt,
        completedAt,
        duration: isTimed ? completedAt - startedAt : undefined,
      },
      retry: {
        attemptNumber: this.attemptNumber,
        maxAttempts: this.maxAttempts,
        previousErrors: [...this.previousErrors],
      },
    };
  }
}
