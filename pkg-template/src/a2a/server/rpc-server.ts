import type { AgentCard } from "@a2a-js/sdk";
import type { JsonRpcTransportHandler, ServerCallContext } from "@a2a-js/sdk/server";
import { isObject } from "../../codec/safe-read.js";
import { keyOf } from "../../server/key.js";
import type { Reasoner } from "../../server/reasoner-event.js";
import { type A2aServerSdk, loadServerSdk } from "../sdk.js";
import { taskBusses } from "./busses.js";
import { eventStream } from "./event-stream.js";
import { A2aAgentExecutor, type A2aCaller, DEFAULT_STORED_BYTES } from "./executor.js";
import { oneAtATime } from "./guarded.js";
import type { A2aNotes } from "./log.js";
import { readBody } from "./read-body.js";
import { SafeTaskStore } from "./safe-task-store.js";
import { inProtocol, isSending, type RpcRequest, withSeedCalls } from "./seed-forms.js";
import type { ServeA2aOptions } from "./serve.js";
import { BoundedTaskStore } from "./task-store.js";

/** The maximum number of tasks in memory. */
const mostTasks = 1000;

/** The key of the caller in the SDK's context of a call. */
const callerKey = "ag-ui-lit.caller";

interface Handlers {
  readonly current: Pick<JsonRpcTransportHandler, "handle">;
  readonly legacy: Pick<JsonRpcTransportHandler, "handle">;
}

interface Served {
  readonly card: AgentCard;
  readonly options: ServeA2aOptions;
  readonly notes: A2aNotes;
}

/** The JSON-RPC half of a server: the SDK's handlers over HTTP. */
export class RpcServer {
  readonly #sdk: A2aServerSdk;
  readonly #card: AgentCard;
  readonly #handlers: Handlers;
  readonly #notes: A2aNotes;
  readonly #maxBodyBytes: number;
  /**
   * Returns true if a message of so many bytes fits into the task store; a store of the page's own has its own limits.
   */
  #hasRoomFor: (bytes: number) => boolean = () => true;
  /** Bytes of messages whose tasks are not stored yet. */
  #arriving = 0;

  /** Loads the SDK. */
  static async load(
    reasoner: Reasoner,
    card: AgentCard,
    options: ServeA2aOptions,
    notes: A2aNotes,
  ): Promise<RpcServer> {
    return new RpcServer(await loadServerSdk(), reasoner, { card, options, notes });
  }

  private constructor(sdk: A2aServerSdk, reasoner: Reasoner, { card, options, notes }: Served) {
    const {
      log,
      taskStore,
      maxConversations,
      maxMessages,
      maxBodyBytes = 4 * 1024 * 1024,
      maxStoredBytes = DEFAULT_STORED_BYTES,
    } = options;
    const executor = new A2aAgentExecutor(reasoner, {
      ...(log && { log }),
      context: ({ context }) => (context.state.get(callerKey) ?? {}) as A2aCaller,
      ...(maxConversations !== undefined && { maxConversations }),
      ...(maxMessages !== undefined && { maxMessages }),
      maxStoredBytes,
    });
    const isRunning = (taskId: string): boolean => executor.isRunning(taskId);
    const own = new BoundedTaskStore(sdk.server, {
      most: mostTasks,
      mostBytes: maxStoredBytes,
      isRunning,
    });
    if (!taskStore) this.#hasRoomFor = (bytes) => own.hasRoomFor(bytes + this.#arriving);
    const handler = new sdk.server.DefaultRequestHandler(
      card,
      new SafeTaskStore(taskStore ?? own, sdk, notes),
      executor,
      taskBusses(sdk.server, isRunning),
      undefined,
      undefined,
      undefined,
      undefined,
      { keepBusAliveStates: [] },
    );
    const guarded = oneAtATime(handler, sdk, isRunning);
    this.#handlers = {
      current: new sdk.server.JsonRpcTransportHandler(guarded),
      legacy: new sdk.legacy.LegacyJsonRpcTransportHandler(guarded),
    };
    this.#sdk = sdk;
    this.#card = card;
    this.#notes = notes;
    this.#maxBodyBytes = maxBodyBytes;
  }

  /** The card in the form of the requested version. */
  async card(request: Request): Promise<Response> {
    const body = this.#isLegacy(request)
      ? await this.#legacyCard()
      : this.#sdk.types.AgentCard.toJSON(this.#card);
    const headers = { vary: "A2A-Version", "cache-control": "public, max-age=3600" };
    return Response.json(body, { headers });
  }

  /** Answers a JSON-RPC request of a caller. */
  async answer(request: Request, caller: A2aCaller): Promise<Response> {
    const isLegacy = this.#isLegacy(request);
    const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
    // A form of another site can be sent as any type but this one.
    if (type !== "application/json") {
      return fault(null, -32005, "The request must be application/json.", 415);
    }
    const text = await readBody(request, this.#maxBodyBytes);
    if (text === undefined) {
      return fault(null, -32600, `The request has more than ${this.#maxBodyBytes} bytes.`, 413);
    }
    const read = parsed(text);
    if (!read) return fault(null, -32700, "The request is no JSON object.");
    const id = idOf(read);
    const wantsStream = /\btext\/event-stream\b/.test(request.headers.get("accept") ?? "");
    const rpc = inProtocol(read, { isLegacy, wantsStream });
    if (typeof rpc === "string") return fault(id, -32602, `${rpc}.`);
    const context = this.#contextOf(request, caller);
    const { VersionNotSupportedError } = this.#sdk.errors;
    if (!isLegacy && context.requestedVersion !== "1.0") {
      const version = JSON.stringify(context.requestedVersion.slice(0, 20));
      return this.#thrown(
        id,
        new VersionNotSupportedError(`A2A ${version} is not served: 1.0 and 0.3 are.`),
      );
    }
    const size = isSending(rpc) ? text.length : 0;
    if (size > 0 && !this.#hasRoomFor(size)) return noRoom(id);
    this.#arriving += size;
    return this.#respond(rpc, context, { isLegacy, size });
  }

  async #respond(
    rpc: RpcRequest,
    context: ServerCallContext,
    { isLegacy, size }: { readonly isLegacy: boolean; readonly size: number },
  ): Promise<Response> {
    const id = idOf(rpc);
    const handler = isLegacy ? this.#handlers.legacy : this.#handlers.current;
    const shown = isLegacy ? withSeedCalls : <Answer>(answer: Answer): Answer => answer;
    // Earlier events of a task are stored by then, so that a subscriber's snapshot is complete.
    await new Promise((resolve) => setTimeout(resolve, 0));
    const answering = handler.handle(rpc, context);
    // The task is stored by then.
    setTimeout(() => {
      this.#arriving -= size;
    }, 0);
    const answer = await answering;
    if (!(Symbol.asyncIterator in answer)) return Response.json(shown(answer));
    const events = answer[Symbol.asyncIterator]();
    let first: Awaited<ReturnType<typeof events.next>>;
    try {
      first = await events.next();
    } catch (thrown) {
      return this.#thrown(id, thrown);
    }
    const stream = eventStream(first, events, {
      textOf: (event) => this.#sdk.types.formatSSEEvent(shown(event)),
      failed: (thrown) => this.#sdk.types.formatSSEErrorEvent(this.#faultOf(id, thrown)),
    });
    return new Response(stream, { headers: { ...this.#sdk.types.SSE_HEADERS } });
  }

  #isLegacy({ headers }: Request): boolean {
    const version = headers.get("a2a-version") || "0.3";
    return version === "0.3" || version.startsWith("0.3.");
  }

  #contextOf({ headers }: Request, caller: A2aCaller): ServerCallContext {
    const { server, types } = this.#sdk;
    const { user, organisation } = caller;
    const extensions = headers.get("a2a-extensions") ?? headers.get("x-a2a-extensions");
    return new server.ServerCallContext({
      requestedExtensions: types.Extensions.parseServiceParameter(extensions ?? undefined),
      requestedVersion: headers.get("a2a-version") || "0.3",
      state: new Map([[callerKey, caller]]),
      // By this name the SDK keeps tasks apart; it takes an empty one for "unknown".
      ...(user && {
        user: {
          isAuthenticated: true,
          userName: keyOf("a2a.caller", organisation?.id, user.id),
        },
      }),
    });
  }

  /** The SDK writes a card in the older form by one method only. */
  async #legacyCard(): Promise<object> {
    const { LegacyJsonRpcTransportHandler } = this.#sdk.legacy;
    const asked = { getAuthenticatedExtendedAgentCard: async () => this.#card };
    const handler = new LegacyJsonRpcTransportHandler(asked as never);
    const method = "agent/getAuthenticatedExtendedCard";
    const answer = await handler.handle({ jsonrpc: "2.0", id: 1, method }, this.#bare());
    const { result } = answer as { result?: object };
    const { supportedInterfaces } = this.#card;
    return { ...result, supportedInterfaces };
  }

  #bare(): ServerCallContext {
    return new this.#sdk.server.ServerCallContext();
  }

  #thrown(id: unknown, thrown: unknown): Response {
    return Response.json(this.#faultOf(id, thrown));
  }

  /** The error for a client: the finding of the SDK or this server; any other error without details. */
  #faultOf(id: unknown, thrown: unknown): object {
    const { A2AError } = this.#sdk.errors;
    if (thrown instanceof A2AError) {
      const error = this.#sdk.server.JsonRpcTransportHandler.mapToJSONRPCError(thrown);
      return { jsonrpc: "2.0", id, error };
    }
    const { message } = this.#notes.failed(thrown);
    return { jsonrpc: "2.0", id, error: { code: -32603, message } };
  }
}

function parsed(text: string): RpcRequest | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && !Array.isArray(value) ? (value as RpcRequest) : undefined;
  } catch {
    return undefined;
  }
}

function idOf({ id }: RpcRequest): string | number | null {
  return typeof id === "string" || typeof id === "number" ? id : null;
}

function fault(id: unknown, code: number, message: string, status = 200): Response {
  return Response.json({ jsonrpc: "2.0", id, error: { code, message } }, { status });
}

/** All stored tasks are in progress: they are not given up for a new one. */
function noRoom(id: unknown): Response {
  const message =
    "The server has no room for another message while so many are worked on. Try again later.";
  const error = { code: -32603, message };
  return Response.json(
    { jsonrpc: "2.0", id, error },
    { status: 503, headers: { "retry-after": "5" } },
  );
}
