import type { ToolCall, ToolMessage } from "@ag-ui/core";
import type { CallableTools } from "../../calls/callable-tools.js";
import { originWith, partsOf } from "../../calls/origin.js";
import { tellNotRun } from "../../execution/calls-not-run.js";
import type { ToolExecutionManager } from "../../execution/manager.js";
import type { CallOrigin, RunOfCalls } from "../../tools/call-origin.js";
import {
  type AnswerContext,
  answerCall,
  notRunMessage,
  refuseCall,
  unfinishedMessage,
  unknownMessage,
} from "../answers/answer.js";
import { emitAnswered, emitWithdrawn } from "../answers/call-ends.js";
import type { CallLog } from "../answers/call-log.js";
import { CallStatus } from "../answers/call-status.js";
import { ReportedCalls } from "../answers/reported-calls.js";
import type { ResultReader } from "../answers/result-parts.js";
import { StreamedCalls } from "../answers/streamed-calls.js";
import type { AgUiAgentEventMap, Emit } from "../events/event-map.js";
import { LinkedSignals } from "../scheduling/linked-signals.js";
import { startEach } from "../scheduling/start-each.js";
import { yieldWhenLong } from "../scheduling/yield-to-page.js";
import type { PendingCalls } from "../thread/pending-calls.js";
import type { Thread } from "../thread/thread.js";

const wentOn = "the conversation went on without it.";

/** The detail of a call's error. */
export type NotRunDetail = AgUiAgentEventMap["ag-ui-tool-call-error"]["detail"];

/** Where tools are found, and what runs them: a change counts from the next run. */
export interface ToolAccess {
  readonly registry: CallableTools;
  readonly manager: ToolExecutionManager;
  /** Records the calls; `undefined` where nothing is recorded. */
  readonly log?: CallLog | undefined;
}

/** Answers the calls of a thread, and reports each to the page from its start to its end. */
export class ThreadAnswers {
  readonly #thread: Thread;
  readonly #origin: CallOrigin;
  readonly #emit: Emit;
  readonly #reader: () => ResultReader;
  readonly #reported = new ReportedCalls();
  /** What the last run wrote into its calls. */
  #streamed: StreamedCalls | undefined;

  constructor(thread: Thread, origin: CallOrigin, emit: Emit, reader: () => ResultReader) {
    this.#reader = reader;
    this.#thread = thread;
    this.#origin = origin;
    this.#emit = emit;
  }

  /** Takes note of an event that is dispatched. */
  note<Type extends keyof AgUiAgentEventMap>(
    type: Type,
    detail: AgUiAgentEventMap[Type]["detail"],
  ): void {
    this.#reported.note(type, detail);
  }

  /** Tells a manager's log of a call that ended without an execution. What a backend answered is the backend's. */
  tellNotRun(
    { toolCallId, toolCallName, error, execution, answeredBy }: NotRunDetail,
    manager: ToolExecutionManager,
    run: RunOfCalls | undefined,
  ): void {
    if (execution || answeredBy) return;
    const call = this.#thread.known(toolCallId).call;
    const args = call?.args ?? "";
    tellNotRun(manager, {
      tool: toolCallName,
      toolCallId: call?.id ?? toolCallId,
      args,
      error,
      run,
    });
  }

  /** Forgets what was reported: the thread is another. */
  clear(): void {
    this.#reported.clear();
  }

  /** Begins to read what a run writes into its calls. */
  stream({ registry, manager }: ToolAccess): StreamedCalls {
    this.release();
    this.#streamed = new StreamedCalls(registry, manager, this.#emit);
    return this.#streamed;
  }

  /** What was written into calls is not needed any more. */
  release(): void {
    this.#streamed?.free();
    this.#streamed = undefined;
  }

  /** Runs tools and answers their calls, which `run` asked for. Says whether the agent is to hear of it. */
  async run(
    { ours, foreign, declined }: PendingCalls,
    { registry, manager, log }: ToolAccess,
    signal: AbortSignal,
    run: RunOfCalls | undefined,
  ): Promise<boolean> {
    const thread = this.#thread;
    const status = new CallStatus(this.#emit);
    const context: AnswerContext = {
      registry,
      manager,
      origin: originWith(run ? { ...this.#origin, run } : this.#origin, partsOf(this.#origin)),
      signal,
      emit: this.#emit,
      status,
      longest: thread.longest,
      reader: this.#reader(),
      log,
      idOf: (call) => thread.idOf(call),
      placeOf: ({ id }) => ({
        threadId: thread.agent.threadId,
        messageId: thread.known(id).call?.messageId ?? id,
      }),
      faultOf: (call) => thread.faultOf(call),
      argumentsOf: (call) => this.#streamed?.of(call) ?? call.function.arguments,
    };
    this.#announce([...ours, ...foreign], { registry, manager });
    const refused = foreign.map((call) => refuseCall(call, context));
    const notRun = declined.map((call) => notRunMessage(call, "the user declined it."));
    const each = new LinkedSignals(signal);
    const answers = await startEach(ours, (call) =>
      each.with((signal) => answerCall(call, { ...context, signal })),
    );
    each.close();
    await yieldWhenLong(thread.agent.messages);
    thread.answer([...answers, ...refused, ...notRun]);
    await yieldWhenLong(thread.agent.messages);
    this.reportEnds();
    return thread.holds(ours);
  }

  /** Answers calls that are not run. */
  refuse(calls: readonly ToolCall[], why: string): void {
    const written = (call: ToolCall): ToolCall => this.#streamed?.asWritten(call) ?? call;
    this.#thread.answer(calls.map((call) => notRunMessage(written(call), why)));
    this.reportEnds();
  }

  /**
   * Answers calls that the conversation goes on without. Only of a call that this page saw from its beginning is it known that its tool
   * was not run.
   */
  leave(calls: readonly ToolCall[]): void {
    const [seen, others] = [[] as ToolCall[], [] as ToolCall[]];
    for (const call of calls) (this.#reported.isOpen(call.id) ? seen : others).push(call);
    this.leaveUnknown(others);
    this.refuse(seen, wentOn);
  }

  /**
   * Answers the calls of a run that did not come to its end. Those of the page's tools were not run; what the backend has done with others
   * is not known.
   */
  abandon(calls: readonly ToolCall[], why: string, isOurs: (name: string) => boolean): void {
    const [ours, foreign] = [[] as ToolCall[], [] as ToolCall[]];
    for (const call of calls) (isOurs(call.function.name) ? ours : foreign).push(call);
    this.#thread.answer(foreign.map((call) => unfinishedMessage(call, why)));
    this.refuse(ours, why);
  }

  /** Answers calls as ones of which it is not known whether they ran. */
  leaveUnknown(calls: readonly ToolCall[]): void {
    this.#thread.answer(calls.map((call) => unknownMessage(call)));
    this.reportEnds();
  }

  /** Reports the end of each call whose start was reported, and that has ended otherwise than by a run of its tool. */
  reportEnds(): void {
    const open = this.#reported.open;
    if (open.length === 0) return;
    const standing = this.#thread.calls;
    for (const alias of open) {
      const { call, answer } = this.#thread.known(alias);
      if (answer) this.reportEnd(alias, answer);
      else if (call && !standing.has(alias)) emitWithdrawn(call, this.#emit);
    }
  }

  /** Reports the end of a call, unless that was done. */
  reportEnd(alias: string, answer: Pick<ToolMessage, "content" | "error">): void {
    const { call } = this.#thread.known(alias);
    if (!call || !this.#reported.isOpen(alias)) return;
    emitAnswered(call, answer, { isOurs: this.#thread.isOurs(alias), emit: this.#emit });
  }

  /** No call runs that was not reported as it stands: a list of the backend may have brought or changed it. */
  #announce(calls: readonly ToolCall[], { registry, manager }: ToolAccess): void {
    this.#streamed ??= new StreamedCalls(registry, manager, this.#emit);
    for (const call of calls) if (!this.#reported.has(call)) this.#streamed.announce(call);
  }
}
