import type { RunAgentInput } from "@ag-ui/core";
import { loadJsonSchema } from "../../core/json-schema.js";
import { checkOptions } from "../../options/check-options.js";
import { OptionError } from "../../options/option-error.js";
import { hasMethods } from "../../options/rules.js";
import type { AgUiTool } from "../../tools/ag-ui-tool.js";
import { needsJsonSchemaModule } from "../../validation/choose.js";
import type { AgentContext } from "../agent-context.js";
import type { Reasoner } from "../reasoner-event.js";
import type { AgentExecuteRequest } from "../requests.js";
import { type Asked, askedBy, type RunAnswer } from "./asked.js";
import { corsHeaders, preflightAnswer } from "./cors.js";
import {
  DEFAULT_HEARTBEAT,
  DEFAULT_MAX_BODY_BYTES,
  endpointRules,
  type ServeAgentOptions,
} from "./endpoint-options.js";
import { eventBytes } from "./event-bytes.js";
import { type EventWriter, eventWriter } from "./event-writer.js";
import { FaultLog } from "./fault-log.js";
import { HttpProblem, internalProblem, shuttingDown } from "./http-problem.js";
import { loadProtocol, type Protocol } from "./protocol.js";
import { readJson } from "./read-body.js";
import { contextOf } from "./request-context.js";
import {
  askedRun,
  inputOf,
  numberedWriter,
  RESUMABLE,
  ResumableEndpoint,
} from "./resumable-endpoint.js";
import { runEvents } from "./run-events.js";
import { runInputOf } from "./run-input.js";

/** Answers requests of AG-UI. Never rejects. */
export type AgentHandler = (request: Request) => Promise<Response>;

/** An endpoint of AG-UI. */
export interface ServedAgent {
  /** Answers a request. Never rejects. */
  (request: Request): Promise<Response>;
  /**
   * Resolves when the log of `resumable` has the end of every run that this process has begun; at once without one. A
   * process that ends waits for it, after the reasoner was closed: clients that go on elsewhere then read the true end.
   * Never rejects.
   */
  settled(): Promise<void>;
}

/**
 * An AG-UI endpoint from a reasoner: a function from a standard `Request` to a `Response`, for Deno, Bun and workers as it is, for
 * Node by `nodeListener`. Every path is its own: a router before it decides which requests it gets.
 *
 * Events are encoded by `@ag-ui/encoder`: as server-sent events, or in protobuf for a client whose `Accept` names that. What is no
 * run of AG-UI is refused with a status from 400 and JSON that says what to do; what fails later ends the run by `RUN_ERROR`.
 *
 * @throws {TypeError} when the reasoner is none, or an option is not as it must be.
 *
 * @example
 * ```ts
 * const handler = serveAgent(new AgentReasoner({ executor, model }), {
 *   context: async (request) => {
 *     const user = await userOf(request.headers.get("authorization"));
 *     return user ? { user } : new Response(null, { status: 401 });
 *   },
 * });
 * Deno.serve(handler);
 * ```
 */
export function serveAgent(reasoner: Reasoner, options: ServeAgentOptions = {}): ServedAgent {
  if (!hasMethods(reasoner, "run")) {
    throw new OptionError("ag-ui-lit: serveAgent() takes a reasoner: an object with run().");
  }
  checkOptions("serveAgent", options, endpointRules);
  const endpoint = new Endpoint(reasoner, { ...options });
  const handler: AgentHandler = async (request) => {
    const asked = askedBy(request);
    const answer = await endpoint.answer(asked);
    if (!("events" in answer)) return answer;
    const { headers } = answer;
    return new Response(eventBytes(answer, asked.gone), { status: 200, headers });
  };
  endpoints.set(handler, endpoint);
  return Object.assign(handler, { settled: () => endpoint.settled() });
}

/** The endpoint behind a handler of `serveAgent`. */
export function endpointOf(handler: AgentHandler): Endpoint | undefined {
  return endpoints.get(handler);
}

const endpoints = new WeakMap<AgentHandler, Endpoint>();

export class Endpoint {
  readonly #reasoner: Reasoner;
  readonly #options: ServeAgentOptions;
  readonly #log: FaultLog;
  readonly #resumable: ResumableEndpoint | undefined;

  constructor(reasoner: Reasoner, options: ServeAgentOptions) {
    this.#reasoner = reasoner;
    this.#options = options;
    this.#log = new FaultLog(options.log);
    this.#resumable = options.resumable && new ResumableEndpoint(options.resumable);
  }

  /** Resolves when the log of runs has every end. Never rejects. */
  async settled(): Promise<void> {
    await this.#resumable?.settled();
  }

  /** A run, or another answer. Never rejects. */
  async answer(asked: Asked): Promise<RunAnswer | Response> {
    const { cors } = this.#options;
    const resumable = this.#resumable;
    const headers = corsHeaders(cors, asked, resumable && RESUMABLE);
    try {
      const methods = resumable ? "POST, GET, DELETE" : "POST";
      if (asked.method === "OPTIONS" && cors) return preflightAnswer(headers, asked, methods);
      if (resumable && (asked.method === "GET" || asked.method === "DELETE")) {
        return await this.#goOn(resumable, asked, headers);
      }
      return await this.#run(asked, headers, methods);
    } catch (thrown) {
      if (thrown instanceof HttpProblem) return thrown.response(headers);
      return internalProblem(this.#log.tell(thrown)).response(headers);
    }
  }

  async #run(asked: Asked, headers: Headers, methods: string): Promise<RunAnswer | Response> {
    const { maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = this.#options;
    if (asked.method !== "POST") throw wrongMethod(asked.method, methods);
    if (this.#reasoner.isClosing === true) throw shuttingDown();
    const protocol = await loadProtocol();
    const input = runInputOf(await readJson(asked, maxBodyBytes), protocol);
    const context = await contextOf(this.#options.context, asked, input);
    if ("status" in context) return withHeaders(context as Response, headers);
    await this.#prepare(input, context);
    return await this.#begin(asked, { input, context, protocol }, headers);
  }

  /** What judges tools of a client is loaded before they are offered. Without it the run fails, and says so. */
  async #prepare({ tools = [] }: RunAgentInput, context: AgentContext): Promise<void> {
    if (!tools.some(needsJsonSchemaModule)) return;
    try {
      await loadJsonSchema();
    } catch (thrown) {
      this.#log.tell(thrown, context);
    }
  }

  async #begin(asked: Asked, run: Run, headers: Headers): Promise<RunAnswer> {
    const writer = eventWriter(run.protocol, asked.header("accept") ?? "");
    // A binary stream has no place for an event's number.
    const numbered = writer.beat && (await this.#beginResumable(asked, run, headers));
    return numbered ?? this.#streamed(headers, writer, this.#events(run, asked.gone.signal), run);
  }

  #events({ input, context }: Run, signal: AbortSignal): ReturnType<typeof runEvents> {
    const tell = (thrown: unknown) => this.#log.tell(thrown, context);
    const request = requestOf(input, context);
    return runEvents({ reasoner: this.#reasoner, input, request, signal, tell });
  }

  #streamed(
    headers: Headers,
    writer: EventWriter<never>,
    events: RunAnswer["events"],
    { context }: Pick<Run, "context">,
  ): RunAnswer {
    const { heartbeat = DEFAULT_HEARTBEAT } = this.#options;
    headers.set("content-type", writer.contentType);
    headers.set("cache-control", "no-cache, no-transform");
    headers.set("x-accel-buffering", "no");
    headers.append("vary", "accept");
    const tell = (thrown: unknown) => this.#log.tell(thrown, context);
    return { headers, writer, events, heartbeat, tell };
  }

  /** A run that goes on without its client; nothing when it can't be kept, so that it is served as any other. */
  async #beginResumable(asked: Asked, run: Run, headers: Headers): Promise<RunAnswer | undefined> {
    if (!this.#resumable) return undefined;
    const { input, context, protocol } = run;
    const stopped = new AbortController();
    const events = await this.#resumable.begin(
      {
        name: input,
        context,
        protocol,
        events: this.#events(run, stopped.signal),
        stop: () => stopped.abort(),
      },
      { signal: asked.gone.signal, tell: (thrown) => this.#log.tell(thrown, context) },
    );
    if (!events) return undefined;
    headers.set(RESUMABLE, "get");
    return this.#streamed(headers, numberedWriter, events, run);
  }

  /** Follows or stops a run that has begun. */
  async #goOn(
    resumable: ResumableEndpoint,
    asked: Asked,
    headers: Headers,
  ): Promise<RunAnswer | Response> {
    const run = askedRun(asked);
    const context = await contextOf(this.#options.context, asked, inputOf(run));
    if ("status" in context) return withHeaders(context as Response, headers);
    const tell = (thrown: unknown) => this.#log.tell(thrown, context);
    const client = { signal: asked.gone.signal, tell };
    if (asked.method === "DELETE") {
      await resumable.stop(run, context, client);
      return new Response(null, { status: 204, headers });
    }
    const isClosing = this.#reasoner.isClosing === true;
    const events = await resumable.follow(run, context, { ...client, isClosing });
    headers.set(RESUMABLE, "get");
    return this.#streamed(headers, numberedWriter, events, { context });
  }
}

/** A request that is a run. */
interface Run {
  readonly input: RunAgentInput;
  readonly context: AgentContext;
  readonly protocol: Protocol;
}

function wrongMethod(method: string, allow: string): HttpProblem {
  const message = `Send an AG-UI RunAgentInput by POST, not by ${method}.`;
  return new HttpProblem(405, "method_not_allowed", message, { headers: { allow } });
}

function requestOf(input: RunAgentInput, context: AgentContext): AgentExecuteRequest {
  const { messages, tools, state, context: contextEntries, forwardedProps } = input;
  return {
    context,
    messages,
    clientTools: (tools ?? []) as readonly AgUiTool[],
    state,
    ...(contextEntries && { contextEntries }),
    ...(forwardedProps !== undefined && { forwardedProps }),
  };
}

/** The server's own answer, as a page of another origin may read it. */
function withHeaders(response: Response, headers: Headers): Response {
  const all = new Headers(response.headers);
  for (const [name, value] of headers) if (!all.has(name)) all.set(name, value);
  const { status, statusText, body } = response;
  return new Response(body, { status, statusText, headers: all });
}
