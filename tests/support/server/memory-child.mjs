/**
 * Requests of one kind after the other, in a process of its own that can collect its garbage: prints what each kind leaves behind, as
 * JSON. Arguments: how many requests of each kind.
 */
const count = Number(process.argv[2]);

/** The memories of all modules: they never shrink. @type {WebAssembly.Memory[]} */
const memories = [];
/** @param {WebAssembly.Instance} instance */
function watch(instance) {
  for (const each of Object.values(instance.exports)) {
    if (each instanceof WebAssembly.Memory) memories.push(each);
  }
  return instance;
}

const { Instance, instantiate } = WebAssembly;
WebAssembly.Instance = new Proxy(Instance, {
  construct: (target, args) => watch(Reflect.construct(target, args)),
});
WebAssembly.instantiate = /** @type {any} */ (
  async (/** @type {any} */ source, /** @type {any} */ imports) => {
    const made = /** @type {any} */ (await instantiate(source, imports));
    watch(made.instance ?? made);
    return made;
  }
);

const { ToolRegistry } = await import("ag-ui-lit");
const { AgentReasoner, AgentToolExecutor, serveAgent } = await import("ag-ui-lit/server");

let calls = 0;
/** @type {import("ag-ui-lit/server").Model} */
const model = async function* ({ messages, tools, signal }) {
  const last = messages.at(-1);
  if (last?.content === "wait") {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return;
  }
  yield { type: "text", delta: "Hello." };
  if (tools.length > 0 && last?.role === "user") {
    calls += 1;
    yield { type: "tool_call", id: `call-${calls}`, name: "look", arguments: { at: "it" } };
  }
};

const executor = new AgentToolExecutor({ registry: new ToolRegistry() });
const log = { addException() {}, addCustomEvent() {} };
const reasoner = new AgentReasoner({ executor, model, maxConversations: 50 });
const handler = serveAgent(reasoner, { log, maxBodyBytes: 100_000 });

let threads = 0;
/**
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 */
function ask(body, signal) {
  return handler(
    new Request("http://agent.test/", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    }),
  );
}

/** @param {object} more */
function input(more = {}) {
  threads += 1;
  const messages = [{ id: "u1", role: "user", content: "Hello" }];
  const threadId = `thread-${threads}`;
  return { threadId, runId: "r1", messages, tools: [], context: [], ...more };
}

/** Each time another, as every client's. */
function tools() {
  const properties = { at: { type: "string", description: `Where, of ${threads}.` } };
  return [{ name: "look", description: "Looks.", parameters: { type: "object", properties } }];
}

/** @type {Record<string, () => Promise<unknown>>} */
const kinds = {
  plain: async () => (await ask(input())).text(),
  tools: async () => (await ask(input({ tools: tools() }))).text(),
  refused: async () => (await ask({ ...input(), messages: "x".repeat(1000) })).text(),
  aborted: async () => {
    const gone = new AbortController();
    const messages = [{ id: "u1", role: "user", content: "wait" }];
    const response = await ask(input({ messages }), gone.signal);
    const reader = response.body?.getReader();
    await reader?.read();
    if (threads % 2 === 0) gone.abort();
    await reader?.cancel();
  },
  // Two requests.
  results: async () => {
    const first = input({ tools: tools() });
    await (await ask(first)).text();
    const id = `call-${calls}`;
    const call = { id, type: "function", function: { name: "look", arguments: '{"at":"it"}' } };
    const messages = [
      ...first.messages,
      { id: "a1", role: "assistant", toolCalls: [call] },
      { id: "t1", role: "tool", toolCallId: id, content: "done ".repeat(200) },
    ];
    await (await ask({ ...first, runId: "r2", messages })).text();
  },
};

/** @param {number} times @param {() => Promise<unknown>} run */
async function repeat(times, run) {
  for (let time = 0; time < times; time += 1) await run();
}

async function held() {
  // What finalizers let go of is collected with the next garbage.
  for (let time = 0; time < 3; time += 1) {
    globalThis.gc?.();
    await new Promise(setImmediate);
  }
  const wasm = memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  return { heap: process.memoryUsage().heapUsed, wasm };
}

/** @type {Record<string, unknown>} */
const report = {};
for (const [kind, run] of Object.entries(kinds)) {
  // Both halves are alike: what the second leaves beyond the first stays for good.
  const times = (kind === "results" ? count / 2 : count) / 2;
  await repeat(times, run);
  const before = await held();
  await repeat(times, run);
  const after = await held();
  report[kind] = { heap: after.heap - before.heap, wasm: after.wasm - before.wasm };
}
console.log(JSON.stringify({ modules: memories.length, report }));
process.exit(0);
