import { file, run, text } from "../support/backend.js";
import { capturedFile } from "../support/captured.js";
import { expect, test } from "../support/test.js";

test.use({ sharesPage: true });

/** Event streams captured from a real pydantic-ai server, replayed byte for byte. */
const stream = (name: string) => file(capturedFile(name));

/** What came of replaying: the arguments each tool got, the events that matter, and the messages. */
async function replay(page: import("@playwright/test").Page, url: string) {
  return page.evaluate(async (address) => {
    const element = openAgent(address);
    const events = record(element, "ag-ui-", ["run-failed", "interrupt", "tool-call-error"]);
    const ran: unknown[] = [];
    for (const name of ["say_hello", "set_color", "server_add", "delete_file"]) {
      await element.registerTool({
        name,
        description: "Notes its arguments.",
        schema: {},
        handler: (args) => {
          ran.push([name, args]);
          return `${name} ran`;
        },
      });
    }
    const result = await element.sendMessage("Go");
    return {
      outcome: result.outcome,
      code: result.error?.code,
      ran,
      events: events.map(({ type, detail }) => ({
        type,
        detail: { ...detail, message: detail.error?.message },
      })),
      messages: element.messages,
    };
  }, url);
}

const done = run(...text("last", "Done."));

test("frontend-call: the tool runs once with its arguments and is answered", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(stream("frontend-call"), stream("after-tool-message"));
  const seen = await replay(harness, agent.url);
  expect(seen.outcome).toBe("finished");
  expect(seen.ran).toEqual([["say_hello", { greeting: "Hi there" }]]);
  expect(agent.requests).toHaveLength(2);
  expect(agent.requests[1]?.messages.at(-1)).toMatchObject({
    role: "tool",
    toolCallId: "call_0_say_hello",
    content: "say_hello ran",
  });
  expect(seen.messages.at(-1)).toMatchObject({
    content: expect.stringContaining("greeted: Hi there"),
  });
});

test("parallel-frontend-and-server-calls: only what was left to the page runs", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(stream("parallel-frontend-and-server-calls"), done);
  const seen = await replay(harness, agent.url);
  expect(seen.outcome).toBe("finished");
  expect(seen.ran).toEqual([
    ["say_hello", { greeting: "A" }],
    ["set_color", { c: "red" }],
  ]);
  const answers = agent.requests[1]?.messages.filter((message) => message.role === "tool");
  expect(answers?.map((answer) => [answer.toolCallId, answer.content])).toEqual([
    ["call_0_say_hello", "say_hello ran"],
    ["call_1_set_color", "set_color ran"],
    ["call_2_server_add", "3"],
  ]);
});

test("unanswered-call: a call the backend does not list as pending is still answered", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(stream("unanswered-call"), done);
  const seen = await replay(harness, agent.url);
  expect(seen.ran).toEqual([["say_hello", { greeting: "Hi" }]]);
  expect(seen.outcome).toBe("finished");
  expect(agent.requests).toHaveLength(2);
});

test("malformed-arguments: the backend's own answer and error end the loop", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(stream("malformed-arguments"));
  const seen = await replay(harness, agent.url);
  expect([seen.outcome, seen.code]).toEqual(["failed", "backend"]);
  expect(seen.ran).toEqual([]);
  expect(agent.requests).toHaveLength(1);
  expect(seen.events).toMatchObject([{ type: "run-failed" }]);
  expect(seen.messages.filter((message) => message.role === "tool")).toHaveLength(1);
});

test("after-tool-message and after-tool-error: text alone ends the loop", async ({
  harness,
  backend,
}) => {
  for (const name of ["after-tool-message", "after-tool-error"]) {
    const agent = backend.script(stream(name));
    const seen = await replay(harness, agent.url);
    expect(seen.outcome).toBe("finished");
    expect(seen.ran).toEqual([]);
    expect(agent.requests).toHaveLength(1);
  }
});

test("interrupt and after-resume: the run waits, is answered once, and goes on", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(stream("interrupt"), stream("after-resume"));
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const interrupts = record(element, "ag-ui-", ["interrupt"]);
    const first = await element.sendMessage("Delete it");
    const waiting = element.pendingInterrupts.map(({ id }) => id);
    const tooEarly = await element.sendMessage("And now?");
    const refused = await Promise.all([
      element.resume({}).catch((error: Error) => error.message),
      element.resume({ other: { status: "resolved" } }).catch((error: Error) => error.message),
    ]);
    const resumed = await element.resume({
      "int-call_0_delete_file": { status: "resolved", payload: { approved: true } },
    });
    return {
      first: first.outcome,
      waiting,
      tooEarly: [tooEarly.outcome, tooEarly.error?.message],
      refused,
      resumed: resumed.outcome,
      interrupts: interrupts.map(({ detail }) => detail.interrupts[0].message),
      roles: element.messages.map((message) => message.role),
      left: element.pendingInterrupts.length,
    };
  }, agent.url);
  expect(seen.first).toBe("interrupted");
  expect(seen.waiting).toEqual(["int-call_0_delete_file"]);
  expect(seen.interrupts).toEqual([expect.stringContaining("Approve delete_file")]);
  expect(seen.tooEarly).toEqual(["failed", expect.stringContaining("resume()")]);
  expect(seen.refused[0]).toContain("missing");
  expect(seen.refused[1]).toContain("int-call_0_delete_file");
  expect(seen.resumed).toBe("finished");
  expect(seen.roles).toEqual(["user", "assistant", "tool", "assistant"]);
  expect(seen.left).toBe(0);
  expect(agent.requests).toHaveLength(2);
  expect(agent.requests[1]?.resume).toEqual([
    { interruptId: "int-call_0_delete_file", status: "resolved", payload: { approved: true } },
  ]);
});
