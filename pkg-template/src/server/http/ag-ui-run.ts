import {
  type AGUIEvent,
  PROTOCOL_VERSION,
  type RunAgentInput,
  type RunFinishedOutcome,
} from "@ag-ui/core";
import { RunWriter } from "../../ag-ui/run-writer.js";
import { isObject } from "../../codec/safe-read.js";
import type { ReasonerEvent } from "../reasoner-event.js";
import { WholeCharacters } from "../whole-characters.js";
import { AnnouncedCalls } from "./announced-calls.js";

/** One run of a reasoner in the words of AG-UI, in the protocol's order whatever order the reasoner keeps. */
export class AgUiRun {
  readonly #characters = new WholeCharacters();
  readonly #writer: RunWriter;
  readonly #calls: AnnouncedCalls;

  constructor(input: RunAgentInput) {
    this.#writer = new RunWriter(input);
    this.#calls = new AnnouncedCalls(this.#writer, input.messages);
  }

  get isOver(): boolean {
    return this.#writer.isOver;
  }

  start(): AGUIEvent[] {
    return this.#writer.start(PROTOCOL_VERSION);
  }

  /** What an event of the reasoner is; nothing after the end, and of what is no event. */
  of(event: ReasonerEvent): AGUIEvent[] {
    if (this.isOver || !isObject(event)) return [];
    const whole = this.#characters.of(event);
    const [first] = whole;
    return whole.length === 1 && first ? this.#of(first) : whole.flatMap((each) => this.#of(each));
  }

  #of(event: ReasonerEvent): AGUIEvent[] {
    const writer = this.#writer;
    switch (event.type) {
      case "text":
        return writer.text(event.messageId, event.delta);
      case "reasoning":
        return writer.reasoning(event.messageId, event.delta);
      case "call_start":
        return [...writer.endReasoning(), ...this.#calls.start(event, event.messageId)];
      case "call_args":
        return writer.callArgs(event.toolCallId, event.delta);
      case "call_end":
        return writer.endCall(event.toolCallId);
      case "message_end":
        return writer.close();
      case "call_prepared":
        return [...writer.close(), ...this.#calls.whole(event.call, event.messageId)];
      case "call_result":
        // The model may go on with its message: only the call itself must be known.
        return [...writer.endReasoning(), ...this.#calls.result(event.call, event.messageId)];
      case "end":
        return this.#end(event);
      default:
        return [];
    }
  }

  /** The end of a run that has failed; nothing when it is over already. */
  fail(message: string, code: string): AGUIEvent[] {
    if (this.isOver) return [];
    const rest = this.#characters.rest().flatMap((each) => this.#of(each));
    return [...rest, ...this.#writer.fail(message, code)];
  }

  #end({ response }: ReasonerEvent & { readonly type: "end" }): AGUIEvent[] {
    const { finish, error, toolCalls } = response;
    if (finish === "failed") {
      return this.fail(error?.message ?? "The agent has failed.", error?.code ?? "failed");
    }
    const pending = toolCalls.filter((call) => call.requiresClientExecution);
    const unsaid = pending.flatMap((call) => this.#calls.whole(call));
    const pendingToolCallIds = pending.map(({ toolCallId }) => toolCallId);
    const outcome: RunFinishedOutcome =
      finish === "aborted"
        ? { type: "cancelled" }
        : { type: "success", ...(pending.length > 0 && { pendingToolCallIds }) };
    return [...unsaid, ...this.#writer.finish(outcome)];
  }
}
