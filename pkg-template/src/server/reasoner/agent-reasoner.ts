import { checkOptions } from "../../options/check-options.js";
import type { AgentCall } from "../agent-tool-call.js";
import { closing, LeaseLostError, RefusedForNow } from "../leases/lease-errors.js";
import type { Reasoner, ReasonerEvent } from "../reasoner-event.js";
import type { AgentExecuteRequest, AgentExecuteResponse } from "../requests.js";
import { ClientConversation } from "./client-history.js";
import { conversationKey } from "./conversation-key.js";
import { ConversationLock } from "./conversation-lock.js";
import { ReasonerConversations } from "./conversations.js";
import { keeperMaker } from "./keeper-of.js";
import type { Ledger } from "./ledger.js";
import { type AgentReasonerOptions, checkReasonerOptions } from "./options.js";
import { failureOf, outcomeOf } from "./outcome.js";
import { closeRules, type ReasonerCloseOptions, ReasonerClosing } from "./reasoner-closing.js";
import { ReasonerLog } from "./reasoner-log.js";
import { contextOf, faultOf } from "./request-fault.js";
import { type Executed, RequestTurn, type TurnSetup } from "./request-turn.js";
import type { ReasonerRunOptions } from "./run-options.js";

/**
 * The loop between a model, the tools of the server, and a client. It asks the model, has the executor do the server's
 * part of the calls, and asks again as long as all of them were the server's and succeeded. As soon as one is the
 * client's, or has failed, it hands over; the client's next request goes on with the results. From AGN-005, section 6.
 *
 * Of a conversation one request is answered at a time: a newer one takes over. What everything means that a client may
 * do then stands in the guide `docs/server-and-client.md`.
 *
 * @example
 * ```ts
 * const reasoner = new AgentReasoner({ executor, model });
 * const { finish, text, toolCalls } = await reasoner.execute({ context, messages, clientTools });
 * ```
 */
export class AgentReasoner implements Reasoner {
  /** What it was made of. */
  readonly options: AgentReasonerOptions;
  readonly #conversations: ReasonerConversations;
  readonly #closing: ReasonerClosing;
  readonly #limits: Pick<TurnSetup, "maxIterations" | "callsPerAnswer" | "modelDeadline">;

  /** @throws {TypeError} when an option is not as it must be. */
  constructor(options: AgentReasonerOptions) {
    checkReasonerOptions(options);
    this.options = Object.freeze({ ...options });
    const { maxIterations = 10, callsPerAnswer = 100, clientDeadline = 900_000 } = options;
    const { maxConversations = 10_000, store, lease } = options;
    const { modelDeadline = 600_000 } = options;
    this.#limits = { maxIterations, callsPerAnswer, modelDeadline };
    const settings = { maxIterations, callsPerAnswer, clientDeadline };
    const keeperOf = keeperMaker(store, lease);
    this.#conversations = new ReasonerConversations(settings, maxConversations, keeperOf);
    this.#closing = new ReasonerClosing(this.#conversations, options.log);
  }

  /** Returns true once `close()` was called: requests are refused with the code `closing`. */
  get isClosing(): boolean {
    return this.#closing.hasBegun;
  }

  /**
   * Ends the reasoner, as when its process gets SIGTERM. New requests are refused with the code `closing`; those that
   * are answered, and calls that run, have some time to end. Then conversations are given back, so that other processes
   * go on with them at once. Never rejects.
   *
   * @throws {TypeError} when an option is not as it must be.
   * @returns the number of calls that still ran in the end. If this process stops them, their outcome is not known.
   *
   * @example
   * ```ts
   * process.once("SIGTERM", async () => {
   *   server.close();
   *   await reasoner.close();
   *   process.exit();
   * });
   * ```
   */
  close(options: ReasonerCloseOptions = {}): Promise<{ readonly running: number }> {
    checkOptions("AgentReasoner.close", options, closeRules);
    return this.#closing.close(options);
  }

  /** Answers a request. Never rejects: `finish` says how it ended. */
  async execute(
    request: AgentExecuteRequest,
    options: ReasonerRunOptions = {},
  ): Promise<AgentExecuteResponse> {
    let response: AgentExecuteResponse | undefined;
    for await (const event of this.run(request, options)) {
      if (event.type === "end") response = event.response;
    }
    return response ?? unanswered("failed", { code: "internal", message: "There is no answer." });
  }

  /**
   * Answers a request, and says what happens meanwhile. It begins when the first event is asked for, and whoever asks
   * for no more has gone: that is as if `signal` were aborted. Never throws; the last event is `end`.
   */
  async *run(
    request: AgentExecuteRequest,
    options: ReasonerRunOptions = {},
  ): AsyncGenerator<ReasonerEvent, void, undefined> {
    const log = new ReasonerLog(this.options.log, contextOf(request));
    const fault = faultOf(request, options);
    if (fault !== undefined) {
      log.event("warning", fault);
      yield { type: "end", response: unanswered("failed", { code: "request", message: fault }) };
      return;
    }
    if (this.isClosing) {
      yield { type: "end", response: unanswered("failed", refusalOf(closing())) };
      return;
    }
    const key = conversationKey(request.context);
    const lock = new ConversationLock(this.#conversations, key, options.signal, log);
    let response: AgentExecuteResponse;
    try {
      response = yield* this.#answer(request, options, lock, log);
    } finally {
      // Also when nobody asks for the next event.
      if (!lock.isOver) lock.abandon();
      log.end();
    }
    yield { type: "end", response };
  }

  async *#answer(
    request: AgentExecuteRequest,
    options: ReasonerRunOptions,
    lock: ConversationLock,
    log: ReasonerLog,
  ): AsyncGenerator<ReasonerEvent, AgentExecuteResponse> {
    const { signal } = lock;
    let turn: RequestTurn | undefined;
    try {
      const ledger = await lock.open();
      turn = new RequestTurn({
        ...this.#limits,
        request,
        client: new ClientConversation(
          request.messages,
          request.toolResultsJson,
          this.options.allowSystemMessages === true,
        ),
        continueAfterFailure: options.continueAfterFailure === true,
        executor: this.options.executor,
        model: this.options.model,
        signal,
        log,
        ledger,
        lock,
        run: (call, written) => this.#run({ request, call, written, lock, ledger, log }),
      });
      const ending = yield* turn.events();
      await lock.close();
      return turn.response(ending);
    } catch (thrown) {
      const error = failureOfRequest(thrown, signal, log);
      const finish = error ? "failed" : "aborted";
      return turn?.response({ finish, error }) ?? unanswered(finish, error);
    }
  }

  /**
   * Has the executor do its part of a call. That is finished whoever goes: it does not get the request's signal. Never
   * rejects.
   */
  #run({ request, call, written, lock, ledger, log }: Running): Promise<Executed> {
    const { id, name, arguments: text } = call;
    const asked: AgentCall = Object.freeze({ id, name, arguments: text });
    const { clientTools, context } = request;
    const { executor } = this.options;
    const settle = ({ made, outcome }: ReturnType<typeof outcomeOf>): Executed => {
      return { made, settled: ledger.settle(id, outcome) };
    };
    const known = ledger.call(id);
    const run = async (): Promise<Executed> => {
      // A process that was paused meanwhile may have lost the conversation.
      const mayBegin = await written
        .then(() => lock.confirm())
        .then(
          () => true,
          () => false,
        );
      if (!mayBegin) return settle(failureOf(asked, (known?.begun ?? 1) > 1 ? UNKNOWN : NOT_BEGUN));
      const options = { messageId: known?.messageId ?? "", ...(clientTools && { clientTools }) };
      return settle(outcomeOf(asked, await executor.execute(asked, context, options)));
    };
    const fail = (thrown: unknown): Executed => {
      const failure = failureOf(asked, log.exception("Tool", thrown).message);
      try {
        return settle(failure);
      } catch {
        // The module has stopped: every call of it says so.
        return { made: failure.made, settled: "ignored" };
      }
    };
    const { entry } = lock;
    const leave = this.#conversations.stay(entry);
    const executed = run().catch(fail);
    const recorded = executed.then(() => {
      entry.running.delete(id);
      // The request that began it does not write it down any more.
      if (lock.isOver) lock.save().catch(() => {});
      leave();
    });
    entry.running.set(id, recorded);
    return executed;
  }
}

const NOT_BEGUN = "The call was not run: the request ended before it began.";
const UNKNOWN = "The server stopped while the tool ran. It is not known whether it took effect.";

/** The client's part of what a request ended with; nothing for an abort. */
function failureOfRequest(
  thrown: unknown,
  signal: AbortSignal,
  log: ReasonerLog,
): AgentExecuteResponse["error"] {
  const cause: unknown = signal.aborted ? signal.reason : thrown;
  if (cause instanceof RefusedForNow) {
    log.event("warning", cause.message);
    return refusalOf(cause);
  }
  if (signal.aborted || thrown instanceof LeaseLostError) return undefined;
  return log.exception("Execute", thrown);
}

function refusalOf({ code, message }: RefusedForNow): NonNullable<AgentExecuteResponse["error"]> {
  return { code, message };
}

/** A call whose server's part begins. */
interface Running {
  readonly request: AgentExecuteRequest;
  readonly call: AgentCall;
  /** Settles when it is written down that the call has begun; rejects when nobody waits for the request any more. */
  readonly written: Promise<void>;
  readonly lock: ConversationLock;
  readonly ledger: Ledger;
  readonly log: ReasonerLog;
}

/** What comes of a request that did not begin. */
function unanswered(
  finish: "failed" | "aborted",
  error: AgentExecuteResponse["error"],
): AgentExecuteResponse {
  const nothing = { text: "", toolCalls: [], messages: [], iterations: 0 };
  return Object.freeze({ finish, ...nothing, ...(error && { error }) });
}
