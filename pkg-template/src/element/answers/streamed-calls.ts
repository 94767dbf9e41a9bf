import type { ToolCall } from "@ag-ui/core";
import type { ArgumentsReader } from "../../arguments/index.js";
import type { CallableTools } from "../../calls/callable-tools.js";
import { isReady } from "../../core/state.js";
import type { ToolExecutionManager } from "../../execution/manager.js";
import type { CallArguments } from "../events/details.js";
import type { Emit } from "../events/event-map.js";

/** What a run writes into its calls, read as it comes. */
export class StreamedCalls {
  readonly #registry: CallableTools;
  readonly #manager: ToolExecutionManager;
  readonly #emit: Emit;
  readonly #readers = new Map<string, ArgumentsReader>();
  readonly #names = new Map<string, string>();
  readonly #reported = new Set<string>();

  constructor(registry: CallableTools, manager: ToolExecutionManager, emit: Emit) {
    this.#registry = registry;
    this.#manager = manager;
    this.#emit = emit;
  }

  /** The model begins to write a call. */
  start(toolCallId: string, toolCallName: string): void {
    const reader = this.#readers.get(toolCallId) ?? this.#read(toolCallName);
    if (reader) this.#readers.set(toolCallId, reader);
    this.#names.set(toolCallId, toolCallName);
    const detail = { toolCallId, toolCallName, arguments: viewOf(reader) };
    // Not among what a copy or a log of the detail shows: it is for calling.
    Object.defineProperty(detail, "arguments", { enumerable: false });
    this.#emit("ag-ui-tool-call-start", detail);
  }

  /** Announces a call that the page does not know as it stands: a list of the backend brought it, or changed it. */
  announce({ id, function: { name, arguments: text } }: ToolCall): void {
    const written = this.#readers.get(id)?.text;
    const isBegun = this.#names.get(id) === name && written !== undefined;
    const isContinued = isBegun && text.startsWith(written);
    if (!isContinued) {
      this.#readers.get(id)?.free();
      this.#readers.delete(id);
      this.start(id, name);
    }
    const rest = isContinued ? text.slice(written.length) : text;
    if (rest !== "") this.write(id, rest);
  }

  /** A piece of its arguments. */
  write(toolCallId: string, delta: string): void {
    const reader = this.#readers.get(toolCallId);
    const toolCallName = this.#names.get(toolCallId);
    if (!reader || toolCallName === undefined || typeof delta !== "string") return;
    reader.push(delta);
    const view = viewOf(reader);
    this.#emit("ag-ui-tool-call-args", {
      toolCallId,
      toolCallName,
      delta,
      buffer: view.text,
      // Made when somebody looks.
      get partialArgs() {
        return view.value;
      },
    });
    const message = reader.error ?? (reader.isInvalid ? mismatch : undefined);
    if (message === undefined || this.#reported.has(toolCallId)) return;
    this.#reported.add(toolCallId);
    const reason = reader.error === undefined ? "schema" : "syntax";
    this.#emit("ag-ui-tool-call-invalid", { toolCallId, toolCallName, reason, message });
  }

  /** The arguments of a call, if they are those that were read: a snapshot may have replaced them. */
  of(call: ToolCall): ArgumentsReader | undefined {
    const reader = this.#readers.get(call.id);
    const isSame =
      reader?.text === call.function.arguments && reader.tool?.name === call.function.name;
    return isSame ? reader : undefined;
  }

  /** The call with all of its text that came: of a run that was stopped the client has less. */
  asWritten(call: ToolCall): ToolCall {
    const text = this.#readers.get(call.id)?.text ?? "";
    const written = call.function.arguments;
    const isMore = text.length > written.length && text.startsWith(written);
    return isMore ? { ...call, function: { ...call.function, arguments: text } } : call;
  }

  /** They are not needed any more; who still watches keeps what there is. */
  free(): void {
    for (const reader of this.#readers.values()) reader.free();
    this.#readers.clear();
  }

  #read(name: string): ArgumentsReader | undefined {
    if (!isReady()) return undefined;
    try {
      return this.#manager.readArguments(this.#registry.get(name));
    } catch {
      // A registry or manager that was freed: the execution will say so.
      return undefined;
    }
  }
}

const mismatch = "The arguments don't match the tool's schema, whatever else is written.";

function viewOf(reader: ArgumentsReader | undefined): CallArguments {
  return {
    get text() {
      return reader?.text ?? "";
    },
    get value() {
      return reader?.value ?? {};
    },
    isComplete: (path) => reader?.isComplete(path) ?? false,
    on: (path, listener) => reader?.on(path, listener) ?? (() => {}),
  };
}
