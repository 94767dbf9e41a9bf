import { AbstractAgent, type AgentConfig, randomUUID } from "@ag-ui/client";
import { type BaseEvent, EventType, type RunAgentInput } from "@ag-ui/core";
import { Observable, type Subscriber } from "rxjs";
import { messageOf } from "../codec/describe.js";
import { checkOptions, type OptionRule } from "../options/check-options.js";
import { aFlag, aFunction } from "../options/rules.js";
import { textHistory } from "./history.js";
import { readText } from "./read-text.js";
import type { Found, WrittenCall } from "./reading.js";
import { systemPrompt } from "./system-prompt.js";
import type { StreamText, TextRequest } from "./text-source.js";

/** How a `MarkerAgent` works. */
export interface MarkerAgentOptions {
  /** Asks the model: a function from the conversation to a stream of text. `openAiText()` makes one. */
  readonly stream: StreamText;
  /** What stands in the system prompt before the tools. */
  readonly introduction?: string;
  /**
   * Whether a call is made that stands in what the model thinks: between `<think>`, `<thinking>`, `<thought>` or `<reasoning>` and its
   * end. Otherwise it is text.
   * @default false
   */
  readonly callsInThinking?: boolean;
  /** What `@ag-ui/client` knows an agent by. */
  readonly config?: AgentConfig;
}

/** Name of the CUSTOM event that says what is wrong with a marker; its value is `{ error }`. */
export const BROKEN_MARKER = "tool_call_error";

/** In how many messages broken markers are remembered. */
const mostFaulty = 100;

const aText: OptionRule = ["a text", (value) => typeof value === "string"];
const aConfig: OptionRule = [
  "an object, as @ag-ui/client takes it",
  (value) => typeof value === "object" && value !== null,
];

/**
 * An AG-UI agent over a model that only writes text, for `<ag-ui-agent>.agent`: the tools are in its prompt, it calls them by
 * markers, and is given the results as text.
 *
 * A call is announced when its marker is whole: AG-UI has no way to take one back, and one that breaks is text. What was wrong
 * with it comes as a CUSTOM event, and the model is told in its next turn.
 *
 * @example
 * ```ts
 * const element = document.querySelector("ag-ui-agent")!;
 * element.agent = new MarkerAgent({ stream: openAiText({ url, model: "llama-3.3" }) });
 * await element.sendMessage("Which flights are there to Paris?");
 * ```
 */
export class MarkerAgent extends AbstractAgent {
  readonly #options: MarkerAgentOptions;
  readonly #running = new Set<AbortController>();
  readonly #faults = new Map<string, string[]>();

  /** @throws {TypeError} when an option is not as it must be. */
  constructor(options: MarkerAgentOptions) {
    checkOptions("MarkerAgent", options, {
      stream: aFunction,
      introduction: aText,
      callsInThinking: aFlag,
      config: aConfig,
    });
    if (options.stream === undefined) {
      throw new TypeError("ag-ui-lit: MarkerAgent({ stream }) must be a function.");
    }
    super(options.config);
    this.#options = options;
  }

  /** Runs the model once; calls are left to whoever runs the agent. */
  override run(input: RunAgentInput): Observable<BaseEvent> {
    return new Observable((subscriber) => {
      const controller = new AbortController();
      this.#running.add(controller);
      void this.#answer(input, controller.signal, subscriber).finally(() => {
        this.#running.delete(controller);
      });
      return () => controller.abort();
    });
  }

  /** Stops the runs under way. The model's function learns of it by its signal. */
  override abortRun(): void {
    for (const controller of this.#running) controller.abort();
  }

  /** Another agent over the same model, with what this one knows of the thread. */
  override clone(): MarkerAgent {
    const clone = new MarkerAgent(this.#options);
    const copy = super.clone() as AbstractAgent;
    Object.assign(clone, copy);
    for (const [id, faults] of this.#faults) clone.#faults.set(id, faults);
    return clone;
  }

  /** Never rejects. */
  async #answer(
    input: RunAgentInput,
    signal: AbortSignal,
    subscriber: Subscriber<BaseEvent>,
  ): Promise<void> {
    const { threadId, runId } = input;
    const message = new AnswerEvents((event) => subscriber.next(event));
    subscriber.next({ type: EventType.RUN_STARTED, threadId, runId } as BaseEvent);
    try {
      const request = this.#request(input, signal);
      // The arguments' text goes on as it was written: whoever runs the tool says what integers may be.
      const { stream, callsInThinking } = this.#options;
      const reading = readText(stream, request, { bigIntegers: "number", callsInThinking });
      for await (const found of reading) message.add(found);
      this.#note(message);
      message.close();
      subscriber.next({ type: EventType.RUN_FINISHED, threadId, runId } as BaseEvent);
    } catch (thrown) {
      message.close();
      if (!signal.aborted) {
        subscriber.next({ type: EventType.RUN_ERROR, message: messageOf(thrown) } as BaseEvent);
      }
    }
    subscriber.complete();
  }

  #request(input: RunAgentInput, signal: AbortSignal): TextRequest {
    const { introduction } = this.#options;
    const prompt = systemPrompt(input.tools, introduction === undefined ? {} : { introduction });
    const faultsOf = (id: string): readonly string[] => this.#faults.get(id) ?? [];
    return { messages: textHistory(prompt, { ...input, faultsOf }), signal };
  }

  #note({ messageId, faults }: AnswerEvents): void {
    if (faults.length > 0) this.#faults.set(messageId, faults);
    const oldest = this.#faults.keys().next();
    if (this.#faults.size > mostFaulty && !oldest.done) this.#faults.delete(oldest.value);
  }
}

/** An answer as events of one assistant message. */
class AnswerEvents {
  readonly messageId = randomUUID();
  readonly faults: string[] = [];
  readonly #emit: (event: BaseEvent) => void;
  #isOpen = false;

  constructor(emit: (event: BaseEvent) => void) {
    this.#emit = emit;
  }

  add(found: Found): void {
    if ("text" in found) this.#text(found.text);
    else if ("call" in found) this.#call(found.call);
    else {
      this.faults.push(found.broken);
      this.#send({ type: EventType.CUSTOM, name: BROKEN_MARKER, value: { error: found.broken } });
    }
  }

  /** There is no more text. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#send({ type: EventType.TEXT_MESSAGE_END, messageId: this.messageId });
  }

  #text(delta: string): void {
    const { messageId } = this;
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#send({ type: EventType.TEXT_MESSAGE_START, messageId, role: "assistant" });
    }
    this.#send({ type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta });
  }

  #call({ name, arguments: written }: WrittenCall): void {
    const toolCallId = randomUUID();
    const parentMessageId = this.messageId;
    this.#send({
      type: EventType.TOOL_CALL_START,
      toolCallId,
      toolCallName: name,
      parentMessageId,
    });
    this.#send({ type: EventType.TOOL_CALL_ARGS, toolCallId, delta: written });
    this.#send({ type: EventType.TOOL_CALL_END, toolCallId });
  }

  #send(event: { readonly type: EventType; readonly [field: string]: unknown }): void {
    this.#emit(event as BaseEvent);
  }
}
