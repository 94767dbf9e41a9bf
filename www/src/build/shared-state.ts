import type { AgUiAgent } from "ag-ui-lit/element";

/** The state that this page and the agent share. */
export interface Dinner {
  readonly guests: number;
  readonly wine: number;
  readonly menu: string;
  readonly dessert: string | null;
}

/** The dinner of a new conversation. */
export function beginDinner(agent: AgUiAgent): void {
  agent.state = { guests: 4, wine: 2, menu: "", dessert: null } satisfies Dinner;
}

// #region shown
/** Calls back when the page or the agent has changed the state, also while a value is only predicted. */
export function followDinner(
  agent: AgUiAgent,
  show: (dinner: Dinner, isPredicted: boolean) => void,
  signal: AbortSignal,
): void {
  agent.addEventListener(
    "ag-ui-state-changed",
    ({ detail }) => show(detail.state as Dinner, detail.isPredicted ?? false),
    { signal },
  );
}

/** The page's own write: the agent reads it with the next message. */
export function seatGuests(agent: AgUiAgent, guests: number): void {
  agent.patchState([
    { op: "replace", path: "/guests", value: guests },
    { op: "replace", path: "/wine", value: Math.ceil(guests / 2) },
  ]);
}
// #endregion
