/** Returns true if a card says itself that a question has come: in a chat, the chat says it. */
export function announces(card: Element): boolean {
  let node: Node | null = card;
  while (node) {
    if (isChat(node)) return false;
    node = node.parentNode ?? hostOf(node);
  }
  return true;
}

function isChat(node: Node): boolean {
  return node instanceof Element && node.localName === "ag-ui-chat";
}

function hostOf(node: Node): Element | null {
  return node instanceof ShadowRoot ? node.host : null;
}
