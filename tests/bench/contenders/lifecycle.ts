import { hear } from "./task.js";

/** All events of a tool execution manager. */
const types = [
  "started",
  "validating",
  "executing",
  "progress",
  "retrying",
  "orphan-settled",
  "succeeded",
  "failed",
  "cancelled",
].map((name) => `tool-execution-${name}`);

/** Those of one execution that succeeds at the first attempt. */
export const eventsOfSuccess = 4;

/** Listens to everything, and reads of each detail what a page would show. */
export function listenToAll(target: EventTarget): void {
  for (const type of types) {
    target.addEventListener(type, (event) => {
      const { detail } = event as CustomEvent;
      hear(detail.execution?.timing.queuedAt ?? detail.args?.guest ?? detail.executionId);
    });
  }
}
