import type { AgUiAgent } from "../element/ag-ui-agent.js";

/** The first card with a call that waits for approval. */
export function pendingCard(
  list: ParentNode | null,
  agent: AgUiAgent | undefined,
): Element | undefined {
  if (!list || !agent?.pendingApprovals?.length) return undefined;
  for (const card of list.querySelectorAll("ag-ui-tool-card")) {
    if (card.call?.status === "approval") return card;
  }
  return undefined;
}
