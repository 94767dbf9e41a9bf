import { elementAgent } from "../stream/element-agent.js";
import { requestHeaders } from "../stream/headers.js";
import { ProtocolAgent } from "../stream/protocol-agent.js";
import { Transport } from "../stream/transport.js";
import { Conversation, type ConversationHost } from "./conversation.js";

/** The protocol that `@ag-ui/client` speaks. */
export const AG_UI = "ag-ui";

/** A conversation with the agent at the host's `url`; `threadId` is any when it is absent. */
export function conversationWith(
  host: ConversationHost,
  threadId: string | undefined,
  protocol: string = AG_UI,
): Conversation {
  if (protocol !== AG_UI) {
    const address = () => ({ url: host.url, headers: requestHeaders(host.headers) });
    return new Conversation(host, new ProtocolAgent(protocol, address, threadId));
  }
  const transport = new Transport(() => requestHeaders(host.headers));
  return new Conversation(host, elementAgent(host.url, transport, threadId), transport);
}
