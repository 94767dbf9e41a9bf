/**
 * A server in a process of its own: `serveAgent` with an `AgentReasoner`, or the same events by `@ag-ui/encoder` alone. Sends its port,
 * and its processor time whenever it is asked.
 */
import { createServer } from "node:http";
import { RunAgentInputSchema } from "@ag-ui/core/schemas";
import { EventEncoder } from "@ag-ui/encoder";
import { ToolRegistry } from "ag-ui-lit";
import { AgentReasoner, AgentToolExecutor, nodeListener, serveAgent } from "ag-ui-lit/server";

const DELTAS = 20;

/** @returns {AsyncGenerator<{ type: "text", delta: string }>} */
async function* model() {
  for (let index = 0; index < DELTAS; index += 1) yield { type: "text", delta: `word ${index} ` };
}

/** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response */
async function plain(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString());
  const { threadId, runId } = RunAgentInputSchema.parse(body);
  const encoder = new EventEncoder();
  response.writeHead(200, { "content-type": encoder.getContentType() });
  const say = (/** @type {any} */ event) => response.write(encoder.encode(event));
  const messageId = crypto.randomUUID();
  say({ type: "RUN_STARTED", threadId, runId });
  say({ type: "TEXT_MESSAGE_START", messageId, role: "assistant" });
  for await (const { delta } of model()) say({ type: "TEXT_MESSAGE_CONTENT", messageId, delta });
  say({ type: "TEXT_MESSAGE_END", messageId });
  say({ type: "RUN_FINISHED", threadId, runId });
  response.end();
}

function ours() {
  const executor = new AgentToolExecutor({ registry: new ToolRegistry() });
  return nodeListener(serveAgent(new AgentReasoner({ executor, model })));
}

const server = createServer(process.argv[2] === "plain" ? plain : ours());
server.listen(0, "127.0.0.1", () => {
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  process.send?.(address.port);
});
process.on("message", () => process.send?.(process.cpuUsage()));
process.on("disconnect", () => process.exit());
