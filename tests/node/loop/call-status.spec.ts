import type { ToolCall } from "@ag-ui/core";
import { originWith } from "../../../pkg/dist/calls/origin.js";
import { CallStatus } from "../../../pkg/dist/element/answers/call-status.js";
import { ToolExecutionManager, ToolRegistry } from "../../../pkg/dist/entries/inline.js";
import { expect, test } from "../test.js";

const call: ToolCall = {
  id: "alias-1",
  type: "function",
  function: { name: "echo", arguments: "{}" },
};

function page(manager = new ToolExecutionManager()) {
  const registry = new ToolRegistry();
  const { tool } = registry.register({
    name: "echo",
    description: "Says it again.",
    schema: { type: "object" },
    handler: (args) => args,
  });
  const seen: string[] = [];
  const status = new CallStatus((_type, detail) => {
    const { toolCallId, execution } = detail as Record<string, { id?: string; status?: string }>;
    seen.push(`${toolCallId} ${execution?.status}`);
    return true;
  });
  const { signal } = new AbortController();
  const run = () =>
    manager.execute(tool, "call-1", "{}", {
      signal,
      origin: originWith({ kind: "agent", depth: 0 }, { watch: status.watcherOf(call) }),
    });
  return { manager, tool, status, seen, run };
}

const whole = ["alias-1 pending", "alias-1 validating", "alias-1 executing", "alias-1 succeeded"];

test("an execution is reported through a page's own execute", async () => {
  class Logging extends ToolExecutionManager {
    override execute(...given: Parameters<ToolExecutionManager["execute"]>) {
      const [tool, id, args, options] = given;
      return super.execute(tool, id, args, { ...options, timeout: 1000 });
    }
  }
  const { status, seen, run } = page(new Logging());
  expect(await run()).toMatchObject({ success: true });
  expect(seen).toEqual(whole);
  expect(status.executionOf(call)).toMatchObject({ status: "succeeded", result: "{}" });
});

test("an execution of somebody else with the same call id and tool is not reported", async () => {
  const { manager, tool, status, seen, run } = page();
  let others: Promise<unknown> | undefined;
  const begin = () => {
    others = manager.execute(tool, "call-1", "{}");
  };
  manager.addEventListener("tool-execution-started", begin, { once: true });
  await run();
  await others;
  expect(seen).toEqual(whole);
  const own = status.executionOf(call)?.id;
  expect(manager.getExecutionsForToolCall("call-1").map(({ id }) => id === own)).toEqual([
    true,
    false,
  ]);
});

test("nothing is reported after the end that an earlier listener has brought about", async () => {
  const manager = new ToolExecutionManager();
  manager.addEventListener("tool-execution-started", ({ detail }) => {
    manager.cancel(detail.execution.id);
  });
  const { status, seen, run } = page(manager);
  expect(await run()).toMatchObject({ success: false, error: { category: "cancelled" } });
  expect(seen).toEqual(["alias-1 cancelled"]);
  expect(status.executionOf(call)).toMatchObject({ status: "cancelled" });
});

test("the end of an execution is reported by a manager that keeps none", async () => {
  const { seen, run } = page(new ToolExecutionManager(undefined, undefined, { maxHistory: 0 }));
  await run();
  expect(seen).toEqual(whole);
});
