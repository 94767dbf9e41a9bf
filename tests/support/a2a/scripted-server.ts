import { createServer, type Server, type ServerResponse } from "node:http";

/** A JSON-RPC request of a client. */
export interface Rpc {
  readonly id: number;
  readonly method: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly params: any;
}

/** What a script may do with a request. */
export interface Exchange {
  readonly rpc: Rpc;
  readonly response: ServerResponse;
  /** Writes an event of a stream. */
  event(result: object): void;
  /** Writes anything. */
  raw(text: string): void;
  error(code: number, message: string): void;
  json(result: object): void;
  end(): void;
  /** Breaks the connection off, once what was written has left. */
  breakOff(): void;
}

export type Script = (exchange: Exchange) => void | Promise<void>;

/** An A2A server whose every answer a test decides: for what a well-behaved one never does. */
export class ScriptedA2aServer {
  /** What answers a method, request by request; the last one answers all that follow. */
  readonly on: Record<string, Script[]> = {};
  readonly received: Rpc[] = [];
  #server: Server | undefined;
  #port = 0;

  static async start(): Promise<ScriptedA2aServer> {
    const own = new ScriptedA2aServer();
    own.#server = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      if (request.method === "GET") {
        response.setHeader("content-type", "application/json");
        return void response.end(JSON.stringify(own.card));
      }
      const rpc = JSON.parse(body) as Rpc;
      own.received.push(rpc);
      const scripts = own.on[rpc.method] ?? [];
      const script = scripts.length > 1 ? scripts.shift() : scripts[0];
      await (script ?? (({ error }) => error(-32601, "No.")))(exchange(rpc, response));
    });
    await new Promise<void>((resolve) => own.#server?.listen(0, "127.0.0.1", resolve));
    own.#port = (own.#server.address() as { port: number }).port;
    return own;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/a2a`;
  }

  get card(): object {
    return {
      name: "Hostile",
      description: "Breaks off.",
      capabilities: { streaming: true },
      supportedInterfaces: [{ url: this.url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    };
  }

  /** The methods that were called, in order. */
  get methods(): string[] {
    return this.received.map(({ method }) => method);
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) => this.#server?.close(() => resolve()));
  }
}

function exchange(rpc: Rpc, response: ServerResponse): Exchange {
  const raw = (text: string): void => {
    if (!response.headersSent) response.setHeader("content-type", "text/event-stream");
    response.write(text);
  };
  const json = (body: object): void => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id: rpc.id, ...body }));
  };
  return {
    rpc,
    response,
    raw,
    event: (result) => raw(`data: ${JSON.stringify({ jsonrpc: "2.0", id: rpc.id, result })}\n\n`),
    error: (code, message) => json({ error: { code, message } }),
    json: (result) => json({ result }),
    end: () => void response.end(),
    breakOff: () => void response.write(":\n", () => response.destroy()),
  };
}

/** A task, as it stands in an answer. */
export function task(state: string, more: object = {}): { task: object } {
  return {
    task: { id: "task-1", contextId: "ctx", status: { state: `TASK_STATE_${state}` }, ...more },
  };
}

/** A status of the task, with the calls that it waits for. */
export function statusOf(state: string, ...calls: string[]): { statusUpdate: object } {
  const { status } = withCalls(state, ...calls);
  return { statusUpdate: { taskId: "task-1", contextId: "ctx", status } };
}

/** The status of a task that waits for calls of `echo`. */
export function withCalls(state: string, ...calls: string[]) {
  const toolCalls = calls.map((id) => ({
    id,
    type: "function",
    function: { name: "echo", arguments: `{"of":"${id}"}` },
  }));
  const message = {
    messageId: `m-${calls.join("-")}`,
    role: "ROLE_AGENT",
    parts: [{ data: { toolCalls } }],
  };
  return {
    status: { state: `TASK_STATE_${state}`, ...(calls.length > 0 && { message }) },
  };
}

/** A piece of the artifact `a`. */
export function piece(text: string, append = true): { artifactUpdate: object } {
  const artifact = { artifactId: "a", parts: [{ text }] };
  return { artifactUpdate: { taskId: "task-1", contextId: "ctx", artifact, append } };
}

/** The artifact `a` as a whole. */
export function artifact(text: string): object {
  return { artifacts: [{ artifactId: "a", parts: [{ text }] }] };
}
