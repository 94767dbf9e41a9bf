import { isObject } from "../../../codec/safe-read.js";
import { idOf, textOf } from "./plain-values.js";

type Members = Record<string, unknown>;

/** A message of a backend's list in the form of the protocol, where what is meant is plain. */
export function plainMessage(message: unknown): unknown {
  if (!isObject(message) || isPlain(message as Members)) return message;
  const plain: Members = { ...(message as Members) };
  for (const key of ["id", "toolCallId", "subagentRunId"]) {
    if (key in plain) plain[key] = idOf(plain[key]);
  }
  plain.role = roleOf(plain.role);
  if (plain.role === "assistant") plainAssistant(plain);
  else if (plain.role === "tool") plain.content = contentOf(plain.content);
  else if (plain.role !== "activity" && (plain.content ?? undefined) === undefined) {
    plain.content = "";
  }
  return plain;
}

/** What nearly every message is: nothing to look at. */
function isPlain({ id, role, content, toolCalls }: Members): boolean {
  return (
    typeof id === "string" &&
    typeof content === "string" &&
    (role === "user" || (role === "assistant" && toolCalls === undefined))
  );
}

/** What frameworks call the same. */
const names = new Map<unknown, string>([
  ["ai", "assistant"],
  ["model", "assistant"],
  ["human", "user"],
  ["function", "tool"],
]);

function roleOf(role: unknown): unknown {
  return names.get(role) ?? role;
}

function plainAssistant(message: Members): void {
  if ("content" in message) message.content = contentText(message.content);
  if (message.content === undefined) delete message.content;
  const { toolCalls } = message;
  if (toolCalls === undefined || toolCalls === null) delete message.toolCalls;
  else if (Array.isArray(toolCalls)) message.toolCalls = toolCalls.map(plainCall);
}

/** An assistant's words are text: what stands in parts of text is that text. */
function contentText(content: unknown): unknown {
  if (content === null || content === undefined) return undefined;
  if (!Array.isArray(content)) return content;
  const isText = (part: unknown): part is { text: string } =>
    isObject(part) && typeof (part as Members).text === "string";
  return content.every(isText) ? content.map(({ text }) => text).join("") : content;
}

function contentOf(content: unknown): unknown {
  return Array.isArray(content) ? content : textOf(content);
}

function plainCall(call: unknown): unknown {
  if (!isObject(call)) return call;
  const { id, function: called, ...rest } = call as Members;
  if (!isObject(called)) return call;
  const { name, arguments: args, ...others } = called as Members;
  return {
    ...rest,
    id: idOf(id),
    type: "function",
    function: { ...others, name, arguments: textOf(args) },
  };
}
