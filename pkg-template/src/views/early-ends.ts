import type { AgUiAgent } from "../element/ag-ui-agent.js";
import type { AgUiAgentEventMap } from "../element/events/event-map.js";

/** The end of a call, as its event reports it. */
export type EndOfCall = AgUiAgentEventMap[
  | "ag-ui-tool-call-end"
  | "ag-ui-tool-call-error"]["detail"];

/** The maximum number of kept ends, the latest ones. */
const MOST = 100;

interface Kept {
  readonly ends: EndOfCall[];
  readonly listening: AbortController;
}

const kept = new WeakMap<AgUiAgent, Kept>();

/** Agents whose calls are followed. */
const followed = new WeakSet<AgUiAgent>();

/**
 * Keeps the ends of an agent's calls until their cards are loaded: messages don't distinguish failed from declined
 * calls.
 */
export function keepEnds(agent: AgUiAgent): void {
  if (followed.has(agent) || kept.has(agent)) return;
  const ends: EndOfCall[] = [];
  const listening = new AbortController();
  const keep = (event: CustomEvent<EndOfCall>): void => {
    if (event.target !== agent) return;
    ends.push(event.detail);
    if (ends.length > MOST) ends.shift();
  };
  const { signal } = listening;
  agent.addEventListener("ag-ui-tool-call-end", keep, { signal });
  agent.addEventListener("ag-ui-tool-call-error", keep, { signal });
  kept.set(agent, { ends, listening });
}

/** The ends that were kept. No more are: the agent's calls are followed from now on. */
export function takeEnds(agent: AgUiAgent): readonly EndOfCall[] {
  followed.add(agent);
  const before = kept.get(agent);
  kept.delete(agent);
  before?.listening.abort();
  return before?.ends ?? [];
}
