import { registerTool } from "ag-ui-lit";
import { indexedDbThreadStore, keepThreads } from "ag-ui-lit/durable";
import type { Stage } from "../app/scenes.js";
import { bakeBread } from "./bake-bread.js";
import { bakery } from "./bakery.js";
import "./bakery-panel.js";
import "./survive-bar.js";

// #region shown
/** Registers the tool, and keeps the threads of the page's agent. */
export async function openSurvive({ agent, signal, keep }: Stage): Promise<() => void> {
  // Its server keeps the events of a run: `serveAgent(reasoner, { resumable: { log: memoryRunLog() } })`.
  agent.url = "survive";
  await registerTool(bakeBread, { signal });
  signal.throwIfAborted();
  bakery.note("A page was loaded");
  // In this browser, for all of its tabs. Beyond two megabytes the oldest threads are removed.
  const store = indexedDbThreadStore({ name: "ag-ui-lit-demo", maxBytes: 2_000_000 });
  const threads = keepThreads(agent, { store });
  // Given to the chat, which lists them: `chat.threads = threads`.
  keep(threads);
  await threads.ready;
  return () => {};
}
// #endregion
