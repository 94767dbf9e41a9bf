import type { Message } from "@ag-ui/core";
import { ToolFailure } from "../../../pkg/dist/entries/inline.js";
import { expect, test } from "../test.js";
import { asked, Page, result, run, snapshot, text } from "./page.js";

const payload = { amount: 12.5, to: "Ada" };
const wanted = { amount: 10, to: "ada" };
const mark = { "ag-ui-lit": { preflight: { arguments: wanted } } };

/** A call of a tool, with what the server says of it. */
function callOf(
  toolCallName: string,
  args: unknown,
  metadata?: unknown,
  toolCallId = "c",
): object[] {
  return [
    {
      type: "TOOL_CALL_START",
      toolCallId,
      toolCallName,
      ...(metadata !== undefined && { metadata }),
    },
    { type: "TOOL_CALL_ARGS", toolCallId, delta: JSON.stringify(args) },
    { type: "TOOL_CALL_END", toolCallId },
  ];
}

/** Runs that end as they are given, then one that says all is done. */
const once =
  (...events: object[]) =>
  (_input: unknown, round: number) =>
    round === 0 ? run(...events) : run(...text(`m${round}`, "done"));

interface Paid {
  readonly args: unknown;
  readonly preflight: unknown;
}

/** A page with a tool of each mode. */
function shop(script: ConstructorParameters<typeof Page>[0]) {
  const page = new Page(script);
  const paid: Paid[] = [];
  const served: unknown[] = [];
  page.registry.register({
    name: "pay",
    description: "Pays.",
    schema: {
      properties: { amount: { type: "number", maximum: 1000 }, to: { type: "string" } },
      required: ["amount", "to"],
    },
    metadata: { execution: "preflight" },
    handler: (args, { preflight }) => {
      paid.push({ args, preflight });
      if (args.to === "nobody")
        throw new ToolFailure("This page pays nobody.", { code: "refused" });
      return "paid";
    },
  });
  page.registry.register({
    name: "stock",
    description: "Looks up.",
    schema: {},
    metadata: { execution: "server" },
    handler: (args) => void served.push(args),
  });
  return { page, paid, served };
}

const answers = (messages: readonly Message[]) =>
  messages.flatMap((message) => (message.role === "tool" ? [message.content] : []));

test("a run is offered what the page can finish: no tool of the server", async () => {
  const { page } = shop(once());
  await page.send("Go");
  expect(page.inputs[0]?.tools.map(({ name }) => name)).toEqual(["echo", "pay"]);
});

test("a prepared call runs with the payload, and its handler knows what was asked", async () => {
  const { page, paid } = shop(once(...callOf("pay", payload, mark)));
  expect(await page.send("Pay")).toBe("finished");
  expect(paid).toEqual([{ args: payload, preflight: { arguments: wanted } }]);
  expect(answers(page.messages)).toEqual(["paid"]);
  expect(page.details("tool-call-end")[0]).toMatchObject({ toolCallArgs: payload, result: "paid" });
  const { preflight } = paid[0] as { preflight: { arguments: object } };
  expect([preflight, preflight.arguments].every(Object.isFrozen)).toBe(true);
  // The server hears of it again as it said it, so that a thread that is restored has the mark, too.
  const call = page.inputs[1]?.messages.flatMap((message) =>
    message.role === "assistant" ? (message.toolCalls ?? []) : [],
  )[0];
  expect(call).toMatchObject({ metadata: mark, function: { arguments: JSON.stringify(payload) } });
});

test("the payload is checked by the page's own schema, and the handler may refuse", async () => {
  const tooMuch = shop(once(...callOf("pay", { ...payload, amount: 5000 }, mark)));
  await tooMuch.page.send("Pay");
  expect(tooMuch.paid).toEqual([]);
  expect(answers(tooMuch.page.messages)[0]).toContain("at most 1000");
  const refused = shop(once(...callOf("pay", { ...payload, to: "nobody" }, mark)));
  await refused.page.send("Pay");
  expect(answers(refused.page.messages)).toEqual(["This page pays nobody."]);
});

const deep = (levels: number): unknown => (levels === 0 ? 1 : { of: deep(levels - 1) });

for (const [what, metadata] of [
  ["no metadata", undefined],
  ["no metadata of ours", { other: { preflight: { arguments: {} } } }],
  ["no mark", { "ag-ui-lit": {} }],
  ["a mark that is none", { "ag-ui-lit": { preflight: true } }],
  ["a mark without arguments", { "ag-ui-lit": { preflight: {} } }],
  ["arguments that are a text", { "ag-ui-lit": { preflight: { arguments: "{}" } } }],
  ["arguments that are a list", { "ag-ui-lit": { preflight: { arguments: [] } } }],
  ["arguments that are null", { "ag-ui-lit": { preflight: { arguments: null } } }],
  ["arguments that are too deep", { "ag-ui-lit": { preflight: { arguments: deep(200) } } }],
] as const) {
  test(`a call of such a tool with ${what} is answered as not prepared`, async () => {
    const { page, paid } = shop(once(...callOf("pay", payload, metadata)));
    expect(await page.send("Pay")).toBe("finished");
    expect(paid).toEqual([]);
    expect(page.details("tool-call-error")).toMatchObject([
      {
        toolCallId: "c",
        toolCallName: "pay",
        error: { code: "not_preflighted", category: "permanent" },
      },
    ]);
    expect(answers(page.messages)[0]).toContain("the server must prepare each call of it first");
  });
}

test("a mark is no longer than arguments may be, and nothing of it is more than data", async () => {
  const long = { "ag-ui-lit": { preflight: { arguments: { text: "x".repeat(200) } } } };
  const page = new Page(once(...callOf("pay", payload, long)), {
    limits: { argumentsLength: 100 },
  });
  page.registry.register({
    name: "pay",
    description: "Pays.",
    schema: {},
    metadata: { execution: "preflight" },
    handler: () => "paid",
  });
  await page.send("Pay");
  expect(page.details("tool-call-error")[0].error.code).toBe("not_preflighted");
  const hostile = JSON.parse(
    '{ "ag-ui-lit": { "preflight": { "arguments": { "__proto__": { "isAdmin": true }, "constructor": 1 }, "signal": 1 } } }',
  );
  const { page: other, paid } = shop(once(...callOf("pay", payload, hostile)));
  await other.send("Pay");
  const preflight = paid[0]?.preflight as { arguments: Record<string, unknown> };
  expect(Object.keys(preflight)).toEqual(["arguments"]);
  expect(preflight.arguments.isAdmin).toBeUndefined();
  expect(Object.getPrototypeOf(preflight.arguments)).toBe(Object.prototype);
});

test("a mark on a tool that the page runs alone is ignored", async () => {
  const page = new Page(once(...callOf("look", {}, mark)));
  let seen: object | undefined;
  page.registry.register({
    name: "look",
    description: "Looks.",
    schema: {},
    handler: (_args, context) => {
      seen = { ...context };
      return "seen";
    },
  });
  await page.send("Go");
  expect(answers(page.messages)).toEqual(["seen"]);
  expect(seen).not.toHaveProperty("preflight");
});

test("calls of the server's tools never run in the page, however they are left open", async () => {
  const events = callOf("stock", { sku: 1 });
  const listed = [
    { type: "RUN_STARTED", threadId: "t", runId: "r" },
    ...events,
    ...callOf("echo", {}, undefined, "d"),
    {
      type: "RUN_FINISHED",
      threadId: "t",
      runId: "r",
      outcome: { type: "success", pendingToolCallIds: ["d"] },
    },
  ];
  for (const script of [
    once(...events),
    // Others are listed as pending: this one is the backend's own.
    (_input: unknown, round: number) => (round === 0 ? listed : run(...text("m", "done"))),
  ]) {
    const { page, served } = shop(script);
    expect(await page.send("Go")).toBe("finished");
    expect(served).toEqual([]);
    expect(answers(page.messages)[0]).toContain("it runs on the server, which gave no result");
    expect(page.details("tool-call-error")[0].error.code).toBe("runs_on_server");
  }
});

test("a call that the server has answered is reported, and nothing else is done about it", async () => {
  const { page, served } = shop(once(...callOf("stock", {}), result("c", "3 left")));
  expect(await page.send("Go")).toBe("finished");
  expect(served).toEqual([]);
  expect(answers(page.messages)).toEqual(["3 left"]);
  expect(page.details("tool-call-end")).toMatchObject([
    { result: "3 left", answeredBy: "backend" },
  ]);
  expect(page.inputs).toHaveLength(1);
});

test("a call that has failed on the server is reported and kept as an error, where the server says so", async () => {
  const failed = { ...result("c", "No such goods."), metadata: { "ag-ui-lit": { failed: true } } };
  const { page } = shop(once(...callOf("stock", {}), failed));
  expect(await page.send("Go")).toBe("finished");
  expect(page.details("tool-call-error")).toMatchObject([
    { error: { message: "No such goods." }, answeredBy: "backend" },
  ]);
  expect(page.details("tool-call-end")).toEqual([]);
  expect(page.messages.find(({ role }) => role === "tool")).toMatchObject({
    content: "No such goods.",
    error: "No such goods.",
  });
  for (const mark of [null, "failed", { failed: "yes" }, { failed: { really: true } }]) {
    const said = { ...result("c", "3 left"), metadata: { "ag-ui-lit": mark } };
    const { page: other } = shop(once(...callOf("stock", {}), said));
    await other.send("Go");
    expect(other.details("tool-call-end")).toMatchObject([{ result: "3 left" }]);
  }
});

test("a restored thread has the marks of its calls", async () => {
  const thread: Message[] = [{ id: "u", role: "user", content: "Pay" }];
  const call = asked("a", ["c", JSON.stringify(payload)]) as { toolCalls: object[] } & Message;
  Object.assign(call.toolCalls[0] ?? {}, {
    metadata: mark,
    function: { name: "pay", arguments: JSON.stringify(payload) },
  });
  const { page, paid } = shop(once());
  page.conversation.messages = structuredClone([...thread, call]);
  const [open] = page.conversation.openCalls;
  expect(open).toMatchObject({ toolCallName: "pay", toolCallArgs: payload });
  await page.conversation.settle(new Map([[open?.openCallId ?? "", { decision: "run" }]]));
  expect(paid).toEqual([{ args: payload, preflight: { arguments: wanted } }]);
});

test("a list of the backend that has no metadata takes no mark away", async () => {
  const call = asked("a", ["c", "{}"]) as { toolCalls: object[] } & Message;
  Object.assign(call.toolCalls[0] ?? {}, {
    function: { name: "pay", arguments: JSON.stringify(payload) },
  });
  const [start, ...rest] = callOf("pay", payload, mark);
  const { page, paid } = shop(
    once(
      { ...start, parentMessageId: "a" },
      ...rest,
      snapshot({ id: "u", role: "user", content: "Pay" }, call),
    ),
  );
  await page.send("Pay");
  expect(paid).toEqual([{ args: payload, preflight: { arguments: wanted } }]);
});

test("a list of the backend brings the mark with the call", async () => {
  const call = asked("a", ["c", "{}"]) as { toolCalls: object[] } & Message;
  Object.assign(call.toolCalls[0] ?? {}, {
    metadata: mark,
    function: { name: "pay", arguments: JSON.stringify(payload) },
  });
  const { page, paid } = shop(once(snapshot({ id: "u", role: "user", content: "Pay" }, call)));
  await page.send("Pay");
  expect(paid).toEqual([{ args: payload, preflight: { arguments: wanted } }]);
});
