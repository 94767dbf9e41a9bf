import { type AbstractAgent, HttpAgent, type RunAgentParameters } from "@ag-ui/client";
import { after } from "../../execution/timer.js";
import { truncated } from "../errors/run-error.js";
import { Watchdog } from "../limits/watchdog.js";
import type { Transport } from "../stream/transport.js";
import { unwatchRun, watchRun } from "../stream/watched-run.js";
import { callsOf } from "../thread/event-pipeline.js";
import type { RunOutcome, RunRequest } from "./run-request.js";
import { RunWatch } from "./run-watch.js";

/**
 * How long a stream may stay open after the event that ends its run. Streams that hold several runs, as replays of a
 * thread do, write them without a pause; servers that tidy up before they close are done by then, too; and one that
 * never closes costs the user half a second, not the conversation.
 */
const graceMs = 500;

/** How long an agent may take to let go of a run that was stopped. */
const detachTimeoutMs = 1000;

/** Runs an agent, one run after the other. */
export class Runner {
  readonly #agent: AbstractAgent;
  readonly #transport: Transport | undefined;
  /**
   * The connection of a server that keeps it open after the end. It is left to it for one more run: many servers
   * drop what they still do, as storing the thread, when the client goes away.
   */
  #lingering: AbortController | undefined;

  /** @param transport what the element's own agent talks through. */
  constructor(agent: AbstractAgent, transport: Transport | undefined) {
    this.#agent = agent;
    this.#transport = transport;
  }

  /**
   * Runs the agent once. Never rejects, and never waits for an agent that has to stop.
   *
   * The client's promise says nothing: it resolves as well after RUN_ERROR, after an abort and when the stream just
   * ends. So what counts is which terminal event was seen last.
   */
  async run(request: RunRequest): Promise<RunOutcome> {
    const { signal, runId } = request;
    if (signal.aborted) return { type: "aborted" };
    const connection = new AbortController();
    let isLingering = false;
    let letGo: () => void = () => {};
    const isLeft = new Promise<void>((resolve) => {
      letGo = () => {
        // The client lets go a little later, and what waits in this very turn would still be noted.
        run.isStopped = true;
        void this.#detach().then(resolve);
      };
    });
    const abort = (): void => {
      if (this.#agent instanceof HttpAgent) this.#transport?.stop(this.#agent.url);
      letGo();
      this.#abortRun();
    };
    const overdue = (): void => {
      isLingering = true;
      letGo();
    };
    callsOf(this.#agent);
    const watchdog = new Watchdog(request.limits, (error) => {
      watch.fail(error);
      abort();
    });
    const touch = (): void => watchdog.touch();
    const run = watchRun(this.#agent, runId, { limits: request.limits, touch });
    const watch = new RunWatch(request, run, { graceMs, overdue, broken: abort });
    const ids = { threadId: this.#agent.threadId, runId };
    this.#transport?.begin({
      limits: request.limits,
      run: ids,
      isAttached: request.isAttached === true,
      touch,
      reconnecting: (attempt, delay) =>
        request.emit("ag-ui-reconnecting", { ...ids, attempt, delay }),
      reconnected: (attempt) => request.emit("ag-ui-reconnected", { ...ids, attempt }),
    });
    signal.addEventListener("abort", abort, { once: true });
    try {
      const parameters = { ...request.parameters, runId };
      await Promise.race([this.#start(parameters, connection, watch), isLeft]);
    } catch (thrown) {
      watch.fail(thrown);
    } finally {
      unwatchRun(this.#agent);
      watchdog.close();
      signal.removeEventListener("abort", abort);
      watch.close();
    }
    const broken = this.#transport?.broken;
    this.#lingering?.abort();
    this.#lingering = isLingering ? connection : undefined;
    // The client reads on when what it read was not to be used.
    if (!isLingering) connection.abort();
    if (signal.aborted) return { type: "aborted" };
    return watch.outcome ?? { type: "failed", error: broken ?? truncated() };
  }

  /** Lets go of every connection. */
  close(): void {
    this.#lingering?.abort();
  }

  #start(parameters: RunAgentParameters, abortController: AbortController, watch: RunWatch) {
    const agent = this.#agent;
    return agent instanceof HttpAgent
      ? agent.runAgent({ ...parameters, abortController }, watch)
      : agent.runAgent(parameters, watch);
  }

  /** Stops listening to the run. An agent that doesn't react is left behind. */
  async #detach(): Promise<void> {
    const agent = this.#agent;
    await new Promise<void>((resolve) => {
      const callOff = after(detachTimeoutMs, resolve);
      const done = (): void => {
        callOff();
        resolve();
      };
      Promise.resolve()
        .then(() => agent.detachActiveRun())
        .then(done, done);
    });
  }

  #abortRun(): void {
    try {
      this.#agent.abortRun();
    } catch (thrown) {
      console.warn("<ag-ui-agent>: the agent's abortRun() failed; it was left behind.", thrown);
    }
  }
}
