import { elementAgent } from "../stream/element-agent.js";
import { Transport } from "../stream/transport.js";
import { Conversation, type ConversationHost } from "./conversation.js";

/** A conversation with the agent at the host's `url`; `threadId` is any when it is absent. */
export function conversationWith(
  host: ConversationHost,
  threadId: string | undefined,
): Conversation {
  const transport = new Transport();
  return new Conversation(host, elementAgent(host.url, transport, threadId), transport);
}
