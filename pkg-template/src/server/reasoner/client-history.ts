import type { AssistantMessage, Message, ToolCall, ToolMessage } from "@ag-ui/core";
import { isArray, isObject, read, readText } from "../../codec/safe-read.js";
import type {
  CallView,
  ClientHistory,
  ClientMessage,
  MessageView,
} from "../../conversation/raw.js";

/** The conversation as a client has it. Nothing of it is trusted; what is no message is left out. */
export class ClientConversation {
  /** For the ledger. */
  readonly history: ClientHistory;
  /** The number of entries of each role that were left out; those without a role are no messages. */
  readonly leftOut: ReadonlyMap<string | undefined, number>;
  readonly #messages: readonly Message[];
  /** The client's own messages with results, by the call's id. */
  readonly #results = new Map<string, { readonly message: ToolMessage; readonly text: string }[]>();

  /** @param mayInstruct whether the client's `system` and `developer` messages are shown to a model. */
  constructor(messages: readonly unknown[], toolResultsJson: unknown, mayInstruct: boolean) {
    const leftOut = new Map<string | undefined, number>();
    this.#messages = messages.filter((message): message is Message => {
      const role = isObject(message) ? readText(message, "role") : undefined;
      if (talking.has(role) || (mayInstruct && instructing.has(role))) return true;
      const shown = role?.slice(0, LONGEST_ROLE);
      const key = leftOut.has(shown) || leftOut.size < MOST_ROLES ? shown : undefined;
      leftOut.set(key, (leftOut.get(key) ?? 0) + 1);
      return false;
    });
    this.leftOut = leftOut;
    const toolResults =
      typeof toolResultsJson === "string" || toolResultsJson === undefined ? toolResultsJson : "";
    this.history = {
      messages: this.#messages.map((message) => this.#reduce(message)),
      ...(toolResults !== undefined && { toolResults }),
    };
  }

  /** The messages that a model is shown; `texts` are those of its answers that the client does not have. */
  compose(shown: readonly MessageView[], texts: ReadonlyMap<string, string>): Message[] {
    return shown.flatMap((each) => this.#compose(each, texts));
  }

  #compose(shown: MessageView, texts: ReadonlyMap<string, string>): Message[] {
    switch (shown.type) {
      case "message":
        return withoutCalls(this.#messages[shown.index] as Message);
      case "assistant": {
        const message = this.#messages[shown.index] as AssistantMessage;
        const own = ownCallsOf(message);
        return [{ ...message, toolCalls: shown.calls.map((call) => callOf(call, own)) }];
      }
      case "given": {
        const text = texts.get(shown.messageId) ?? shown.text;
        return givenMessage(shown.messageId, text, shown.calls);
      }
      case "answer":
        return [this.#answer(shown)];
    }
  }

  /** The client's own message where it says the same: it may have more to it, as images. */
  #answer({
    toolCallId,
    content,
    isError,
  }: MessageView & { readonly type: "answer" }): ToolMessage {
    const results = this.#results.get(toolCallId);
    const own = results?.find(({ text }) => text === content);
    return own?.message ?? resultMessage(toolCallId, content, isError);
  }

  #reduce(message: Message): ClientMessage {
    const id = readText(message, "id") ?? "";
    if (message.role === "assistant") return { role: "assistant", id, calls: callsOf(message) };
    if (message.role !== "tool") return { role: "other", id };
    const toolCallId = readText(message, "toolCallId") ?? "";
    const error = readText(message, "error");
    const text = textOf(read(message, "content")) || (error ?? "");
    const known = this.#results.get(toolCallId) ?? [];
    known.push({ message, text });
    this.#results.set(toolCallId, known);
    return { role: "tool", toolCallId, content: text, isError: error !== undefined };
  }
}

/** An answer of the model's as a message; none where it said nothing. */
export function givenMessage(id: string, text: string, calls: readonly CallView[]): Message[] {
  if (text === "" && calls.length === 0) return [];
  const toolCalls = calls.map((call) => callOf(call));
  return [
    {
      id,
      role: "assistant",
      ...(text !== "" && { content: text }),
      ...(toolCalls.length > 0 && { toolCalls }),
    },
  ];
}

/** The message that answers a call. */
export function resultMessage(toolCallId: string, content: string, isError: boolean): ToolMessage {
  const id = resultMessageId(toolCallId);
  return { id, role: "tool", toolCallId, content, ...(isError && { error: content }) };
}

/** The same for a call whenever it is asked for. */
export function resultMessageId(toolCallId: string): string {
  return `${toolCallId}-result`;
}

/**
 * The roles of what people, models and tools have said. Of the protocol's others `activity` is what a page shows, and `reasoning` is what a
 * model has thought for itself: neither is a part of the conversation. A role that no protocol has, as `System` with a capital, would be
 * read by every API in its own way.
 */
const talking: ReadonlySet<unknown> = new Set(["user", "assistant", "tool"]);

/** The roles by which a server instructs a model. */
const instructing: ReadonlySet<unknown> = new Set(["system", "developer"]);

/** The roles that were left out, as the log keeps them. */
const LONGEST_ROLE = 64;
const MOST_ROLES = 10;

function callsOf(message: Message): CallView[] {
  const calls = read(message, "toolCalls");
  if (!isArray(calls)) return [];
  return calls.flatMap((call) => {
    if (!isObject(call)) return [];
    const [id, called] = [readText(call, "id"), read(call, "function")];
    if (!id || !isObject(called)) return [];
    const name = readText(called, "name") ?? "";
    return [{ id, name, arguments: readText(called, "arguments") ?? "" }];
  });
}

/** The calls of a client's message, by their ids; of one id the first. */
function ownCallsOf(message: AssistantMessage): ReadonlyMap<unknown, object> {
  const calls = read(message, "toolCalls");
  const own = new Map<unknown, object>();
  for (const call of isArray(calls) ? calls : []) {
    const id = isObject(call) ? read(call, "id") : undefined;
    if (isObject(call) && !own.has(id)) own.set(id, call);
  }
  return own;
}

/** With what else the client's own call has. */
function callOf(
  { id, name, arguments: text }: CallView,
  own?: ReadonlyMap<unknown, object>,
): ToolCall {
  return { ...own?.get(id), id, type: "function", function: { name, arguments: text } };
}

/** Of calls without id or name nothing is shown, and then there may be no message left. */
function withoutCalls(message: Message): Message[] {
  if (message.role !== "assistant" || !("toolCalls" in message)) return [message];
  const { toolCalls: _, ...rest } = message;
  return rest.content === undefined || rest.content === "" ? [] : [rest];
}

/** What can be compared of a content, which may have images. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!isArray(content)) return "";
  return content
    .map((part) => {
      if (!isObject(part)) return "";
      return readText(part, "text") ?? `[${readText(part, "type") ?? "part"}]`;
    })
    .join("\n");
}
