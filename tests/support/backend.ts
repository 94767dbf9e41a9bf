import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { buildHarness } from "./build-harness.js";

/** A request an agent got. */
export interface AgentRequest {
  readonly threadId: string;
  readonly runId: string;
  readonly messages: readonly Message[];
  readonly tools: readonly { name: string; description: string; parameters: unknown }[];
  readonly resume?: readonly unknown[];
  readonly state?: unknown;
  readonly context?: readonly { description: string; value: string }[];
  readonly forwardedProps?: unknown;
  /** Names in lower case. */
  readonly headers: Record<string, string | string[] | undefined>;
  readonly method: string;
  /** The query of its address, with its question mark. */
  readonly search: string;
}

/** A message as it stands in a request. */
export interface Message {
  readonly id: string;
  readonly role: string;
  readonly content?: unknown;
  readonly error?: string;
  readonly toolCallId?: string;
  readonly toolCalls?: readonly { id: string; function: { name: string; arguments: string } }[];
}

/** The `Cache-Control` of files that never change under their name. */
export const immutable = "max-age=31536000, immutable";

/** Answers one request, in whatever way a test wants to see. */
export type Reply = (response: ServerResponse, request: AgentRequest) => void | Promise<void>;

/** One scripted agent: its address and what it was asked. */
export interface ScriptedAgent {
  readonly url: string;
  readonly requests: AgentRequest[];
}

/** An HTTP server that serves the harness page and scripted agents. */
export class Backend {
  readonly #server: Server;
  #harness = "";
  readonly #agents = new Map<string, { replies: Reply[]; requests: AgentRequest[] }>();
  #count = 0;

  constructor() {
    this.#server = createServer((request, response) => {
      void this.#handle(request, response).catch((error: unknown) => {
        response.destroy(error as Error);
      });
    });
  }

  /** Without the harness page it serves agents alone, as tests in Node need. */
  async start({ harness = true } = {}): Promise<void> {
    if (harness) this.#harness = await buildHarness();
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** An agent that gives these replies, one per request; the last one to every further request. */
  script(...replies: Reply[]): ScriptedAgent {
    this.#count += 1;
    const path = `/agent/${this.#count}`;
    const requests: AgentRequest[] = [];
    this.#agents.set(path, { replies, requests });
    return { url: this.origin + path, requests };
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? "/", this.origin);
    const agent = this.#agents.get(pathname);
    if (!agent) return serveFile(this.#harness, pathname, response);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString() || "{}");
    const parsed: AgentRequest = {
      ...body,
      ...{ headers: request.headers, method: request.method ?? "GET", search },
    };
    const reply = agent.replies[Math.min(agent.requests.length, agent.replies.length - 1)];
    agent.requests.push(parsed);
    await reply?.(response, parsed);
  }
}

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

function serveFile(folder: string, pathname: string, response: ServerResponse): void {
  const path = join(folder, normalize(pathname === "/" ? "/index.html" : pathname));
  if (!existsSync(path)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    "content-type": types[extname(path)] ?? "application/octet-stream",
    // The names of a build's files contain a hash of their content, so a page opened again reads them from the cache.
    ...(pathname.startsWith("/assets/") && { "cache-control": immutable }),
  });
  createReadStream(path).pipe(response);
}

const eventStream = { "content-type": "text/event-stream" };

/** Replies with the events of a run: RUN_STARTED, these, RUN_FINISHED with success. */
export function run(...events: object[]): Reply {
  return (response, { threadId, runId }) => {
    const started = { type: "RUN_STARTED", threadId, runId };
    const finished = { type: "RUN_FINISHED", threadId, runId };
    eventsOnly([started, ...events, finished])(response, { threadId, runId } as AgentRequest);
  };
}

/** Replies with exactly these events. */
export function eventsOnly(events: object[]): Reply {
  return raw(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
}

/** Replies with exactly this event stream text. */
export function raw(text: string): Reply {
  return (response) => {
    response.writeHead(200, eventStream).end(text);
  };
}

/** Replies with a captured event stream, byte for byte. */
export function file(path: string | URL): Reply {
  return raw(readFileSync(path, "utf8"));
}

/** The events of one tool call, its arguments cut into pieces. */
export function toolCall(
  id: string,
  name: string,
  args: string,
  parentMessageId?: string,
): object[] {
  const size = Math.max(1, Math.ceil(args.length / 3));
  const pieces = args.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
  return [
    {
      type: "TOOL_CALL_START",
      toolCallId: id,
      toolCallName: name,
      ...(parentMessageId && { parentMessageId }),
    },
    ...pieces.map((delta) => ({ type: "TOOL_CALL_ARGS", toolCallId: id, delta })),
    { type: "TOOL_CALL_END", toolCallId: id },
  ];
}

/** The events of one text message. */
export function text(messageId: string, content: string): object[] {
  return [
    { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
    { type: "TEXT_MESSAGE_CONTENT", messageId, delta: content },
    { type: "TEXT_MESSAGE_END", messageId },
  ];
}
