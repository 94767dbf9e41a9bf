import { randomUUID } from "@ag-ui/client";
import { messageOf } from "../codec/describe.js";
import { loadRawModels } from "../models/load.js";
import { checkOptions, type OptionRules } from "../options/check-options.js";
import { aFlag } from "../options/rules.js";
import type { ToolCallEvent, ToolEvent } from "./events.js";
import { argumentsOf, type Found, MarkerReading } from "./reading.js";

/** Runs a tool that was called; gives the `result` of its `tool_result`. */
export type ExecuteCall = (
  call: ToolCallEvent,
) => Record<string, unknown> | PromiseLike<Record<string, unknown>>;

/** Options of `ToolCallMarkers`. */
export interface ToolCallMarkersOptions {
  /** The `message_id` of `done`; random by default. */
  readonly messageId?: string;
  /** The treatment of integers that a JavaScript number can't hold: the marker is refused, or they are rounded. */
  readonly bigIntegers?: "error" | "number";
  /**
   * Whether markers in the model's thinking are calls: between `<think>`, `<thinking>`, `<thought>` or `<reasoning>`
   * and its end. Otherwise they are text.
   * @default false
   */
  readonly callsInThinking?: boolean;
  /**
   * For the stream: runs each called tool before the text after it is read; its return value is the `tool_result`. An
   * exception becomes `{ error }`.
   */
  readonly execute?: ExecuteCall;
}

const rules: OptionRules<ToolCallMarkersOptions> = {
  messageId: ["a text", (value) => typeof value === "string"],
  bigIntegers: ['"error" or "number"', (value) => value === "error" || value === "number"],
  callsInThinking: aFlag,
  execute: ["a function", (value) => typeof value === "function"],
};

/**
 * Finds the calls that a model writes as markers into its text: text in, cut anywhere, events out.
 *
 * Text is passed on as soon as it can't be the beginning of a marker. A marker in a code block, and in the model's
 * thinking, is text. A broken one, and one that never ends, is text as well, followed by an `error` event with the
 * reason. `docs/text-models.md` has the rules.
 *
 * Use `push()` and `end()` after `await loadModels()`, or pipe a stream of text through it, which loads the module
 * itself.
 *
 * @example
 * ```ts
 * await loadModels();
 * const markers = new ToolCallMarkers();
 * for await (const delta of deltas) for (const event of markers.push(delta)) show(event);
 * for (const event of markers.end()) show(event);
 *
 * // Or:
 * const events = textStream.pipeThrough(new ToolCallMarkers({ execute }));
 * ```
 */
export class ToolCallMarkers {
  readonly #options: ToolCallMarkersOptions;
  #reading: MarkerReading | undefined;
  #transform: TransformStream<string, ToolEvent> | undefined;

  /** @throws {TypeError} if an option is invalid. */
  constructor(options: ToolCallMarkersOptions = {}) {
    checkOptions("ToolCallMarkers", options, rules);
    this.#options = options;
  }

  /**
   * Reads the next piece of the text. Returns the events known so far.
   *
   * @throws {NotInitializedError} before the module is loaded.
   * @throws {TypeError} if the piece is not a string.
   */
  push(delta: string): ToolEvent[] {
    if (typeof delta !== "string") {
      throw new TypeError(`ag-ui-lit: ToolCallMarkers reads pieces of text, not ${typeof delta}.`);
    }
    return this.#begun().push(delta).map(eventOf);
  }

  /**
   * Ends the text. Returns its remaining events, and `done`. Later pieces belong to another text.
   *
   * @throws {NotInitializedError} before the module is loaded.
   */
  end(): ToolEvent[] {
    const events = this.#begun().end().map(eventOf);
    this.#reading?.free();
    this.#reading = undefined;
    return [...events, { type: "done", message_id: this.#options.messageId ?? randomUUID() }];
  }

  /** The stream that takes the text. */
  get writable(): WritableStream<string> {
    return this.#stream().writable;
  }

  /** The stream of events. */
  get readable(): ReadableStream<ToolEvent> {
    return this.#stream().readable;
  }

  #begun(): MarkerReading {
    this.#reading ??= new MarkerReading("ToolCallMarkers", this.#options);
    return this.#reading;
  }

  #stream(): TransformStream<string, ToolEvent> {
    const { execute } = this.#options;
    const pass = async (
      events: readonly ToolEvent[],
      controller: TransformStreamDefaultController<ToolEvent>,
    ): Promise<void> => {
      for (const event of events) {
        controller.enqueue(event);
        if (event.type !== "tool_call" || !execute) continue;
        controller.enqueue({ type: "tool_result", result: await resultBy(execute, event) });
      }
    };
    this.#transform ??= new TransformStream({
      start: async () => {
        await loadRawModels();
      },
      transform: (delta, controller) => pass(this.push(delta), controller),
      flush: (controller) => pass(this.end(), controller),
    });
    return this.#transform;
  }
}

async function resultBy(
  execute: ExecuteCall,
  call: ToolCallEvent,
): Promise<Record<string, unknown>> {
  try {
    return await execute(call);
  } catch (thrown) {
    return { error: messageOf(thrown) };
  }
}

function eventOf(found: Found): ToolEvent {
  if ("text" in found) return { type: "token", token: found.text };
  if ("broken" in found) return { type: "error", error: found.broken };
  const { call } = found;
  return { type: "tool_call", name: call.name, args: argumentsOf(call) };
}
