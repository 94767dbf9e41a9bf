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

/** The options of `serveA2a`. */
export interface ServeA2aOptions {
  /** The agent's card, with its address. */
  readonly card: A2aCardOptions;
  /**
   * Returns the caller, by a request's headers: called for every request except those for the card. Return a `Response`
   * to refuse it, such as one with status 401. Tasks and conversations of different users are kept apart: without this
   * option, anyone who knows a task's id may continue it.
   */
  readonly context?: (request: Request) => A2aCaller | Response | PromiseLike<A2aCaller | Response>;
  /** Receives log entries. By default failures go to the console. */
  readonly log?: AgentLog;
  /**
   * The memory for tasks in bytes, with histories and artifacts, and the same again for conversations; 64 MiB by
   * default. Over the limit, the user with the most data loses finished tasks first; if all of it is in progress, a new
   * message is refused.
   */
  readonly maxStoredBytes?: number;
  /** The store of tasks; by default the newest 1,000 are kept in memory. */
  readonly taskStore?: TaskStore;
  /** The maximum number of kept conversations; 1,000 by default. */
  readonly maxConversations?: number;
  /** The maximum number of kept messages of a conversation; 1,000 by default. */
  readonly maxMessages?: number;
  /** The maximum size of a request in bytes; 4 MiB by default. */
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
 * Serves a reasoner over A2A: a function from a standard `Request` to its `Response`, for Node, Deno, Bun and workers.
 * It answers the card at `/.well-known/agent-card.json` below any path, and JSON-RPC by POST, with streams as events:
 * version 1.0, and 0.3 for older clients. Needs the package `@a2a-js/sdk`.
 *
 * @throws {OptionError} if an option is invalid.
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
