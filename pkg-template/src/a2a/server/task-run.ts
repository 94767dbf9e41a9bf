import { WorkSlice } from "../../element/scheduling/yield-to-page.js";
import type { AgentToolCall } from "../../server/agent-tool-call.js";
import type { Reasoner, ReasonerEvent } from "../../server/reasoner-event.js";
import type { AgentExecuteRequest, AgentExecuteResponse } from "../../server/requests.js";
import { WholeCharacters } from "../../server/whole-characters.js";
import type { A2aToolResult } from "../extension.js";
import { dataPart, textPart } from "../parts.js";
import { canceled, completed, failed, inputRequired } from "../task-states.js";
import type { ServerConversation } from "./conversations.js";
import { addMessage, Transcript } from "./history.js";
import type { A2aNotes } from "./log.js";
import { clientCall, type TaskEvents } from "./task-events.js";

/** The dependencies of a run. */
export interface TaskRunHost {
  readonly taskId: string;
  readonly conversation: ServerConversation;
  readonly events: TaskEvents;
  readonly notes: A2aNotes;
  /** The run is over; its last state is about to be reported. */
  ended(): void;
}

/** One request of a task, answered by the reasoner. It ends in a state of the task, which is reported once. */
export class TaskRun {
  readonly taskId: string;
  readonly #host: TaskRunHost;
  readonly #abort = new AbortController();
  readonly #transcript = new Transcript();
  /** Calls of the server that were reported to the client. */
  readonly #told = new Set<string>();
  readonly #clientTools = new Set<string>();
  #isOver = false;
  #letGo: () => void = () => {};

  constructor(host: TaskRunHost) {
    this.taskId = host.taskId;
    this.#host = host;
  }

  /**
   * Runs the reasoner. Resolves once the task's state is reported, even if the reasoner does not stop. Never rejects.
   */
  async go(reasoner: Reasoner, request: AgentExecuteRequest): Promise<void> {
    for (const { name } of request.clientTools ?? []) this.#clientTools.add(name);
    const stopped = new Promise<void>((resolve) => {
      this.#letGo = resolve;
    });
    await Promise.race([this.#read(reasoner, request), stopped]);
  }

  /** Stops the model and the tools under way. */
  cancel(why: string): void {
    if (this.#isOver) return;
    this.#keep(this.#transcript.messages);
    this.#end(() => this.#host.events.state(canceled, [textPart(why)]));
    this.#abort.abort();
  }

  async #read(reasoner: Reasoner, request: AgentExecuteRequest): Promise<void> {
    const { signal } = this.#abort;
    try {
      const events = reasoner.run(request, { signal, continueAfterFailure: true });
      const slice = new WorkSlice();
      const characters = new WholeCharacters();
      for await (const event of events) {
        for (const each of characters.of(event)) this.#take(each);
        // A model that always has more holds up neither other requests nor a cancellation.
        if (slice.isDue) await slice.yield();
      }
      slice.end();
      if (!this.#isOver) throw new Error("The reasoner ended without its last event.");
    } catch (error) {
      if (this.#isOver) return;
      const { message } = this.#host.notes.failed(error);
      this.#keep(this.#transcript.messages);
      this.#end(() => this.#host.events.state(failed, [textPart(message)]));
    }
  }

  #take(event: ReasonerEvent): void {
    if (event.type === "end") this.#finish(event.response);
    if (this.#isOver) return;
    this.#transcript.add(event);
    const { events } = this.#host;
    switch (event.type) {
      case "text":
        events.text(event.messageId, event.delta);
        break;
      case "reasoning":
        events.reasoning(event.messageId, event.delta);
        break;
      case "call_end":
        this.#tell(event.toolCallId);
        break;
      case "call_result":
        this.#answer(event.call);
        break;
      case "message_end":
        events.textEnd(event.messageId);
        break;
    }
  }

  /** Reports a call of the server. The client's own calls are only reported when they are to be run. */
  #tell(id: string): void {
    const call = this.#transcript.call(id);
    if (!call || this.#clientTools.has(call.name)) return;
    this.#told.add(id);
    this.#host.events.progress({ toolCalls: [shown(id, call.name, call.written)] });
  }

  #answer(call: AgentToolCall): void {
    const { toolCallId, toolName } = call;
    const failure = call.errorMessage ?? call.error?.message;
    const base = { toolCallId, toolName };
    const result: A2aToolResult =
      failure === undefined
        ? { ...base, success: true, result: call.content ?? "" }
        : { ...base, success: false, error: call.content ?? failure };
    const isNew = !this.#told.has(toolCallId);
    this.#told.add(toolCallId);
    this.#host.events.progress({
      ...(isNew && { toolCalls: [shown(toolCallId, toolName, call.argumentsJson)] }),
      toolResults: [result],
    });
  }

  #finish(response: AgentExecuteResponse): void {
    const { conversation, events, taskId } = this.#host;
    // After a stop only answers are missing: its text is kept already, and the conversation has gone on.
    const isLate = this.#isOver;
    this.#keep(response.messages.filter(({ role }) => !isLate || role === "tool"));
    if (isLate) return;
    const calls = response.toolCalls.filter(({ requiresClientExecution: isOpen }) => isOpen);
    this.#end(() => {
      if (response.finish === "client" && calls.length > 0) {
        conversation.waitingTask = taskId;
        events.state(inputRequired, [dataPart({ toolCalls: calls.map(clientCall) })]);
      } else if (response.finish === "failed") {
        events.state(failed, [textPart(response.error?.message ?? "The agent failed.")]);
      } else if (response.finish === "aborted") {
        events.state(canceled, [textPart("The agent stopped.")]);
      } else {
        events.state(completed);
      }
    });
  }

  #keep(messages: AgentExecuteResponse["messages"]): void {
    for (const message of messages) addMessage(this.#host.conversation.messages, message);
  }

  /** A client may send the next message as soon as the end is reported, so the run is cleared first. */
  #end(say: () => void): void {
    this.#isOver = true;
    const { conversation } = this.#host;
    if (conversation.run === this) conversation.run = undefined;
    this.#host.ended();
    say();
    this.#letGo();
  }
}

function shown(id: string, name: string, written: string) {
  return { id, type: "function", function: { name, arguments: written } };
}
