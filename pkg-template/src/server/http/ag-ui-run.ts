import {
  type AGUIEvent,
  EventType,
  PROTOCOL_VERSION,
  type RunAgentInput,
  type RunFinishedOutcome,
} from "@ag-ui/core";
import { isObject } from "../../codec/safe-read.js";
import type { AgentToolCall } from "../agent-tool-call.js";
import type { ReasonerEvent } from "../reasoner-event.js";
import { WholeCharacters } from "../whole-characters.js";
import { AnnouncedCalls } from "./announced-calls.js";
import { Said } from "./said.js";

/**
 * One run in the words of AG-UI. Whatever order a reasoner keeps, the events are in the one that the protocol asks for: what has not
 * begun does not go on, what is open is closed before the end, and nothing follows that.
 */
export class AgUiRun {
  readonly #ids: { readonly threadId: string; readonly runId: string };
  readonly #characters = new WholeCharacters();
  readonly #said = new Said();
  readonly #calls: AnnouncedCalls;
  #isOver = false;

  constructor({ threadId, runId, messages }: RunAgentInput) {
    this.#ids = { threadId, runId };
    this.#calls = new AnnouncedCalls(messages);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  start(): AGUIEvent {
    return { type: EventType.RUN_STARTED, ...this.#ids, protocolVersion: PROTOCOL_VERSION };
  }

  /** What an event of the reasoner is; nothing after the end, and of what is no event. */
  of(event: ReasonerEvent): AGUIEvent[] {
    if (this.#isOver || !isObject(event)) return [];
    const whole = this.#characters.of(event);
    const [first] = whole;
    return whole.length === 1 && first ? this.#of(first) : whole.flatMap((each) => this.#of(each));
  }

  #of(event: ReasonerEvent): AGUIEvent[] {
    switch (event.type) {
      case "text":
        return this.#said.text(event.messageId, event.delta);
      case "reasoning":
        return this.#said.reasoning(event.messageId, event.delta);
      case "call_start":
        return [...this.#said.endReasoning(), ...this.#calls.start(event, event.messageId)];
      case "call_args":
        return this.#calls.args(event.toolCallId, event.delta);
      case "call_end":
        return this.#calls.end(event.toolCallId);
      case "message_end":
        return this.#closed();
      case "call_prepared":
        return [...this.#closed(), ...this.#calls.whole(event.call, event.messageId)];
      case "call_result":
        return this.#result(event.call, event.messageId);
      case "end":
        return this.#end(event);
      default:
        return [];
    }
  }

  /** The end of a run that has failed; nothing when it is over already. */
  fail(message: string, code: string): AGUIEvent[] {
    if (this.#isOver) return [];
    const closed = [
      ...this.#characters.rest().flatMap((each) => this.#of(each)),
      ...this.#closed(),
    ];
    this.#isOver = true;
    return [...closed, { type: EventType.RUN_ERROR, message, code }];
  }

  #result(call: AgentToolCall, messageId: string): AGUIEvent[] {
    // The model may go on with its message: only the call itself must be known.
    return [...this.#said.endReasoning(), ...this.#calls.result(call, messageId)];
  }

  #end({ response }: ReasonerEvent & { readonly type: "end" }): AGUIEvent[] {
    const { finish, error, toolCalls } = response;
    if (finish === "failed") {
      return this.fail(error?.message ?? "The agent has failed.", error?.code ?? "failed");
    }
    const pending = toolCalls.filter((call) => call.requiresClientExecution);
    const unsaid = pending.flatMap((call) => this.#calls.whole(call));
    const events = [...unsaid, ...this.#closed()];
    this.#isOver = true;
    const pendingToolCallIds = pending.map(({ toolCallId }) => toolCallId);
    const outcome: RunFinishedOutcome =
      finish === "aborted"
        ? { type: "cancelled" }
        : { type: "success", ...(pending.length > 0 && { pendingToolCallIds }) };
    events.push({ type: EventType.RUN_FINISHED, ...this.#ids, outcome });
    return events;
  }

  #closed(): AGUIEvent[] {
    return [...this.#said.close(), ...this.#calls.close()];
  }
}
