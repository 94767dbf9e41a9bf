import { type Activity, errorOf, fromExecution, isRunning } from "./activity.js";

/** How many finished calls stay in view. */
const MAX_SHOWN = 60;

/** Follows an agent's tool calls through its events. Raises `change`. */
export class ActivityStore extends EventTarget {
  #items: readonly Activity[] = [];
  #count = 0;

  /** Newest last. */
  get items(): readonly Activity[] {
    return this.#items;
  }

  /** The latest call with an id. */
  find(toolCallId: string): Activity | undefined {
    return this.#items.findLast((item) => item.toolCallId === toolCallId);
  }

  clear(): void {
    this.#set([]);
  }

  /** Listens until the signal is aborted. */
  follow(agent: HTMLElementTagNameMap["ag-ui-agent"], signal: AbortSignal): void {
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
    ) => agent.addEventListener(type, listener, { signal });

    on("ag-ui-tool-call-start", ({ detail: { toolCallId, toolCallName } }) =>
      this.#start(toolCallId, toolCallName),
    );
    on("ag-ui-tool-call-args", ({ detail: { toolCallId, delta } }) => {
      const item = this.find(toolCallId);
      if (item?.phase === "streaming") this.#change(item, { argsText: item.argsText + delta });
    });
    on("ag-ui-approval-request", ({ detail: { toolCallId } }) => {
      // Requests come in the order of the calls, of which several may have one id.
      const item = this.#items.find(
        (item) => item.toolCallId === toolCallId && item.phase === "streaming",
      );
      if (item) this.#change(item, { phase: "asking" });
    });
    on(
      "ag-ui-tool-status-changed",
      ({ detail: { toolCallId, toolCallName, status, execution } }) => {
        const item = this.#open(toolCallId) ?? this.#start(toolCallId, toolCallName);
        this.#change(item, { ...fromExecution(execution), phase: status });
      },
    );
    on("ag-ui-tool-call-end", ({ detail }) => {
      const { toolCallId, toolCallName, result, execution, answeredBy } = detail;
      const item = this.find(toolCallId);
      if (!item) return;
      if (answeredBy && agent.registry.get(toolCallName)?.metadata.execution === "preflight") {
        // What a server prepares is left to the page to answer: where the server answers, it has refused. The protocol has no word
        // for that.
        const error = { category: "unknown", message: result };
        this.#change(item, { phase: "failed", error, answeredBy });
        return;
      }
      const by = answeredBy && { answeredBy };
      this.#change(item, { ...fromExecution(execution), phase: "succeeded", result, ...by });
    });
    on("ag-ui-tool-call-error", ({ detail }) => {
      const { toolCallId, toolCallName, error, execution, answeredBy } = detail;
      const item =
        this.#open(toolCallId) ?? this.find(toolCallId) ?? this.#start(toolCallId, toolCallName);
      const phase = error.category === "cancelled" ? "cancelled" : "failed";
      this.#change(item, {
        ...fromExecution(execution),
        phase,
        error: errorOf(error),
        ...(answeredBy && { answeredBy }),
      });
    });
    // A run that broke off or was stopped leaves calls that nobody will finish.
    on("ag-ui-run-finalized", () =>
      this.#set(
        this.#items.map((item) => (isRunning(item) ? { ...item, phase: "cancelled" } : item)),
      ),
    );
  }

  #start(toolCallId: string, name: string): Activity {
    const item: Activity = {
      key: `${toolCallId}#${this.#count++}`,
      toolCallId,
      name,
      phase: "streaming",
      argsText: "",
    };
    this.#set([...this.#items, item].slice(-MAX_SHOWN));
    return item;
  }

  #open(toolCallId: string): Activity | undefined {
    return this.#items.findLast((item) => item.toolCallId === toolCallId && isRunning(item));
  }

  #change(item: Activity, change: Partial<Activity>): void {
    this.#set(
      this.#items.map((other) => (other.key === item.key ? { ...other, ...change } : other)),
    );
  }

  #set(items: readonly Activity[]): void {
    this.#items = items;
    this.dispatchEvent(new Event("change"));
  }
}
