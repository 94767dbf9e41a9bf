import { messageOf } from "../../codec/describe.js";
import { isArray, isObject, read, readText } from "../../codec/safe-read.js";
import { checkOptions } from "../../options/check-options.js";
import { aFlag, aSignal } from "../../options/rules.js";
import type { AgentContext } from "../agent-context.js";
import { partyWithoutId } from "../party-without-id.js";
import type { ReasonerRunOptions } from "./run-options.js";

/** Characters of a conversation's id. */
const LONGEST_ID = 1_024;

/** Why a request can't be answered at all, in words for whoever sent it. */
export function faultOf(request: unknown, options: unknown): string | undefined {
  try {
    checkOptions("AgentReasoner.run", options as ReasonerRunOptions, {
      signal: aSignal,
      continueAfterFailure: aFlag,
    });
  } catch (thrown) {
    return messageOf(thrown);
  }
  if (!isObject(request)) return "A request must be an object: { context, messages, … }.";
  const id = conversationId(request);
  if (id === undefined || id === "" || id.length > LONGEST_ID) {
    return `A request's context.conversation.id must be a text of 1 to ${LONGEST_ID} characters.`;
  }
  const party = partyWithoutId(contextOf(request) ?? {});
  if (party !== undefined) {
    return `A request's context.${party} must have an id: a text or a number. Leave ${party} out for nobody in particular.`;
  }
  if (!isArray(read(request, "messages"))) return "A request's messages must be an array.";
  return undefined;
}

/** Whose conversation it is, as far as a request says so. */
export function contextOf(request: unknown): AgentContext | undefined {
  const context = isObject(request) ? read(request, "context") : undefined;
  return isObject(context) ? (context as AgentContext) : undefined;
}

function conversationId(request: object): string | undefined {
  const context = contextOf(request);
  const conversation = context && read(context, "conversation");
  return isObject(conversation) ? readText(conversation, "id") : undefined;
}
