import type { ContentPart, Message, ToolCall } from "@ag-ui/core";

/** How a tool call ended, as the page told it. */
export interface Answer {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly argsText: string;
  readonly kind: "ok" | "refused" | "failed" | "stopped";
  /** The result or the error, as text. */
  readonly text: string;
  /** The result parsed as JSON, when it is an object. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Where the conversation stands. */
export interface Turn {
  /** What the person asked last. */
  readonly prompt: string;
  /** Answers waiting for a reaction, in call order; empty when it is the prompt that waits. */
  readonly answers: readonly Answer[];
  /** Answers of earlier requests, oldest first. */
  readonly earlier: readonly Answer[];
  /** What this request's rounds of calls were answered, oldest first. */
  readonly rounds: readonly (readonly Answer[])[];
}

/** Reads a conversation. A call is its id within its assistant message, for backends reuse ids across turns. */
export function readTurn(messages: readonly Message[]): Turn {
  const promptAt = messages.findLastIndex(({ role }) => role === "user");
  const prompt =
    promptAt < 0 ? "" : textOf((messages[promptAt] as { content: string | ContentPart[] }).content);
  const earlier: Answer[] = [];
  let answers: Answer[] = [];
  const rounds: (readonly Answer[])[] = [];
  messages.forEach((message, i) => {
    if (message.role !== "assistant") return;
    const given = answersTo(message.toolCalls ?? [], messages.slice(i + 1));
    if (i < promptAt) earlier.push(...given);
    else {
      if (given.length > 0) rounds.push(given);
      answers = given;
    }
  });
  return { prompt, answers, earlier, rounds };
}

function answersTo(calls: readonly ToolCall[], later: readonly Message[]): Answer[] {
  const end = later.findIndex(({ role }) => role !== "tool");
  const replies = later.slice(0, end < 0 ? undefined : end);
  return calls.flatMap(({ id, function: { name, arguments: argsText } }) => {
    const reply = replies.find((message) => message.role === "tool" && message.toolCallId === id);
    if (reply?.role !== "tool") return [];
    const content = textOf(reply.content);
    const text = reply.error && !content.includes(reply.error) ? reply.error : content;
    return [
      {
        name,
        args: parseObject(argsText),
        argsText,
        kind: kindOf(reply.error),
        text,
        data: parseObject(content),
      },
    ];
  });
}

/** The page says in words why a call has no result; this agent reads those words, as a model would. */
function kindOf(error: string | undefined): Answer["kind"] {
  if (error === undefined) return "ok";
  if (/\b(cancel|abort|stopp)/i.test(error)) return "stopped";
  return /\b(invalid|validat\w*|schema|arguments?|expected|must be|is required|known property)\b/i.test(
    error,
  )
    ? "refused"
    : "failed";
}

function textOf(content: string | readonly ContentPart[]): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
