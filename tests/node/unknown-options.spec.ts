/** Every object of options refuses what it does not know and names the nearest: an option without effect may be one of safety. */
import {
  ArgumentsReader,
  DefaultToolExecutor,
  init,
  structuredResults,
  ToolExecutionManager,
  ToolFailure,
  ToolRegistry,
  visibleText,
} from "ag-ui-lit";
import { A2aAgent, A2aAgentExecutor, serveA2a } from "ag-ui-lit/a2a";
import { indexedDbThreadStore, keepThreads, memoryThreadStore } from "ag-ui-lit/durable";
import { ToolController, ToolProvider } from "ag-ui-lit/lit";
import { indexedDbStore, logTools } from "ag-ui-lit/log";
import { connectMcp } from "ag-ui-lit/mcp";
import { measureTools } from "ag-ui-lit/measure";
import { traceTools } from "ag-ui-lit/otel";
import { provider } from "ag-ui-lit/providers";
import {
  AgentReasoner,
  AgentToolExecutor,
  agentLog,
  ClientToolProvider,
  checkCompliance,
  ModelFailure,
  serveAgent,
} from "ag-ui-lit/server";
import {
  MarkerAgent,
  openAiText,
  readToolEvents,
  systemPrompt,
  ToolCallMarkers,
  toolEventStream,
} from "ag-ui-lit/text";
import { ThreadList } from "ag-ui-lit/threads";
import {
  agentTools,
  bashTool,
  calendarTools,
  fileTools,
  flightTools,
  loadToolbox,
  pageTools,
  runTools,
  searchTools,
  todoTools,
  toolEnvironment,
  webTools,
} from "ag-ui-lit/toolbox";
import { expect, test } from "./test.js";

type Make = (options: never) => unknown;
const registry = new ToolRegistry();
const manager = new ToolExecutionManager();
const host = { addController: () => {} } as never;
const threadStore = memoryThreadStore();
const threadList = new ThreadList(threadStore);
const reasoner = { run: async function* () {} } as never;

/** Functions and classes that take options, each with a misspelt name and the one that is meant. */
const takers: Record<string, [Make, wrong: string, meant?: string]> = {
  "ToolExecutionManager({ timout })": [
    (options) => new ToolExecutionManager(undefined, undefined, options),
    "timout",
    "timeout",
  ],
  defaultRetryConfig: [
    (options) => new ToolExecutionManager(undefined, options),
    "maxAttempt",
    "maxAttempts",
  ],
  circuitBreaker: [
    (circuitBreaker) => new ToolExecutionManager(undefined, undefined, { circuitBreaker }),
    "failureTreshold",
    "failureThreshold",
  ],
  DefaultToolExecutor: [(options) => new DefaultToolExecutor(options), "uncheked", "unchecked"],
  ToolFailure: [(options) => new ToolFailure("No.", options), "retriable", "retryable"],
  ModelFailure: [(options) => new ModelFailure("No.", options), "cuase", "cause"],
  ArgumentsReader: [(options) => new ArgumentsReader(options), "maxdepht", "maxDepth"],
  structuredResults: [(options) => structuredResults(manager, options), "toolCall", "toolCallId"],
  visibleText: [(options) => visibleText("a", options), "layuot", "layout"],
  register: [(options) => registry.register(definition(), options), "replaces", "replace"],
  init: [(options) => init(options), "jsonschema", "jsonSchema"],
  loadToolbox: [(options) => loadToolbox(options), "file", "files"],
  ToolController: [(options) => new ToolController(host, [], options), "registery", "registry"],
  ToolProvider: [(options) => new ToolProvider(host, options), "manger", "manager"],
  logTools: [(options) => logTools(manager, options), "sinc", "sink"],
  keepThreads: [(options) => keepThreads({} as never, options), "stor", "store"],
  indexedDbThreadStore: [(options) => indexedDbThreadStore(options), "maxByte", "maxBytes"],
  memoryThreadStore: [(options) => memoryThreadStore(options), "nam", "name"],
  indexedDbStore: [(options) => indexedDbStore(options), "nam", "name"],
  ThreadList: [(options) => new ThreadList(threadStore, options), "stopp", "stop"],
  search: [(options) => threadList.search("tea", options), "limits", "limit"],
  measureTools: [(options) => measureTools(manager, options), "anything"],
  traceTools: [(options) => traceTools(manager, options), "recordArgument", "recordArguments"],
  connectMcp: [(options) => connectMcp(options), "aproval", "approval"],
  provider: [(options) => provider("anthropic", options), "strikt", "strict"],
  A2aAgent: [(options) => new A2aAgent(options), "header", "headers"],
  serveA2a: [(options) => serveA2a(reasoner, options), "maxBodyByte", "maxBodyBytes"],
  A2aAgentExecutor: [(options) => new A2aAgentExecutor(reasoner, options), "contxt", "context"],
  serveAgent: [(options) => serveAgent(reasoner, options), "maxBodySize", "maxBodyBytes"],
  AgentReasoner: [(options) => new AgentReasoner(options), "modle", "model"],
  AgentToolExecutor: [(options) => new AgentToolExecutor(options), "authorise", "authorize"],
  agentLog: [(options) => agentLog(options), "sinc", "sink"],
  checkCompliance: [(options) => checkCompliance({} as never, options), "exampel", "example"],
  ClientToolProvider: [(options) => new ClientToolProvider(options), "timeuot", "timeout"],
  systemPrompt: [(options) => systemPrompt([], options), "introducton", "introduction"],
  toolEventStream: [(options) => toolEventStream(options), "registery", "registry"],
  readToolEvents: [(options) => readToolEvents(new Response(), options).next(), "signl", "signal"],
  openAiText: [(options) => openAiText(options), "modle", "model"],
  ToolCallMarkers: [(options) => new ToolCallMarkers(options), "bigintegers", "bigIntegers"],
  MarkerAgent: [(options) => new MarkerAgent(options), "strem", "stream"],
  agentTools: [(options) => agentTools(options), "subagent", "subagents"],
  bashTool: [(options) => bashTool(options), "alow", "allow"],
  calendarTools: [(options) => calendarTools(options), "tokens", "token"],
  fileTools: [(options) => fileTools(options), "rot", "root"],
  flightTools: [(options) => flightTools(options), "apikeys", "apiKey"],
  pageTools: [(options) => pageTools(options), "rooot", "root"],
  runTools: [(options) => runTools(options), "maxcalls", "maxCalls"],
  searchTools: [(options) => searchTools(options), "rot", "root"],
  todoTools: [(options) => todoTools(options), "stor", "store"],
  toolEnvironment: [(options) => toolEnvironment(options), "registery", "registry"],
  webTools: [(options) => webTools(options), "maxbyte", "maxBytes"],
};

function definition(metadata?: object): never {
  return { name: "t", description: "T.", schema: {}, handler: () => {}, metadata } as never;
}

for (const [what, [make, wrong, meant]] of Object.entries(takers)) {
  test(`${what} refuses ${wrong}${meant === undefined ? "" : ` and says ${meant}`}`, async () => {
    let refused: unknown;
    try {
      await make({ [wrong]: 1 } as never);
    } catch (error) {
      refused = error;
    }
    expect(refused).toMatchObject({ code: "invalid_option" });
    const { message } = refused as Error;
    expect(message).toContain(`has no option "${wrong}".`);
    if (meant !== undefined) expect(message).toMatch(new RegExp(`(mean|called) "${meant}"`));
  });
}

test("the options of a call are checked: the handler does not run", async () => {
  let runs = 0;
  const { tool } = registry.register({
    name: "count",
    description: "Counts.",
    schema: {},
    handler: () => (runs += 1),
  });
  const outcome = await manager.execute(tool, "c", {}, { timout: 20 } as never);
  const message = 'execute() has no option "timout". Did you mean "timeout"?';
  expect(outcome).toMatchObject({
    success: false,
    error: { message: expect.stringContaining(message) },
  });
  expect(runs).toBe(0);
});

for (const [given, fault] of [
  [{ idempotant: false }, 'idempotant: is not a field of metadata. Did you mean "idempotent"?'],
  [{ aproval: () => true }, 'aproval: is not a field of metadata. Did you mean "approval"?'],
  [{ colour: "red" }, "Fields of your own stand in metadata.annotations."],
  [{ retryConfig: { maxAttempt: 1 } }, 'of metadata.retryConfig. Did you mean "maxAttempts"?'],
  [{ circuitBreaker: { treshold: 1 } }, "is not a field of metadata.circuitBreaker."],
  [{ rateLimit: { limit: 1, interval: 1, perSecond: 1 } }, "is not a field of metadata.rateLimit."],
  [
    { idempotent: true, cache: { ttl: 1, maxEntries: 1, size: 2 } },
    "is not a field of metadata.cache.",
  ],
] as const) {
  test(`a definition is refused for metadata with ${Object.keys(given)}: ${fault}`, () => {
    expect(() => registry.register(definition(given))).toThrow(fault);
  });
}

test("a definition is refused for a field in the wrong place, and for a schema by another name", () => {
  const base = { name: "t", description: "T.", handler: () => {} };
  const refused = (fields: object) =>
    expect(() => registry.register({ ...base, ...fields } as never));
  refused({ schema: {}, timeout: 20 }).toThrow("timeout: belongs in metadata");
  refused({ inputSchema: {} }).toThrow('inputSchema: is not read: write it as "schema"');
  refused({ shema: {} }).toThrow('shema: is not read: write it as "schema"');
});

test("fields of a page's own stand in annotations, on instances of classes, and next to a function", () => {
  const annotations = { colour: "red" };
  const { tool } = new ToolRegistry().register(definition({ annotations }));
  expect(tool.metadata.annotations).toEqual(annotations);
  class Metadata {
    readonly colour = "red";
    approval(): boolean {
      return false;
    }
  }
  const counting = { asked: 0, approval: () => true };
  for (const own of [new Metadata(), counting]) {
    expect(() => new ToolRegistry().register(definition(own))).not.toThrow();
  }
});
