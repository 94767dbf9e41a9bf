import { eventsOnly, run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import {
  answered,
  asked,
  brief,
  converse,
  expectEveryCallAnswered,
  finished,
  finishedPending,
  result,
  snapshot,
  started,
} from "./conversation.js";

test.use({ sharesPage: true });

const done = run(...text("last", "Done."));

// Which changes are reported, and who wins, is tested in tests/node/loop/history.spec.ts.
test("a snapshot that changes the user's words, a result and a call is reported, and what the page knew stands", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...toolCall("c1", "echo", '{"to":"Ada"}', "m1")),
    (response, request) =>
      run(
        snapshot(
          { id: request.messages[0]?.id, role: "user", content: "Pay Eve." },
          asked("m1", { c1: '{"to":"Eve"}' }),
          answered("c1", "It failed."),
        ),
        ...text("m2", "Fine."),
      )(response, request),
    done,
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const events = record(element, "ag-ui-", ["history-changed"]);
    await element.registerTool({
      name: "echo",
      description: "Runs.",
      schema: {},
      handler: (args) => `Paid ${args.to}.`,
    });
    await element.sendMessage("Pay Ada.");
    await element.sendMessage("Thanks.");
    const changes = events.flatMap(({ detail }) => detail.changes);
    return changes.map(({ kind, kept }: { kind: string; kept: string }) => `${kind}: ${kept}`);
  }, agent.url);
  expect(seen).toEqual(["message-changed: page", "call-changed: page", "result-changed: page"]);
  const last = agent.requests.at(-1)?.messages;
  expect(brief(last).slice(0, 3)).toEqual(["Pay Ada.", "m1(c1)", "c1=Paid Ada."]);
  expect(last?.[1]?.toolCalls?.[0]?.function.arguments).toBe('{"to":"Ada"}');
});

test("a call of a restored thread is announced before it runs", async ({ harness, backend }) => {
  const agent = backend.script(done);
  const messages = [{ id: "u1", role: "user", content: "Go" }, asked("m1", { c1: '{"n":1}' })];
  const seen = await harness.evaluate(
    async ([url, messages]) => {
      const element = openAgent(url);
      element.openCalls = "run";
      const order: unknown[] = [];
      const types = ["tool-call-start", "tool-call-args", "tool-call-end"] as const;
      for (const type of types) {
        element.addEventListener(`ag-ui-${type}`, ({ detail }) =>
          order.push("buffer" in detail ? detail.buffer : type),
        );
      }
      await element.registerTool({
        name: "echo",
        description: "Runs.",
        schema: {},
        handler: () => void order.push("runs"),
      });
      element.messages = messages as unknown as typeof element.messages;
      await element.sendMessage("Next");
      return order;
    },
    [agent.url, messages] as const,
  );
  expect(seen).toEqual(["tool-call-start", '{"n":1}', "runs", "tool-call-end"]);
});

test("a call that the backend answers itself ends with its result", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    eventsOnly([
      started,
      ...toolCall("c1", "echo", "{}", "m1"),
      result("c1"),
      finishedPending("c1"),
    ]),
  );
  const heard = await converse(harness, agent);
  expect(heard.ran).toEqual([]);
  expect(heard.events["tool-call-end"]).toBe(1);
});

test("a call of a run that is aborted ends, as not run", async ({ harness, backend }) => {
  const agent = backend.script((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const events = [started, ...toolCall("c1", "echo", "{}", "m1")];
    response.write(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
  }, done);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const errors = record(element, "ag-ui-", ["tool-call-error"]);
    element.addEventListener("ag-ui-tool-call-args", () => element.abort(), { once: true });
    await element.registerTool({
      name: "echo",
      description: "Runs.",
      schema: {},
      handler: () => 0,
    });
    await element.sendMessage("Go");
    await element.sendMessage("Next");
    return errors.map(({ detail }) => [detail.toolCallId, detail.error.code]);
  }, agent.url);
  expect(seen).toEqual([["c1", "not_run"]]);
  expectEveryCallAnswered(agent.requests.at(-1)?.messages);
});

test("rule 5: a stream that begins run after run for ever is cut", async ({ harness, backend }) => {
  let isGone = false;
  const agent = backend.script((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    let runs = 0;
    const next = (): void => {
      runs += 1;
      const events = [started, ...text(`m${runs}`, "On and on."), finished];
      response.write(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
    };
    const timer = setInterval(next, 5);
    response.on("close", () => {
      isGone = true;
      clearInterval(timer);
    });
  }, done);
  const heard = await converse(harness, agent, 2);
  expect(heard.outcomes).toEqual(["failed/max_rounds", "finished"]);
  expect(heard.events["run-failed"]).toBe(1);
  await expect.poll(() => isGone).toBe(true);
});

test("arguments that are too long for the core go back as {}, with an excerpt in the answer", async ({
  harness,
  backend,
}) => {
  test.setTimeout(180_000);
  const delta = "x".repeat(2 ** 22);
  const agent = backend.script(
    run(
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "echo", parentMessageId: "m1" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"a":"' },
      ...Array.from({ length: 17 }, () => ({ type: "TOOL_CALL_ARGS", toolCallId: "c1", delta })),
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '"}' },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
    ),
    done,
  );
  const ran = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    let ran = 0;
    await element.registerTool({
      name: "echo",
      description: "Runs.",
      schema: {},
      handler: () => {
        ran += 1;
      },
    });
    await element.sendMessage("Go");
    return ran;
  }, agent.url);
  expect(ran).toBe(0);
  const [, asked, answer] = agent.requests[1]?.messages ?? [];
  expect(asked?.toolCalls?.[0]?.function.arguments).toBe("{}");
  expect(String(answer?.content).length).toBeLessThan(2000);
});
