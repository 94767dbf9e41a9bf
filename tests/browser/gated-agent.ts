/** An agent that keeps its runs, over HTTP: each run stops at its gates until a test opens them. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type AgentHandler, memoryRunLog, nodeListener, serveAgent } from "ag-ui-lit/server";
import { end, scripted } from "../support/server/endpoint.js";

/** The places where a run waits: within its text, within the arguments of its call, and within its last message. */
export type Gate = "text" | "arguments" | "last text";

export class GatedAgent {
  /** Runs that have begun. */
  begun = 0;
  /** Runs that were asked to stop. */
  stopped = 0;
  /** The tool that the first run calls. */
  tool = "pay";
  /** The contents of tool messages that the last run was given. */
  told: string[] = [];
  /** The methods of the requests, without `OPTIONS`. */
  readonly asked: string[] = [];
  readonly #open = new Set<Gate>();
  #wake: () => void = () => {};
  #opened = this.#next();
  readonly #server: Server;
  #handler: AgentHandler;

  constructor() {
    this.#handler = this.#made();
    this.#server = createServer((request, response) => {
      const method = String(request.method);
      if (method !== "OPTIONS") this.asked.push(method);
      nodeListener(this.#handler)(request, response);
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/agent`;
  }

  async stop(): Promise<void> {
    this.open("text", "arguments", "last text");
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Another process: the runs of the one before are lost. */
  restart(): void {
    this.#handler = this.#made();
    this.#server.closeAllConnections();
  }

  open(...gates: readonly Gate[]): void {
    for (const gate of gates) this.#open.add(gate);
    this.#wake();
    this.#opened = this.#next();
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  async #pass(gate: Gate, signal: AbortSignal | undefined): Promise<void> {
    const stopped = new Promise<void>((resolve) =>
      signal?.addEventListener("abort", () => resolve(), { once: true }),
    );
    while (!this.#open.has(gate) && !signal?.aborted) await Promise.race([this.#opened, stopped]);
  }

  #made(): AgentHandler {
    const agent = this;
    const reasoner = scripted(async function* ({ messages }, { signal } = {}) {
      agent.begun += 1;
      signal?.addEventListener("abort", () => {
        agent.stopped += 1;
      });
      const tools = messages.filter(({ role }) => role === "tool");
      const last = messages.at(-1);
      agent.told = tools.map(({ content }) => String(content));
      if (last?.role === "tool") {
        yield { type: "text", messageId: "m2", delta: "It " };
        await agent.#pass("last text", signal);
        if (signal?.aborted) return yield end("aborted");
        yield { type: "text", messageId: "m2", delta: `said: ${last.content}` };
        return yield end();
      }
      if (last?.content === "Stop that") {
        yield { type: "text", messageId: "m3", delta: "Stopped." };
        return yield end();
      }
      yield { type: "text", messageId: "m1", delta: "Wait. " };
      await agent.#pass("text", signal);
      if (signal?.aborted) return yield end("aborted");
      yield { type: "text", messageId: "m1", delta: "Now. " };
      const call = { toolCallId: "c1", toolName: agent.tool };
      yield { type: "call_start", messageId: "m1", ...call };
      yield { type: "call_args", toolCallId: "c1", delta: '{"eur"' };
      await agent.#pass("arguments", signal);
      if (signal?.aborted) return yield end("aborted");
      yield { type: "call_args", toolCallId: "c1", delta: ":5}" };
      yield { type: "call_end", toolCallId: "c1" };
      yield end("client", { toolCalls: [{ ...call, requiresClientExecution: true } as never] });
    });
    return serveAgent(reasoner, { cors: { origins: "*" }, resumable: { log: memoryRunLog() } });
  }
}
