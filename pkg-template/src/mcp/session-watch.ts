import { messageOf } from "../codec/describe.js";
import { type ChosenTools, chosenTools } from "./chosen-tools.js";
import { Coalesced } from "./coalesced.js";
import { McpToolError } from "./errors.js";
import { httpStatusOf } from "./failures.js";
import { openSession } from "./open-session.js";
import type { McpSettings } from "./options.js";
import type { McpSession } from "./session.js";
import { readTools } from "./tool-list.js";

/** Callbacks of a watched session. */
export interface WatchEvents {
  /** The session is over, and not by the page. */
  onEnd(error: unknown): void;
  /** The server's current list of tools. */
  onTools(tools: ChosenTools): Promise<void>;
  /** The list could not be read; the session goes on. */
  onFault(error: Error): void;
}

/** The minimum time between two reads of the list, in milliseconds, however often the server reports changes. */
const LIST_GAP = 250;

/** Milliseconds between two questions whether the server is there, however much goes wrong. */
const CHECK_GAP = 1000;

/** Milliseconds that the answer to that may take. */
const LONGEST_PING = 10_000;

/** Watches a session: reads its list again after changes, and pings the server after errors. */
export class SessionWatch {
  readonly session: McpSession;
  /** The reason of the session's end. */
  endedBy: unknown;
  readonly #settings: McpSettings;
  readonly #events: WatchEvents;
  readonly #lists: Coalesced;
  readonly #checks: Coalesced;
  #asking: Promise<boolean> | undefined;
  #interval: ReturnType<typeof setInterval> | undefined;
  #isStopped = false;

  private constructor(session: McpSession, settings: McpSettings, events: WatchEvents) {
    this.session = session;
    this.#settings = settings;
    this.#events = events;
    this.#lists = new Coalesced(() => this.#readList(), LIST_GAP);
    this.#checks = new Coalesced(() => this.#check(), CHECK_GAP);
  }

  static async open(
    settings: McpSettings,
    signal: AbortSignal,
    events: WatchEvents,
  ): Promise<SessionWatch> {
    let watch: SessionWatch | undefined;
    /** Whether the list changed before there was a watch. */
    let wantsList = false;
    const session = await openSession(
      settings,
      {
        onTrouble: () => watch?.trouble(),
        onToolsChanged: () => {
          if (watch) watch.refresh();
          else wantsList = true;
        },
        onEnd: (error) => watch?.ended(error),
      },
      signal,
    );
    watch = new SessionWatch(session, settings, events);
    watch.#wantsList = wantsList;
    return watch;
  }

  #hasBegun = false;
  #wantsList = false;

  /** Begins to report: changes during the first read of the list are handled now. */
  begin(): void {
    this.#hasBegun = true;
    if (this.#wantsList) this.#lists.request();
    const { pingInterval } = this.#settings;
    if (pingInterval > 0 && !this.#isStopped) {
      // A server that is busy with a call may be slow to answer: the call has its own deadline.
      this.#interval = setInterval(() => {
        if (!this.session.isBusy) void this.isAlive();
      }, pingInterval);
    }
  }

  /** Reads the list again, soon. */
  refresh(): void {
    if (this.#hasBegun) this.#lists.request();
    else this.#wantsList = true;
  }

  /** Something went wrong in the transport: perhaps the server is gone. */
  trouble(): void {
    if (this.#hasBegun) this.#checks.request();
  }

  ended(error: unknown): void {
    this.endedBy = error;
    if (!this.#isStopped) this.#events.onEnd(error);
  }

  /** Asks whether the server is still there; if not, the session is over when this resolves. */
  isAlive(): Promise<boolean> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** No more news of it. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#interval);
    this.#lists.stop();
    this.#checks.stop();
  }

  async close(): Promise<void> {
    this.stop();
    await this.session.close();
  }

  async end(): Promise<void> {
    this.stop();
    await this.session.end();
  }

  async #ask(): Promise<boolean> {
    if (this.session.isOver) return false;
    try {
      const { timeout } = this.#settings;
      await this.session.ping(this.session.isBusy ? timeout : Math.min(timeout, LONGEST_PING));
      return true;
    } catch (thrown) {
      // A server that has too much to do is there.
      if (httpStatusOf(thrown) === 429) return true;
      await this.session.end();
      this.ended(thrown);
      return false;
    }
  }

  /** While a stream was broken, the server could not report changes of its tools. */
  async #check(): Promise<void> {
    if (!(await this.isAlive())) return;
    await this.session.listen();
    this.#lists.request();
  }

  async #readList(): Promise<void> {
    try {
      const { maxTools, filter } = this.#settings;
      const list = await readTools(this.session, maxTools);
      const tools = await chosenTools(list, this.session.server, filter);
      if (!this.#isStopped) await this.#events.onTools(tools);
    } catch (thrown) {
      if (this.#isStopped || !(await this.isAlive())) return;
      const message = `The list of tools could not be read again: ${messageOf(thrown)}`;
      this.#events.onFault(new McpToolError(message, { cause: thrown }));
    }
  }
}
