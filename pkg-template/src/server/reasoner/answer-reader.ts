import { isObject, read, readText } from "../../codec/safe-read.js";
import type { ModelAnswer } from "../../conversation/raw.js";
import { ModelFailure } from "../../errors/model-failure.js";
import type { ToolExecutionMode } from "../../tools/types.js";
import type { ReasonerEvent } from "../reasoner-event.js";

/** Characters of the arguments of one call. */
const MOST_ARGUMENTS = 1_048_576;
/** Characters of one answer, all in all. */
const MOST_CHARACTERS = 16_777_216;
/** An answer with so many times the calls that it may have is given up. */
const MOST_TIMES = 10;

/** What an answer of a model is read with. */
export interface AnswerSetup {
  readonly messageId: string;
  readonly callsPerAnswer: number;
  /** Where each tool runs that the model was offered. */
  readonly offered: ReadonlyMap<string, ToolExecutionMode>;
  /** Returns true for a tool that may run again where a process stopped while it ran. */
  readonly isIdempotent: (name: string) => boolean;
  /** Names a new call; throws when the answer counts no more. */
  readonly issue: (
    id: string | undefined,
    name: string,
  ) => { readonly id: string; readonly name: string };
  /** Told what of the answer was ignored. */
  readonly note: (what: string) => void;
}

/** An answer that a model may not give. */
export class AnswerTooLongError extends ModelFailure {
  override readonly name = "AnswerTooLongError";

  constructor(message: string) {
    super(message, { code: "answer_too_long" });
  }
}

/** A call of an answer. */
export interface AnswerCall {
  readonly id: string;
  readonly name: string;
  readonly mode: ToolExecutionMode | undefined;
  /** Whether the client was told of it as it was written. */
  readonly isAnnounced: boolean;
  arguments: string;
  isOpen: boolean;
  issue?: string;
}

/**
 * Reads what a model says, event by event, into what the client is told. A model's output is not trusted: what is no
 * event, or comes where it can't, is ignored, and everything has a bound.
 */
export class AnswerReader {
  readonly calls: AnswerCall[] = [];
  text = "";
  /** Calls that are being written, by the model's own ids. */
  readonly #open = new Map<string, AnswerCall>();
  readonly #setup: AnswerSetup;
  #characters = 0;
  #isStarted = false;

  constructor(setup: AnswerSetup) {
    this.#setup = setup;
  }

  get messageId(): string {
    return this.#setup.messageId;
  }

  /**
   * @throws {AnswerTooLongError} when the answer is too long, all in all.
   */
  *read(event: unknown): Generator<ReasonerEvent> {
    const type = isObject(event) ? readText(event, "type") : undefined;
    if (!isObject(event) || type === undefined) return this.#setup.note("an event that is none");
    const id = readText(event, "id");
    switch (type) {
      case "text":
      case "reasoning":
        return yield* this.#say(type, readText(event, "delta"));
      case "tool_call": {
        const call = yield* this.#begin(id, readText(event, "name"));
        yield* this.#write(call, argumentsOf(read(event, "arguments")));
        return yield* this.#end(call, readText(event, "issue"));
      }
      case "tool_call_start": {
        const before = this.#open.get(id ?? "");
        if (before) yield* this.#end(before, UNFINISHED);
        this.#open.set(id ?? "", yield* this.#begin(id, readText(event, "name")));
        return;
      }
      case "tool_call_args":
      case "tool_call_end": {
        const call = this.#open.get(id ?? "");
        if (!call) return this.#setup.note(`${type} of a call that has not begun or has ended`);
        if (type === "tool_call_args") return yield* this.#write(call, readText(event, "delta"));
        this.#open.delete(id ?? "");
        return yield* this.#end(call, readText(event, "issue"));
      }
      default:
        this.#setup.note("an event of a type that there is not");
    }
  }

  /** There is no more of it: ends what the client was told has begun. */
  *close(): Generator<ReasonerEvent> {
    for (const call of this.calls) {
      if (call.isOpen) yield* this.#end(call, UNFINISHED);
    }
    if (this.#isStarted) yield { type: "message_end", messageId: this.#setup.messageId };
    this.#isStarted = false;
  }

  /** For the ledger. */
  answer(isBroken: boolean): ModelAnswer {
    const { messageId, offered, isIdempotent } = this.#setup;
    const calls = this.calls.map(({ id, name, arguments: text, mode, issue }) => {
      return { id, name, arguments: text, mode, isIdempotent: isIdempotent(name), issue };
    });
    return { messageId, text: this.text, calls, offered: [...offered.keys()], isBroken };
  }

  *#say(type: "text" | "reasoning", delta: string | undefined): Generator<ReasonerEvent> {
    if (delta === undefined) return this.#setup.note(`${type} without a delta`);
    if (delta === "") return;
    this.#count(delta);
    if (type === "text") this.text += delta;
    yield* this.#start();
    yield { type, messageId: this.#setup.messageId, delta };
  }

  *#begin(
    modelId: string | undefined,
    called: string | undefined,
  ): Generator<ReasonerEvent, AnswerCall> {
    const { callsPerAnswer, offered, messageId } = this.#setup;
    if (this.calls.length >= callsPerAnswer * MOST_TIMES) {
      throw new AnswerTooLongError(`The model's answer has more than ${this.calls.length} calls.`);
    }
    const { id, name } = this.#setup.issue(modelId, called ?? "");
    this.#count(name);
    const mode = called === undefined ? undefined : offered.get(called);
    const isAnnounced = mode !== "preflight";
    const call = { id, name, mode, isAnnounced, arguments: "", isOpen: true };
    this.calls.push(call);
    yield* this.#start();
    if (isAnnounced) yield { type: "call_start", messageId, toolCallId: id, toolName: name };
    return call;
  }

  *#write(call: AnswerCall, delta: string | undefined): Generator<ReasonerEvent> {
    if (delta === undefined) {
      call.issue ??= UNREADABLE;
      return this.#setup.note("arguments that are none");
    }
    if (delta === "" || call.issue !== undefined) return;
    if (call.arguments.length + delta.length > MOST_ARGUMENTS) {
      call.issue = `The call was not run: its arguments are longer than ${MOST_ARGUMENTS} characters.`;
      return;
    }
    this.#count(delta);
    call.arguments += delta;
    if (call.isAnnounced) yield { type: "call_args", toolCallId: call.id, delta };
  }

  *#end(call: AnswerCall, issue?: string): Generator<ReasonerEvent> {
    call.isOpen = false;
    if (issue !== undefined) call.issue ??= issue;
    if (call.isAnnounced) yield { type: "call_end", toolCallId: call.id };
  }

  *#start(): Generator<ReasonerEvent> {
    if (this.#isStarted) return;
    this.#isStarted = true;
    yield { type: "message_start", messageId: this.#setup.messageId };
  }

  #count(text: string): void {
    this.#characters += text.length;
    if (this.#characters <= MOST_CHARACTERS) return;
    throw new AnswerTooLongError(
      `The model's answer is longer than ${MOST_CHARACTERS} characters.`,
    );
  }
}

const UNFINISHED = "The call was not run: the model's answer ended before the call did.";
const UNREADABLE = "The call was not run: its arguments are neither text nor a JSON object.";

/** As JSON text; nothing for what is none. */
function argumentsOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (!isObject(value)) return undefined;
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
