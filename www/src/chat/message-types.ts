import type { AssistantMessage, ContentPart, Message, ToolMessage } from "@ag-ui/core";

/** A message's words; other kinds of content are named. */
export function messageText(content: string | readonly ContentPart[] | undefined): string {
  if (content === undefined || typeof content === "string") return content ?? "";
  return content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
}

/** The answers to an assistant message's calls, by call id. Only those right after it count, for ids come back in later turns. */
export function answersOf(
  messages: readonly Message[],
  message: AssistantMessage,
): ReadonlyMap<string, ToolMessage> {
  const answers = new Map<string, ToolMessage>();
  for (let i = messages.indexOf(message) + 1; messages[i]?.role === "tool"; i++) {
    const answer = messages[i] as ToolMessage;
    answers.set(answer.toolCallId, answer);
  }
  return answers;
}
