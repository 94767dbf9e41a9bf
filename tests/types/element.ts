/** The element's own methods and properties. */
import type { AbstractAgent } from "@ag-ui/client";
import type { Interrupt, Message } from "@ag-ui/core";
import { init, ToolRegistry } from "ag-ui-lit";
import {
  type AgentCapabilities,
  AgUiAgent,
  type ApprovalRequest,
  type ContextEntry,
  type ContextRegistration,
  type FormMetadata,
  type FormTools,
  InvalidAnswerError,
  type OpenCall,
  type OpenCallsPolicy,
  type ResultParts,
  type RunError,
  type RunLimits,
} from "ag-ui-lit/element";
import * as z from "zod";
import { exactly } from "./expect.js";

const agent = new AgUiAgent();
agent.url = "/agent";
agent.threadId = "thread-1";
agent.maxRounds = 3;
agent.limits = { idleTimeout: 60_000, messages: Number.POSITIVE_INFINITY };
agent.limits = null;
exactly<Readonly<RunLimits>>()(new AgUiAgent().limits);
agent.exposeWebmcp = true;
agent.formTools = "#booking";
agent.formTools = document.querySelector("main");
agent.formTools = [document.body];
exactly<FormTools>()(new AgUiAgent().formTools);
agent.formMetadata = { find_flights: { approval: "never", timeout: 5_000 } };
agent.formMetadata = (form, toolName) =>
  form.id === toolName ? { approval: () => Promise.resolve(true) } : undefined;
exactly<FormMetadata | undefined>()(new AgUiAgent().formMetadata);
agent.headers = { authorization: "Bearer x" };
agent.registry = new ToolRegistry();
agent.messages = [{ id: "1", role: "user", content: "Hi" }];
exactly<Message[]>()(agent.messages);
exactly<AbstractAgent>()(agent.agent);
exactly<boolean>()(agent.isRunning);
agent.state = { city: "Lima", list: [1] };
agent.patchState([{ op: "add", path: "/list/-", value: 2 }]);
agent.patchState<{ list: number[] }>((draft) => void draft.list.push(3));
agent.patchState<{ list: number[] }>(({ list }) => ({ list: [...list, 4] }));
// @ts-expect-error: no such operation
agent.patchState([{ op: "swap", path: "/list" }]);
agent.context = [{ description: "The page", value: () => location.pathname }];
agent.context = null;
// @ts-expect-error: an entry says what it is
agent.context = [{ value: 1 }];
exactly<readonly ContextEntry[]>()(new AgUiAgent().context);
const added = agent.addContext({ description: "A row", value: 7 }, { signal: AbortSignal.abort() });
exactly<ContextRegistration>()(added);
agent.forwardedProps = { model: "fast" };
agent.forwardedProps = undefined;
agent.capabilities = { multimodal: { input: { image: true } } };
exactly<AgentCapabilities | undefined>()(new AgUiAgent().capabilities);
agent.resultParts = "never";
// @ts-expect-error: no such policy
agent.resultParts = "sometimes";
exactly<ResultParts>()(new AgUiAgent().resultParts);
exactly<readonly Interrupt[]>()(agent.pendingInterrupts);

const sent = await agent.sendMessage("Hello");
exactly<"finished" | "interrupted" | "aborted" | "failed">()(sent.outcome);
if (sent.error) exactly<RunError>()(sent.error);
await agent.sendMessage([{ type: "text", text: "Hello" }]);
await agent.sendMessage("Stop", { interrupt: true });

declare const policy: OpenCallsPolicy;
agent.openCalls = policy;
exactly<"answer" | "run" | "offer">()(agent.openCalls);
exactly<readonly OpenCall[]>()(agent.pendingOpenCalls);
exactly<string | undefined>()(agent.pendingOpenCalls[0]?.toolCallId);
exactly<string | undefined>()(agent.pendingOpenCalls[0]?.openCallId);
const settled = await agent.settleOpenCalls({
  "call-1": { decision: "run" },
  "call-2": { decision: "answer", result: "42" },
  "call-3": { decision: "decline", reason: "Too late." },
  "call-4": { decision: "decline" },
});
exactly<"finished" | "interrupted" | "aborted" | "failed">()(settled.outcome);
agent.addEventListener("ag-ui-open-calls", ({ detail }) =>
  exactly<Readonly<Record<string, unknown>> | undefined>()(detail.calls[0]?.toolCallArgs),
);

await agent.resume({ "int-1": { status: "resolved", payload: { approved: true } } });

exactly<readonly ApprovalRequest[]>()(agent.pendingApprovals);
exactly<string | undefined>()(agent.pendingApprovals[0]?.approvalId);
agent.headers = new Map([["x-a", "1"]]);
agent.headers = [["x-a", undefined]];
await agent.respondToApproval("call-1", { decision: "approve" });
await agent.respondToApproval("call-1", { decision: "approve", args: { amount: 5 } });
await agent.respondToApproval("call-1", { decision: "decline", reason: "Too dear." });
try {
  await agent.respondToApproval("call-1", { decision: "decline" });
} catch (error) {
  if (error instanceof InvalidAnswerError) exactly<string>()(error.issues[0]?.message ?? "");
}

await agent.registerTool({
  name: "greet",
  description: "Greets.",
  schema: z.object({ name: z.string() }),
  handler: ({ name }) => exactly<string>()(name),
});
exactly<boolean>()(agent.unregisterTool("greet"));

await init();
await init("/core.wasm");
await init(new URL("core.wasm", "https://example.org"));
await init(fetch("/core.wasm"));
await init(new Uint8Array(8));
await init(await WebAssembly.compileStreaming(fetch("/core.wasm")));
// @ts-expect-error not all there is (though TypeScript takes anything else for a compiled module)
await init(null);

// @ts-expect-error a message is text or parts
await agent.sendMessage(7);
// @ts-expect-error there is no such option
await agent.sendMessage("Stop", { interupt: true });
// @ts-expect-error there is no such policy
agent.openCalls = "ignore";
// @ts-expect-error the calls are read-only
agent.pendingOpenCalls = [];
// @ts-expect-error there is no such decision
await agent.settleOpenCalls({ "call-1": { decision: "approve" } });
// @ts-expect-error an answer has a result
await agent.settleOpenCalls({ "call-1": { decision: "answer" } });
// @ts-expect-error there is no such status
await agent.resume({ "int-1": { status: "approved" } });
// @ts-expect-error there is no such decision
await agent.respondToApproval("call-1", { decision: "maybe" });
// @ts-expect-error a decline has no arguments
await agent.respondToApproval("call-1", { decision: "decline", args: {} });
// @ts-expect-error what waits is read-only
agent.pendingApprovals = [];
// @ts-expect-error whether it runs is read-only
agent.isRunning = true;
// @ts-expect-error the rounds are a number
agent.maxRounds = "3";
// @ts-expect-error there is no such limit
agent.limits = { idle: 5 };

// Forms as tools.
const form = document.createElement("form");
form.addEventListener("submit", (event) => {
  exactly<boolean | undefined>()(event.agentInvoked);
  event.respondWith?.(Promise.resolve({ any: "thing" }));
});
form.addEventListener("ag-ui-form-filled", ({ detail }) => exactly<string>()(detail.toolName));
document.addEventListener("ag-ui-form-released", ({ detail }) => {
  exactly<boolean>()(detail.isSubmitted);
  // @ts-expect-error there is no such field
  detail.submitted;
});
