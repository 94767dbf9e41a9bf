import type { AgentStateMutation, AgentSubscriber } from "@ag-ui/client";
import {
  EventType,
  type JsonPatch,
  type State,
  type TokenUsage,
  type ToolCallArgsEvent,
} from "@ag-ui/core";
import { after } from "../../execution/timer.js";
import { asRunError, RunError } from "../errors/run-error.js";
import { ActivityEvents } from "../events/activity-events.js";
import type { Emit } from "../events/event-map.js";
import { reportedEvents } from "../events/reported-events.js";
import { inOrderOf } from "../identity/list-order.js";
import { isMerged } from "../identity/merge-arguments.js";
import type { LiveSubscriber } from "../stream/apply/run-state.js";
import { afterDelta } from "../stream/apply/state-delta.js";
import { WrittenState } from "../stream/apply/written-state.js";
import type { WatchedRun } from "../stream/watched-run.js";
import { shownCopy } from "../values/shown-copy.js";
import { ShownValues } from "../values/shown-values.js";
import type { RunOutcome, RunRequest } from "./run-request.js";

type Hook<Name extends keyof AgentSubscriber> = NonNullable<AgentSubscriber[Name]>;

/** What is done when a stream can't be read to its end. */
export interface StreamFaultHandlers {
  /** How long it may stay open after the run has ended. */
  readonly graceMs: number;
  /** It is still open after that. */
  overdue(): void;
  /** What came can't be gone on with: see `outcome`. */
  broken(): void;
}

/**
 * Watches one request: reports to the page what comes, and notes how the run ended. One stream may hold several runs, so
 * what the last of them came to is what counts.
 */
export class RunWatch implements LiveSubscriber {
  /** What the last terminal event said. */
  #outcome: RunOutcome | undefined;
  /** What broke the stream. */
  #fault: RunOutcome | undefined;
  readonly #request: RunRequest;
  readonly #run: WatchedRun;
  readonly #handlers: StreamFaultHandlers;
  readonly #activities: ActivityEvents;
  /** What was shown of activities. */
  readonly #shown = new ShownValues();
  #callOff: () => void = () => {};
  #isClosed = false;
  /** How many runs the stream has begun. */
  #runs = 0;
  /** The run that is under way. */
  #current: { readonly threadId: string; readonly runId: string } | undefined;
  /** The state where the client applies the events, once the page has written it during the run. */
  #written: WrittenState | undefined;
  /** The client does not know yet what the page has written. */
  #isUnknown = false;

  constructor(request: RunRequest, run: WatchedRun, handlers: StreamFaultHandlers) {
    this.#request = request;
    this.#run = run;
    this.#handlers = handlers;
    this.#activities = new ActivityEvents((type, detail) => this.#emitChange(type, detail));
    Object.assign(this, reportedEvents(this.#emit));
    run.writeState = this.#write;
    run.unknown = (event) =>
      this.#emit("ag-ui-event", { type: String(event.type), event: shownCopy({ ...event }) });
  }

  /** How the run ended, when it did. What comes after the end of a run doesn't undo it. */
  get outcome(): RunOutcome | undefined {
    return this.#outcome ?? this.#fault;
  }

  /** Notes what broke the stream. */
  fail(thrown: unknown): void {
    this.#fault ??= { type: "failed", error: asRunError(thrown, this.#run.last) };
  }

  /** Sees nothing more. */
  close(): void {
    this.#isClosed = true;
    this.#callOff();
  }

  /** An abandoned run changes nothing any more, and pieces of argument text are read here. */
  readonly onEvent: Hook<"onEvent"> = ({ event }) => {
    this.#activities.begin();
    if (this.#isOver) return { stopPropagation: true };
    const written = this.#takeWritten();
    if (event.type !== EventType.TOOL_CALL_ARGS || isMerged(event)) return written;
    const { toolCallId, delta } = event as ToolCallArgsEvent;
    this.#request.streamed.write(toolCallId, delta);
    // Where the run could not be distinguished from others, as with an agent that numbers its runs itself, they are all there is.
    return this.#run.isMerged ? { ...written, stopPropagation: true } : written;
  };

  readonly onRunStartedEvent: Hook<"onRunStartedEvent"> = ({ event }) => {
    const { threadId, runId, protocolVersion } = event;
    this.#callOff();
    this.#outcome = undefined;
    this.#runs += 1;
    if (this.#runs > this.#request.maxRuns) return this.#break(tooManyRuns(this.#request.maxRuns));
    this.#current = { threadId, runId };
    this.#request.speaks(protocolVersion);
    const isResumable = this.#request.isResumable();
    this.#emit("ag-ui-run-started", {
      threadId,
      runId,
      ...(isResumable && { isResumable: true as const }),
    });
    this.#reportChanges();
    return undefined;
  };

  readonly onRunFinishedEvent: Hook<"onRunFinishedEvent"> = ({ event: { outcome, usage } }) => {
    this.#reportUsage(usage);
    switch (outcome?.type) {
      case "interrupt":
        return this.#end({ type: "interrupted" });
      case "cancelled":
        return this.#end({ type: "aborted" });
      default:
        return this.#end({ type: "finished", listed: new Set(outcome?.pendingToolCallIds) });
    }
  };

  readonly onRunErrorEvent: Hook<"onRunErrorEvent"> = ({ event }) => {
    this.#reportUsage(event.usage);
    const error = new RunError("backend", event.message, { cause: event });
    this.#end({ type: "failed", error });
  };

  readonly onRunFailed: Hook<"onRunFailed"> = ({ error }) => {
    this.fail(error);
    // The failure is reported once, by the loop; the client would also log and throw it. Its types leave this out.
    return { stopPropagation: true } as AgentStateMutation;
  };

  readonly onMessagesChanged: Hook<"onMessagesChanged"> = ({ messages }) => {
    this.#emitChange("ag-ui-messages-changed", { messages });
    if (!this.#run.isApplied) this.#activities.report(messages);
  };

  readonly onStateChanged: Hook<"onStateChanged"> = () => {
    // What a run that is stopped has changed before is reported, though later.
    if (!this.#isClosed) this.#request.stateChanged();
  };

  readonly onActivityChanged: NonNullable<LiveSubscriber["onActivityChanged"]> = (message) =>
    this.#activities.changed(message, this.#shown);

  // The client puts the list itself into the thread, afterwards; here it only learns the order.
  readonly onMessagesSnapshotEvent: Hook<"onMessagesSnapshotEvent"> = ({ event, messages }) => {
    this.#reportChanges();
    const ordered = inOrderOf(event.messages, messages);
    return ordered && { messages: ordered };
  };

  readonly onStateSnapshotEvent: Hook<"onStateSnapshotEvent"> = ({ event: { snapshot } }) => {
    this.#emit("ag-ui-state-snapshot", { snapshot: shownCopy(snapshot) });
    if (!this.#written) return undefined;
    this.#written.snapshot(snapshot);
    return { state: this.#written.value, stopPropagation: true };
  };

  /** What doesn't apply ends the run: page and backend would go on with different states. */
  readonly onStateDeltaEvent: Hook<"onStateDeltaEvent"> = ({ event: { delta }, state }) => {
    this.#emit("ag-ui-state-delta", { delta: shownCopy(delta) });
    if (this.#run.isApplied) return undefined;
    try {
      this.#written?.delta(delta);
      const changed = this.#written?.value ?? afterDelta(state, delta);
      return { state: changed, stopPropagation: true };
    } catch (thrown) {
      return this.#break(thrown);
    }
  };

  readonly onActivitySnapshotEvent: Hook<"onActivitySnapshotEvent"> = (seen) =>
    this.#activities.snapshot(seen);

  readonly onActivityDeltaEvent: Hook<"onActivityDeltaEvent"> = (seen) =>
    this.#activities.delta(seen);

  readonly onToolCallStartEvent: Hook<"onToolCallStartEvent"> = ({ event }) => {
    const { toolCallId, toolCallName } = event;
    if (!this.#isOver) this.#request.streamed.start(toolCallId, toolCallName);
  };

  readonly onToolCallResultEvent: Hook<"onToolCallResultEvent"> = ({ event }) => {
    if (!this.#isOver) this.#request.answered(event);
  };

  /** The page writes the state, and the client applies the events: it hears of it with the next one. */
  readonly #write = (patch: JsonPatch, before: State): State => {
    this.#written ??= new WrittenState(before);
    this.#written.write(patch);
    this.#isUnknown = true;
    return this.#written.value;
  };

  #takeWritten(): AgentStateMutation | undefined {
    if (!this.#isUnknown) return undefined;
    this.#isUnknown = false;
    return { state: this.#written?.value };
  }

  get #isOver(): boolean {
    return this.#isClosed || this.#request.signal.aborted;
  }

  #end(outcome: RunOutcome): void {
    this.#outcome = outcome;
    this.#callOff();
    this.#callOff = after(this.#handlers.graceMs, this.#handlers.overdue);
  }

  #reportUsage(usage: readonly TokenUsage[] | undefined): void {
    if (!this.#current || !usage || usage.length === 0) return;
    this.#emit("ag-ui-usage", { ...this.#current, usage: shownCopy(usage) });
  }

  /** Listens no more to a stream that can't be gone on with. */
  #break(thrown: unknown): AgentStateMutation {
    this.fail(thrown);
    this.#outcome = this.#fault;
    this.#isClosed = true;
    this.#handlers.broken();
    return { stopPropagation: true };
  }

  #reportChanges(): void {
    const changes = this.#request.takeChanges();
    if (changes.length > 0) this.#emit("ag-ui-history-changed", { changes: shownCopy(changes) });
  }

  // What a run that is stopped has changed before is reported, though later.
  readonly #emitChange: Emit = (type, detail) => {
    if (!this.#isClosed) this.#request.emit(type, detail);
  };

  // What an abandoned run still delivers is not announced.
  readonly #emit: Emit = (type, detail) => {
    if (!this.#isOver) this.#request.emit(type, detail);
  };
}

function tooManyRuns(maxRuns: number): RunError {
  const what = maxRuns === 1 ? "one run" : `${maxRuns} runs`;
  return new RunError("max_rounds", `The agent's stream went on after ${what} (max-rounds).`);
}
