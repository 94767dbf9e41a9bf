/// <reference lib="esnext.disposable" preserve="true" />

import { TypedEventTarget } from "../events/typed-event-target.js";
import { within } from "../execution/race.js";
import type { ToolRegistryChange } from "../tools/registry.js";
import { type ChosenTools, chosenTools } from "./chosen-tools.js";
import { McpConnectionError } from "./errors.js";
import type { McpConnectionEventMap, McpStatus, McpStatusChange } from "./events.js";
import { closedFailure, connectionError, disconnectedFailure } from "./failures.js";
import { type McpOptions, type McpSettings, settingsOf } from "./options.js";
import { whenTakesTools } from "./ready.js";
import { Reconnection } from "./reconnection.js";
import type { McpSession } from "./session.js";
import { SessionWatch } from "./session-watch.js";
import { readTools } from "./tool-list.js";
import { type McpRejection, type McpTool, ToolSet } from "./tool-set.js";

/** One attempt to connect: its work is dropped when another replaces it. */
interface Attempt {
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/**
 * A connection to an MCP server, whose tools are in a registry for as long as it lasts.
 *
 * @example
 * ```ts
 * const connection = new McpConnection({ url: "https://example.com/mcp", prefix: "shop_" });
 * connection.addEventListener("mcp-tool-rejected", ({ detail }) => console.warn(detail.error));
 * await connection.connect();
 * ```
 */
export class McpConnection extends TypedEventTarget<McpConnectionEventMap> {
  readonly #settings: McpSettings;
  readonly #tools: ToolSet;
  #status: McpStatus = "idle";
  #error: McpConnectionError | undefined;
  #server: string;
  #attempt: Attempt | undefined;
  #watch: SessionWatch | undefined;
  readonly #reconnection: Reconnection;
  /** Whether it was connected once: then it is restored. */
  #wasConnected = false;
  #closing: Promise<void> | undefined;

  /** @throws {TypeError} that names the invalid option. */
  constructor(options: McpOptions) {
    super();
    const settings = settingsOf(options);
    this.#settings = settings;
    this.#server = settings.url?.host ?? "";
    this.#reconnection = new Reconnection(settings.reconnect, () => this.#retry());
    const call = {
      timeout: settings.timeout,
      session: () => this.#requireSession(),
      isLost: async (session: McpSession) => !(await (this.#watchOf(session)?.isAlive() ?? false)),
    };
    this.#tools = new ToolSet(settings, call, {
      changed: (detail) => this.#dispatch("mcp-tools-changed", detail),
      rejected: (detail) => this.#dispatch("mcp-tool-rejected", detail),
    });
    const { signal } = settings;
    if (signal?.aborted) this.#status = "closed";
    signal?.addEventListener("abort", this.#closeForSignal, { once: true });
  }

  /** The status of the connection. */
  get status(): McpStatus {
    return this.#status;
  }

  /** The reason of its end or failure, until it is restored. */
  get error(): McpConnectionError | undefined {
    return this.#error;
  }

  /** The server, as it names itself; before that, its address. */
  get server(): string {
    return this.#server;
  }

  /** The server's tools in the registry, in its order. */
  get tools(): readonly McpTool[] {
    return this.#tools.tools;
  }

  /** Their names in the registry. */
  get toolNames(): readonly string[] {
    return this.#tools.names;
  }

  /** The rejected entries of the server's list, with reasons. */
  get rejected(): readonly McpRejection[] {
    return this.#tools.rejected;
  }

  /**
   * Connects, if it is not connected. Resolves when the server's tools are registered.
   *
   * @returns a promise that rejects with an `McpConnectionError`, whose message has the cause and the remedy.
   */
  async connect(): Promise<void> {
    if (this.#status === "connected") return;
    await (this.#attempt?.done ?? this.#begin("connecting"));
  }

  /** Connects anew, at once: also while a connection is there, waited for, or given up. As `connect()` otherwise. */
  async reconnect(): Promise<void> {
    if (this.#status === "closed") throw this.#closedError();
    this.#reconnection.reset();
    this.#abandon(new McpConnectionError("closed", "The page connects anew."));
    void this.#leave()?.close();
    await this.#begin("connecting");
  }

  /** Ends the connection for good: the tools leave the registry, and the server is notified. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  /** The same as `close()`: for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #end(): Promise<void> {
    this.#settings.signal?.removeEventListener("abort", this.#closeForSignal);
    this.#abandon(this.#closedError());
    const watch = this.#leave();
    this.#error = undefined;
    this.#become("closed");
    await watch?.close();
  }

  readonly #closeForSignal = (): void => void this.close();

  #begin(status: "connecting" | "reconnecting"): Promise<void> {
    if (this.#status === "closed") return Promise.reject(this.#closedError());
    this.#reconnection.stop();
    const stop = new AbortController();
    const done = this.#open(stop.signal);
    const attempt: Attempt = { stop, done };
    this.#attempt = attempt;
    done.then(
      () => this.#finish(attempt),
      () => this.#finish(attempt),
    );
    if (status !== this.#status || status === "reconnecting") this.#become(status);
    return done;
  }

  #finish(attempt: Attempt): void {
    if (this.#attempt === attempt) this.#attempt = undefined;
  }

  /** Connects, reads the tools, registers them. */
  async #open(signal: AbortSignal): Promise<void> {
    // The caller must be able to stop it, also from a listener of the first event.
    await Promise.resolve();
    let watch: SessionWatch | undefined;
    try {
      signal.throwIfAborted();
      watch = await SessionWatch.open(this.#settings, signal, {
        onEnd: (error) => this.#lose(error),
        onTools: (tools) => this.#tools.update(tools, this.#server),
        onFault: (error) => this.#dispatch("mcp-tool-rejected", { error }),
      });
      signal.throwIfAborted();
      const list = await within(this.#readFirst(watch.session), { signal });
      if (watch.session.isOver) throw watch.endedBy;
      this.#watch = watch;
      this.#wasConnected = true;
      this.#server = watch.session.server;
      this.#error = undefined;
      this.#reconnection.reset();
      await this.#tools.update(list, this.#server);
      // A listener may have ended it meanwhile.
      signal.throwIfAborted();
      if (this.#watch !== watch) throw watch.endedBy;
      watch.begin();
      this.#settings.registry.addEventListener("tool-registry-change", this.#registryChanged);
      this.#become("connected");
    } catch (thrown) {
      await watch?.end();
      if (signal.aborted) throw signal.reason;
      const error = connectionError(thrown, this.#server);
      this.#fail(error);
      throw error;
    }
  }

  async #readFirst(session: McpSession): Promise<ChosenTools> {
    const { maxTools, registry, filter } = this.#settings;
    const list = await readTools(session, maxTools);
    if (list.tools.length > 0) await whenTakesTools(registry);
    return chosenTools(list, session.server, filter);
  }

  /** Handles a failed attempt. The first is the page's to repeat. */
  #fail(error: McpConnectionError): void {
    this.#attempt = undefined;
    this.#error = error;
    const isFinal = error.code === "unauthorized" || error.code === "missing_peer";
    const mayTry = this.#reconnection.failed();
    if (this.#wasConnected && mayTry && !isFinal) this.#retryLater(error);
    else this.#become("failed", { error });
  }

  /** Handles the loss of an established connection. */
  #lose(thrown: unknown): void {
    if (!this.#watch) return;
    const error = connectionError(thrown, this.#server);
    void this.#leave()?.end();
    if (this.#status !== "connected") return;
    this.#error = error;
    const isPages = this.#settings.url === undefined && this.#settings.transport === undefined;
    if (isPages) this.#become("failed", { error });
    else this.#retryLater(error);
  }

  #retryLater(error: McpConnectionError): void {
    const retryIn = this.#reconnection.schedule(error);
    if (retryIn === undefined) this.#become("failed", { error });
    else this.#become("reconnecting", { error, retryIn });
  }

  #retry(): void {
    if (this.#status !== "reconnecting" || this.#attempt) return;
    // The status reports it.
    this.#begin("reconnecting").catch(() => {});
  }

  /** Abandons the current attempt. */
  #abandon(reason: McpConnectionError): void {
    this.#reconnection.stop();
    this.#attempt?.stop.abort(reason);
    this.#attempt = undefined;
  }

  /** Lets go of the session that is there; its tools leave with it. */
  #leave(): SessionWatch | undefined {
    const watch = this.#watch;
    this.#watch = undefined;
    watch?.stop();
    const { registry } = this.#settings;
    registry.removeEventListener("tool-registry-change", this.#registryChanged);
    this.#tools.clear();
    return watch;
  }

  /** A name that was taken may be free now. */
  readonly #registryChanged = ({ detail }: CustomEvent<ToolRegistryChange>): void => {
    if (detail.action !== "registered" && this.#tools.isWaitingFor(detail.toolName)) {
      this.#watch?.refresh();
    }
  };

  #become(status: McpStatus, about: Pick<McpStatusChange, "error" | "retryIn"> = {}): void {
    const previous = this.#status;
    this.#status = status;
    this.#dispatch("mcp-status-changed", { status, previous, ...about });
  }

  #dispatch<Type extends keyof McpConnectionEventMap>(
    type: Type,
    detail: McpConnectionEventMap[Type]["detail"],
  ): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #requireSession(): McpSession {
    if (this.#watch && !this.#watch.session.isOver) return this.#watch.session;
    throw this.#status === "closed"
      ? closedFailure(this.#server)
      : disconnectedFailure(this.#server, this.#error);
  }

  #watchOf(session: McpSession): SessionWatch | undefined {
    return this.#watch?.session === session ? this.#watch : undefined;
  }

  #closedError(): McpConnectionError {
    return new McpConnectionError(
      "closed",
      `The connection to the MCP server ${this.#server} was closed by the page.`,
    );
  }
}
