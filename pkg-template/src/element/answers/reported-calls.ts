import type { ToolCall } from "@ag-ui/core";
import type { AgUiAgentEventMap } from "../events/event-map.js";

/** What was reported of a call. */
interface Reported {
  readonly name: string;
  /** All of its argument text. */
  args: string;
}

/** The calls whose start was reported to the page, and whose end was not yet. */
export class ReportedCalls {
  readonly #open = new Map<string, Reported>();

  /** Takes note of an event that is dispatched. */
  note<Type extends keyof AgUiAgentEventMap>(
    type: Type,
    detail: AgUiAgentEventMap[Type]["detail"],
  ): void {
    switch (type) {
      case "ag-ui-tool-call-start": {
        const { toolCallId, toolCallName } = detail as Detail<"ag-ui-tool-call-start">;
        this.#open.set(toolCallId, { name: toolCallName, args: "" });
        break;
      }
      case "ag-ui-tool-call-args": {
        const { toolCallId, buffer } = detail as Detail<"ag-ui-tool-call-args">;
        const reported = this.#open.get(toolCallId);
        if (reported) reported.args = buffer;
        break;
      }
      case "ag-ui-tool-call-end":
      case "ag-ui-tool-call-error":
        this.#open.delete((detail as Detail<"ag-ui-tool-call-end">).toolCallId);
    }
  }

  /** The calls that have not ended. */
  get open(): string[] {
    return [...this.#open.keys()];
  }

  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  /** Whether the page knows a call as it stands: a list of the backend may have brought it, or the end of its arguments. */
  has({ id, function: { name, arguments: args } }: ToolCall): boolean {
    const reported = this.#open.get(id);
    return reported?.name === name && reported.args === args;
  }

  /** Forgets them all: the thread is another. */
  clear(): void {
    this.#open.clear();
  }
}

type Detail<Type extends keyof AgUiAgentEventMap> = AgUiAgentEventMap[Type]["detail"];
