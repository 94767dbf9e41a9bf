import type { AgentCard } from "@a2a-js/sdk";
import type { Client } from "@a2a-js/sdk/client";
import type { AgentConfig } from "@ag-ui/client";
import type { RunAgentInput } from "@ag-ui/core";
import { OwnAgent, type OwnRun } from "../../ag-ui/own-agent.js";
import { messageOf } from "../../codec/describe.js";
import { isObject } from "../../codec/safe-read.js";
import { after } from "../../execution/timer.js";
import { checkOptions, type OptionRule } from "../../options/check-options.js";
import { aCount, aFunction, aNumber, listOf, needed } from "../../options/rules.js";
import { CLIENT_TOOLS_EXTENSION } from "../extension.js";
import { loadClientSdk } from "../sdk.js";
import { findCard } from "./find-card.js";
import { type Outgoing, outgoing } from "./outgoing.js";
import { restoreTask } from "./restore-task.js";
import { TaskRunEvents } from "./task-run-events.js";
import {
  follow,
  NotArrivedError,
  RefusedError,
  type ResubscribeOptions,
  type TaskStreamHost,
  takeUp,
} from "./task-stream.js";
import { type TaskEnd, TaskTeller } from "./task-teller.js";
import { ThreadStates } from "./thread-state.js";
import { trustedFetch } from "./trusted-fetch.js";
import { wireFetch } from "./wire.js";

/** The options of an `A2aAgent`. */
export interface A2aAgentOptions {
  /**
   * The agent's address, relative to the page. Its card is requested from `.well-known/agent-card.json` next to it; an
   * address that ends with `.json` is the card's own.
   */
  readonly url: string;
  /**
   * Headers of every request, including that for the card, to the origin of `url` and to `allowedOrigins`. They go
   * nowhere else, regardless of the agent's card and redirects, and never to http if `url` is https.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Other origins that get the headers, such as `"https://agents.example.com"`. */
  readonly allowedOrigins?: readonly string[];
  /** Takes the place of `fetch`. */
  readonly fetch?: typeof fetch;
  /** Options for resuming a broken stream. */
  readonly resubscribe?: ResubscribeOptions;
  /** The id of the agent for `@ag-ui/client`. */
  readonly config?: AgentConfig;
}

/** The maximum number of characters of an answer that is not a stream. */
const longestAnswer = 16 * 1024 * 1024;

/** The time that an agent has to report a cancelled task, in milliseconds: no caller waits for it. */
const longestGoodbye = 10_000;

/** The other end. */
interface Peer {
  readonly client: Client;
  /** Whether the agent supports the tools of this package. */
  readonly takesTools: boolean;
}

/** The number of attempts to deliver a message. */
const mostSends = 3;

const anAddress: OptionRule = ["an address", (value) => typeof value === "string" && value !== ""];
const anyObject: OptionRule = ["an object", (value) => isObject(value) && !Array.isArray(value)];

/**
 * An AG-UI agent whose other end speaks A2A, for `<ag-ui-agent>.agent`; `<ag-ui-agent protocol="a2a">` makes one
 * itself. It passes on the page's tools, and turns the agent's calls and texts into tool calls and messages. Needs the
 * package `@a2a-js/sdk`.
 *
 * @example
 * ```ts
 * const element = document.querySelector("ag-ui-agent")!;
 * element.agent = new A2aAgent({ url: "https://example.com/a2a" });
 * await element.sendMessage("A room for two, please.");
 * ```
 */
export class A2aAgent extends OwnAgent {
  /** The address of the agent. A change takes effect with the next run. */
  url: string;
  /** Headers of every request to where they may go. A change counts from the next request. */
  headers: Readonly<Record<string, string>>;
  readonly #options: A2aAgentOptions;
  readonly #threads = new ThreadStates();
  #peer: { readonly address: string; readonly made: Promise<Peer> } | undefined;

  /** @throws {OptionError} if an option is invalid. */
  constructor(options: A2aAgentOptions) {
    checkOptions<A2aAgentOptions>("A2aAgent", options, {
      url: needed(anAddress),
      headers: anyObject,
      allowedOrigins: listOf("origins, as https://example.com", isOrigin),
      fetch: aFunction,
      resubscribe: anyObject,
      config: anyObject,
    });
    const { resubscribe = {} } = options;
    const rules = { attempts: aCount, baseDelay: aNumber(0) };
    checkOptions<ResubscribeOptions>("A2aAgent", resubscribe, rules, "resubscribe");
    super(options.config);
    this.#options = options;
    this.url = options.url;
    this.headers = options.headers ?? {};
  }

  /** Stops the runs under way, and their tasks. A client that only listens no more leaves its task running. */
  override abortRun(): void {
    this.stop(cancelTask);
  }

  /** Another agent for the same address, at the same place in its threads. */
  override clone(): A2aAgent {
    const { url, headers } = this;
    const clone = this.copyTo(new A2aAgent({ ...this.#options, url, headers }));
    this.#threads.copyTo(clone.#threads);
    return clone;
  }

  /** Sends new messages and results, and reports the answers. */
  protected override async answer({ input, signal, send }: OwnRun): Promise<void> {
    const events = new TaskRunEvents(input, (written) => {
      if (!signal.aborted) send(written);
    });
    events.start();
    const state = this.#threads.of(input.threadId);
    try {
      const { client, takesTools } = await this.#connect();
      const { resubscribe = {} } = this.#options;
      const teller = new TaskTeller(state, events);
      const wait = (ms: number): Promise<void> => pause(ms, signal);
      const host = { client, state, teller, signal, resubscribe, wait };
      signal.addEventListener("abort", () => void cancelled(host), { once: true });
      await restoreTask(input, state, { client, takesTools, signal });
      if (!signal.aborted) events.end(await exchange(input, host, takesTools));
    } catch (thrown) {
      const message = messageOf(thrown);
      events.end({ type: "failed", code: "a2a_connection", message });
    }
  }

  /** Connects to the agent at the address; after a failure the next run tries again. */
  #connect(): Promise<Peer> {
    const address = new URL(this.url, globalThis.document?.baseURI).href;
    if (this.#peer?.address !== address) {
      const made = this.#makePeer(address);
      this.#peer = { address, made };
      made.catch(() => {
        if (this.#peer?.made === made) this.#peer = undefined;
      });
    }
    return this.#peer.made;
  }

  async #makePeer(address: string): Promise<Peer> {
    const sdk = await loadClientSdk();
    const own = this.#options.fetch ?? ((input, init) => fetch(input, init));
    const { allowedOrigins = [] } = this.#options;
    const home = new URL(address);
    const withHeaders = trustedFetch(own, { home, allowedOrigins, headers: () => this.headers });
    const fetchImpl = wireFetch(withHeaders, longestAnswer);
    const legacyCompat = { enabled: true };
    const resolver = new sdk.DefaultAgentCardResolver({ fetchImpl, legacyCompat });
    const transports = [new sdk.JsonRpcTransportFactory({ fetchImpl, legacyCompat })];
    try {
      const card = await findCard(resolver, home);
      // The card is already in its final form.
      const cardResolver = { resolve: async () => card };
      const factory = new sdk.ClientFactory({ transports, cardResolver });
      const client = await factory.createFromAgentCard(card);
      return { client, takesTools: understandsTools(card) };
    } catch (cause) {
      throw new Error(`The A2A agent at ${address} can't be talked to: ${messageOf(cause)}`, {
        cause,
      });
    }
  }
}

/** Sends messages and results that are due, and reports the agent's events. */
async function exchange(
  input: RunAgentInput,
  host: TaskStreamHost,
  takesTools: boolean,
): Promise<TaskEnd> {
  const { state } = host;
  for (let sends = 0; sends < mostSends; sends += 1) {
    const waits = state.task;
    // An agent that takes the tools of this package keeps a thread by its name; others name threads themselves.
    const contextId = state.contextId || (takesTools ? input.threadId : "");
    const message = outgoing(input, state, { taskId: waits?.id ?? "", contextId });
    if (!message) return waits && sends === 0 ? takeUp(host, undefined) : nothingToSay;
    try {
      return await follow(message, host, () => noteSent(message, host));
    } catch (thrown) {
      if (thrown instanceof NotArrivedError) continue;
      if (!(thrown instanceof RefusedError)) throw thrown;
      if (!waits || !thrown.isOver || message.said.length === 0) {
        if (thrown.isOver) state.task = undefined;
        return refused(thrown.message);
      }
      // The task is over. The user's message begins another one; results are not wanted any more.
      state.task = undefined;
    }
  }
  return refused(`it did not arrive, ${mostSends} times in a row.`);
}

function noteSent({ said }: Outgoing, { state }: TaskStreamHost): void {
  for (const { id } of said) state.sent.add(id);
}

/** The reason of an abort that also ends the task. */
const cancelTask = Symbol("cancel the task");

async function cancelled({ client, state, signal: stop }: TaskStreamHost): Promise<void> {
  const id = state.task?.id;
  if (stop.reason !== cancelTask || id === undefined) return;
  state.task = undefined;
  // It may have ended meanwhile, and no caller waits for the answer.
  const signal = AbortSignal.timeout(longestGoodbye);
  await client.cancelTask({ tenant: "", id, metadata: undefined }, { signal }).catch(() => {});
}

function understandsTools({ capabilities }: AgentCard): boolean {
  return (capabilities?.extensions ?? []).some(({ uri }) => uri === CLIENT_TOOLS_EXTENSION);
}

const nothingToSay: TaskEnd = {
  type: "failed",
  code: "a2a_nothing",
  message:
    "There is nothing to send: neither a new message of the user, nor a result that the agent waits for.",
};

function refused(why: string): TaskEnd {
  return { type: "failed", code: "a2a_refused", message: `The agent refused the message: ${why}` };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const off = after(ms, () => {
      signal.removeEventListener("abort", done);
      resolve();
    });
    const done = (): void => {
      off();
      resolve();
    };
    signal.addEventListener("abort", done, { once: true });
  });
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
