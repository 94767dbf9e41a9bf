import type { AgentContext } from "../agent-context.js";

/**
 * What a conversation is known by: its id alone for nobody in particular, else with the user and the organisation. A client makes the id
 * up; who knows another's must not take over the other's requests, or answer the other's calls.
 */
export function conversationKey({ conversation, organisation, user }: AgentContext): string {
  const whose = [organisation?.id ?? null, user?.id ?? null];
  if (whose.every((id) => id === null)) return conversation.id;
  return JSON.stringify([conversation.id, ...whose]);
}
