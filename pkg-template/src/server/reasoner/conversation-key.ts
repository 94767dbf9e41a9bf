import { readText } from "../../codec/safe-read.js";
import type { AgentContext } from "../agent-context.js";
import { keyOf } from "../key.js";

/**
 * What a conversation is known by: its id, with the user, the organisation, and the protocol by which it goes on. A client makes the id up;
 * who knows another's, or how this text is written, must not take over the other's requests, or answer the other's calls.
 */
export function conversationKey({ conversation, organisation, user }: AgentContext): string {
  const protocol = readText(conversation, "protocol");
  return keyOf("conversation", protocol, conversation.id, organisation?.id, user?.id);
}
