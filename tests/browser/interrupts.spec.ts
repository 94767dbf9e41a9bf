/** Interrupts: what the page is told, and which answers are refused before anything is sent. */
import type { Page } from "@playwright/test";
import { eventsOnly, type Reply, run, type ScriptedAgent, text } from "../support/backend.js";
import { expect, test } from "../support/test.js";

test.use({ sharesPage: true });

/** A run that ends with these interrupts. */
function interrupt(...interrupts: object[]): Reply {
  return (response, request) => {
    const { threadId, runId } = request;
    const outcome = { type: "interrupt", interrupts };
    const started = { type: "RUN_STARTED", threadId, runId };
    const finished = { type: "RUN_FINISHED", threadId, runId, outcome };
    return eventsOnly([started, finished])(response, request);
  };
}

const done = run(...text("m1", "Done."));
const plain = { id: "i1", reason: "confirmation" };

/** Sends a message, then tries these answers one after the other; says what came of each. */
function answer(
  harness: Page,
  agent: ScriptedAgent,
  ...answers: unknown[]
): Promise<{ outcomes: string[]; open: number[] }> {
  return harness.evaluate(
    async ([url, answers]) => {
      const element = openAgent(url as string);
      await element.sendMessage("Go");
      const outcomes: string[] = [];
      const open: number[] = [];
      for (const each of answers as never[]) {
        const words = await element.resume(each).then(
          ({ outcome }) => outcome,
          (error) => `${error.name}: ${error.message}`,
        );
        outcomes.push(words);
        open.push(element.pendingInterrupts.length);
      }
      return { outcomes, open };
    },
    [agent.url, answers] as const,
  );
}

test("the event carries everything a form needs, and a listener can't change what waits", async ({
  harness,
  backend,
}) => {
  const full = {
    id: "i1",
    reason: "input_required",
    message: "Where to?",
    toolCallId: "c1",
    responseSchema: { type: "object", properties: { city: { type: "string" } } },
    expiresAt: "2999-01-01T00:00:00Z",
    metadata: { colour: "red" },
  };
  const agent = backend.script(interrupt(full, { id: "i2", reason: "confirmation" }), done);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const events = record(element, "ag-ui-", ["interrupt", "run-finalized"]);
    element.addEventListener("ag-ui-interrupt", ({ detail }) => {
      for (const one of detail.interrupts) {
        Reflect.set(one, "id", "spoilt");
        if (one.metadata) Reflect.set(one.metadata, "colour", "spoilt");
      }
    });
    const { outcome } = await element.sendMessage("Go");
    const pending = structuredClone(element.pendingInterrupts);
    const types = events.map(({ type }) => type);
    const first = events[0]?.detail.interrupts[0];
    return { outcome, pending, types, form: first?.responseSchema };
  }, agent.url);
  expect(seen.outcome).toBe("interrupted");
  expect(seen.types).toEqual(["interrupt", "run-finalized"]);
  expect(seen.form).toEqual(full.responseSchema);
  expect(seen.pending).toEqual([full, { id: "i2", reason: "confirmation" }]);
});

test("an answer that is missing, unknown or none at all is refused, and nothing is sent", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(interrupt(plain, { ...plain, id: "i2" }), done);
  const yes = { status: "resolved", payload: {} };
  const { outcomes, open } = await answer(
    harness,
    agent,
    { i1: yes },
    { i1: yes, i2: yes, i3: yes },
    { i1: yes, i2: { status: "approved" } },
    { i1: yes, i2: null },
    null,
    { i1: yes, i2: { status: "cancelled" } },
    { i1: yes },
  );
  expect(outcomes).toEqual([
    expect.stringMatching(/^Error: .*i2/),
    expect.stringMatching(/^Error: .*i3/),
    expect.stringMatching(/^TypeError: .*"i2" is approved/),
    expect.stringMatching(/^TypeError: .*"i2" is null/),
    expect.stringMatching(/^TypeError: .*are null/),
    "finished",
    expect.stringMatching(/^Error: .*no interrupt waits/),
  ]);
  expect(open).toEqual([2, 2, 2, 2, 2, 0, 0]);
  expect(agent.requests.map(({ resume }) => resume)).toEqual([
    undefined,
    [
      { interruptId: "i1", status: "resolved", payload: {} },
      { interruptId: "i2", status: "cancelled" },
    ],
  ]);
});

test("an expired interrupt can only be cancelled", async ({ harness, backend }) => {
  const expired = { ...plain, expiresAt: "2020-01-01T00:00:00Z" };
  const agent = backend.script(interrupt(expired), done);
  const { outcomes } = await answer(
    harness,
    agent,
    { i1: { status: "resolved", payload: {} } },
    { i1: { status: "cancelled" } },
  );
  expect(outcomes).toEqual([
    expect.stringMatching(/^Error: .*expired, and can only be cancelled: i1 \(2020-/),
    "finished",
  ]);
  expect(agent.requests).toHaveLength(2);
});

const responseSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties: {
    approved: { type: "boolean" },
    city: { $ref: "#/$defs/City" },
  },
  required: ["approved"],
  $defs: { City: { type: "string", minLength: 2 } },
};

test("a payload that is not what the interrupt asks for is refused with its faults", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(interrupt({ ...plain, responseSchema }), done);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    await element.sendMessage("Go");
    const faultsOf = (payload?: unknown) =>
      element.resume({ i1: { status: "resolved", payload } }).then(
        ({ outcome }) => outcome,
        (error) => [
          error instanceof agUi.InvalidAnswerError,
          error.issues.map(({ path }: { path: string[] }) => path.join(".")),
          error.message,
        ],
      );
    const circle: { itself?: unknown } = {};
    circle.itself = circle;
    return [
      await faultsOf({ approved: "yes", city: "R" }),
      await faultsOf({}),
      await faultsOf(true),
      await faultsOf(),
      await faultsOf(circle),
      await faultsOf({ approved: true, city: "Rome", more: 1 }),
    ];
  }, agent.url);
  expect(seen[0]).toEqual([true, ["approved", "city"], expect.stringContaining("approved: ")]);
  expect(seen[1]).toEqual([true, ["approved"], expect.any(String)]);
  for (const refusal of seen.slice(2, 5)) expect(refusal).toEqual([true, [""], expect.any(String)]);
  expect(seen[5]).toBe("finished");
  expect(agent.requests).toHaveLength(2);
});

test("a payload need be no object where the interrupt asks for something else", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    interrupt({ ...plain, responseSchema: { enum: ["red", "blue"] } }),
    done,
  );
  const { outcomes } = await answer(
    harness,
    agent,
    { i1: { status: "resolved", payload: "green" } },
    { i1: { status: "resolved", payload: "blue" } },
  );
  expect(outcomes).toEqual([expect.stringMatching(/^InvalidAnswerError: /), "finished"]);
});

test("a cancelled interrupt needs no payload, and a schema nobody can use refuses none", async ({
  harness,
  backend,
}) => {
  const unusable = [{ type: 5 }, { $ref: "https://example.org/x" }, { $ref: "#/none" }];
  for (const schema of unusable) {
    const agent = backend.script(interrupt({ ...plain, responseSchema: schema }), done);
    const { outcomes } = await answer(harness, agent, { i1: { status: "resolved", payload: 1 } });
    expect(outcomes, JSON.stringify(schema)).toEqual(["finished"]);
  }
  const agent = backend.script(interrupt({ ...plain, responseSchema }), done);
  const { outcomes } = await answer(harness, agent, { i1: { status: "cancelled" } });
  expect(outcomes).toEqual(["finished"]);
});

/** A thousand of them: one alone may take long, all together would take minutes. */
const each = (pattern: (at: number) => string): object => ({
  allOf: Array.from({ length: 1_000 }, (_, at) => ({ pattern: pattern(at) })),
});

const branch = { type: "object", properties: { a: { $ref: "#" } }, required: ["a", "tag"] };

/** A payload that is nested so deep. */
const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce((inner) => ({ a: inner }), { tag: 1 });

const letters = "a".repeat(900);

/** A schema that takes too much work to check a payload, and the payload. */
const hostile: [what: string, schema: object, payload: unknown][] = [
  ["patterns that refer back", each((at) => `^(a|a)*(b|${at})\\1$`), "a".repeat(40)],
  ["long patterns", each((at) => `^(\\p{L}|x${at}){900}$`), letters],
  ["patterns with many states", each((at) => `^(a|b)*a(a|b){301}(c${at})?$`), "ab".repeat(500)],
  [
    "more comparisons than there is time for",
    { items: { allOf: Array.from({ length: 100 }, () => ({ minimum: 0 })) } },
    Array.from({ length: 100_000 }, () => 1),
  ],
  ["a long schema", { type: "number", title: "x".repeat(300_000) }, "text"],
  ["alternatives that lead to themselves", { anyOf: [branch, branch, true] }, nested(100)],
  ["a payload deeper than the core reads", { type: "number" }, nested(150)],
];

for (const [what, schema, payload] of hostile) {
  test(`an interrupt can be answered, whatever it asks for: ${what}`, async ({
    harness,
    backend,
  }) => {
    const agent = backend.script(interrupt({ ...plain, responseSchema: schema }), done);
    // As text: what is nested takes Playwright twice as long with each level.
    const outcome = await harness.evaluate(
      async ([url, text]) => {
        const element = openAgent(url);
        await element.sendMessage("Go");
        const answered = await element.resume({
          i1: { status: "resolved", payload: JSON.parse(text) },
        });
        return answered.outcome;
      },
      [agent.url, JSON.stringify(payload)] as const,
    );
    expect(outcome).toBe("finished");
    expect(agent.requests[1]).toMatchObject({ resume: [{ interruptId: "i1", payload }] });
  });
}

test("where a schema takes too much work, nothing is refused that the backend may take", async ({
  harness,
  backend,
}) => {
  const schema = {
    type: "object",
    properties: { city: { type: "string" }, text: each((at) => `^(a|a)*(b|${at})\\1$`) },
    required: ["city"],
  };
  const agent = backend.script(interrupt({ ...plain, responseSchema: schema }), done);
  const payload = { text: "a".repeat(40), city: "Rome" };
  const { outcomes } = await answer(harness, agent, { i1: { status: "resolved", payload } });
  expect(outcomes).toEqual(["finished"]);
});

test("many interrupts are checked in the time of one", async ({ harness, backend }) => {
  const ids = Array.from({ length: 40 }, (_, at) => `i${at}`);
  const schema = each((at) => `^(a|a)*(b|${at})\\1$`);
  const interrupts = ids.map((id) => ({ ...plain, id, responseSchema: schema }));
  const agent = backend.script(interrupt(...interrupts), done);
  const answers = ids.map((id) => [id, { status: "resolved", payload: "a".repeat(40) }]);
  const { outcomes } = await answer(harness, agent, Object.fromEntries(answers));
  expect(outcomes).toEqual(["finished"]);
  expect(agent.requests[1]?.resume).toHaveLength(ids.length);
});
