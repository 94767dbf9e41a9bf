import { AbstractAgent } from "@ag-ui/client";
import type { BaseEvent, Message, RunAgentInput } from "@ag-ui/core";
import { Observable } from "rxjs";
import { denyAll } from "../../../pkg/dist/calls/deny-all.js";
import { OfferedTools } from "../../../pkg/dist/calls/offered-tools.js";
import { originWith } from "../../../pkg/dist/calls/origin.js";
import { KeptThreads } from "../../../pkg/dist/durable/kept-threads.js";
import { StoredThreads } from "../../../pkg/dist/durable/stored-threads.js";
import { DEFAULT_LIMITS } from "../../../pkg/dist/element/limits/limits.js";
import type { ThreadAccess, ThreadKeeper } from "../../../pkg/dist/element/page/thread-access.js";
import {
  Conversation,
  type ConversationHost,
} from "../../../pkg/dist/element/runs/conversation.js";
import {
  type ToolDefinition,
  ToolExecutionManager,
  ToolRegistry,
} from "../../../pkg/dist/entries/inline.js";
import type { Chance } from "../../support/storm/chance.js";
import { Disk } from "./disk.js";

/** A call that a backend makes: of a tool that must not run twice, or of one that may. */
export interface PlannedCall {
  readonly id: string;
  readonly tool: "once" | "again";
}

/** What happened to one call, over all pages. */
export interface Happened {
  tool: string;
  begun: number;
  ended: number;
}

/** Pages that come and go, their disk, and the backend that they talk to. */
export class World {
  readonly disk = new Disk();
  /** By idempotency key. */
  readonly happened = new Map<string, Happened>();
  readonly pages: SimulatedPage[] = [];
  readonly chance: Chance;
  /** The backend keeps its runs: one that is followed again has the same events, as they depend on the messages alone. */
  readonly keepsRuns: boolean;
  /** Runs that a page has taken up. */
  takenUp = 0;
  readonly rounds: readonly (readonly PlannedCall[])[];
  /** Boundaries until the next page dies or is overtaken. */
  #left = Number.POSITIVE_INFINITY;
  #strike: (() => void) | undefined;

  constructor(chance: Chance, rounds: readonly (readonly PlannedCall[])[]) {
    this.chance = chance;
    this.keepsRuns = chance.below(2) === 0;
    this.rounds = rounds;
  }

  /** After so many boundaries something happens. */
  strikeAfter(boundaries: number, strike: () => void): void {
    this.#left = boundaries;
    this.#strike = strike;
  }

  /** A boundary of the log. A page that is dead goes no further. */
  async boundary(page: SimulatedPage): Promise<void> {
    if (!page.isDead) {
      this.#left -= 1;
      if (this.#left === 0) {
        const strike = this.#strike;
        this.#strike = undefined;
        this.#left = Number.POSITIVE_INFINITY;
        strike?.();
      }
    }
    if (page.isDead) await new Promise(() => {});
    // Other pages have their turn.
    for (let turn = this.chance.below(3); turn > 0; turn -= 1) await undefined;
  }

  open(): SimulatedPage {
    const page = new SimulatedPage(this);
    this.pages.push(page);
    return page;
  }

  /** The events of the next run of a thread: it depends on the messages alone, as of a backend that keeps nothing. */
  answerTo({ messages }: RunAgentInput): object[] {
    const done = messages.filter(
      (message) => message.role === "assistant" && message.toolCalls?.length,
    ).length;
    const ids = { threadId: "t", runId: `r${done}` };
    const calls = this.rounds[done];
    const events = calls
      ? calls.flatMap(({ id: toolCallId, tool }) => [
          {
            type: "TOOL_CALL_START",
            toolCallId,
            toolCallName: tool,
            parentMessageId: `m${done}`,
          },
          { type: "TOOL_CALL_ARGS", toolCallId, delta: JSON.stringify({ n: done }) },
          { type: "TOOL_CALL_END", toolCallId },
        ])
      : [
          { type: "TEXT_MESSAGE_START", messageId: "last", role: "assistant" },
          { type: "TEXT_MESSAGE_CONTENT", messageId: "last", delta: "Done." },
          { type: "TEXT_MESSAGE_END", messageId: "last" },
        ];
    return [{ type: "RUN_STARTED", ...ids }, ...events, { type: "RUN_FINISHED", ...ids }];
  }
}

/** One page with the thread `t`. */
export class SimulatedPage {
  isDead = false;
  readonly conversation: Conversation;
  readonly store: StoredThreads;
  readonly kept: KeptThreads;
  readonly #world: World;
  readonly #events = new EventTarget();

  constructor(world: World) {
    this.#world = world;
    const manager = new ToolExecutionManager();
    const registry = new ToolRegistry();
    for (const name of ["once", "again"] as const) registry.register(this.#tool(name));
    let keeper: ThreadKeeper | undefined;
    const tools = new OfferedTools(registry, () => true);
    this.conversation = new Conversation(
      {
        url: "",
        headers: {},
        origin: originWith({ kind: "agent", depth: 0 }, { approver: denyAll }),
        maxRounds: 50,
        limits: DEFAULT_LIMITS,
        openCalls: "answer",
        registry: tools,
        manager,
        emit: (type: string, given: object) => {
          const isKept = type === "ag-ui-run-started" && world.keepsRuns;
          const detail = isKept ? { ...given, isResumable: true } : given;
          if (!this.isDead) this.#events.dispatchEvent(new CustomEvent(type, { detail }));
        },
        get log() {
          return keeper?.log;
        },
        admit: () => keeper?.admit(),
        ready: async () => {},
        arriving: () => undefined,
      } as unknown as ConversationHost,
      new PlannedAgent(this.#world, this),
    );
    const { conversation } = this;
    const access: ThreadAccess = {
      events: this.#events,
      get threadId() {
        return conversation.agent.threadId;
      },
      wantedId: "t",
      get messages() {
        return conversation.messages;
      },
      get state() {
        return conversation.agent.state;
      },
      get interrupts() {
        return conversation.agent.pendingInterrupts;
      },
      get isRunning() {
        return conversation.isRunning;
      },
      get hasOpenCalls() {
        return conversation.hasOpenCalls;
      },
      offersCalls: false,
      offer: () => {},
      manager,
      toolOf: (name) => tools.get(name),
      show: () => {},
      restore: (_id, contents) => {
        if (contents) {
          conversation.restore(contents.messages, contents.state, contents.interrupts);
        }
      },
      recover: (restore) => conversation.recover(restore),
      takeUp: (run, ofRun, ofThread) => {
        world.takenUp += 1;
        return conversation.takeUp(run, ofRun, ofThread);
      },
      stopKept: (runId) => conversation.stopKept(runId),
      leave: () => conversation.leave(),
      keep: (next) => {
        keeper = next;
        return () => {};
      },
    };
    const medium = world.disk.medium(() => world.boundary(this));
    this.store = new StoredThreads({ name: "simulated", maxBytes: 1e9 }, medium);
    this.kept = new KeptThreads(access, {
      store: this.store,
      isOwnStore: false,
      durability: "preferred",
      approvalLifetime: 60_000,
      threadId: "t",
      onRestored: undefined,
    });
  }

  get messages(): readonly Message[] {
    return this.conversation.messages;
  }

  /** Whether the backend has said its last word. */
  get isDone(): boolean {
    return this.messages.some(({ id }) => id === "last");
  }

  /** Resolves when nothing runs any more. */
  async idle(): Promise<void> {
    await this.kept.ready;
    while (this.conversation.isRunning) {
      await new Promise((resolve) => {
        this.#events.addEventListener("ag-ui-run-finalized", resolve, { once: true });
      });
    }
  }

  /** Nothing of it goes on. */
  die(): void {
    this.isDead = true;
    this.store.close();
  }

  #tool(name: "once" | "again"): ToolDefinition {
    const world = this.#world;
    return {
      name,
      description: "Counts its runs.",
      schema: { type: "object", properties: { n: { type: "number" } } },
      metadata: { idempotent: name === "again" },
      handler: async (_args, { idempotencyKey, signal }) => {
        if (this.isDead) return new Promise(() => {});
        const entry = world.happened.get(idempotencyKey) ?? { tool: name, begun: 0, ended: 0 };
        world.happened.set(idempotencyKey, entry);
        entry.begun += 1;
        await world.boundary(this);
        signal.throwIfAborted();
        entry.ended += 1;
        const result = `ran: ${entry.ended}`;
        await world.boundary(this);
        return result;
      },
    };
  }
}

class PlannedAgent extends AbstractAgent {
  readonly #world: World;
  readonly #page: SimulatedPage;

  constructor(world: World, page: SimulatedPage) {
    super({ threadId: "t" });
    this.#world = world;
    this.#page = page;
  }

  run(input: RunAgentInput): Observable<BaseEvent> {
    const events = this.#world.answerTo(structuredClone(input)) as BaseEvent[];
    return new Observable((subscriber) => {
      void (async () => {
        for (const event of events) {
          await this.#world.boundary(this.#page);
          subscriber.next(structuredClone(event));
        }
        subscriber.complete();
      })();
      return () => {};
    });
  }
}
