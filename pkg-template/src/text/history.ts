import {
  type Context,
  contentToText,
  type Message,
  type ToolCall,
  type ToolMessage,
} from "@ag-ui/core";
import { isObjectText } from "../element/identity/same-arguments.js";
import type { TextMessage } from "./text-source.js";
import { asJson, inOneLine, textAsJson } from "./written.js";

/** The outcome of a call. */
export interface WrittenOutcome {
  readonly name: string;
  /** The result, or the reason of its absence. */
  readonly text: string;
  readonly isError: boolean;
}

/** A call's outcome as the model reads it. Nothing in it can end it before its end. */
export function outcomeText({ name, text, isError }: WrittenOutcome): string {
  const content = isError ? asJson({ error: text }) : textAsJson(text);
  return `<tool_result name=${quoted(name)}>${content}</tool_result>`;
}

/** The model's message about a marker that could not be read. */
export function brokenText(fault: string): string {
  return `One of your tool calls was not run. ${inOneLine(fault)}`;
}

/** A conversation's history. */
export interface History {
  readonly messages: readonly Message[];
  readonly context?: readonly Context[];
  /** The errors in a message's markers. */
  readonly faultsOf?: (messageId: string) => readonly string[];
}

/** The history as text, behind the system prompt. */
export function textHistory(
  prompt: string,
  { messages, context, faultsOf }: History,
): TextMessage[] {
  const texts: TextMessage[] = [];
  const system = [prompt, ...(context ?? []).map(contextLine)].filter((part) => part !== "");
  const names = new Map<string, string>();
  let faults: readonly string[] = [];
  for (const message of messages) {
    if (message.role === "system" || message.role === "developer") {
      system.push(contentToText(message.content));
    } else if (message.role === "assistant") {
      const { content, toolCalls = [], id } = message;
      for (const call of toolCalls) names.set(call.id, call.function.name);
      const parts = [contentToText(content), ...toolCalls.map(markerOf)];
      texts.push({ role: "assistant", content: parts.filter((part) => part !== "").join("\n") });
      faults = faultsOf?.(id) ?? [];
      for (const fault of faults) texts.push({ role: "user", content: brokenText(fault) });
    } else if (message.role === "tool") {
      texts.push({ role: "user", content: outcomeText(outcomeOf(message, names)) });
    } else if (message.role === "user") {
      texts.push({ role: "user", content: contentToText(message.content) });
    }
  }
  const first: TextMessage[] =
    system.length > 0 ? [{ role: "system", content: system.join("\n\n") }] : [];
  return [...first, ...merged(texts)];
}

/** Joins consecutive messages of one side, since many models take turns strictly. */
export function merged(texts: readonly TextMessage[]): TextMessage[] {
  const result: TextMessage[] = [];
  for (const { role, content } of texts) {
    const last = result.at(-1);
    if (content === "") continue;
    if (last?.role !== role) result.push({ role, content });
    else result[result.length - 1] = { role, content: `${last.content}\n\n${content}` };
  }
  return result;
}

function contextLine({ description, value }: Context): string {
  return `${inOneLine(description)}: ${value}`;
}

function markerOf({ function: { name, arguments: written } }: ToolCall): string {
  const args = isObjectText(written) ? written : "{}";
  return `<tool_call name=${quoted(name)} args=${args}></tool_call>`;
}

function outcomeOf(
  { toolCallId, content, error }: ToolMessage,
  names: ReadonlyMap<string, string>,
): WrittenOutcome {
  const isError = error !== undefined && error !== null;
  return {
    name: names.get(toolCallId) ?? toolCallId,
    text: contentToText(content) || (isError ? String(error) : ""),
    isError,
  };
}

function quoted(name: string): string {
  const text = inOneLine(name);
  return text.includes('"') ? `'${text.replaceAll("'", "")}'` : `"${text}"`;
}
