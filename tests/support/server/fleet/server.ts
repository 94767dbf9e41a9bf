import {
  type AgentExecuteRequest,
  AgentReasoner,
  type AgentReasonerOptions,
  type ConversationStore,
  type Executor,
  type Model,
  type ReasonerEvent,
} from "ag-ui-lit/server";
import { ownedBy, type TimerOwner } from "./simulated-time.js";

/** Something a server waits for. */
export interface Wait {
  readonly what: string;
  go(): void;
}

/**
 * A process of a fleet, in the process of the test. Nothing that it waits for comes by itself: each call of the store
 * waits before it is made and after it was answered, and so do its model and its tools. One that is paused gets none of
 * it until it goes on, and neither do its timers; one that was killed never.
 */
export class SimulatedServer implements TimerOwner {
  readonly waits: Wait[] = [];
  readonly reasoner: AgentReasoner;
  isPaused = false;
  isDead = false;
  /** Whether what it waits for comes at once, while it runs. */
  isFree = false;

  constructor(
    readonly name: string,
    store: ConversationStore,
    parts: {
      executor: (server: SimulatedServer) => Executor;
      model: (server: SimulatedServer) => Model;
      options?: Partial<AgentReasonerOptions>;
    },
  ) {
    this.reasoner = new AgentReasoner({
      executor: parts.executor(this),
      model: parts.model(this),
      store: this.#over(store),
      ...parts.options,
    });
  }

  get isRunning(): boolean {
    return !this.isPaused && !this.isDead;
  }

  /** Settles when the test lets it; never while it does not run, unless it is a request that is on its way. */
  wait(what: string): Promise<void> {
    if (this.isFree && this.isRunning) return Promise.resolve();
    return new Promise((resolve) => {
      const wait: Wait = {
        what,
        go: () => {
          const at = this.waits.indexOf(wait);
          if (at >= 0) this.waits.splice(at, 1);
          // A request that is on its way arrives, whatever has become of its sender.
          if (this.isRunning || what.endsWith(" asks")) resolve();
        },
      };
      this.waits.push(wait);
    });
  }

  /** The events of a request, each asked for by the server itself. */
  async *run(
    request: AgentExecuteRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ReasonerEvent, void, undefined> {
    const events = ownedBy(this, () =>
      this.reasoner.run(request, { signal, continueAfterFailure: true }),
    );
    for (;;) {
      const next = await ownedBy(this, () => events.next());
      if (next.done) return;
      yield next.value;
    }
  }

  #over(store: ConversationStore): ConversationStore {
    const through = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      await this.wait(`${what} asks`);
      const made = await work().then(
        (value) => () => value,
        (thrown: unknown) => () => {
          throw thrown;
        },
      );
      await this.wait(`${what} answers`);
      return made();
    };
    return {
      load: (id) => through("load", () => store.load(id)),
      save: (id, text, condition) => through("save", () => store.save(id, text, condition)),
      acquire: (id, request) => through("acquire", () => store.acquire(id, request)),
      renew: (id, token, ttl) => through("renew", () => store.renew(id, token, ttl)),
      release: (id, token) => through("release", () => store.release(id, token)),
      ...(store.watch && {
        watch: async (id: string, ring: () => void) => {
          const unwatch = await store.watch?.(id, () => {
            if (this.isRunning) ownedBy(this, ring);
          });
          return unwatch ?? (() => {});
        },
      }),
      close: () => store.close(),
    };
  }
}
