/** Models that only write text: in a page's element, and in a worker that is the server. */
import { expect, test } from "../support/test.js";

test("the module is loaded with the first run, and <ag-ui-agent> runs the calls of the text", async ({
  page,
  backend,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".wasm")) asked.push(pathname.replace(/.*\/(\w+?)_bg.*/, "$1"));
  });
  await page.goto(backend.origin);
  await page.evaluate(async () => {
    await load("text");
    await agUi.init({ validator: false });
  });
  expect(asked).toEqual(["core"]);

  const seen = await page.evaluate(async () => {
    const prompts: string[] = [];
    const answers = [
      'Look: <tool_call name="double" args={"n": {"is": 2}}></tool_call>',
      "It is 4.",
    ];
    const agent = openAgent("/none");
    agent.registry.register({
      name: "double",
      description: "Doubles a number.",
      schema: {
        "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) },
      },
      parameters: {},
      handler: (args: unknown) => 2 * (args as { n: { is: number } }).n.is,
    } as never);
    agent.agent = new text.MarkerAgent({
      stream: ({ messages }) => {
        prompts.push(messages.at(-1)?.content ?? "");
        const pieces = (answers.shift() ?? "").match(/.{1,3}/g) ?? [];
        return new ReadableStream({
          start(controller) {
            for (const piece of pieces) controller.enqueue(piece);
            controller.close();
          },
        });
      },
    });
    const { outcome } = await agent.sendMessage("Double 2");
    return { outcome, prompts, last: agent.messages.at(-1)?.content };
  });

  expect(seen).toEqual({
    outcome: "finished",
    prompts: ["Double 2", '<tool_result name="double">4</tool_result>'],
    last: "It is 4.",
  });
  expect(asked).toEqual(["core", "models"]);
});

test("a module that can't be loaded fails the run, says which file and why, and is tried again", async ({
  page,
  backend,
  complaints,
}) => {
  const file = "**/models_bg*.wasm";
  await page.route(file, (route) => route.fulfill({ status: 404, body: "none" }));
  await page.goto(backend.origin);
  const run = () =>
    page.evaluate(async () => {
      await load("text");
      const agent = openAgent("/none");
      agent.agent = new text.MarkerAgent({
        stream: () => new Blob(["Hi"]).stream().pipeThrough(new TextDecoderStream()),
      });
      const { outcome, error } = await agent.sendMessage("Hello");
      return { outcome, said: error?.message, last: agent.messages.at(-1)?.content };
    });

  const failed = await run();
  expect(failed.outcome).toBe("failed");
  expect(failed.said).toContain("models_bg");
  expect(failed.said).toContain("loadModels(");

  await page.unroute(file);
  expect(await run()).toMatchObject({ outcome: "finished", last: "Hi" });
  complaints.splice(0); // the browser itself notes the status
});

test("a worker is the server: its events are read in the page, and a reader that leaves stops it", async ({
  page,
  backend,
}) => {
  await page.goto(backend.origin);
  const seen = await page.evaluate(async () => {
    await load("text");
    const worker = text.chatWorker();
    const answer = (answers: string[]) => {
      worker.postMessage({ answers });
      return new Promise<ReadableStream<Uint8Array>>((resolve) => {
        worker.addEventListener("message", ({ data }) => resolve(data), { once: true });
      });
    };
    const events: unknown[] = [];
    let token = "";
    const body = await answer([
      'Look. <tool_call name="double" args={"n": 21}></tool_call>',
      "It is 42.",
    ]);
    for await (const event of text.readToolEvents(body)) {
      if (event.type === "token") token += event.token;
      else events.push(event);
    }
    const endless = await answer([]);
    const stopped = new Promise((resolve) => {
      worker.addEventListener("message", ({ data }) => resolve(data), { once: true });
    });
    const controller = new AbortController();
    const reading = text.readToolEvents(endless, { signal: controller.signal }).next();
    controller.abort(new Error("Enough."));
    const error = await reading.catch(({ message }) => message);
    return { token, events, error, stopped: await stopped };
  });

  expect(seen).toEqual({
    token: "Look. It is 42.",
    events: [
      { type: "tool_call", name: "double", args: { n: 21 } },
      { type: "tool_result", result: { data: 42 } },
      { type: "done", message_id: "m" },
    ],
    error: "Enough.",
    stopped: "stopped",
  });
});
