import { type Reply, raw, run, text } from "../support/backend.js";
import { expect, test } from "../support/test.js";

test.use({ sharesPage: true });

const frames = [
  { type: "RUN_STARTED", threadId: "t", runId: "r" },
  ...text("m1", "Done."),
  { type: "RUN_FINISHED", threadId: "t", runId: "r" },
].map((event) => `data: ${JSON.stringify(event)}\n\n`);

/** Streams that are read although they are written in an unusual way. */
const unusual: [string, Reply][] = [
  [
    "a content type in other letters",
    (response) => {
      response.writeHead(200, { "content-type": "Text/Event-Stream; Charset=UTF-8" });
      response.end(frames.join(""));
    },
  ],
  ["frames without data", raw(`data\n\ndata:\n\n${frames.join("data: \n\n: ping\n\n")}`)],
  ["a byte order mark", raw(`\ufeff${frames.join("")}`)],
  ["a [DONE] at the end", raw(`${frames.join("")}data: [DONE]\n\n`)],
  ["CR alone", raw(frames.join("").replaceAll("\n", "\r"))],
];

for (const [what, reply] of unusual) {
  test(`a stream with ${what} is read`, async ({ harness, backend }) => {
    const agent = backend.script(reply);
    const seen = await harness.evaluate(async (url) => {
      const element = openAgent(url);
      const { outcome, error } = await element.sendMessage("Go");
      return [outcome, error?.message, element.messages.at(-1)?.content];
    }, agent.url);
    expect(seen).toEqual(["finished", undefined, "Done."]);
  });
}

for (const status of [204, 205]) {
  test(`HTTP ${status} is a stream that was cut before it began`, async ({ harness, backend }) => {
    const agent = backend.script(
      (response) => {
        response.writeHead(status, { "content-type": "text/event-stream" }).end();
      },
      run(...text("m1", "Back again.")),
    );
    const seen = await harness.evaluate(async (url) => {
      const element = openAgent(url);
      const { outcome, error } = await element.sendMessage("Go");
      return [outcome, error?.code, error?.message, (await element.sendMessage("Go")).outcome];
    }, agent.url);
    expect(seen).toEqual([
      "failed",
      "truncated",
      expect.stringContaining(`HTTP status ${status}`),
      "finished",
    ]);
  });
}

test("reasoning is told from its start to its end, also by the older events", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(
      { type: "REASONING_START", messageId: "r" },
      { type: "REASONING_MESSAGE_START", messageId: "r1", role: "reasoning" },
      { type: "REASONING_MESSAGE_CONTENT", messageId: "r1", delta: "First " },
      { type: "REASONING_MESSAGE_CONTENT", messageId: "r1", delta: "this." },
      { type: "REASONING_MESSAGE_END", messageId: "r1" },
      { type: "REASONING_END", messageId: "r" },
      ...text("m1", "Done."),
    ),
    run(
      { type: "THINKING_START" },
      { type: "THINKING_TEXT_MESSAGE_START" },
      { type: "THINKING_TEXT_MESSAGE_CONTENT", delta: "Hm." },
      { type: "THINKING_TEXT_MESSAGE_END" },
      { type: "THINKING_END" },
      ...text("m2", "Done."),
    ),
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const told: unknown[] = [];
    for (const type of ["start", "content", "end"] as const) {
      element.addEventListener(`ag-ui-reasoning-${type}`, ({ detail }) =>
        told.push([type, detail]),
      );
    }
    await element.sendMessage("One");
    await element.sendMessage("Two");
    return told;
  }, agent.url);
  // The older events have no ids: the client makes one for each piece of reasoning.
  const messageId = expect.stringMatching(/./);
  expect(seen).toEqual([
    ["start", { messageId: "r1" }],
    ["content", { messageId: "r1", delta: "First ", buffer: "First " }],
    ["content", { messageId: "r1", delta: "this.", buffer: "First this." }],
    ["end", { messageId: "r1", content: "First this." }],
    ["start", { messageId }],
    ["content", { messageId, delta: "Hm.", buffer: "Hm." }],
    ["end", { messageId, content: "Hm." }],
  ]);
});
