import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { ToolRegistry } from "ag-ui-lit";
import {
  AgentReasoner,
  AgentToolExecutor,
  defineAgentTool,
  modelOf,
  nodeListener,
  serveAgent,
} from "ag-ui-lit/server";
import OpenAI from "openai";
import { z } from "zod";

const registry = new ToolRegistry();
registry.register(
  defineAgentTool({
    name: "get_stock",
    description: "The number of pieces of a product in stock.",
    schema: z.object({ product: z.string() }),
    metadata: { execution: "server", idempotent: true },
    handler: ({ product }) => ({ product, pieces: product.length }),
  }),
);

// The client reads OPENAI_API_KEY, and OPENAI_BASE_URL for a compatible server.
const model = modelOf("openai-chat", new OpenAI(), { model: process.env.MODEL ?? "gpt-4.1-mini" });
const executor = new AgentToolExecutor({ registry });
const agent = nodeListener(serveAgent(new AgentReasoner({ executor, model })));

/** The page and what it imports; a real site leaves this to its own file server. */
const files = {
  "/": [new URL("public/index.html", import.meta.url), "text/html; charset=utf-8"],
};
const dist = new URL("node_modules/ag-ui-lit/dist/", import.meta.url);

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  if (pathname === "/agent") return agent(request, response);
  const [, asset] = /^\/dist\/((?:generated\/)?[\w-]+\.(?:js|wasm))$/.exec(pathname) ?? [];
  const type = asset?.endsWith(".wasm") ? "application/wasm" : "text/javascript";
  const [file, contentType] = asset ? [new URL(asset, dist), type] : (files[pathname] ?? []);
  const body = file && (await readFile(file).catch(() => undefined));
  if (!body) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": contentType }).end(body);
});
server.listen(Number(process.env.PORT ?? 8080), () =>
  console.log(`Listening at ${server.address().port}`),
);
