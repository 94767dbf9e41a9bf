import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it arrived. */
export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What a server answers. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Never answered: the request stays open until its client leaves. */
  readonly hangs?: boolean;
}

/** A service that answers as its reference says, and notes what that does not allow. */
export abstract class Service {
  readonly asked: Asked[] = [];
  /** What a request did wrong by the reference. */
  readonly faults: string[] = [];
  /** Answered first, in order, whatever is asked. */
  readonly next: Answer[] = [];
  /** Called when a request is left without an answer, and when its client leaves. */
  hangs: () => void = () => {};
  left: () => void = () => {};
  readonly #server: Server = createServer(
    (request, response) => void this.#serve(request, response),
  );

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  protected abstract answer(asked: Asked): Answer;

  /** Notes what is wrong with a request, and answers it as a bad one. */
  protected refuse(why: string): Answer {
    this.faults.push(why);
    return { status: 400, body: why };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url = "/", headers } = request;
    const origin = { "access-control-allow-origin": "*" };
    if (method === "OPTIONS") {
      const allowed = {
        "access-control-allow-headers": "authorization, content-type, duffel-version",
      };
      response.writeHead(204, { ...origin, ...allowed }).end();
      return;
    }
    const asked = { method, url: new URL(url, this.origin), headers, body };
    this.asked.push(asked);
    if (headers.cookie !== undefined) this.faults.push("A cookie came along.");
    if (headers.referer !== undefined) this.faults.push("A referrer came along.");
    const answer = this.next.shift() ?? this.answer(asked);
    if (answer.hangs) {
      response.on("close", () => this.left());
      this.hangs();
      return;
    }
    const { status = 200, body: content = "" } = answer;
    const text = typeof content === "string" ? content : JSON.stringify(content);
    const exposed = { "access-control-expose-headers": "retry-after, ratelimit-reset" };
    response.writeHead(status, {
      "content-type": "application/json",
      ...origin,
      ...exposed,
      ...answer.headers,
    });
    response.end(text);
  }
}
