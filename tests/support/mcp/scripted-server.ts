import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** A JSON-RPC message of a client. */
export interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown> & {
    readonly name?: string;
    readonly cursor?: string;
    readonly arguments?: Record<string, unknown>;
    readonly _meta?: { readonly progressToken?: number; readonly [name: string]: unknown };
  };
}

/** What a script may do with a request. */
export interface Exchange {
  readonly message: Message;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: ScriptedServer;
  /** Answers as JSON. */
  result(result: unknown): void;
  error(code: number, message: string): void;
  status(status: number, text?: string, headers?: Record<string, string>): void;
  /** Begins to answer as a stream of events. */
  stream(): (message: object) => void;
}

export type Script = (exchange: Exchange) => void | Promise<void>;

/** A tool as `tools/list` has it. */
export const listed = (name: string, more: object = {}): object => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: "object" },
  ...more,
});

/** An MCP server whose every answer a test decides: for what a well-behaved one never does. */
export class ScriptedServer {
  /** What it answers to pages of other origins, by the headers that they want to send. */
  cors = (wanted: string): Record<string, string> => ({
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-allow-headers": wanted,
    "access-control-expose-headers": "mcp-session-id, retry-after",
  });
  /** What it lists. */
  tools: unknown[] = [];
  /** Takes the place of the usual answer to a method, such as `tools/call`. */
  readonly on: Record<string, Script> = {};
  /** Looks at every request first; `true`: it has answered. */
  before: ((exchange: Exchange) => boolean) | undefined;
  /** Whether it speaks the revision of 2026-07-28, which knows no sessions and no `initialize`. */
  isModern = false;
  /** Whether it opens a stream for what it has to say on its own. */
  hasStream = true;
  capabilities: object = { tools: { listChanged: true } };
  /** What came, in order. */
  readonly received: Message[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #streams = new Set<ServerResponse>();
  #server: Server | undefined;
  #port = 0;
  #sessions = 0;
  #alive = new Set<string>();

  static async start(tools: unknown[] = []): Promise<ScriptedServer> {
    const server = new ScriptedServer();
    server.tools = tools;
    await server.start();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/mcp`;
  }

  /** How many sessions there have been. */
  get sessions(): number {
    return this.#sessions;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => void this.serve(request, response));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    const address = server.address();
    if (typeof address === "object" && address !== null) this.#port = address.port;
  }

  /** Dies: every connection breaks, and no session is remembered. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.#alive.clear();
    this.#streams.clear();
    server?.closeAllConnections();
    await new Promise<void>((resolve) => {
      if (server) server.close(() => resolve());
      else resolve();
    });
  }

  /** Forgets its sessions, as one that was started anew behind the same address. */
  forget(): void {
    this.#alive.clear();
    this.breakStreams();
  }

  /** What it has to say on its own breaks off. */
  breakStreams(): void {
    for (const stream of this.#streams) stream.destroy();
    this.#streams.clear();
  }

  /** Says something on its own. */
  notify(method: string, params: object = {}): void {
    for (const stream of this.#streams) send(stream, { jsonrpc: "2.0", method, params });
  }

  changeTools(tools: unknown[]): void {
    this.tools = tools;
    this.notify("notifications/tools/list_changed");
  }

  /** So many messages of a method have come. */
  async has(method: string, count = 1): Promise<Message[]> {
    for (;;) {
      const found = this.received.filter((message) => message.method === method);
      if (found.length >= count) return found;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Resolves when a client listens to what it says on its own. */
  async isHeard(): Promise<void> {
    while (this.#streams.size === 0) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  #happened(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** Answers a request, also one that another server got. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const wanted = String(request.headers["access-control-request-headers"] ?? "");
    for (const [name, value] of Object.entries(this.cors(wanted))) response.setHeader(name, value);
    if (request.method === "OPTIONS") {
      response.writeHead(204).end();
      return;
    }
    const session = String(request.headers["mcp-session-id"] ?? "");
    if (request.method === "GET") this.#open(session, response);
    else if (request.method === "DELETE") {
      this.#alive.delete(session);
      this.received.push({ method: "DELETE" });
      response.writeHead(200).end();
    } else await this.#answer(session, request, response);
    this.#happened();
  }

  /** Keeps a stream for what it says on its own. */
  keep(stream: ServerResponse): void {
    this.#streams.add(stream);
    stream.on("close", () => this.#streams.delete(stream));
    this.#happened();
  }

  #open(session: string, response: ServerResponse): void {
    if (!this.hasStream) {
      response.writeHead(405).end();
      return;
    }
    if (!this.#alive.has(session)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    this.keep(response);
  }

  async #answer(
    session: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    let body = "";
    for await (const chunk of request) body += chunk;
    const message = JSON.parse(body) as Message;
    this.received.push(message);
    const exchange = exchangeOf(message, request, response, this);
    if (this.before?.(exchange)) return;
    const { method = "" } = message;
    if (this.isModern)
      await (this.on[method] ?? modern[method] ?? usual[method] ?? unknown)(exchange);
    else if (method === "server/discover") exchange.error(-32601, "Method not found");
    else if (method === "initialize") this.#initialize(exchange);
    else if (!this.#alive.has(session)) exchange.status(404, "no such session");
    else if (message.id === undefined) response.writeHead(202).end();
    else await (this.on[method] ?? usual[method] ?? unknown)(exchange);
  }

  #initialize({ message, response, result }: Exchange): void {
    const session = `session-${++this.#sessions}`;
    this.#alive.add(session);
    response.setHeader("mcp-session-id", session);
    result({
      protocolVersion: message.params?.protocolVersion,
      capabilities: this.capabilities,
      serverInfo: { name: "scripted", version: "1" },
    });
  }
}

const usual: Record<string, Script> = {
  ping: ({ result }) => result({}),
  "tools/list": ({ result, server }) => result({ tools: server.tools }),
  "tools/call": ({ result, message }) =>
    result({ content: [{ type: "text", text: `${message.params?.name} ran` }] }),
};

const modern: Record<string, Script> = {
  "server/discover": ({ result, server: { capabilities } }) =>
    result({
      supportedVersions: ["2026-07-28"],
      capabilities,
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "scripted", version: "1" } },
    }),
  "subscriptions/listen": ({ message, stream, server, response }) => {
    const subscription = { "io.modelcontextprotocol/subscriptionId": message.id };
    const params = { _meta: subscription, notifications: { toolsListChanged: true } };
    stream()({ method: "notifications/subscriptions/acknowledged", params });
    server.keep(response);
  },
};

const unknown: Script = ({ error }) => error(-32601, "Method not found");

function exchangeOf(
  message: Message,
  request: IncomingMessage,
  response: ServerResponse,
  server: ScriptedServer,
): Exchange {
  const json = (body: object): void => {
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...body }));
  };
  return {
    message,
    request,
    response,
    server,
    result: (result) =>
      json({
        result: server.isModern
          ? { resultType: "complete", ttlMs: 0, cacheScope: "private", ...(result as object) }
          : result,
      }),
    error: (code, text) => json({ error: { code, message: text } }),
    status: (status, text = "", headers = {}) => void response.writeHead(status, headers).end(text),
    stream: () => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      return (said) => send(response, { jsonrpc: "2.0", ...said });
    },
  };
}

function send(stream: ServerResponse, message: object): void {
  stream.write(`data: ${JSON.stringify(message)}\n\n`);
}
