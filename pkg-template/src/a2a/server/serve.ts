import type { TaskStore } from "@a2a-js/sdk/server";
import { isObject } from "../../codec/safe-read.js";
import { checkOptions, type OptionRule } from "../../options/check-options.js";
import { aCount, aFunction, hasMethods } from "../../options/rules.js";
import type { AgentLog } from "../../server/agent-log.js";
import type { Reasoner } from "../../server/reasoner-event.js";
import { aLog } from "./a-log.js";
import { type A2aCardOptions, agentCard } from "./card.js";
import type { A2aCaller } from "./executor.js";
import { A2aNotes } from "./log.js";
import { RpcServer } from "./rpc-server.js";

/** How `serveA2a` serves. */
export interface ServeA2aOptions {
  /** What the agent says of itself, and where it is. */
  readonly card: A2aCardOptions;
  /**
   * Who asks, by a request's headers: called for every request but those of the card. Return a `Response` to refuse it, as one with
   * status 401. Tasks and conversations of different users have nothing to do with each other: without it, who knows a task's id
   * may go on with it.
   */
  readonly context?: (request: Request) => A2aCaller | Response | PromiseLike<A2aCaller | Response>;
  /** Takes what is to be logged. Unless said, failures go to the console. */
  readonly log?: AgentLog;
  /**
   * How many bytes tasks may take in memory, their histories and artifacts included, and conversations as much again: 64 MiB unless said.
   * What is too much goes from the user who has the most, finished tasks first; while all of it is worked on, a new message is refused.
   */
  readonly maxStoredBytes?: number;
  /** Where tasks are kept: unless said, the newest 1,000 in memory. */
  readonly taskStore?: TaskStore;
  /** How many conversations are remembered: 1,000 unless said. */
  readonly maxConversations?: number;
  /** How many messages of a conversation are remembered: 1,000 unless said. */
  readonly maxMessages?: number;
  /** How many bytes a request may have: 4 MiB unless said. */
  readonly maxBodyBytes?: number;
}

const aCard: OptionRule = [
  "an object with name, description and url, an absolute address",
  (value) => {
    if (!isObject(value)) return false;
    const { name, description, url } = value as Partial<Record<string, unknown>>;
    return [name, description, url].every((text) => typeof text === "string") && isAddress(url);
  },
  "needed",
];

/**
 * Serves a reasoner over A2A: a function from a standard `Request` to its `Response`, for Node, Deno, Bun and workers. It answers the
 * card at `/.well-known/agent-card.json` below any path, and JSON-RPC by POST, with streams as events: version 1.0, and 0.3 for
 * older clients. Needs the package `@a2a-js/sdk`.
 *
 * @throws {OptionError} when an option is not as it must be.
 * @example
 * ```ts
 * const answer = serveA2a(reasoner, { card: { name: "Desk", description: "Books rooms.", url: "https://example.com/a2a" } });
 * Deno.serve(answer);
 * ```
 */
export function serveA2a(
  reasoner: Reasoner,
  options: ServeA2aOptions,
): (request: Request) => Promise<Response> {
  checkOptions<ServeA2aOptions>("serveA2a", options, {
    card: aCard,
    context: aFunction,
    log: aLog,
    taskStore: ["a TaskStore", (value) => hasMethods(value, "save", "load", "list")],
    maxConversations: aCount,
    maxMessages: aCount,
    maxStoredBytes: aCount,
    maxBodyBytes: aCount,
  });
  const notes = new A2aNotes(options.log);
  const card = agentCard(options.card);
  let server: Promise<RpcServer> | undefined;
  const loaded = (): Promise<RpcServer> => {
    server ??= RpcServer.load(reasoner, card, options, notes);
    // The next request tries again.
    server.catch(() => {
      server = undefined;
    });
    return server;
  };
  return async (request) => {
    try {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith("/.well-known/agent-card.json")) {
        if (request.method !== "GET" && request.method !== "HEAD") return refused(405, "GET, HEAD");
        return await (await loaded()).card(request);
      }
      if (request.method !== "POST") return refused(405, "POST");
      const caller = await options.context?.(request);
      if (caller instanceof Response) return caller;
      return await (await loaded()).answer(request, caller ?? {});
    } catch (error) {
      const { message } = notes.failed(error);
      const body = { jsonrpc: "2.0", id: null, error: { code: -32603, message } };
      return Response.json(body, { status: 500 });
    }
  };
}

function refused(status: number, allow: string): Response {
  return new Response(null, { status, headers: { allow } });
}

function isAddress(url: unknown): boolean {
  try {
    return /^https?:$/.test(new URL(String(url)).protocol);
  } catch {
    return false;
  }
}
