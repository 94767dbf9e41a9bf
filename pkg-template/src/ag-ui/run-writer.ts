import { type AGUIEvent, EventType, type RunFinishedOutcome } from "@ag-ui/core";

/** A call that begins. */
export interface CallStart {
  readonly toolCallId: string;
  readonly toolCallName: string;
  readonly parentMessageId?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** The result of a call. */
export interface CallResult {
  readonly messageId: string;
  readonly toolCallId: string;
  readonly content: string;
  /** The protocol has no field for a failure: it stands in the metadata. */
  readonly hasFailed: boolean;
}

/** Options of a `RunWriter`. */
export interface RunWriterOptions {
  /** True if texts of several messages may be open at once; otherwise a text ends when that of another message begins. */
  readonly keepsTextsOpen?: boolean;
  /** The id of a message's reasoning, the `count`-th of the run. No message may have the id of another. */
  readonly reasoningId?: (messageId: string, count: number) => string;
}

/**
 * Writes the AG-UI events of one run in the protocol's order: a text or reasoning begins when there is something in it, what has not begun
 * does not go on, what is open is closed before the run ends, and nothing follows the end. Each method returns the events to send.
 */
export class RunWriter {
  readonly #ids: { readonly threadId: string; readonly runId: string };
  readonly #keepsTextsOpen: boolean;
  readonly #reasoningId: (messageId: string, count: number) => string;
  /** The messages whose text is open. */
  readonly #texts = new Set<string>();
  /** The reasoning that is open, and the message it belongs to. */
  #reasoning: { readonly id: string; readonly messageId: string } | undefined;
  #reasoningCount = 0;
  /** The ids of all calls that have begun. */
  readonly #calls = new Set<string>();
  /** The ids of those whose arguments are still arriving. */
  readonly #openCalls = new Set<string>();
  readonly #answered = new Set<string>();
  #isOver = false;

  constructor(
    { threadId, runId }: { readonly threadId: string; readonly runId: string },
    { keepsTextsOpen = false, reasoningId = numbered }: RunWriterOptions = {},
  ) {
    this.#ids = { threadId, runId };
    this.#keepsTextsOpen = keepsTextsOpen;
    this.#reasoningId = reasoningId;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  start(protocolVersion?: string): AGUIEvent[] {
    const version = protocolVersion === undefined ? {} : { protocolVersion };
    return [{ type: EventType.RUN_STARTED, ...this.#ids, ...version }];
  }

  /** A piece of a message's text. An empty delta says nothing, and older clients refuse it. */
  text(messageId: string, delta: string): AGUIEvent[] {
    if (this.#isOver || !isText(delta) || !isText(messageId)) return [];
    const events = this.endReasoning();
    if (!this.#texts.has(messageId)) {
      if (!this.#keepsTextsOpen) events.push(...this.#endTexts());
      this.#texts.add(messageId);
      events.push({ type: EventType.TEXT_MESSAGE_START, messageId, role: "assistant" });
    }
    events.push({ type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta });
    return events;
  }

  endText(messageId: string): AGUIEvent[] {
    if (!this.#texts.delete(messageId)) return [];
    return [{ type: EventType.TEXT_MESSAGE_END, messageId }];
  }

  /** A piece of what the model thinks before it writes a message. */
  reasoning(messageId: string, delta: string): AGUIEvent[] {
    if (this.#isOver || !isText(delta) || !isText(messageId)) return [];
    const events: AGUIEvent[] = [];
    if (this.#reasoning?.messageId !== messageId) {
      events.push(...this.endReasoning());
      this.#reasoningCount += 1;
      const id = this.#reasoningId(messageId, this.#reasoningCount);
      this.#reasoning = { id, messageId };
      events.push({ type: EventType.REASONING_START, messageId: id });
      events.push({ type: EventType.REASONING_MESSAGE_START, messageId: id, role: "reasoning" });
    }
    const { id } = this.#reasoning as { readonly id: string };
    events.push({ type: EventType.REASONING_MESSAGE_CONTENT, messageId: id, delta });
    return events;
  }

  endReasoning(): AGUIEvent[] {
    if (!this.#reasoning) return [];
    const { id: messageId } = this.#reasoning;
    this.#reasoning = undefined;
    return [
      { type: EventType.REASONING_MESSAGE_END, messageId },
      { type: EventType.REASONING_END, messageId },
    ];
  }

  /** Returns true for a call that has begun in this run. */
  hasCall(toolCallId: string): boolean {
    return this.#calls.has(toolCallId);
  }

  /** The beginning of a call; nothing for one that has begun. */
  startCall({ toolCallId, toolCallName, parentMessageId, metadata }: CallStart): AGUIEvent[] {
    if (this.#isOver || this.#calls.has(toolCallId)) return [];
    this.#calls.add(toolCallId);
    this.#openCalls.add(toolCallId);
    const start: AGUIEvent = {
      type: EventType.TOOL_CALL_START,
      toolCallId,
      toolCallName,
      ...(parentMessageId !== undefined && { parentMessageId }),
      ...(metadata && { metadata }),
    };
    return [...this.endReasoning(), start];
  }

  callArgs(toolCallId: string, delta: string): AGUIEvent[] {
    if (!this.#openCalls.has(toolCallId) || !isText(delta)) return [];
    return [{ type: EventType.TOOL_CALL_ARGS, toolCallId, delta }];
  }

  endCall(toolCallId: string): AGUIEvent[] {
    if (!this.#openCalls.delete(toolCallId)) return [];
    return [{ type: EventType.TOOL_CALL_END, toolCallId }];
  }

  /** A call in one piece. */
  call(start: CallStart, args: string): AGUIEvent[] {
    const { toolCallId } = start;
    return [
      ...this.startCall(start),
      ...this.callArgs(toolCallId, args),
      ...this.endCall(toolCallId),
    ];
  }

  /** The result of a call; nothing for one that has a result. */
  result({ messageId, toolCallId, content, hasFailed }: CallResult): AGUIEvent[] {
    if (this.#isOver || this.#answered.has(toolCallId)) return [];
    this.#answered.add(toolCallId);
    const result: AGUIEvent = {
      ...{ type: EventType.TOOL_CALL_RESULT, messageId, toolCallId, content },
      ...(hasFailed && { metadata: { "ag-ui-lit": { failed: true } } }),
    };
    return [...this.endReasoning(), result];
  }

  /** Returns true for a call that has a result in this run. */
  hasResult(toolCallId: string): boolean {
    return this.#answered.has(toolCallId);
  }

  /** An event that stands on its own, such as CUSTOM or an activity. */
  other(event: AGUIEvent): AGUIEvent[] {
    return this.#isOver ? [] : [event];
  }

  /** Ends everything that is open, but not the run. */
  close(): AGUIEvent[] {
    return [
      ...this.endReasoning(),
      ...this.#endTexts(),
      ...[...this.#openCalls].flatMap((id) => this.endCall(id)),
    ];
  }

  /** The end of a run that has not failed; nothing when it is over already. */
  finish(outcome?: RunFinishedOutcome): AGUIEvent[] {
    const finished = { type: EventType.RUN_FINISHED, ...this.#ids, ...(outcome && { outcome }) };
    return this.#end(finished as AGUIEvent);
  }

  /** The end of a run that has failed; nothing when it is over already. */
  fail(message: string, code?: string): AGUIEvent[] {
    return this.#end({ type: EventType.RUN_ERROR, message, ...(code !== undefined && { code }) });
  }

  #end(last: AGUIEvent): AGUIEvent[] {
    if (this.#isOver) return [];
    const closed = this.close();
    this.#isOver = true;
    return [...closed, last];
  }

  #endTexts(): AGUIEvent[] {
    return [...this.#texts].flatMap((id) => this.endText(id));
  }
}

function numbered(messageId: string, count: number): string {
  return `${messageId}-reasoning-${count}`;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
