/** Media in tools' results: they reach a backend that takes them, and others read what is missing. */
import type { Page } from "@playwright/test";
import { eventsOnly, run, type ScriptedAgent, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { finished, started } from "./conversation.js";

test.use({ sharesPage: true });

const done = run(...text("m1", "Done."));
const call = toolCall("c1", "draw", "{}");
const oldBackend = [run(...call), done];
const newBackend = [
  eventsOnly([{ ...started, protocolVersion: "1.0" }, ...call, finished]),
  eventsOnly([{ ...started, protocolVersion: "1.0" }, ...text("m1", "Done."), finished]),
];

const caption = { type: "text", text: "The chart:" };
const image = { type: "image", source: { type: "data", mimeType: "image/png", value: "AAAA" } };
const sound = { type: "audio", source: { type: "url", value: "https://example.org/a.wav" } };
const words = "The chart:\n[image: image/png, 3 bytes]\n[audio: https://example.org/a.wav]";

interface Settings {
  readonly resultParts?: "auto" | "always" | "never";
  readonly capabilities?: object;
}

/** The content of the answer to the call, and what the page is told of it. */
async function answered(page: Page, agent: ScriptedAgent, settings: Settings, parts: unknown) {
  const told = await page.evaluate(
    async ([url, settings, parts]) => {
      const element = openAgent(url);
      Object.assign(element, settings);
      element.registry.register({
        name: "draw",
        description: "Draws.",
        schema: {},
        handler: () => agUi.toolResult(parts, { structured: { drawn: true } }),
      });
      const ends = record(element, "ag-ui-", ["tool-call-end"]);
      const { outcome } = await element.sendMessage("Go");
      return [outcome, ends[0]?.detail.result];
    },
    [agent.url, settings, parts] as const,
  );
  return { told, content: agent.requests[1]?.messages.at(-1)?.content };
}

const parts = [caption, image, sound];
const imageOnly = [caption, image, { type: "text", text: "[audio: https://example.org/a.wav]" }];
const settings: [string, typeof oldBackend, Settings, unknown][] = [
  ["a backend that speaks AG-UI 1.0", newBackend, {}, parts],
  ["one that does not say what it speaks", oldBackend, {}, words],
  ["one that speaks 1.0, where the page wants text", newBackend, { resultParts: "never" }, words],
  ["an old one, where the page wants parts", oldBackend, { resultParts: "always" }, parts],
  [
    "an old one that is known to take images",
    oldBackend,
    { capabilities: { multimodal: { input: { image: true } } } },
    imageOnly,
  ],
  [
    "a new one that is known not to take audio",
    newBackend,
    { capabilities: { multimodal: { input: { audio: false } } } },
    imageOnly,
  ],
  [
    "a new one that takes neither",
    newBackend,
    { capabilities: { multimodal: { input: { audio: false, image: false } } } },
    words,
  ],
];
for (const [what, replies, given, content] of settings) {
  test(`the parts of a result go to ${what} as it takes them`, async ({ harness, backend }) => {
    const seen = await answered(harness, backend.script(...replies), given, parts);
    expect(seen).toEqual({ told: ["finished", words], content });
  });
}

test("an image of an MCP server's answer goes as a part, the rest of it as text", async ({
  harness,
  backend,
}) => {
  const parts = [
    { type: "text", text: "a" },
    { type: "text", text: "b" },
  ];
  const agent = backend.script(...newBackend);
  const seen = await answered(harness, agent, {}, parts);
  // Without media the parts are text, for whichever backend.
  expect(seen).toEqual({ told: ["finished", "a\nb"], content: "a\nb" });
});

const notParts: [string, unknown][] = [
  ["an empty list", []],
  ["a part of an unknown type", [caption, { type: "hologram", source: image.source }]],
  ["a part without its text", [{ type: "text" }]],
  ["a source without data", [{ type: "image", source: { type: "data", mimeType: "image/png" } }]],
  ["a source without a type", [{ type: "image", source: { value: "AAAA" } }]],
];
for (const [what, given] of notParts) {
  test(`${what} is written as any value is`, async ({ harness, backend }) => {
    const agent = backend.script(...newBackend);
    const seen = await answered(harness, agent, {}, given);
    expect(seen.content).toBe(JSON.stringify(given));
  });
}

test("parts are read once, as they were when the handler returned, whatever their getters do", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    const results: unknown[] = [];
    const text = { type: "text", text: "\ud800" };
    const source = { type: "data", mimeType: "image/png", value: "AAAA" };
    const throwing = {
      type: "image",
      get source() {
        throw new Error("no");
      },
    };
    const given = { ...source };
    const changing = [{ type: "image", source: given }, text];
    const revoked = Proxy.revocable([], {});
    revoked.revoke();
    const huge = { type: "image", source: { ...source, value: "A".repeat(34_000_000) } };
    const longText = { type: "text", text: "x".repeat(1_000_000) };
    for (const parts of [
      changing,
      [throwing],
      revoked.proxy,
      [huge],
      [longText, { type: "image", source }],
    ]) {
      const { tool } = new agUi.ToolRegistry().register({
        name: "draw",
        description: "Draws.",
        schema: {},
        handler: () => agUi.toolResult(parts),
      });
      const outcome = await new agUi.ToolExecutionManager().execute(tool, "1", "{}");
      if (!outcome.success) {
        results.push(outcome.error.message);
        continue;
      }
      given.value = "changed";
      const first = outcome.parts?.[0];
      const size = first?.type === "text" ? first.text.length : first?.source.value.length;
      results.push([outcome.parts?.length, size, outcome.result.length > 1000]);
    }
    return results;
  });
  expect(seen).toEqual([
    [2, 4, false],
    [undefined, undefined, false],
    expect.anything(),
    [undefined, undefined, false],
    [2, expect.any(Number), true],
  ]);
  expect((seen[4] as number[])[1]).toBeLessThan(263_000);
});

test("the limit holds for all texts together: those behind the one that is cut are left out", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(...newBackend);
  await harness.evaluate((url) => {
    const element = openAgent(url);
    element.manager = new agUi.ToolExecutionManager({ maxResultLength: 10 });
    const text = (text: string) => ({ type: "text" as const, text });
    const image = {
      type: "image" as const,
      source: { type: "url" as const, value: "https://a.test/a.png" },
    };
    element.registry.register({
      name: "draw",
      description: "Draws.",
      schema: {},
      handler: () => agUi.toolResult([text("1234567890"), text("abc"), image, text("def")]),
    });
    return element.sendMessage("Go");
  }, agent.url);
  expect(agent.requests[1]?.messages.at(-1)?.content).toEqual([
    { type: "text", text: "1234567890" },
    { type: "text", text: expect.stringContaining("more characters were cut") },
    { type: "image", source: { type: "url", value: "https://a.test/a.png" } },
  ]);
});
