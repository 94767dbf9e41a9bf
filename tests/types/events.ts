/** What an event's detail holds is known from the event's name, on every target, without a cast. */

import type { Interrupt, JsonPatch, Message } from "@ag-ui/core";
import {
  type ArgumentsPart,
  globalToolRegistry,
  type RegisteredTool,
  type ToolDefinition,
  type ToolDefinitionError,
  type ToolError,
  type ToolExecution,
  ToolExecutionManager,
  type ToolExecutionResult,
  type ToolExecutionStatus,
  type ToolPreview,
} from "ag-ui-lit";
import type { AgUiAgent, ApprovalRequest, HistoryChange, RunErrorCode } from "ag-ui-lit/element";
import { exactly } from "./expect.js";

// The registry.
globalToolRegistry.addEventListener("tool-registry-change", (event) => {
  exactly<readonly string[]>()(event.detail.toolNames);
  exactly<"registered" | "unregistered" | "cleared">()(event.detail.action);
  // @ts-expect-error there is no such field
  event.detail.toolNmaes;
});
const onChange = ({ detail }: CustomEvent<{ readonly toolNames: readonly string[] }>) =>
  detail.toolNames.length;
globalToolRegistry.addEventListener("tool-registry-change", onChange, { once: true });
globalToolRegistry.removeEventListener("tool-registry-change", onChange);
globalToolRegistry.addEventListener("tool-registry-change", { handleEvent: onChange });
// @ts-expect-error there is no such event
globalToolRegistry.addEventListener("tool-registry-changed", () => {});

// The manager.
const manager = new ToolExecutionManager();
manager.addEventListener("tool-execution-started", ({ detail }) => {
  exactly<ToolExecution>()(detail.execution);
  exactly<ToolExecutionStatus>()(detail.execution.status);
});
manager.addEventListener("tool-execution-validating", ({ detail }) => {
  exactly<string>()(detail.argsText);
});
manager.addEventListener("tool-execution-executing", ({ detail }) => {
  exactly<number>()(detail.attemptNumber);
  // @ts-expect-error this event carries no result
  detail.result;
});
manager.addEventListener("tool-execution-succeeded", ({ detail }) =>
  exactly<string>()(detail.result),
);
manager.addEventListener("tool-execution-failed", ({ detail }) => {
  exactly<ToolError>()(detail.error);
  exactly<unknown>()(detail.error.cause);
});
manager.addEventListener("tool-execution-cancelled", ({ detail }) =>
  exactly<string>()(detail.toolName),
);
manager.addEventListener("tool-execution-retrying", ({ detail }) => {
  exactly<number>()(detail.delayMs);
  exactly<number>()(detail.maxAttempts);
  exactly<ToolError>()(detail.error);
  // @ts-expect-error milliseconds, and the name says so
  detail.delay;
});
manager.addEventListener("tool-execution-progress", ({ detail }) =>
  exactly<unknown>()(detail.progress),
);
manager.addEventListener("tool-execution-orphan-settled", ({ detail }) => {
  exactly<"succeeded" | "failed">()(detail.outcome);
});
// @ts-expect-error there is no such event
manager.addEventListener("tool-execution-succeded", () => {});

const outcome: ToolExecutionResult = await manager.execute({} as RegisteredTool, "call-1", {});
if (outcome.success) {
  exactly<string>()(outcome.result);
  exactly<unknown>()(outcome.output);
} else {
  exactly<ToolError>()(outcome.error);
  // @ts-expect-error a failure has no result
  outcome.result;
}
await manager.execute({} as RegisteredTool, "call-1", "{}", { signal: AbortSignal.timeout(1) });
// @ts-expect-error there is no such option
await manager.execute({} as RegisteredTool, "call-1", "{}", { singal: AbortSignal.timeout(1) });

// The element, also found by its name.
const agent = document.querySelector("ag-ui-agent");
exactly<AgUiAgent | null>()(agent);
exactly<AgUiAgent>()(document.createElement("ag-ui-agent"));
agent?.addEventListener("ag-ui-messages-changed", (event) => {
  exactly<readonly Message[]>()(event.detail.messages);
  exactly<AgUiAgent>()(event.currentTarget as AgUiAgent);
});
agent?.addEventListener("ag-ui-run-failed", ({ detail }) => {
  exactly<RunErrorCode>()(detail.error.code);
});
agent?.addEventListener("ag-ui-interrupt", ({ detail }) => {
  exactly<readonly Interrupt[]>()(detail.interrupts);
});
agent?.addEventListener("ag-ui-tool-call-start", ({ detail }) => {
  exactly<string>()(detail.arguments.text);
  exactly<Record<string, unknown>>()(detail.arguments.value);
  exactly<boolean>()(detail.arguments.isComplete(["list", 0]));
  const stop = detail.arguments.on(["list", "*"], (part) => exactly<ArgumentsPart>()(part));
  exactly<() => void>()(stop);
  // @ts-expect-error the page can't write them
  detail.arguments.push("x");
  // @ts-expect-error a path is a list
  detail.arguments.on("list", () => {});
});
agent?.addEventListener("ag-ui-tool-call-args", ({ detail }) => {
  exactly<string>()(detail.buffer);
  exactly<string>()(detail.delta);
  exactly<Record<string, unknown>>()(detail.partialArgs);
  // @ts-expect-error there is no such field
  detail.partialArguments;
});
document.addEventListener("ag-ui-tool-call-invalid", ({ detail }) => {
  exactly<"syntax" | "schema">()(detail.reason);
  exactly<string>()(detail.message);
  exactly<string>()(detail.toolCallId);
  // @ts-expect-error there is no such field
  detail.error;
});
// @ts-expect-error there is no such event
agent?.addEventListener("ag-ui-tool-call-invlaid", ({ detail }) => detail);
agent?.addEventListener("ag-ui-approval-request", ({ detail }) => {
  exactly<ApprovalRequest>()(detail);
  exactly<Readonly<Record<string, unknown>>>()(detail.toolCallArgs);
  exactly<string | undefined>()(detail.title);
  // @ts-expect-error there is no such field
  detail.toolArgs;
});
agent?.addEventListener("ag-ui-approval-request", async ({ detail }) => {
  const preview = await detail.preview();
  exactly<ToolPreview | undefined>()(preview);
  if (preview?.kind === "diff") exactly<string>()(preview.diff);
});
agent?.addEventListener("ag-ui-approval-settled", ({ detail }) =>
  exactly<"approved" | "declined" | "withdrawn">()(detail.outcome),
);
agent?.addEventListener("ag-ui-text-start", ({ detail }) =>
  exactly<"developer" | "system" | "assistant" | "user">()(detail.role),
);
agent?.addEventListener("ag-ui-text-content", ({ detail }) => {
  exactly<string>()(detail.buffer);
  // @ts-expect-error all of it comes with the end
  detail.content;
});
agent?.addEventListener("ag-ui-text-end", ({ detail }) => exactly<string>()(detail.content));
agent?.addEventListener("ag-ui-state-delta", ({ detail }) => exactly<JsonPatch>()(detail.delta));
agent?.addEventListener("ag-ui-activity-changed", ({ detail }) =>
  exactly<Readonly<Record<string, unknown>>>()(detail.content),
);
agent?.addEventListener("ag-ui-step-started", ({ detail }) => exactly<string>()(detail.stepName));
agent?.addEventListener("ag-ui-step-finished", ({ detail }) => exactly<string>()(detail.stepName));
agent?.addEventListener("ag-ui-custom", ({ detail }) => exactly<unknown>()(detail.value));
agent?.addEventListener("ag-ui-raw", ({ detail }) => exactly<string | undefined>()(detail.source));
agent?.addEventListener("ag-ui-history-changed", ({ detail }) => {
  exactly<readonly HistoryChange[]>()(detail.changes);
  for (const change of detail.changes) {
    exactly<"page" | "backend">()(change.kept);
    if (change.kind === "result-changed") exactly<string>()(change.toolCallId);
    // @ts-expect-error there is no such kind
    if (change.kind === "result-removed") return;
  }
});
agent?.addEventListener("ag-ui-tool-call-end", ({ detail }) => {
  exactly<"backend" | undefined>()(detail.answeredBy);
  exactly<string>()(detail.result);
  exactly<Readonly<Record<string, unknown>>>()(detail.toolCallArgs);
  // @ts-expect-error there is no such field
  detail.toolCallArguments;
});
agent?.addEventListener("ag-ui-tool-call-error", ({ detail }) =>
  exactly<ToolError>()(detail.error),
);
agent?.addEventListener("ag-ui-tool-status-changed", ({ detail }) =>
  exactly<ToolExecutionStatus>()(detail.status),
);
// A misspelt event of an element is just another event: the DOM lets anybody dispatch anything. Its detail is not known.
agent?.addEventListener("ag-ui-tool-call-ended", (event) => {
  // @ts-expect-error so no detail can be read off it
  event.detail;
});

// They bubble: heard on any element.
document.body.addEventListener("ag-ui-tool-call-end", ({ detail }) =>
  exactly<string>()(detail.result),
);

// The document.
document.addEventListener("ag-ui-tool-rejected", ({ detail }) => {
  exactly<ToolDefinitionError>()(detail.error);
  exactly<string | undefined>()(detail.name);
});
document.addEventListener("ag-ui-tool-unregister", ({ detail }) => exactly<string>()(detail));
const definition: ToolDefinition<{ name: string }> = {
  name: "greet",
  description: "Greets.",
  schema: {},
  handler: ({ name }) => name,
};
document.dispatchEvent(new CustomEvent("ag-ui-tool-register", { detail: definition }));
