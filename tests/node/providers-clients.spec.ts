/**
 * The vendors' own clients with what `ag-ui-lit/providers` writes and reads, against a server that checks each request as the
 * API reference says.
 */
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { HTTPClient, Mistral } from "@mistralai/mistralai";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { type CallEvent, provider } from "ag-ui-lit/providers";
import OpenAI from "openai";
import * as answers from "../support/providers/answers.js";
import * as rules from "../support/providers/rules.js";
import { cutStream, modelServer } from "../support/providers/server.js";
import { travelTools } from "./providers-tools.js";
import { expect, test } from "./test.js";

const key = { apiKey: "none", maxRetries: 0 };

for (const strict of [false, true]) {
  test(`Anthropic's client: tools, calls and results${strict ? ", strict" : ""}`, async () => {
    const { registry, ran, run } = travelTools();
    const anthropic = await provider("anthropic", { strict });
    await using server = await modelServer(rules.anthropicFaults, [
      answers.anthropicAnswer,
      { ...answers.anthropicAnswer, content: [{ type: "text", text: "Done." }] },
    ]);
    const client = new Anthropic({ ...key, baseURL: server.url });
    const { tools, losses } = anthropic.lower(registry);
    const request = { model: "claude", max_tokens: 100, tools };
    const question = { role: "user" as const, content: "Go." };

    const answer = await client.messages.create({ ...request, messages: [question] });
    const calls = anthropic.lift(answer);
    const results = anthropic.results(calls, await run(calls));
    const messages = [question, { role: "assistant" as const, content: answer.content }, results];
    await client.messages.create({ ...request, messages });

    expect(ran).toEqual([{ city: "Córdoba", days: 2 }, { text: "¡olé! 😀" }]);
    expect(tools.map((tool) => tool.strict)).toEqual(
      strict ? [true, true, undefined] : [undefined, undefined, undefined],
    );
    expect(losses.some(({ path }) => path === "/properties/days/minimum")).toBe(strict);
    expect(results.content[0]?.content).toBe('{"price":12}');
    expect(results.content[1]?.content).toContainEqual(expect.objectContaining({ type: "image" }));
  });

  test(`OpenAI's client, chat: tools, calls and results${strict ? ", strict" : ""}`, async () => {
    const { registry, ran, run } = travelTools();
    const openai = await provider("openai-chat", { strict });
    await using server = await modelServer(rules.openAiChatFaults, [
      answers.openAiChatAnswer,
      answers.openAiChatAnswer,
    ]);
    const client = new OpenAI({ ...key, baseURL: server.url });
    const { tools } = openai.lower(registry);
    const question = { role: "user" as const, content: "Go." };

    const answer = await client.chat.completions.create({
      model: "gpt",
      tools,
      messages: [question],
    });
    const calls = openai.lift(answer);
    const message = answer.choices[0]?.message;
    if (!message) throw new Error("There is no message.");
    const outcomes = strict ? await run(calls) : [];
    const results = openai.results(calls, outcomes);
    await client.chat.completions.create({
      model: "gpt",
      tools,
      messages: [question, message, ...results],
    });

    // Without strict mode the nulls are what the model wrote, and the tool's own schema refuses them.
    expect(ran).toEqual(strict ? [{ city: "Córdoba" }, { text: "olé" }] : []);
    expect(calls[0]?.args).toEqual(
      strict ? { city: "Córdoba" } : { city: "Córdoba", days: null, how: null },
    );
    expect(results.map(({ content }) => content)[0]).toBe(
      strict ? '{"price":12}' : "Error: The call was not run.",
    );
  });

  test(`OpenAI's client, responses: tools, calls and results${strict ? ", strict" : ""}`, async () => {
    const { registry, run } = travelTools();
    const openai = await provider("openai-responses", { strict });
    await using server = await modelServer(rules.openAiResponsesFaults, [
      answers.openAiResponsesAnswer,
      answers.openAiResponsesAnswer,
    ]);
    const client = new OpenAI({ ...key, baseURL: server.url });
    const { tools } = openai.lower(registry);
    const question = { role: "user" as const, content: "Go." };

    const answer = await client.responses.create({ model: "gpt", tools, input: [question] });
    const calls = openai.lift(answer);
    const results = openai.results(calls, await run(calls));
    const input = [question, ...answer.output, ...results];
    // What a response has is not in every case what a request may have: that is between the client and its user.
    await client.responses.create({ model: "gpt", tools, input: input as typeof results });

    expect(results.map(({ call_id }) => call_id)).toEqual(["call_1", "call_2"]);
    expect(results[1]?.output).toContainEqual({
      type: "input_image",
      image_url: "data:image/png;base64,QUJD",
      detail: "auto",
    });
  });
}

for (const strict of [false, true]) {
  test(`Mistral's client: tools, calls and results${strict ? ", strict" : ""}`, async () => {
    const { registry, ran, run } = travelTools();
    const mistral = await provider("mistral", { strict });
    await using server = await modelServer(rules.mistralFaults, [
      answers.mistralAnswer,
      answers.mistralAnswer,
    ]);
    const client = new Mistral({ apiKey: "none", serverURL: server.url });
    const { tools } = mistral.lower(registry);
    const question = { role: "user" as const, content: "Go." };
    // A call of a conversation that another provider began.
    const before = { toolCallId: "toolu_1", toolCallName: "travel", argsText: "{}" };
    const [earlier] = mistral.results([before], []);

    const answer = await client.chat.complete({ model: "mistral", tools, messages: [question] });
    const calls = mistral.lift(answer);
    const message = answer.choices[0]?.message;
    if (!message || !earlier) throw new Error("There is no message.");
    const results = [earlier, ...mistral.results(calls, await run(calls))];
    await client.chat.complete({
      model: "mistral",
      tools,
      messages: [
        question,
        {
          role: "assistant" as const,
          toolCalls: [{ id: earlier.tool_call_id, function: { name: "travel", arguments: "{}" } }],
        },
        ...results.slice(0, 1).map(ofMistralClient),
        { ...message, role: "assistant" as const },
        ...results.slice(1).map(ofMistralClient),
      ],
    });

    expect(server.requests.length).toBe(2);
    expect(calls.map(({ toolCallId }) => toolCallId)).toEqual(["V2bduoFbR", "9fTqOaLk2"]);
    expect(ran).toEqual([{ city: "Córdoba", days: 2 }, { text: "olé" }]);
    expect(tools.map((tool) => tool.function.strict)).toEqual(
      strict ? [true, true, undefined] : [undefined, undefined, undefined],
    );
    expect(results.map(({ content }) => content)).toEqual([
      "Error: The call was not run.",
      '{"price":12}',
      expect.stringContaining("1 of its images can't be sent here."),
    ]);
  });
}

/** A result in the words of `@mistralai/mistralai`. */
const ofMistralClient = <Result extends { tool_call_id: string }>(result: Result) => {
  const { tool_call_id: toolCallId, ...rest } = result;
  return { ...rest, toolCallId };
};

test("Google's client: tools, calls and results", async () => {
  const { registry, ran, run } = travelTools();
  const gemini = await provider("gemini");
  await using server = await modelServer(rules.geminiFaults, [
    answers.geminiAnswer,
    answers.geminiAnswer,
  ]);
  const client = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: server.url } });
  const { tools, losses } = gemini.lower(registry);
  const question = { role: "user", parts: [{ text: "Go." }] };
  const request = { model: "gemini", config: { tools } };

  const answer = await client.models.generateContent({ ...request, contents: [question] });
  const calls = gemini.lift(answer);
  const results = gemini.results(calls, await run(calls));
  const content = answer.candidates?.[0]?.content;
  if (!content) throw new Error("There is no content.");
  await client.models.generateContent({ ...request, contents: [question, content, results] });

  expect(ran).toEqual([{ city: "Córdoba", days: 2 }, { text: "olé" }]);
  expect(tools[0]?.functionDeclarations.map(({ name }) => name)).toEqual([
    "travel",
    "note",
    "_2nd",
  ]);
  expect(losses).toContainEqual(expect.objectContaining({ tool: "2nd", keyword: "name" }));
  expect(results.parts[0]?.functionResponse).toEqual({
    name: "travel",
    response: { output: { price: 12 } },
  });
  expect(results.parts[1]?.functionResponse.parts?.[0]?.inlineData.mimeType).toBe("image/png");
});

/** The last events of calls. */
const ends = (events: readonly CallEvent[]) =>
  events.flatMap((event) => (event.type === "end" ? [event] : []));

/** Places where a stream of bytes is cut: inside of every letter of several bytes, and here and there. */
const cuts = (text: string): number[] => {
  const bytes = [...new TextEncoder().encode(text)];
  return [...bytes.keys()].filter((at) => at % 61 === 0 || ((bytes[at] ?? 0) & 0xc0) === 0x80);
};

test("Anthropic's client, streaming, cut anywhere", async () => {
  const { registry } = travelTools();
  const anthropic = await provider("anthropic");
  anthropic.lower(registry);
  for (const cut of cuts(answers.anthropicStream)) {
    const client = new Anthropic({ ...key, fetch: cutStream(answers.anthropicStream, cut) });
    const stream = await client.messages.create({
      model: "claude",
      max_tokens: 100,
      messages: [],
      stream: true,
    });
    const reader = anthropic.reader();
    const events: CallEvent[] = [];
    for await (const event of stream) events.push(...reader.push(event));
    events.push(...reader.end());

    expect(events.map(({ type }) => type)).toEqual([
      "start",
      "args",
      "args",
      "args",
      "args",
      "end",
    ]);
    expect(ends(events)[0]).toEqual({
      type: "end",
      toolCallId: "toolu_1",
      toolCallName: "travel",
      argsText: '{"city": "Córdoba", "days": 2}',
      args: { city: "Córdoba", days: 2 },
    });
  }
});

test("OpenAI's client, chat, streaming, cut anywhere", async () => {
  const { registry } = travelTools();
  const openai = await provider("openai-chat", { strict: true });
  openai.lower(registry);
  for (const cut of cuts(answers.openAiChatStream)) {
    const client = new OpenAI({ ...key, fetch: cutStream(answers.openAiChatStream, cut) });
    const stream = await client.chat.completions.create({
      model: "gpt",
      messages: [],
      stream: true,
    });
    const reader = openai.reader();
    const events: CallEvent[] = [];
    for await (const event of stream) events.push(...reader.push(event));
    events.push(...reader.end());

    expect(ends(events)).toEqual([
      expect.objectContaining({ toolCallId: "call_1", argsText: '{"city":"Córdoba"}' }),
    ]);
  }
});

test("Mistral's client, streaming, cut anywhere", async () => {
  const { registry } = travelTools();
  const mistral = await provider("mistral");
  mistral.lower(registry);
  for (const cut of cuts(answers.mistralStream)) {
    const httpClient = new HTTPClient({ fetcher: cutStream(answers.mistralStream, cut) });
    const client = new Mistral({ apiKey: "none", httpClient });
    const stream = await client.chat.stream({ model: "mistral", messages: [] });
    const reader = mistral.reader();
    const events: CallEvent[] = [];
    for await (const event of stream) events.push(...reader.push(event));
    events.push(...reader.end());

    expect(ends(events)).toEqual([
      expect.objectContaining({
        toolCallId: "V2bduoFbR",
        argsText: '{"city":"Córdoba","days":2}',
      }),
      expect.objectContaining({ toolCallId: "9fTqOaLk2", args: { text: "olé" } }),
    ]);
    expect(ends(events).some(({ issue }) => issue)).toBe(false);
  }
});

test("OpenAI's client, responses, streaming, cut anywhere", async () => {
  const { registry } = travelTools();
  const openai = await provider("openai-responses", { strict: true });
  openai.lower(registry);
  for (const cut of cuts(answers.openAiResponsesStream)) {
    const client = new OpenAI({ ...key, fetch: cutStream(answers.openAiResponsesStream, cut) });
    const stream = await client.responses.create({ model: "gpt", input: "", stream: true });
    const reader = openai.reader();
    const events: CallEvent[] = [];
    for await (const event of stream) events.push(...reader.push(event));
    events.push(...reader.end());

    expect(ends(events)).toEqual([
      expect.objectContaining({ toolCallId: "call_1", argsText: '{"city":"Córdoba"}' }),
    ]);
  }
});

test("Google's client, streaming", async () => {
  const { registry } = travelTools();
  const gemini = await provider("gemini");
  gemini.lower(registry);
  await using server = await modelServer(rules.geminiFaults, [answers.geminiStream]);
  const client = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: server.url } });
  const reader = gemini.reader();
  const events: CallEvent[] = [];

  const stream = await client.models.generateContentStream({ model: "gemini", contents: "Go." });
  for await (const chunk of stream) events.push(...reader.push(chunk));
  events.push(...reader.end());

  expect(ends(events).map(({ toolCallName }) => toolCallName)).toEqual(["travel", "note"]);
});

test("the MCP client lists the tools and gets their results from a server made of them", async () => {
  const { registry, run } = travelTools();
  const mcp = await provider("mcp");
  const [near, far] = InMemoryTransport.createLinkedPair();
  far.onmessage = async (message) => {
    if (!("method" in message) || !("id" in message)) return;
    const { id, method, params } = message;
    const answer = async () => {
      if (method === "initialize") {
        const { protocolVersion } = params as { protocolVersion: string };
        return {
          protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: "page", version: "1" },
        };
      }
      if (method === "tools/list") return { tools: mcp.lower(registry).tools };
      const calls = mcp.lift({ params: params as { name: string } });
      return { ...mcp.results(calls, await run(calls))[0] };
    };
    await far.send({ jsonrpc: "2.0", id: id as number, result: await answer() });
  };
  await far.start();
  const client = new Client({ name: "test", version: "1" });
  await client.connect(near);

  const { tools } = await client.listTools();
  const result = await client.callTool({ name: "travel", arguments: { city: "Rome" } });
  const failed = await client.callTool({ name: "note", arguments: { text: "fail" } });
  await client.close();

  expect(tools.map(({ name }) => name)).toEqual(["travel", "note", "2nd"]);
  expect(tools[0]?.inputSchema).toEqual(registry.get("travel")?.parameters);
  expect(result.structuredContent).toEqual({ price: 12 });
  expect(failed).toEqual({ content: [{ type: "text", text: "The pen is empty." }], isError: true });
});
