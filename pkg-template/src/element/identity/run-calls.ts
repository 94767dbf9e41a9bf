import { type BaseEvent, EventType, type Message } from "@ag-ui/core";
import { isSynthetic } from "../stream/repair/event-order.js";
import {
  isId,
  named,
  renameElsewhere,
  renameOutcome,
  type UncheckedCallEvent,
} from "./call-events.js";
import { lastOf, push } from "./calls-of-id.js";
import { type KnownCall, keysToLookUp, markOf } from "./known-call.js";
import { RunMessages } from "./run-messages.js";
import type { ThreadCalls } from "./thread-calls.js";

/** The calls that a run writes under one id. */
interface Writing {
  /**
   * - `open`: it goes on to the client as `call`
   * - `ended`: so it did
   * - `held`: it may repeat `call`, which only its arguments will show
   * - `dropped`: it repeated `call`: the client would write the arguments a second time behind the first
   */
  state: "open" | "ended" | "held" | "dropped";
  readonly call: KnownCall;
  readonly events: UncheckedCallEvent[];
  args: string;
  /** There was more than the page allows. */
  isCut: boolean;
}

/** The calls within one request: which call is meant by each event that comes. */
export class RunCalls {
  readonly #thread: ThreadCalls;
  readonly #messages: RunMessages;
  readonly #longest: number;
  readonly #writing = new Map<string, Writing>();
  /** Of what this run wrote, by id, oldest first: all, and what waits for its answer. */
  readonly #written = new Map<string, KnownCall[]>();
  readonly #unanswered = new Map<string, KnownCall[]>();

  /**
   * @param messages the thread as the run is given it, under the thread's names.
   * @param longest UTF-16 units of a call's arguments that are kept.
   */
  constructor(
    thread: ThreadCalls,
    messages: readonly Message[] = [],
    longest = Number.POSITIVE_INFINITY,
  ) {
    this.#thread = thread;
    this.#longest = longest;
    this.#messages = new RunMessages(thread, messages, (id) => this.#written.get(id) ?? []);
  }

  /** The events that the client is to see for one that came. */
  incoming(came: UncheckedCallEvent): BaseEvent[] {
    const events = this.#incoming(came);
    // Its call is known by now, also where it was held back.
    const writing = isSynthetic(came) ? this.#writing.get(came.toolCallId ?? "") : undefined;
    if (writing?.state === "ended") writing.call.isUnended = true;
    return events;
  }

  #incoming(came: UncheckedCallEvent): BaseEvent[] {
    const event = this.#messages.placed(came);
    if (!event) return [];
    switch (event.type) {
      case EventType.TOOL_CALL_START:
        return isId(event.toolCallId) ? this.#start(event, event.toolCallId) : [event];
      case EventType.TOOL_CALL_ARGS:
      case EventType.TOOL_CALL_END:
        return isId(event.toolCallId) ? this.#write(event, event.toolCallId) : [event];
      case EventType.TOOL_CALL_RESULT:
        return isId(event.toolCallId) ? this.#result(event, event.toolCallId) : [event];
      case EventType.RUN_FINISHED:
        return [...this.#flush(event), renameOutcome(event, this.#meant)];
      case EventType.RUN_STARTED:
        return [renameElsewhere(event, this.#meant, this.#messages.input)];
      default:
        return [renameElsewhere(event, this.#meant, this.#messages.snapshot)];
    }
  }

  #start(event: UncheckedCallEvent, id: string): BaseEvent[] {
    const writing = this.#writing.get(id);
    if (writing?.state === "open") return [asBegun(event, writing.call)];
    const known = this.#mayRepeat(event, id);
    if (!known) return this.#begin([event], id, "");
    const state = this.#isUnfinished(known) ? "open" : "held";
    this.#writing.set(id, { state, call: known, events: [event], args: "", isCut: false });
    return state === "open" ? [asBegun(event, known)] : [];
  }

  /** The call that a START of this id may be again. */
  #mayRepeat({ parentMessageId }: UncheckedCallEvent, id: string): KnownCall | undefined {
    const calls = this.#thread.named(id);
    if (parentMessageId) return calls?.inMessage(parentMessageId).at(-1);
    const last = calls?.last;
    const isOver = last && this.#thread.isEarlier(last.alias) && last.isAnswered;
    return isOver ? undefined : last;
  }

  /** The protocol lets a closed call be opened again to be written on. */
  #isUnfinished(call: KnownCall): boolean {
    return this.#isOfThisRun(call) && !call.isAnswered && !call.isWhole;
  }

  #isOfThisRun(call: KnownCall): boolean {
    return call.writer === this;
  }

  #begin(events: readonly UncheckedCallEvent[], id: string, args: string): BaseEvent[] {
    const { toolCallName = "", parentMessageId } = events[0] ?? {};
    const call = this.#thread.add(id, toolCallName, args, parentMessageId);
    call.writer = this;
    call.mark = markOf(events[0] ?? {});
    push(this.#written, id, call);
    push(this.#unanswered, id, call);
    const isOver = events.some((event) => event.type === EventType.TOOL_CALL_END);
    call.isCut = this.#writing.get(id)?.isCut ?? false;
    const state = isOver ? "ended" : "open";
    this.#writing.set(id, { state, call, events: [], args, isCut: call.isCut });
    return events.map((event) => named(event, call.alias));
  }

  #write(event: UncheckedCallEvent, id: string): BaseEvent[] {
    const writing = this.#writing.get(id);
    const delta = typeof event.delta === "string" ? event.delta : "";
    const isEnd = event.type === EventType.TOOL_CALL_END;
    if (writing && delta !== "" && this.#isBeyond(writing, delta)) return [];
    switch (writing?.state) {
      case "held":
        writing.events.push(event);
        writing.args += delta;
        return isEnd ? this.#decide(writing, id) : [];
      case "dropped":
        // It may turn out to be a call of its own: see `#flush`.
        writing.events.push(event);
        writing.args += delta;
        return [];
      case "open":
        this.#thread.rewrite(writing.call, writing.call.args + delta);
        if (isEnd) writing.state = "ended";
        break;
    }
    return [named(event, writing?.call.alias ?? this.#meant(id))];
  }

  /** Returns true if a piece is more than the page allows. What comes after is not kept either: it would stand in another place. */
  #isBeyond(writing: Writing, delta: string): boolean {
    const { state, call, args } = writing;
    if (state === "ended") return false;
    const length = state === "open" ? call.args.length : args.length;
    writing.isCut ||= length + delta.length > this.#longest;
    if (state === "open" && writing.isCut) call.isCut = true;
    return writing.isCut;
  }

  /** Returns true if what was held is `call` again, or another call that has its id. */
  #decide(writing: Writing, id: string): BaseEvent[] {
    const { call, events, args } = writing;
    const { toolCallName = "", parentMessageId } = events[0] ?? {};
    const isSame = call.says(toolCallName, args) || this.#wrote(id, toolCallName, args);
    const isFromThisRun = this.#isOfThisRun(call);
    const isRepeated = call.isAnswered
      ? isSame || (Boolean(parentMessageId) && !isFromThisRun)
      : isSame || Boolean(parentMessageId) || !isFromThisRun;
    if (!isRepeated) return this.#begin(events, id, args);
    writing.state = "dropped";
    return [];
  }

  /** Returns true if this run has written a call of this id that says the same. */
  #wrote(id: string, name: string, args: string): boolean {
    const calls = this.#thread.named(id);
    return keysToLookUp({ name, arguments: args }).some((key) => {
      const last = calls?.saying(key).at(-1);
      return last !== undefined && this.#isOfThisRun(last) && last.keys.includes(key);
    });
  }

  #result(event: UncheckedCallEvent, id: string): BaseEvent[] {
    const writing = this.#writing.get(id);
    const before = writing?.state === "held" ? this.#decide(writing, id) : [];
    const alias = this.#meant(id);
    const call = this.#thread.get(alias);
    // One call, one answer: the first one stands. What answers no call is no answer of a later one that has its id.
    if (!call || call.isAnswered) return before;
    const { messageId, content } = event;
    if (isId(messageId) && content !== undefined) {
      this.#thread.answer({ id: messageId, role: "tool", toolCallId: alias, content });
    }
    return [...before, named(event, alias)];
  }

  /**
   * What was held or dropped and yet is a call of its own: the backend says that it is pending although the call it
   * looks like has its answer, or it was never finished.
   */
  #flush({ outcome }: UncheckedCallEvent): BaseEvent[] {
    const pending = Array.isArray(outcome?.pendingToolCallIds) ? outcome.pendingToolCallIds : [];
    const listed = new Set(pending);
    const open = [...this.#writing].flatMap(([id, { state, call, events, args }]) => {
      const isNew =
        state === "dropped" && listed.has(id) && !events[0]?.parentMessageId && call.isAnswered;
      return isNew || state === "held" ? this.#begin(events, id, args) : [];
    });
    // Another run may follow in the same stream.
    for (const [id, { state }] of this.#writing) if (state === "ended") this.#writing.delete(id);
    return open;
  }

  /** The call that an id means now: the last one that waits for its answer, of this run if there is one. */
  readonly #meant = (id: string): string => {
    const calls = this.#thread.named(id);
    const here = lastOf(this.#unanswered.get(id) ?? [], waits);
    return (here ?? calls?.lastUnanswered ?? calls?.last)?.alias ?? id;
  };
}

function waits({ isAnswered, isForgotten }: KnownCall): boolean {
  return !isAnswered && !isForgotten;
}

/** A START that comes again: the call keeps the name it was announced with. */
function asBegun(event: UncheckedCallEvent, { alias, name }: KnownCall): BaseEvent {
  return { ...event, toolCallId: alias, toolCallName: name } as BaseEvent;
}
