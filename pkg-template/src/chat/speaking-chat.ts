import type { AgUiAgent } from "../element/ag-ui-agent.js";

/** The chats of each agent, in the order in which they were connected. */
const chats = new WeakMap<AgUiAgent, Set<Element>>();

/** Adds a chat to those of an agent. Returns the function that removes it. */
export function joinChats(agent: AgUiAgent, chat: Element): () => void {
  const joined = chats.get(agent) ?? new Set();
  chats.set(agent, joined.add(chat));
  return () => joined.delete(chat);
}

/**
 * Returns the chat that reports an agent to the screen reader: the first one that is visible. A chat in a closed popup is
 * not.
 */
export function speakingChat(agent: AgUiAgent | undefined): Element | undefined {
  return agent && [...(chats.get(agent) ?? [])].find(isVisible);
}

function isVisible(chat: Element): boolean {
  // Safari has it from version 17.4.
  const check = Element.prototype.checkVisibility as Element["checkVisibility"] | undefined;
  return check?.call(chat, { visibilityProperty: true }) ?? chat.getClientRects().length > 0;
}
