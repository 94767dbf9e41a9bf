/** What a server's code throws: a client reads a code, a sentence and an id; the log has the rest under the same id. */
import { mock } from "node:test";
import { ToolFailure, ToolRegistry } from "ag-ui-lit";
import { serveA2a } from "ag-ui-lit/a2a";
import { AgentToolExecutor, ModelFailure, type Reasoner, serveAgent } from "ag-ui-lit/server";
import { toolEventStream } from "ag-ui-lit/text";
import * as z from "zod";
import { post } from "../../support/server/endpoint.js";
import { call, context, executorOf, KeptLog } from "../../support/server/executor.js";
import { reasonerOf, requestOf, ScriptedModel, user } from "../../support/server/reasoner.js";
import { expect, test } from "../test.js";
import { marker } from "../text/model.js";

const SECRET = "postgres://root:hunter2@10.0.0.1/db";

/** A schema that a handler checks something of its own with. */
const rowSchema = z.object({ row: z.literal("fine", { message: `not ${SECRET}` }) });

/** Whatever may be thrown, with the secret somewhere. */
const thrown: Readonly<Record<string, () => unknown>> = {
  "an error": () => new Error(SECRET),
  "a text": () => SECRET,
  "an object": () => ({ message: SECRET, code: SECRET }),
  "an error with a code": () => Object.assign(new Error("no"), { code: SECRET }),
  "an error with a short code": () => Object.assign(new Error(SECRET), { code: "hunter2" }),
  "an error with a cause": () => new Error("no", { cause: new Error(SECRET) }),
  "several errors": () => new AggregateError([new Error(SECRET)], SECRET),
  "a tool's error": () => ({ category: "permanent", message: SECRET, retryable: false }),
  "faults of a schema": () => rowSchema.safeParse({ row: 1 }).error,
  "an answer": () => new Response(SECRET, { status: 401, statusText: "hunter2" }),
  "a failure inside": () => new Error(SECRET, { cause: new ToolFailure("Told.") }),
  "a timeout": () => new DOMException(SECRET, "TimeoutError"),
  "an abort": () => new DOMException(SECRET, "AbortError"),
  "a name": () => Object.assign(new Error("no"), { name: SECRET }),
};

function expectHidden(log: KeptLog, ...shown: readonly unknown[]): void {
  const text = JSON.stringify(shown);
  expect(text).not.toContain("hunter2");
  expect(text).not.toContain("10.0.0.1");
  const [, id] = /under the id ([0-9a-f]{16})\./.exec(text) ?? [];
  const entry = log.entries.find(({ data }) => data.some(({ value }) => value === id));
  expect(entry, text).toBeDefined();
}

const failing = (make: () => unknown) => () => {
  throw make();
};

for (const [what, make] of Object.entries(thrown)) {
  test(`${what} thrown by a tool of the server`, async () => {
    for (const execution of ["server", "preflight"]) {
      const tool = { name: "look", metadata: { execution }, handler: failing(make) };
      const { executor, log } = executorOf([tool]);
      const done = await executor.execute(call("look"), context, {
        clientTools: [{ name: "look", description: "Looks.", parameters: {} }],
      });
      expect(done.wasExecuted).toBe(false);
      expectHidden(log, done);
    }
  });

  test(`${what} thrown by a model, over AG-UI`, async () => {
    const model = new ScriptedModel(failing(make) as never);
    const { reasoner, log } = reasonerOf([], model.ask);
    const text = await (await serveAgent(reasoner)(post())).text();
    expect(text).toContain('"code":"model"');
    expectHidden(log, text);
  });

  test(`${what} thrown beside a model: by a reasoner, who says whose a request is, and a store`, async () => {
    const log = new KeptLog();
    const broken: Reasoner = { run: failing(make) as never };
    expectHidden(log, await (await serveAgent(broken, { log })(post())).text());
    const { reasoner } = reasonerOf([], new ScriptedModel({ text: "So." }).ask);
    const rule = failing(make) as () => never;
    const refused = await serveAgent(reasoner, { log, context: rule })(post());
    expect(refused.status).toBe(500);
    expectHidden(log, await refused.text());
  });

  test(`${what} thrown behind A2A: by a reasoner, who says whose a request is, and a store of tasks`, async () => {
    const card = { name: "Desk", description: "Books.", url: "http://agent.test/" };
    const asked = (id = "m"): Request =>
      new Request(card.url, {
        method: "POST",
        headers: { "content-type": "application/json", "a2a-version": "1.0" },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "SendMessage",
          params: {
            message: { messageId: id, role: "ROLE_USER", parts: [{ text: "Hi" }] },
            configuration: { blocking: true },
          },
        }),
      });
    const complaints = mock.method(console, "error", () => {});
    const broken: Reasoner = { run: failing(make) as never };
    const { reasoner } = reasonerOf([], new ScriptedModel({ text: "So." }).ask);
    const log = new KeptLog();
    expectHidden(log, await (await serveA2a(broken, { card, log })(asked())).text());
    const rule = failing(make) as () => never;
    expectHidden(
      log,
      await (await serveA2a(reasoner, { card, log, context: rule })(asked())).text(),
    );
    const fails = (async () => failing(make)()) as () => Promise<never>;
    const taskStore = { load: fails, save: fails, list: fails };
    const answer = await (await serveA2a(reasoner, { card, log, taskStore })(asked())).text();
    expectHidden(log, answer);
    complaints.mock.restore();
  });

  test(`${what} thrown by a text model and its tools`, async () => {
    const registry = new ToolRegistry();
    registry.register({
      name: "look",
      description: "Looks.",
      schema: {},
      handler: failing(make),
    });
    const log = new KeptLog();
    const messages = [{ role: "user", content: "Go" }] as const;
    let asked = 0;
    const stream = async function* () {
      asked += 1;
      yield asked === 1 ? marker("look") : "";
      if (asked > 1) throw make();
    };
    const text = await toolEventStream({ stream, registry, messages, log }).text();
    expect(text).not.toContain("hunter2");
    const off = failing(make) as () => never;
    const failed = await toolEventStream({ stream: off, registry, messages, log }).text();
    expectHidden(log, failed);
  });
}

test("what a tool throws for the model is passed on: message and code of a ToolFailure, without its cause", async () => {
  const failures = [
    [
      { code: "no_paper", category: "permanent" },
      { code: "no_paper", category: "permanent" },
    ],
    [{ code: SECRET }, { category: "execution" }],
  ] as const;
  for (const [options, error] of failures) {
    const handler = failing(
      () => new ToolFailure("Out of paper.", { ...options, cause: new Error(SECRET) }),
    );
    const { executor } = executorOf([
      { name: "print", metadata: { execution: "server" }, handler },
    ]);
    const done = await executor.execute(call("print"), context);
    expect(done).toMatchObject({ content: "Out of paper.", error });
    expect(JSON.stringify(done)).not.toContain("hunter2");
  }
});

test("where a file of the toolbox was looked for stays on the server", async () => {
  const handler = failing(() => {
    const message = "the wasm file /srv/hunter2/toolbox_bg.wasm could not be read";
    return new ToolFailure(message, { category: "transient", code: "toolbox_not_loaded" });
  });
  const { executor, log } = executorOf([{ name: "x", metadata: { execution: "server" }, handler }]);
  const done = await executor.execute(call("x"), context);
  expect(done.error?.category).toBe("transient");
  expectHidden(log, done);
});

test("what is wrong with a model's arguments is told; what a validator throws is not", async () => {
  const tool = (schema: object) => ({ name: "look", schema, metadata: { execution: "server" } });
  const plain = executorOf([tool(z.object({ at: z.number() }))]);
  const refused = await plain.executor.execute(call("look", { at: "x" }), context);
  expect(refused.error).toMatchObject({
    category: "validation",
    validationErrors: [{ path: ["at"] }],
  });
  for (const fails of [failing(() => new Error(SECRET)), () => Promise.reject(new Error(SECRET))]) {
    const jsonSchema = { input: () => ({ type: "object" }), output: () => ({ type: "object" }) };
    const standard = { version: 1, vendor: "test", validate: fails, jsonSchema };
    const { executor, log } = executorOf([tool({ "~standard": standard })]);
    expectHidden(log, await executor.execute(call("look"), context));
  }
});

test("what the server has prepared, and the schema refuses, stays on the server", async () => {
  const schema = z.object({ to: z.string().max(3).optional() });
  const pay = {
    name: "pay",
    schema,
    metadata: { execution: "preflight" },
    handler: () => ({ to: SECRET, [SECRET]: 1 }),
  };
  const strict = {
    ...pay,
    name: "strict",
    schema: z.strictObject({ to: z.enum(["a"]).optional() }),
  };
  const { executor, log } = executorOf([pay, strict]);
  for (const name of ["pay", "strict"]) {
    const clientTools = [{ name, description: "Pays.", parameters: {} }];
    const done = await executor.execute(call(name), context, { clientTools });
    expect(done.error?.code).toBe("invalid_payload");
    expectHidden(log, done);
  }
});

test("without a log the console has what a client is not told", async () => {
  const said = mock.method(console, "warn", () => {});
  const tool = { name: "look", metadata: { execution: "server" }, handler: failing(() => "gone") };
  const { executor } = executorOf([tool]);
  const silent = new AgentToolExecutor({ registry: executor.registry });
  const done = await silent.execute(call("look"), context);
  const [, , data] = said.mock.calls[0]?.arguments ?? [];
  const [, id] = /under the id ([0-9a-f]{16})\./.exec(done.content ?? "") ?? [];
  expect(data).toContainEqual({ key: "FailureId", value: id });
});

test("a ModelFailure of another copy of the package is one, and nothing else is", async () => {
  const brand = Symbol.for("ag-ui-lit.ModelFailure");
  const foreign = Object.assign(new Error("Come back."), { [brand]: true, code: "busy" });
  const told = await reasonerOf(
    [],
    new ScriptedModel(failing(() => foreign) as never).ask,
  ).reasoner.execute(requestOf([user("Hi")]));
  expect(told.error).toEqual({ code: "busy", message: "Come back." });
  const named = Object.assign(new Error(SECRET), { name: "ModelFailure", code: "busy" });
  const { reasoner, log } = reasonerOf([], new ScriptedModel(failing(() => named) as never).ask);
  expectHidden(log, await reasoner.execute(requestOf([user("Hi")])));
  expect(new ModelFailure("x").code).toBe("model");
});
