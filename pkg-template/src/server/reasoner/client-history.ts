import type { AssistantMessage, Message, ToolCall, ToolMessage } from "@ag-ui/core";
import { isArray, isObject, read, readText } from "../../codec/safe-read.js";
import type { ClientHistory, ClientHistoryMessage, Shown, ShownCall } from "./ledger.js";

/** The conversation as a client has it. Nothing of it is trusted; what is no message is left out. */
export class ClientConversation {
  /** For the ledger. */
  readonly history: ClientHistory;
  /** How many entries were no messages. */
  readonly leftOut: number;
  readonly #messages: readonly Message[];
  /** The client's own messages with results, by the call's id. */
  readonly #results = new Map<string, { readonly message: ToolMessage; readonly text: string }[]>();

  constructor(messages: readonly unknown[], toolResultsJson: unknown) {
    this.#messages = messages.filter(isMessage);
    this.leftOut = messages.length - this.#messages.length;
    const toolResults =
      typeof toolResultsJson === "string" || toolResultsJson === undefined ? toolResultsJson : "";
    this.history = {
      messages: this.#messages.map((message) => this.#reduce(message)),
      ...(toolResults !== undefined && { toolResults }),
    };
  }

  /** The messages that a model is shown; `texts` are those of its answers that the client does not have. */
  compose(shown: readonly Shown[], texts: ReadonlyMap<string, string>): Message[] {
    return shown.flatMap((each) => this.#compose(each, texts));
  }

  #compose(shown: Shown, texts: ReadonlyMap<string, string>): Message[] {
    switch (shown.type) {
      case "message":
        return withoutCalls(this.#messages[shown.index] as Message);
      case "assistant": {
        const message = this.#messages[shown.index] as AssistantMessage;
        return [{ ...message, toolCalls: shown.calls.map((call) => callOf(call, message)) }];
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
  #answer({ toolCallId, content, isError }: Shown & { readonly type: "answer" }): ToolMessage {
    const results = this.#results.get(toolCallId);
    const own = results?.find(({ text }) => text === content);
    return own?.message ?? resultMessage(toolCallId, content, isError);
  }

  #reduce(message: Message): ClientHistoryMessage {
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
export function givenMessage(id: string, text: string, calls: readonly ShownCall[]): Message[] {
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

function isMessage(value: unknown): value is Message {
  return isObject(value) && readText(value, "role") !== undefined;
}

function callsOf(message: Message): ShownCall[] {
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

/** With what else the client's own call has. */
function callOf({ id, name, arguments: text }: ShownCall, message?: AssistantMessage): ToolCall {
  const calls = message && read(message, "toolCalls");
  const own = isArray(calls) ? calls.find((call) => isObject(call) && read(call, "id") === id) : {};
  return { ...(own as object), id, type: "function", function: { name, arguments: text } };
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
