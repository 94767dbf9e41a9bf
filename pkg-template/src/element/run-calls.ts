import { type BaseEvent, EventType, type Message } from "@ag-ui/core";
import type { CallBook, KnownCall } from "./call-book.js";
import { type CallEvent, isId, named, renameElsewhere, renameOutcome } from "./call-events.js";
import { recognise } from "./message-lists.js";
import { isObjectText, sameArguments } from "./same-arguments.js";

/** What a run writes under one id. */
interface Writing {
  /**
   * - `open`: it goes on to the client as `call`
   * - `ended`: so it did
   * - `held`: it may repeat `call`, which only its arguments will tell
   * - `dropped`: it repeated `call`: the client would write the arguments a second time behind the first
   */
  state: "open" | "ended" | "held" | "dropped";
  readonly call: KnownCall;
  readonly events: CallEvent[];
  args: string;
}

/** The calls within one request: which call is meant by each event that comes. */
export class RunCalls {
  readonly #book: CallBook;
  readonly #opened = new Set<KnownCall>();
  readonly #writing = new Map<string, Writing>();

  constructor(book: CallBook) {
    this.#book = book;
  }

  /** The events that the client is to see for one that came. */
  incoming(event: CallEvent): BaseEvent[] {
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
      default:
        return [renameElsewhere(event, this.#meant, this.#recognise)];
    }
  }

  #start(event: CallEvent, id: string): BaseEvent[] {
    const writing = this.#writing.get(id);
    if (writing?.state === "open") return [named(event, writing.call.alias)];
    const known = this.#mayRepeat(event, id);
    if (!known) return this.#begin([event], id, "");
    const state = this.#isUnfinished(known) ? "open" : "held";
    this.#writing.set(id, { state, call: known, events: [event], args: "" });
    return state === "open" ? [named(event, known.alias)] : [];
  }

  /** The call that a START of this id may be again. */
  #mayRepeat({ parentMessageId }: CallEvent, id: string): KnownCall | undefined {
    const calls = this.#book.named(id);
    if (parentMessageId) return calls.findLast((call) => call.messageId === parentMessageId);
    const last = calls.at(-1);
    const isOver = last && this.#book.earlier.has(last.alias) && this.#book.answers.has(last.alias);
    return isOver ? undefined : last;
  }

  /** The protocol lets a closed call be opened again to be written on. */
  #isUnfinished(call: KnownCall): boolean {
    const isAnswered = this.#book.answers.has(call.alias);
    return this.#opened.has(call) && !isAnswered && !isObjectText(call.args);
  }

  #begin(events: readonly CallEvent[], id: string, args: string): BaseEvent[] {
    const { toolCallName = "", parentMessageId } = events[0] ?? {};
    const call = this.#book.add(id, toolCallName, args, parentMessageId);
    this.#opened.add(call);
    const isOver = events.some((event) => event.type === EventType.TOOL_CALL_END);
    this.#writing.set(id, { state: isOver ? "ended" : "open", call, events: [], args });
    return events.map((event) => named(event, call.alias));
  }

  #write(event: CallEvent, id: string): BaseEvent[] {
    const writing = this.#writing.get(id);
    const delta = typeof event.delta === "string" ? event.delta : "";
    const isEnd = event.type === EventType.TOOL_CALL_END;
    switch (writing?.state) {
      case "held":
        writing.events.push(event);
        writing.args += delta;
        return isEnd ? this.#decide(writing, id) : [];
      case "dropped":
        return [];
      case "open":
        writing.call.args += delta;
        if (isEnd) writing.state = "ended";
        break;
    }
    return [named(event, writing?.call.alias ?? this.#meant(id))];
  }

  /** Whether what was held is `call` again, or another call that has its id. */
  #decide(writing: Writing, id: string): BaseEvent[] {
    const { call, events, args } = writing;
    const { toolCallName, parentMessageId } = events[0] ?? {};
    const isSame = toolCallName === call.name && sameArguments(args, call.args);
    const isFromThisRun = this.#opened.has(call);
    const isAnswered = this.#book.answers.has(call.alias);
    const isRepeated = isAnswered
      ? isSame || (Boolean(parentMessageId) && !isFromThisRun)
      : isSame || Boolean(parentMessageId) || !isFromThisRun;
    if (!isRepeated) return this.#begin(events, id, args);
    writing.state = "dropped";
    return [];
  }

  #result(event: CallEvent, id: string): BaseEvent[] {
    const writing = this.#writing.get(id);
    const before = writing?.state === "held" ? this.#decide(writing, id) : [];
    const alias = this.#meant(id);
    // One call, one answer: the first one stands.
    if (this.#book.answers.has(alias)) return before;
    const { messageId, content } = event;
    if (isId(messageId) && content !== undefined) {
      this.#book.answer({ id: messageId, role: "tool", toolCallId: alias, content });
    }
    return [...before, named(event, alias)];
  }

  /**
   * What was held or dropped and yet is a call of its own: the backend says that it is pending although the call it
   * looks like has its answer, or it was never finished.
   */
  #flush({ outcome }: CallEvent): BaseEvent[] {
    const listed = Array.isArray(outcome?.pendingToolCallIds) ? outcome.pendingToolCallIds : [];
    return [...this.#writing].flatMap(([id, { state, call, events, args }]) => {
      const isNew =
        state === "dropped" &&
        listed.includes(id) &&
        !events[0]?.parentMessageId &&
        this.#book.answers.has(call.alias);
      return isNew || state === "held" ? this.#begin(events, id, args) : [];
    });
  }

  /** The call that an id means now: the last one that waits for its answer, of this run if there is one. */
  readonly #meant = (id: string): string => {
    const calls = this.#book.named(id);
    const open = calls.filter((call) => !this.#book.answers.has(call.alias));
    const here = open.findLast((call) => this.#opened.has(call));
    return (here ?? open.at(-1) ?? calls.at(-1))?.alias ?? id;
  };

  readonly #recognise = (messages: readonly Message[]): Message[] => {
    const known = recognise(this.#book, messages, this.#opened);
    this.#book.answerFrom(known);
    return known;
  };
}
