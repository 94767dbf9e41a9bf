/** Returns true if a card announces a new question itself: in a chat, the chat does. */
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
