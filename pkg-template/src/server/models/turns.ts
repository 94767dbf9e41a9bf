import type { ContentPart, Message, ToolMessage } from "@ag-ui/core";
import type { ToolExecutionResult } from "../../execution/types.js";
import type { LiftedCall } from "../../providers/calls.js";
import type { ProviderForms } from "../../providers/forms.js";
import type { Provider, ProviderName } from "../../providers/provider.js";
import type { Attachments } from "./attachments.js";

/** A message of a user, or an answer of the model with the results of its calls. */
export type Turn<Name extends ProviderName> = UserTurn | AssistantTurn<Name>;

export interface UserTurn {
  readonly role: "user";
  readonly parts: readonly ContentPart[];
}

export interface AssistantTurn<Name extends ProviderName> {
  readonly role: "assistant";
  /** Empty for an answer that is calls alone. */
  readonly text: string;
  readonly calls: readonly LiftedCall[];
  /** Absent where there are no calls. */
  readonly results?: ProviderForms[Name]["results"];
  /** The data that the API wants back with the calls, in its order; empty if it is not known any more. */
  readonly attachments: readonly object[];
}

/** A conversation as turns, and the texts of its system and developer messages. */
export function turnsOf<Name extends ProviderName>(
  messages: readonly Message[],
  provider: Provider<Name>,
  attachments: Attachments,
): { readonly turns: Turn<Name>[]; readonly instructions: string[] } {
  const turns: Turn<Name>[] = [];
  const instructions: string[] = [];
  messages.forEach((message, index) => {
    if (message.role === "system" || message.role === "developer") {
      instructions.push(textOf(message.content));
    } else if (message.role === "user") {
      const parts = partsOf(message.content);
      if (parts.length > 0) turns.push({ role: "user", parts });
    } else if (message.role === "assistant") {
      const text = textOf(message.content);
      const calls = (message.toolCalls ?? []).map(({ id, function: { name, arguments: args } }) => {
        return { toolCallId: id, toolCallName: name, argsText: args };
      });
      if (calls.length === 0) {
        if (text !== "") turns.push({ role: "assistant", text, calls, attachments: [] });
        return;
      }
      const answers = answersAfter(messages, index);
      const results = provider.results(
        calls,
        calls.map(({ toolCallId }) => answers.get(toolCallId)),
      );
      turns.push({ role: "assistant", text, calls, results, attachments: attachments.of(calls) });
    }
  });
  return { turns, instructions };
}

/** The text of a content. */
export function textOf(content: string | readonly ContentPart[] | undefined): string {
  if (typeof content === "string" || content === undefined) return content ?? "";
  return content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}

/** The parts of a content, without empty ones, which some APIs refuse. */
function partsOf(content: string | readonly ContentPart[]): ContentPart[] {
  const parts: readonly ContentPart[] =
    typeof content === "string" ? [{ type: "text", text: content }] : content;
  return parts.filter((part) => part.type !== "text" || part.text !== "");
}

/** The results up to the next answer with calls: an id may come again in another answer. */
function answersAfter(messages: readonly Message[], index: number) {
  const answers = new Map<string, ToolExecutionResult>();
  for (const message of messages.slice(index + 1)) {
    if (message.role === "assistant" && message.toolCalls?.length) break;
    if (message.role !== "tool" || answers.has(message.toolCallId)) continue;
    answers.set(message.toolCallId, outcomeOf(message));
  }
  return answers;
}

/** A result as `results()` of a provider takes it, with its images. */
function outcomeOf({ content, error }: ToolMessage): ToolExecutionResult {
  const text = textOf(content);
  if (error !== undefined) {
    const message = text === "" || text.includes(error) ? text || error : `${error}\n${text}`;
    return { success: false, error: { category: "permanent", message, retryable: false } };
  }
  const parts = typeof content === "string" ? [] : content;
  const images = parts.flatMap((part) => {
    if (part.type !== "image" || part.source.type !== "data") return [];
    const { value: data, mimeType } = part.source;
    return [{ type: "image", data, mimeType }];
  });
  return { success: true, result: text, output: { content: images } };
}
