import { whenEngineReady } from "./state.js";

/** Milliseconds after which a busy page loads the engine all the same. */
const patience = 2000;

/** Loads the engine while the page has nothing else to do, so that it is there when a model makes its first mistake. */
export function loadEngineWhenIdle(): void {
  // A failure is told when somebody needs the engine; that call also tries again.
  const load = (): void => void whenEngineReady().catch(() => {});
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === "function") requestIdleCallback(load, { timeout: patience });
  else setTimeout(load, 200);
}
