import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { type AgentRequest, immutable, type Reply } from "../backend.js";

const pkg = fileURLToPath(new URL("../../../pkg", import.meta.url));

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

/** Answers whatever is not a file. */
export type Route = (url: URL, response: ServerResponse, request: IncomingMessage) => void;

/**
 * The site that an example of the README stands in: its page, the package at /node_modules/ag-ui-lit/, and a scripted
 * agent at /agent.
 */
export class Site {
  /** What the agent was asked. */
  readonly requests: AgentRequest[] = [];
  /** Headers of every page. */
  readonly headers = new Map<string, string>();
  readonly #server: Server;
  readonly #folder: string;
  readonly #routes = new Map<string, Route>();
  #replies: Reply[] = [];

  constructor(folder: string) {
    this.#folder = folder;
    this.#server = createServer((request, response) => {
      void this.#handle(request, response).catch((error: Error) => response.destroy(error));
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Forgets what a test has set and asked, for the next one. The address stays, so that browsers' caches are of use. */
  reset(): void {
    this.requests.length = 0;
    this.headers.clear();
    this.#routes.clear();
    this.#replies = [];
  }

  /** The agent gives these replies, one per request. */
  script(...replies: Reply[]): void {
    this.#replies = replies;
  }

  /** Answers one more address. */
  route(path: string, route: Route): void {
    this.#routes.set(path, route);
  }

  /** Serves one of the package's files at another address too. */
  alias(path: string, file: string): void {
    this.route(path, (_url, response) => send(response, join(pkg, file)));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.origin);
    if (url.pathname === "/agent") return this.#answer(request, response);
    const route = this.#routes.get(url.pathname);
    if (route) return route(url, response, request);
    for (const [name, value] of this.headers) response.setHeader(name, value);
    // The names of these contain a hash of their content.
    if (url.pathname.startsWith("/assets/")) response.setHeader("cache-control", immutable);
    const inPackage = /^\/node_modules\/ag-ui-lit\/(.+)$/.exec(url.pathname)?.[1];
    const file = inPackage
      ? join(pkg, normalize(inPackage))
      : join(this.#folder, normalize(url.pathname));
    send(response, file);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = { ...JSON.parse(Buffer.concat(chunks).toString()), headers: request.headers };
    const reply = this.#replies[this.requests.push(asked) - 1];
    if (reply) await reply(response, asked);
    else response.writeHead(500).end("The test gave the agent no more replies.");
  }
}

function send(response: ServerResponse, file: string): void {
  if (file.endsWith("favicon.ico")) response.writeHead(204).end();
  else if (!existsSync(file) || !statSync(file).isFile()) response.writeHead(404).end();
  else {
    response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream");
    createReadStream(file).pipe(response);
  }
}
