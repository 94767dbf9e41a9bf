import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Answers a request. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on a port of its own, which notes every request. */
export class Host {
  readonly requests: { readonly path: string; readonly headers: IncomingMessage["headers"] }[] = [];
  readonly #server: Server;
  readonly #answers = new Map<string, Answer>();

  private constructor() {
    this.#server = createServer((request, response) => {
      const path = request.url ?? "";
      this.requests.push({ path, headers: request.headers });
      const answer = this.#answers.get(path);
      if (answer) answer(request, response);
      else response.writeHead(404, cors).end("not here");
    });
  }

  static async start(): Promise<Host> {
    const host = new Host();
    await new Promise<void>((listening) => host.#server.listen(0, listening));
    return host;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  answer(path: string, answer: Answer): string {
    this.#answers.set(path, answer);
    return this.origin + path;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((stopped) => this.#server.close(stopped));
  }
}

/** Every page may read it. */
export const cors = { "access-control-allow-origin": "*" } as const;

/** An answer with a body of a type. */
export const content =
  (type: string, body: string | Uint8Array, headers: object = {}): Answer =>
  (_request, response) => {
    response.writeHead(200, { ...cors, "content-type": type, ...headers }).end(body);
  };

/** A redirect that every page may follow. */
export const redirect =
  (location: string, status = 302): Answer =>
  (_request, response) => {
    response.writeHead(status, { ...cors, location }).end();
  };
