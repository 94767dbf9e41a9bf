import { type AgentConfig, randomUUID } from "@ag-ui/client";
import { type AGUIEvent, EventType, type RunAgentInput } from "@ag-ui/core";
import { OwnAgent, type OwnRun } from "../ag-ui/own-agent.js";
import { RunWriter } from "../ag-ui/run-writer.js";
import { messageOf } from "../codec/describe.js";
import { checkOptions, type OptionRule } from "../options/check-options.js";
import { aFlag, aFunction } from "../options/rules.js";
import { textHistory } from "./history.js";
import { readText } from "./read-text.js";
import type { Found } from "./reading.js";
import { systemPrompt } from "./system-prompt.js";
import type { StreamText, TextRequest } from "./text-source.js";

/** Options of a `MarkerAgent`. */
export interface MarkerAgentOptions {
  /** Asks the model: a function from the conversation to a stream of text. `openAiText()` makes one. */
  readonly stream: StreamText;
  /** The part of the system prompt before the tools. */
  readonly introduction?: string;
  /**
   * Whether markers in the model's thinking are calls: between `<think>`, `<thinking>`, `<thought>` or `<reasoning>`
   * and its end. Otherwise they are text.
   * @default false
   */
  readonly callsInThinking?: boolean;
  /** The configuration of an agent of `@ag-ui/client`. */
  readonly config?: AgentConfig;
}

/** Name of the CUSTOM event for an invalid marker; its value is `{ error }`. */
export const BROKEN_MARKER = "tool_call_error";

/** The number of messages whose broken markers are remembered. */
const mostFaulty = 100;

const aText: OptionRule = ["a text", (value) => typeof value === "string"];
const aConfig: OptionRule = [
  "an object, as @ag-ui/client takes it",
  (value) => typeof value === "object" && value !== null,
];

/**
 * An AG-UI agent over a model that only writes text, for `<ag-ui-agent>.agent`: the tools are in its prompt, it calls
 * them by markers, and gets the results as text.
 *
 * A call is announced when its marker is complete: AG-UI can't retract a call, and a broken marker is text. Its error
 * is sent as a CUSTOM event, and to the model in its next turn.
 *
 * @example
 * ```ts
 * const element = document.querySelector("ag-ui-agent")!;
 * element.agent = new MarkerAgent({ stream: openAiText({ url, model: "llama-3.3" }) });
 * await element.sendMessage("Which flights are there to Paris?");
 * ```
 */
export class MarkerAgent extends OwnAgent {
  readonly #options: MarkerAgentOptions;
  readonly #faults = new Map<string, string[]>();

  /** @throws {TypeError} if an option is invalid. */
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

  /** Another agent over the same model, with this one's knowledge of the thread. */
  override clone(): MarkerAgent {
    const clone = this.copyTo(new MarkerAgent(this.#options));
    for (const [id, faults] of this.#faults) clone.#faults.set(id, faults);
    return clone;
  }

  /** Asks the model once. Its function learns by its signal that the run was stopped. */
  protected override async answer({ input, signal, send }: OwnRun): Promise<void> {
    const writer = new RunWriter(input);
    const messageId = randomUUID();
    const faults: string[] = [];
    send(writer.start());
    try {
      const request = this.#request(input, signal);
      // The arguments' text is passed on as written: the runner of the tool decides about large integers.
      const { stream, callsInThinking } = this.#options;
      const reading = readText(stream, request, { bigIntegers: "number", callsInThinking });
      for await (const found of reading) {
        if ("broken" in found) faults.push(found.broken);
        send(eventsOf(found, messageId, writer));
      }
      this.#note(messageId, faults);
      send(writer.finish());
    } catch (thrown) {
      send(signal.aborted ? writer.close() : writer.fail(messageOf(thrown)));
    }
  }

  #request(input: RunAgentInput, signal: AbortSignal): TextRequest {
    const { introduction } = this.#options;
    const prompt = systemPrompt(input.tools, introduction === undefined ? {} : { introduction });
    const faultsOf = (id: string): readonly string[] => this.#faults.get(id) ?? [];
    return { messages: textHistory(prompt, { ...input, faultsOf }), signal };
  }

  #note(messageId: string, faults: string[]): void {
    if (faults.length > 0) this.#faults.set(messageId, faults);
    const oldest = this.#faults.keys().next();
    if (this.#faults.size > mostFaulty && !oldest.done) this.#faults.delete(oldest.value);
  }
}

/** The findings of an answer, as events of one assistant message. */
function eventsOf(found: Found, messageId: string, writer: RunWriter): AGUIEvent[] {
  if ("text" in found) return writer.text(messageId, found.text);
  if ("call" in found) {
    const { name: toolCallName, arguments: written } = found.call;
    const start = { toolCallId: randomUUID(), toolCallName, parentMessageId: messageId };
    return writer.call(start, written);
  }
  const value = { error: found.broken };
  return writer.other({ type: EventType.CUSTOM, name: BROKEN_MARKER, value });
}
