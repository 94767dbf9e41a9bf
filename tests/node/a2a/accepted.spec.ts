/** A task between its acceptance and its run, while the application looks up who asks. */
import { A2aAgentExecutor, type A2aCaller } from "ag-ui-lit/a2a";
import { end, ScriptedReasoner } from "../../support/a2a/scripted-reasoner.js";
import { deferred } from "../deferred.js";
import { expect, test } from "../test.js";

/** An executor that has accepted a message and waits for `caller`. */
function accepting() {
  const reasoner = new ScriptedReasoner(() => [end("completed")]);
  const caller = deferred<A2aCaller>();
  const executor = new A2aAgentExecutor(reasoner, {
    context: () => caller.promise,
    log: { addException() {}, addCustomEvent() {} },
  });
  const states: (number | undefined)[] = [];
  const bus = {
    publish: ({ data }: { data: { status?: { state: number } } }) =>
      states.push(data.status?.state),
    finished() {},
  };
  const userMessage = { parts: [{ content: { $case: "text", value: "Hi" } }], messageId: "m" };
  const request = { message: userMessage };
  const asked = { taskId: "task", contextId: "c", context: {}, userMessage, request };
  const ended = executor.execute(asked as never, bus as never);
  return { reasoner, caller, executor, states, ended, bus: bus as never };
}

const [submitted, working, completed, cancelled] = [1, 2, 3, 5];

test("an accepted task counts as worked on, so that no other takes its room, until it has ended", async () => {
  const { caller, executor, states, ended } = accepting();
  expect(executor.isRunning("task")).toBe(true);
  caller.resolve({});
  await ended;
  expect(executor.isRunning("task")).toBe(false);
  expect(states).toEqual([submitted, working, completed]);
});

test("a task that is cancelled before its run never asks the model, and stays cancelled", async () => {
  const { caller, executor, states, ended, reasoner, bus } = accepting();
  await executor.cancelTask("task", bus);
  caller.resolve({});
  await ended;
  expect(reasoner.requests).toEqual([]);
  expect(states).toEqual([submitted, cancelled]);
  expect(executor.isRunning("task")).toBe(false);
});

test("a caller that can't be looked up fails its task, but not one that is cancelled", async () => {
  const failing = accepting();
  const cancelledOne = accepting();
  await cancelledOne.executor.cancelTask("task", cancelledOne.bus);
  for (const { caller, ended } of [failing, cancelledOne]) {
    caller.reject(new Error("No database."));
    await ended;
  }
  expect(failing.states).toEqual([submitted, 4]);
  expect(cancelledOne.states).toEqual([submitted, cancelled]);
});
