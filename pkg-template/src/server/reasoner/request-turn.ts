import type { Message } from "@ag-ui/core";
import { isArray } from "../../codec/safe-read.js";
import type { CallEntry, MessageView, Settlement } from "../../conversation/raw.js";
import { within } from "../../execution/race.js";
import type { AgUiTool } from "../../tools/registry.js";
import type { ToolExecutionMode } from "../../tools/types.js";
import type { Executor } from "../agent-executor.js";
import type { AgentCall, AgentToolCall } from "../agent-tool-call.js";
import type { Model } from "../model.js";
import type { ReasonerEvent } from "../reasoner-event.js";
import type { AgentExecuteRequest, AgentExecuteResponse, AgentFinish } from "../requests.js";
import { type AnswerCall, AnswerReader } from "./answer-reader.js";
import {
  type ClientConversation,
  givenMessage,
  resultMessage,
  resultMessageId,
} from "./client-history.js";
import type { ConversationLock } from "./conversation-lock.js";
import type { Ledger } from "./ledger.js";
import { ModelDeadline } from "./model-deadline.js";
import { modelEvents } from "./model-events.js";
import { answeredCall } from "./outcome.js";
import type { ReasonerLog } from "./reasoner-log.js";

/** The parts that answer a request. */
export interface TurnSetup {
  readonly request: AgentExecuteRequest;
  readonly client: ClientConversation;
  readonly executor: Executor;
  readonly model: Model;
  readonly maxIterations: number;
  readonly callsPerAnswer: number;
  /** Milliseconds that the model has for an answer. */
  readonly modelDeadline: number;
  readonly continueAfterFailure: boolean;
  /** Aborted when the client is gone, or a newer request has taken over. */
  readonly signal: AbortSignal;
  readonly log: ReasonerLog;
  readonly ledger: Ledger;
  readonly lock: ConversationLock;
  /**
   * Does the server's part of a call once that is written down; its end is recorded whatever becomes of this request.
   */
  readonly run: (call: AgentCall, written: Promise<void>) => Promise<Executed>;
}

/** The outcome of the server's part of a call. */
export interface Executed {
  readonly made: AgentToolCall;
  readonly settled: Settlement;
}

/** The end of a request. */
interface Ending {
  readonly finish: AgentFinish;
  readonly toolCalls?: readonly AgentToolCall[];
  readonly error?: AgentExecuteResponse["error"] | undefined;
}

/** One request of a conversation, from the client's history to what the client gets. */
export class RequestTurn {
  readonly #setup: TurnSetup;
  readonly #texts = new Map<string, string>();
  readonly #added: Message[] = [];
  readonly #results = new Map<string, AgentToolCall>();
  /** The history, as long as nothing has been added to it. */
  #shown: readonly MessageView[] | undefined;
  /** Its number in the ledger. */
  #turn = 0;
  #iterations = 0;

  constructor(setup: TurnSetup) {
    this.#setup = setup;
  }

  /**
   * What happens, but for the end, which is returned.
   *
   * @throws the signal's reason once that is aborted, and what should not be thrown.
   */
  async *events(): AsyncGenerator<ReasonerEvent, Ending> {
    const { ledger, continueAfterFailure } = this.#setup;
    yield* this.#begin();
    for (;;) {
      const iteration = ledger.ask(this.#turn);
      if (iteration === "limit") {
        yield* this.#sayLimit();
        return { finish: "limit" };
      }
      if (typeof iteration === "string") throw new Error(`The model can't be asked: ${iteration}.`);
      const failure = yield* this.#ask(iteration);
      if (failure) return { finish: "failed", error: failure };
      const { next, calls } = ledger.next(this.#turn, continueAfterFailure);
      if (next === "completed") return { finish: "completed" };
      if (next === "client") {
        const toolCalls = calls.flatMap((id) => this.#results.get(id) ?? []);
        return { finish: "client", toolCalls };
      }
      if (next !== "ask" && next !== "limit") throw new Error(`The turn can't go on: ${next}.`);
    }
  }

  /** The outcome of the request. */
  response({ finish, toolCalls = [], error }: Ending): AgentExecuteResponse {
    return Object.freeze({
      finish,
      text: [...this.#texts.values()].filter((text) => text !== "").join("\n\n"),
      toolCalls,
      messages: [...this.#added],
      iterations: this.#iterations,
      ...(error && { error }),
    });
  }

  /** The request begins: what the client brought is taken, and what still runs is waited for. */
  async *#begin(): AsyncGenerator<ReasonerEvent> {
    const { ledger, client, log, lock, signal } = this.#setup;
    const { turn, wait, again, hasAnswered, notes } = ledger.begin(client.history);
    this.#turn = turn;
    lock.begun(turn);
    for (const note of notes) log.note(note);
    for (const [role, count] of client.leftOut) log.leftOut(role, count);
    if (wait.length > 0) {
      await within(Promise.all(wait.map((id) => lock.entry.running.get(id))), { signal });
    }
    if (again.length > 0) await this.#runAgain(again);
    // Otherwise the ledger is as the store has it, but for the request's number.
    if (hasAnswered || wait.length + again.length > 0 || !lock.isFirst) await lock.record();
    this.#shown = ledger.history(turn);
    for (const shown of this.#shown ?? []) {
      if (shown.type !== "answer" || !shown.isNew) continue;
      const call = ledger.call(shown.toolCallId);
      if (call) yield this.#result(answeredCall(call));
    }
  }

  /**
   * Runs calls of idempotent tools that another process began; those that may not run any more keep an unknown outcome.
   */
  async #runAgain(ids: readonly string[]): Promise<void> {
    const { ledger, run, signal } = this.#setup;
    const calls = ids.flatMap((id) => {
      const call = ledger.call(id);
      const mayRun = call !== undefined && this.#isIdempotent(call.name);
      return ledger.restart(this.#turn, id, mayRun) && call ? [call] : [];
    });
    const written = this.#written(calls.length > 0);
    await within(Promise.all(calls.map((call) => run(call, written))), { signal });
  }

  /** A begun call must be known wherever the next request is answered: it is written down first. */
  #written(hasBegun: boolean): Promise<void> {
    const { lock, signal } = this.#setup;
    // One promise for all calls: each would listen to the signal on its own.
    const written = within(hasBegun ? lock.save() : Promise.resolve(), { signal });
    written.catch(() => {});
    return written;
  }

  #isIdempotent(name: string): boolean {
    const { executor, lock } = this.#setup;
    if (!lock.isLeased || executor.modeOf(name) !== "server") return false;
    return executor.registry.get(name)?.metadata.idempotent === true;
  }

  /** Asks the model once, and does what it asks for. Gives what went wrong with the model. */
  async *#ask(iteration: number): AsyncGenerator<ReasonerEvent, AgentExecuteResponse["error"]> {
    const { ledger, client, model, request, signal, log } = this.#setup;
    const { context } = request;
    const shown = this.#shown ?? ledger.history(this.#turn);
    this.#shown = undefined;
    if (!shown) throw new Error("A call has no answer.");
    const tools = this.#offer();
    const messages = client.compose(shown, this.#texts);
    const reader = this.#reader(tools);
    this.#iterations = iteration;
    let failure: AgentExecuteResponse["error"];
    const deadline = new ModelDeadline(signal, this.#setup.modelDeadline);
    const asked = { messages, tools, context, request, iteration };
    try {
      for await (const event of modelEvents(model, asked, deadline)) {
        // Not `yield*`, which would wait three times for each event of a generator that never waits.
        for (const each of this.#kept(reader, event)) yield each;
      }
    } catch (thrown) {
      // A client of a vendor's has an error of its own for an abort.
      if (!signal.aborted) failure = log.exception("Model", deadline.passed ?? thrown);
    } finally {
      deadline.end();
    }
    yield* reader.close();
    if (signal.aborted) {
      this.#added.push(...givenMessage(reader.messageId, reader.text, []));
      throw signal.reason;
    }
    yield* this.#serve(reader, failure !== undefined);
    return failure;
  }

  /** Passes on an event, with the text so far: of an answer that is aborted it is what there is. */
  *#kept(reader: AnswerReader, event: unknown): Generator<ReasonerEvent> {
    yield* reader.read(event);
    if (reader.text !== "") this.#texts.set(reader.messageId, reader.text);
  }

  /** The calls of an answer: those that the server has a part in run side by side, and are answered in their order. */
  async *#serve(reader: AnswerReader, isBroken: boolean): AsyncGenerator<ReasonerEvent> {
    const { ledger, lock, run, signal, log } = this.#setup;
    const { calls, messageId } = reader;
    const plan = ledger.answer(this.#turn, reader.answer(isBroken));
    if (!plan) throw signal.reason;
    const known = new Map(calls.map((call) => [call.id, ledger.call(call.id) as CallEntry]));
    this.#added.push(...givenMessage(messageId, reader.text, [...known.values()]));
    const toRun = new Set(plan.run);
    const asked = calls.filter(({ id }) => toRun.has(id));
    for (const { id } of asked) if (!ledger.start(this.#turn, id)) throw signal.reason;
    const written = this.#written(asked.length > 0);
    const running = new Map(asked.map((call) => [call.id, run(call, written)] as const));
    for (const call of calls) {
      const work = running.get(call.id);
      if (!work) {
        await lock.record();
        const refused = answeredCall(known.get(call.id) as CallEntry, call.arguments);
        log.refused(call.id, call.name, refused.content ?? "");
        yield* this.#answered(call, messageId, refused);
        continue;
      }
      const { made, settled } = await within(work, { signal });
      // No client and no model receives an outcome that another process would not find.
      await lock.record();
      if (settled === "answered") yield* this.#answered(call, messageId, made);
      else if (settled === "handedOver") {
        this.#results.set(call.id, made);
        if (!call.isAnnounced) yield { type: "call_prepared", messageId, call: made };
      }
    }
  }

  /** A call that was not shown as it was written is shown with its answer: nobody has to prepare it any more. */
  *#answered(call: AnswerCall, messageId: string, made: AgentToolCall): Generator<ReasonerEvent> {
    const { id: toolCallId, name: toolName, arguments: delta, isAnnounced } = call;
    if (!isAnnounced) {
      yield { type: "call_start", messageId, toolCallId, toolName };
      if (delta !== "") yield { type: "call_args", toolCallId, delta };
      yield { type: "call_end", toolCallId };
    }
    yield this.#result(made);
  }

  #result(call: AgentToolCall): ReasonerEvent {
    const { toolCallId, content = "null", errorMessage } = call;
    this.#results.set(toolCallId, call);
    this.#added.push(resultMessage(toolCallId, content, errorMessage !== undefined));
    return { type: "call_result", messageId: resultMessageId(toolCallId), call };
  }

  *#sayLimit(): Generator<ReasonerEvent> {
    const { maxIterations } = this.#setup;
    const times = maxIterations === 1 ? "once" : `${maxIterations} times`;
    const text = `I stopped here: for one request I may think ${times}, and that was not enough.`;
    const messageId = crypto.randomUUID();
    this.#texts.set(messageId, text);
    this.#added.push(...givenMessage(messageId, text, []));
    yield { type: "message_start", messageId };
    yield { type: "text", messageId, delta: text };
    yield { type: "message_end", messageId };
  }

  #offer(): readonly AgUiTool[] {
    const { executor, request } = this.#setup;
    const offered: unknown = executor.offer(request.clientTools, request.context);
    return isArray(offered) ? (offered as AgUiTool[]) : [];
  }

  #reader(tools: readonly AgUiTool[]): AnswerReader {
    const { executor, callsPerAnswer, ledger, log, signal } = this.#setup;
    const modes = tools.map(({ name }) => [name, executor.modeOf(name) ?? "client"] as const);
    return new AnswerReader({
      messageId: crypto.randomUUID(),
      callsPerAnswer,
      offered: new Map<string, ToolExecutionMode>(modes),
      isIdempotent: (name) => this.#isIdempotent(name),
      issue: (id, name) => {
        const issued = ledger.issue(this.#turn, id, name);
        if (!issued) throw signal.reason;
        return issued;
      },
      note: (what) => log.ignored(what),
    });
  }
}
