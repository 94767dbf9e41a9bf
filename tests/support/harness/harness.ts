/** Puts the package, and what tests need beside it, where `page.evaluate` can reach it. */
import * as core from "ag-ui-lit";
import * as element from "ag-ui-lit/element";
import * as litTools from "ag-ui-lit/lit";
import * as mcpTools from "ag-ui-lit/mcp";
import * as lit from "lit";
import { looseObject, number, object, string } from "zod";
import { errorOf, eventOf, eventTypes, inTime, record, resultOf, turn, until } from "../observe.js";
import { listenersOn } from "./listening.js";

/** An element of its own registry in the page, talking to `url`. */
function openAgent(url: string): element.AgUiAgent {
  const agent = document.createElement("ag-ui-agent");
  agent.url = url;
  agent.registry = new core.ToolRegistry();
  document.body.append(agent);
  return agent;
}

/** An empty document of another realm, in the page. */
function openRealm(): Window & typeof globalThis {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  return frame.contentWindow as Window & typeof globalThis;
}

/** The core's memory, seen as it is instantiated: the package does not show it. */
let memory: WebAssembly.Memory | undefined;
for (const name of ["instantiate", "instantiateStreaming"] as const) {
  const original = WebAssembly[name] as (...args: unknown[]) => Promise<unknown>;
  Object.assign(WebAssembly, {
    [name]: async (...args: unknown[]) => {
      const result = (await original(...args)) as WebAssembly.WebAssemblyInstantiatedSource;
      const { exports } = result.instance ?? result;
      // The JSON Schema module is instantiated as well.
      if (exports && "rawtool_define" in exports) {
        ({ memory } = exports as { memory?: typeof memory });
      }
      return result;
    },
  });
}

/** Bytes of the core's memory. */
function coreMemory(): number {
  if (!memory) throw new Error("The core has not been instantiated.");
  return memory.buffer.byteLength;
}

/** A worker that answers as the server of a chat does. */
function openChatWorker(): Worker {
  return new Worker(new URL("./chat-worker.ts", import.meta.url), { type: "module" });
}

/** What few tests need, and every page would otherwise take most of its time to read. */
const libraries = {
  arktype: async () => (await import("arktype")).type,
  v: async () => ({ ...(await import("valibot")), ...(await import("@valibot/to-json-schema")) }),
  text: async () => ({ ...(await import("ag-ui-lit/text")), chatWorker: openChatWorker }),
  toolbox: () => import("ag-ui-lit/toolbox"),
  durable: () => import("ag-ui-lit/durable"),
  toolLog: () => import("ag-ui-lit/log"),
  a2a: () => import("ag-ui-lit/a2a"),
  views: () => import("ag-ui-lit/views"),
  words: () => import("../../../pkg/dist/texts/german.js"),
  approvals: async () => ({
    ...(await import("ag-ui-lit/approvals")),
    ...(await import("ag-ui-lit/json-form")),
  }),
  chat: async () => ({
    ...(await import("ag-ui-lit/chat")),
    ...(await import("ag-ui-lit/chat/english")),
    ...(await import("ag-ui-lit/chat/german")),
  }),
  threads: async () => ({
    ...(await import("ag-ui-lit/threads")),
    ...(await import("ag-ui-lit/durable")),
    ...(await import("ag-ui-lit/chat/german")),
  }),
  markdown: () => import("./markdown-page.js"),
  vue: () => import("vue"),
  mcp: async () => ({
    ...(await import("@modelcontextprotocol/client/validators/ajv")),
    ...(await import("@modelcontextprotocol/client/validators/cf-worker")),
  }),
  otel: async () => ({
    ...(await import("@opentelemetry/api")),
    ...(await import("@opentelemetry/instrumentation")),
    ...(await import("@opentelemetry/instrumentation-fetch")),
    ...(await import("@opentelemetry/sdk-trace-base")),
    ...(await import("@opentelemetry/sdk-trace-web")),
    ...(await import("ag-ui-lit/otel")),
    ...(await import("ag-ui-lit/measure")),
  }),
  composer: async () => {
    const composer = await import("../../../pkg/dist/chat/composer/index.js");
    const tag = "ag-ui-composer";
    if (!customElements.get(tag)) customElements.define(tag, composer.AgUiComposer);
    const { english } = await import("../../../pkg/dist/texts/english.js");
    const { german } = await import("../../../pkg/dist/texts/german.js");
    return { ...composer, english, german };
  },
  // It puts a promise of its own in the place of the page's.
  zone: async () => (await import("@opentelemetry/context-zone")).ZoneContextManager,
};

export type Libraries = typeof libraries;

/** Puts libraries where `page.evaluate` can reach them. */
async function load(...names: (keyof Libraries)[]): Promise<void> {
  for (const name of names) Object.assign(globalThis, { [name]: await libraries[name]() });
}

export const globals = {
  agUi: { ...core, ...element, ...litTools, ...mcpTools },
  lit,
  // All of zod, with every language, would be half of the page.
  z: { looseObject, number, object, string },
  load,
  openAgent,
  errorOf,
  eventOf,
  inTime,
  resultOf,
  turn,
  until,
  openRealm,
  listenersOn,
  record,
  eventTypes,
  coreMemory,
};

Object.assign(globalThis, globals);
