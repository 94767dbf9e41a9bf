import type { Client, JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/client";
import { isObject, read } from "../codec/safe-read.js";
import { start, wellFormed } from "../codec/truncate.js";
import { race } from "../execution/race.js";
import { readableText } from "../visible-text/readable-text.js";
import { invalidAnswer, isAnswer, isInvalidAnswer, streamEnded } from "./failures.js";
import type { McpSettings } from "./options.js";

/** Callbacks of a session, for its connection. */
export interface SessionEvents {
  /** Something went wrong, which may mean that the server is gone. */
  onTrouble(error: unknown): void;
  /** The server's tools have changed. */
  onToolsChanged(): void;
  /** The session is over, and not by `close()`. */
  onEnd(error: unknown): void;
}

/** A result is judged where it is read: one broken tool must not spoil the others. */
const anything = {
  "~standard": { version: 1, vendor: "ag-ui-lit", validate: (value: unknown) => ({ value }) },
} as const;

/** The timeout of the handshake and of a list, in milliseconds: no tool has to run for them. */
export const HANDSHAKE = 30_000;

/** The timeout of the server's answer to the end of a session, in milliseconds. */
const GOODBYE = 2000;

/** One session with a server: from the handshake to the end of its transport. */
export class McpSession {
  readonly client: Client;
  readonly #transport: Transport;
  readonly #settings: McpSettings;
  readonly #events: SessionEvents;
  /** Whether the transport was made here, and ends here. */
  readonly #isOwn: boolean;
  #isOver = false;
  #isGreeted = false;
  /** Requests that wait for an answer. */
  readonly #waiting = new Set<RequestId>();
  /** Whether there is a subscription, and whether there was one. */
  #isListening = false;
  #hasListened = false;
  /** Whether the next request for a list is ours. */
  #isListing = false;
  #listId: RequestId | undefined;
  #listed: unknown;
  /** Whether an invalid message came since the last answer. */
  #hasInvalid = false;

  /** Of a transport that is not started yet, or of a client that is connected. */
  constructor(client: Client, transport: Transport, settings: McpSettings, events: SessionEvents) {
    this.client = client;
    this.#transport = transport;
    this.#settings = settings;
    this.#events = events;
    this.#isOwn = settings.url !== undefined || settings.transport !== undefined;
    this.#watch(transport);
  }

  /** Returns true if the server has answered anything. */
  get isGreeted(): boolean {
    return this.#isGreeted;
  }

  /** Returns true if an answer of the server is pending. */
  get isBusy(): boolean {
    return this.#waiting.size > 0;
  }

  /** Returns true if it has ended, for whatever reason. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The server, as it names itself; else by its address. */
  get server(): string {
    const name = this.client.getServerVersion()?.name || this.#settings.url?.toString();
    return readableText(wellFormed(start((name ?? "without a name").replace(/\s+/g, " "), 100)));
  }

  /** Returns true if the server has tools at all. */
  get hasTools(): boolean {
    return this.client.getServerCapabilities()?.tools !== undefined;
  }

  /** One page of the list of tools, as the server sent it. */
  async listPage(cursor: string | undefined): Promise<unknown> {
    this.#listed = undefined;
    this.#isListing = true;
    const params = cursor === undefined ? {} : { cursor };
    const result = await this.client.request({ method: "tools/list", params }, anything, {
      timeout: HANDSHAKE,
    });
    return this.#listed ?? result;
  }

  /** Asks whether the server is there. Rejects when it is not. */
  async ping(timeout: number): Promise<void> {
    try {
      // The revisions since 2026-07-28 have no ping.
      if (this.client.getProtocolEra() === "modern") await this.client.discover({ timeout });
      else await this.client.ping({ timeout });
    } catch (thrown) {
      if (!isAnswer(thrown)) throw thrown;
    }
  }

  /** Ends it at the page's request: the server is notified. */
  async close(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#isOwn) await this.#sayGoodbye();
    await this.end();
  }

  /** Ends it without a word: the server is gone, or never was there. */
  async end(): Promise<void> {
    this.#isOver = true;
    if (!this.#isOwn) return;
    await this.client.close().catch(() => {});
    // A client that was never connected does not know its transport.
    await this.#transport.close().catch(() => {});
  }

  async #sayGoodbye(): Promise<void> {
    const transport = this.#transport as Transport & { terminateSession?(): Promise<void> };
    if (!transport.sessionId || typeof transport.terminateSession !== "function") return;
    await race(transport.terminateSession(), { timeout: GOODBYE }).catch(() => {});
  }

  /** Listens to changes of tools, if the client was not made here or its subscription has ended. */
  async listen(): Promise<void> {
    const { client } = this;
    if (this.#settings.client) {
      client.setNotificationHandler("notifications/tools/list_changed", () => this.toolsChanged());
    }
    // Older revisions report them without a subscription.
    const isAsked = client.getServerCapabilities()?.tools?.listChanged === true;
    if (client.getProtocolEra() !== "modern" || !isAsked || this.#isListening) return;
    this.#isListening = true;
    const opened = this.#hasListened ? undefined : client.autoOpenedSubscription;
    this.#hasListened = true;
    try {
      const timeout = HANDSHAKE;
      const subscription = opened ?? (await client.listen({ toolsListChanged: true }, { timeout }));
      void subscription.closed.then(() => {
        this.#isListening = false;
        this.#trouble(new Error("The server's stream ended."));
      });
    } catch {
      // A server that will not be listened to is used as it is.
      this.#isListening = false;
    }
  }

  #trouble(error: unknown): void {
    if (!this.#isOver) this.#events.onTrouble(error);
  }

  /** Handles the server's notification that its tools have changed. */
  toolsChanged(): void {
    if (!this.#isOver) this.#events.onToolsChanged();
  }

  #ended(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#events.onEnd(error);
  }

  /** The client puts its own listeners on top of these, or has put them below. */
  #watch(transport: Transport): void {
    const { onclose, onerror, onmessage } = transport;
    transport.onclose = () => {
      onclose?.();
      this.#ended(new Error("The connection was closed."));
    };
    transport.onerror = (error) => {
      if (isInvalidAnswer(error)) this.#hasInvalid = true;
      onerror?.(error);
      this.#trouble(error);
    };
    transport.onmessage = (message, extra) => {
      this.#received(message);
      onmessage?.(message, extra);
    };
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      const id = this.#sent(message);
      if (id === undefined) return send(message, options);
      const givenUp = (): void => void this.#waiting.delete(id);
      options?.requestSignal?.addEventListener("abort", givenUp, { once: true });
      const onRequestStreamEnd = (): void => {
        options?.onRequestStreamEnd?.();
        this.#noAnswer(id);
      };
      try {
        await send(message, { ...options, onRequestStreamEnd });
      } catch (thrown) {
        givenUp();
        throw thrown;
      }
    };
  }

  /** The id of a request that is to be answered within its stream. The handshake has its own deadlines. */
  #sent(message: JSONRPCMessage): RequestId | undefined {
    // A cancelled request, for example after its timeout, does not wait any more.
    if ("method" in message && message.method === "notifications/cancelled") {
      const { requestId } = message.params ?? {};
      this.#waiting.delete(requestId as RequestId);
    }
    if (!("method" in message) || !("id" in message)) return undefined;
    const { id, method } = message;
    if (this.#isListing && method === "tools/list") {
      this.#isListing = false;
      this.#listId = id;
    }
    if (method !== "tools/list" && method !== "tools/call" && method !== "ping") return undefined;
    this.#waiting.add(id);
    return id;
  }

  #received(message: JSONRPCMessage): void {
    if ("method" in message || message.id === undefined) return;
    this.#waiting.delete(message.id);
    this.#hasInvalid = false;
    this.#isGreeted ||= "result" in message;
    if (message.id !== this.#listId || !("result" in message)) return;
    this.#listId = undefined;
    this.#listed = message.result;
    // The client would refuse the whole list for one tool that breaks a rule of it.
    if (isObject(message.result) && Array.isArray(read(message.result, "tools"))) {
      Object.assign(message, { result: { ...message.result, tools: [] } });
    }
  }

  /** Fails the calls of a stream that ended before its answer: otherwise they would wait until the deadline. */
  #noAnswer(id: RequestId): void {
    if (!this.#waiting.delete(id) || this.#isOver) return;
    const error = {
      code: -32000,
      message: "the stream ended before the answer",
      data: this.#hasInvalid ? invalidAnswer : streamEnded,
    };
    this.#hasInvalid = false;
    this.#transport.onmessage?.({ jsonrpc: "2.0", id, error } as JSONRPCMessage);
  }
}
