/**
 * `modelOf()`: each vendor's own client in an `AgentReasoner`, against a server that holds requests to the API's reference, and asked over
 * AG-UI by the protocol's client.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { HttpAgent } from "@ag-ui/client";
import type { Message } from "@ag-ui/core";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { Mistral } from "@mistralai/mistralai";
import { ToolRegistry } from "ag-ui-lit";
import {
  AgentReasoner,
  AgentToolExecutor,
  defineAgentTool,
  type Model,
  type ModelEvent,
  type ModelRequest,
  modelOf,
  serveAgent,
} from "ag-ui-lit/server";
import OpenAI from "openai";
import * as conversations from "../../support/providers/conversations.js";
import * as rules from "../../support/providers/rules.js";
import { modelServer } from "../../support/providers/server.js";
import { served } from "../../support/server/endpoint.js";
import { KeptLog } from "../../support/server/executor.js";
import { expect, test } from "../test.js";

type Json = Record<string, unknown>;

const key = "sk-very-secret";
const options = { apiKey: key, maxRetries: 0 };

interface Settings {
  readonly strict?: boolean;
  readonly body?: Json;
  readonly onUsage?: (usage: object) => void;
}

interface Vendor {
  readonly conversation: conversations.Conversation;
  readonly faults: Parameters<typeof modelServer>[0];
  model(url: string, settings?: Settings): Model;
  /** What the API ends an answer with that is too long, and one that it withholds. */
  readonly endings: { readonly length: string; readonly refused: string };
  /** The conversation in a request, and what stands before it. */
  conversationOf(body: Json): unknown;
  instructionsOf(body: Json): unknown;
}

const instructions = ({ request }: ModelRequest) =>
  `Be brief. ${request.contextEntries?.map(({ value }) => value).join()}`;
const asSystem = ({ messages }: Json): unknown => (messages as Json[])[0];

const vendors: Record<string, Vendor> = {
  anthropic: {
    conversation: conversations.anthropic,
    faults: rules.anthropicFaults,
    model: (baseURL, settings = {}) =>
      modelOf("anthropic", new Anthropic({ ...options, baseURL }), {
        model: "m",
        instructions,
        ...settings,
      }),
    endings: { length: "max_tokens", refused: "refusal" },
    conversationOf: ({ messages }) => messages,
    instructionsOf: ({ system }) => system,
  },
  "openai-chat": {
    conversation: conversations.openAiChat,
    faults: rules.openAiChatFaults,
    model: (baseURL, settings = {}) =>
      modelOf("openai-chat", new OpenAI({ ...options, baseURL }), {
        model: "m",
        instructions,
        ...settings,
      }),
    endings: { length: "length", refused: "content_filter" },
    conversationOf: ({ messages }) => (messages as Json[]).slice(1),
    instructionsOf: asSystem,
  },
  "openai-responses": {
    conversation: conversations.openAiResponses,
    faults: rules.openAiResponsesFaults,
    model: (baseURL, settings = {}) =>
      modelOf("openai-responses", new OpenAI({ ...options, baseURL }), {
        model: "m",
        instructions,
        ...settings,
      }),
    endings: { length: "max_output_tokens", refused: "content_filter" },
    conversationOf: ({ input }) => input,
    instructionsOf: (body) => body.instructions,
  },
  gemini: {
    conversation: conversations.gemini,
    faults: rules.geminiFaults,
    model: (baseUrl, { strict: _, ...settings } = {}) =>
      modelOf("gemini", new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl } }), {
        model: "gemini-3",
        instructions,
        ...settings,
      }),
    endings: { length: "MAX_TOKENS", refused: "SAFETY" },
    conversationOf: ({ contents }) => contents,
    instructionsOf: ({ systemInstruction }) => systemInstruction,
  },
  mistral: {
    conversation: conversations.mistral,
    faults: rules.mistralFaults,
    model: (serverURL, settings = {}) =>
      modelOf(
        "mistral",
        new Mistral({ apiKey: key, serverURL, retryConfig: { strategy: "none" } }),
        {
          model: "m",
          instructions,
          ...settings,
        },
      ),
    endings: { length: "model_length", refused: "content_filter" },
    conversationOf: ({ messages }) => (messages as Json[]).slice(1),
    instructionsOf: asSystem,
  },
};

/** A server whose tool is `balance`; its client's is `show`. */
function reasonerOf(model: Model, log = new KeptLog()) {
  const registry = new ToolRegistry();
  registry.register(
    defineAgentTool({
      name: "balance",
      description: "The balance of an account.",
      parameters: {
        type: "object",
        properties: { account: { type: "string" } },
        required: ["account"],
      },
      metadata: { execution: "server" },
      handler: ({ account }) => `${account}: 20 €`,
    }),
  );
  const executor = new AgentToolExecutor({ registry });
  return { log, reasoner: new AgentReasoner({ executor, model, log }) };
}

const tools = [
  {
    name: "show",
    description: "Shows something.",
    parameters: { type: "object", properties: { what: { type: "string" } } },
  },
];

const user = (content: Message["content"]) => ({ id: "u", role: "user", content }) as Message;

/** Asks a model once, and gives short words for its events, or the failure. */
async function ask(model: Model, request: Partial<ModelRequest> = {}) {
  const context = { conversation: { id: "t" }, session: { id: "s" } };
  const messages = request.messages ?? [user("Go.")];
  const { signal } = new AbortController();
  const asked = {
    messages,
    tools: [],
    context,
    request: { context, messages },
    iteration: 1,
    signal,
  };
  const events: ModelEvent[] = [];
  try {
    for await (const event of model({ ...asked, ...request }) as AsyncIterable<ModelEvent>) {
      events.push(event);
    }
    return { events, failure: undefined };
  } catch (failure) {
    return { events, failure: failure as Error & { code?: string } };
  }
}

const textOf = (events: readonly ModelEvent[]): string =>
  events.map((event) => (event.type === "text" ? event.delta : "")).join("");

for (const [name, vendor] of Object.entries(vendors)) {
  const { conversation, faults, endings } = vendor;

  test(`${name}: calls of the server and of the client go round, over AG-UI`, async () => {
    await using server = await modelServer(faults, [
      conversation.calls,
      conversation.text("It is 20 €."),
    ]);
    const { reasoner, log } = reasonerOf(vendor.model(server.url));
    await served(serveAgent(reasoner), async (url) => {
      const agent = new HttpAgent({ url });
      agent.addMessage(user("How much?"));
      const entries = { context: [{ description: "where", value: "In Rome." }] };
      await agent.runAgent({ tools, ...entries });
      const [call] = agent.messages
        .flatMap((each) => (each.role === "assistant" ? (each.toolCalls ?? []) : []))
        .filter((each) => each.function.name === "show");
      expect(call?.function.arguments).toBe('{"what":"sun"}');
      agent.addMessage({
        id: "shown",
        role: "tool",
        toolCallId: call?.id ?? "",
        content: "Shown.",
      });
      await agent.runAgent({ tools, ...entries });

      expect(agent.messages.map(({ role }) => role)).toEqual([
        ...["user", "reasoning", "assistant", "tool", "tool", "assistant"],
      ]);
      expect(agent.messages[1]?.content).toBe("Hm.");
      expect(agent.messages[2]?.content).toBe("Let me look.");
      expect(agent.messages.at(-1)?.content).toBe("It is 20 €.");
    });
    expect(log.entries.filter(({ level }) => level === "exception")).toEqual([]);
    const [first, second] = server.requests as [Json, Json];
    expect(JSON.stringify(vendor.instructionsOf(first))).toContain("Be brief. In Rome.");
    const sent = JSON.stringify(vendor.conversationOf(second));
    expect(sent).toContain("Let me look.");
    expect(sent).toContain("A1: 20 €");
    expect(sent).toContain("Shown.");
  });

  test(`${name}: an answer that is cut off, withheld, empty or torn is a failure in our words`, async () => {
    await using server = await modelServer(faults, [
      conversation.text("It is", endings.length),
      conversation.text("It is", endings.refused),
      conversation.text(""),
      torn(conversation.text("It is 20 €.")),
    ]);
    const model = vendor.model(server.url);
    const codes: unknown[] = [];
    for (let time = 0; time < 4; time++) codes.push((await ask(model)).failure?.code);
    expect(codes).toEqual(["model_length", "model_refused", "model_empty", "model_truncated"]);
  });

  test(`${name}: a call that was cut off does not run, and the model reads why`, async () => {
    await using server = await modelServer(faults, [conversation.cut, conversation.text("Sorry.")]);
    const { reasoner } = reasonerOf(vendor.model(server.url));
    const context = { conversation: { id: "c" }, session: { id: "s" } };
    const response = await reasoner.execute(
      { context, messages: [user("How much?")] },
      { continueAfterFailure: true },
    );
    if (name === "gemini") {
      expect(response).toMatchObject({ finish: "failed", error: { code: "model_malformed" } });
      return;
    }
    expect(response).toMatchObject({ finish: "completed", text: "Sorry." });
    const result = response.messages.find(({ role }) => role === "tool");
    expect(result?.content).toMatch(/cut off|ended|not valid JSON/);
    expect(JSON.stringify(vendor.conversationOf(server.requests[1] as Json))).not.toContain("20 €");
  });

  test(`${name}: a vendor's error reaches the log, and the client a sentence without its text`, async () => {
    await using server = await modelServer(() => [`The key ${key} has no money left.`], []);
    const { reasoner, log } = reasonerOf(vendor.model(server.url));
    const context = { conversation: { id: "c" }, session: { id: "s" } };
    const response = await reasoner.execute({ context, messages: [user("How much?")] });
    expect(response.error).toEqual({
      code: "model_request",
      message: "The model's service did not accept the request.",
    });
    const thrown = log.entries.find(({ level }) => level === "exception")?.said as Error;
    expect(String((thrown.cause as Error).message)).toContain("no money left");
  });

  test(`${name}: an abort ends the request for an answer, and is thrown as it is`, async () => {
    const model = vendor.model(await silent());
    const controller = new AbortController();
    const asked = ask(model, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("gone")), 50);
    expect((await asked).failure?.message).toBe("gone");
  });

  test(`${name}: usage, and further members of the body`, async () => {
    await using server = await modelServer(faults, [conversation.text("It is 20 €.")]);
    const usages: object[] = [];
    const settings = { body: { temperature: 0.5 }, onUsage: (usage: object) => usages.push(usage) };
    const { events, failure } = await ask(vendor.model(server.url, settings));
    expect(failure).toBe(undefined);
    expect(textOf(events)).toBe("It is 20 €.");
    expect(usages).toEqual([{ inputTokens: 7, outputTokens: 3 }]);
    const body = server.requests[0] as Json;
    expect((body.generationConfig as Json | undefined)?.temperature ?? body.temperature).toBe(0.5);
  });

  test(`${name}: pictures of the user's, and system messages where they are allowed`, async () => {
    await using server = await modelServer(faults, [conversation.text("A cat.")]);
    const messages = [
      { id: "s", role: "system", content: "Speak plainly." },
      user([
        { type: "text", text: "What is it?" },
        { type: "image", source: { type: "data", value: "QUJD", mimeType: "image/png" } },
        { type: "audio", source: { type: "file", value: "f-1" } },
      ] as Message["content"]),
      { id: "e", role: "assistant", content: "" },
    ] as Message[];
    const { events } = await ask(vendor.model(server.url), { messages });
    expect(textOf(events)).toBe("A cat.");
    const body = server.requests[0] as Json;
    const sent = JSON.stringify(vendor.conversationOf(body));
    expect(sent).toContain("QUJD");
    expect(sent).toContain("[The user sent an audio that can't be sent to this model.]");
    expect(JSON.stringify(vendor.instructionsOf(body))).toContain("Speak plainly.");
  });
}

test("what an API wants back with its calls is sent back, and to no other conversation", async () => {
  const cases: [name: string, kept: RegExp, missing: RegExp][] = [
    ["anthropic", /"thinking":"Hm.","signature":"signed"/, /^(?!.*signed)/],
    ["openai-responses", /"encrypted_content":"sealed"/, /^(?!.*sealed)/],
    ["gemini", /"thoughtSignature":"signed"/, /skip_thought_signature_validator/],
  ];
  for (const [name, kept, missing] of cases) {
    const { conversation, faults, model: modelAt } = vendors[name] as Vendor;
    const text = conversation.text("Done.");
    await using server = await modelServer(faults, [conversation.calls, text, text]);
    const model = modelAt(
      server.url,
      name === "anthropic" ? { body: { thinking: { type: "adaptive" } } } : {},
    );
    const { events } = await ask(model, { tools });
    const toolCalls = events.flatMap((event) => {
      if (event.type !== "tool_call_start") return [];
      const named = { name: event.name, arguments: "{}" };
      return [{ id: event.id, type: "function" as const, function: named }];
    });
    const messages: Message[] = [
      user("Go."),
      { id: "a", role: "assistant", toolCalls },
      ...toolCalls.map(({ id }) => ({ id, role: "tool" as const, toolCallId: id, content: "ok" })),
    ];
    const other = { conversation: { id: "other" }, session: { id: "s" } };
    await ask(model, { tools, messages });
    await ask(model, { tools, messages, context: other });
    const [, again, elsewhere] = server.requests;
    expect(JSON.stringify(again)).toMatch(kept);
    expect(JSON.stringify(elsewhere)).toMatch(missing);
    if (name === "anthropic") {
      expect([again?.thinking, elsewhere?.thinking]).toEqual([{ type: "adaptive" }, undefined]);
    }
  }
});

test("strict mode: the client gets arguments once they are whole, without the nulls of absent members", async () => {
  const { faults, model } = vendors["openai-chat"] as Vendor;
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  const written = '{"what":null}';
  const stream = [
    chunk({ tool_calls: [{ index: 0, id: "call_1", function: { name: "show", arguments: "" } }] }),
    ...[...written].map((text) =>
      chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] }),
    ),
    chunk({}, "tool_calls"),
  ].join("");
  await using server = await modelServer(faults, [stream]);
  const { events } = await ask(model(server.url, { strict: true }), { tools });
  expect(events).toEqual([
    { type: "tool_call_start", id: "call_1", name: "show" },
    { type: "tool_call_args", id: "call_1", delta: "{}" },
    { type: "tool_call_end", id: "call_1" },
  ]);
});

test("statuses of a service, each in a sentence with a code", async () => {
  const codes: Record<number, string> = {
    401: "model_unauthorized",
    404: "model_request",
    413: "model_request_too_long",
    429: "model_busy",
    503: "model_unavailable",
  };
  for (const [status, code] of Object.entries(codes)) {
    const fetch = async () =>
      new Response(`{"error":{"message":"${key}"}}`, { status: Number(status) });
    const client = new OpenAI({ ...options, fetch });
    const { failure } = await ask(modelOf("openai-chat", client, { model: "m" }));
    expect(failure?.code).toBe(code);
    expect(failure?.message).not.toContain(key);
  }
});

test("a service that can't be reached is a failure in our words", async () => {
  const client = new OpenAI({ ...options, baseURL: await closed() });
  const { failure } = await ask(modelOf("openai-chat", client, { model: "m" }));
  expect(failure).toMatchObject({
    code: "model_unavailable",
    message: "The model's service can't be reached.",
  });
});

test("an API that there is not, a client of another vendor and an unknown option are refused at once", () => {
  const client = new OpenAI(options);
  const make = modelOf as unknown as (vendor: string, client: unknown, options: unknown) => Model;
  expect(() => make("constructor", client, { model: "m" })).toThrow(
    "modelOf() knows no API of that name. It knows anthropic, openai-chat",
  );
  expect(() => make("anthropic", client, { model: "m" })).toThrow(
    'modelOf("anthropic") takes the vendor\'s client, which has messages.create().',
  );
  expect(() => make("openai-chat", client, { modle: "m" })).toThrow('"model"');
  expect(() => make("openai-chat", client, {})).toThrow("modelOf({ model }) is needed");
});

/** A stream without the events that say how it ended. */
function torn(stream: string): string {
  const isEnd = /stop|completed|DONE|STOP/;
  return stream
    .split(/(?<=\n\n)/)
    .filter((event) => !isEnd.test(event.replace("content_block_stop", "")))
    .join("");
}

/** The address of a server that takes requests, and never answers. It ends with the process. */
async function silent(): Promise<string> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The address of a server that has ended. */
async function closed(): Promise<string> {
  const server = await modelServer(() => [], []);
  await server[Symbol.asyncDispose]();
  return server.url;
}
