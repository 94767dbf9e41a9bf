/** Puts the package, and what tests need beside it, where `page.evaluate` can reach it. */
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as core from "ag-ui-lit";
import * as element from "ag-ui-lit/element";
import { type } from "arktype";
import * as valibot from "valibot";
import * as zod from "zod";
import * as zod3 from "zod3";

/** An element of its own registry in the page, talking to `url`. */
function openAgent(url: string): element.AgUiAgent {
  const agent = document.createElement("ag-ui-agent");
  agent.url = url;
  agent.registry = new core.ToolRegistry();
  document.body.append(agent);
  return agent;
}

/** Notes every event of these types as it comes: its type without the prefix, and its detail. */
function record(target: EventTarget, prefix: string, types: readonly string[]): Recorded[] {
  const recorded: Recorded[] = [];
  for (const type of types) {
    target.addEventListener(prefix + type, (event) => {
      recorded.push({ type, detail: (event as CustomEvent).detail });
    });
  }
  return recorded;
}

export interface Recorded {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly detail: any;
}

/** The types of a manager's and of an element's events, without their prefixes. */
const eventTypes = {
  execution: ["started", "validating", "executing", "succeeded", "failed", "cancelled"],
  agent: [
    "messages-changed",
    "state-changed",
    "run-started",
    "run-failed",
    "run-finalized",
    "interrupt",
    "tool-call-start",
    "tool-call-args",
    "tool-call-end",
    "tool-call-error",
    "tool-status-changed",
  ],
};

export const globals = {
  agUi: { ...core, ...element },
  z: zod,
  z3: zod3,
  v: { ...valibot, toStandardJsonSchema },
  arktype: type,
  openAgent,
  record,
  eventTypes,
};

Object.assign(globalThis, globals);
