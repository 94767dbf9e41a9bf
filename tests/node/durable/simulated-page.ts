import type { Message } from "@ag-ui/core";
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
import { ToolExecutionManager, ToolRegistry } from "../../../pkg/dist/entries/inline.js";
import type { DiskUser } from "./disk.js";
import { pageTools, personOf } from "./page-tools.js";
import { PlannedAgent } from "./planned-agent.js";
import { storeNameOf, type Tab } from "./tabs.js";
import type { World } from "./world.js";

/** One page, which begins with the thread `t`. */
export class SimulatedPage implements Tab, DiskUser {
  isDead = false;
  /** True once `kept.close()` was called: the page goes on without a store. */
  isLeft = false;
  readonly store: StoredThreads;
  kept!: KeptThreads;
  readonly number: number;
  readonly #world: World;
  readonly #events = new EventTarget();
  readonly #manager = new ToolExecutionManager();
  readonly #tools: OfferedTools;
  #conversation: Conversation;
  #keeper: ThreadKeeper | undefined;
  #hanging: Promise<void> | undefined;
  #end = (): void => {};
  readonly died = new Promise<void>((resolve) => {
    this.#end = resolve;
  });

  constructor(world: World, number: number) {
    this.#world = world;
    this.number = number;
    const registry = new ToolRegistry();
    for (const tool of pageTools(world, this)) registry.register(tool);
    this.#tools = new OfferedTools(registry, () => true);
    this.#conversation = this.#begun("t");
    const medium = world.disk.medium(this);
    this.store = new StoredThreads({ name: storeNameOf(number), maxBytes: 1e9 }, medium);
  }

  /** Keeps the thread. */
  begin(): void {
    this.kept = new KeptThreads(this.#access(), {
      store: this.store,
      isOwnStore: false,
      durability: "preferred",
      approvalLifetime: 60_000,
      threadId: "t",
      onRestored: undefined,
    });
  }

  get messages(): readonly Message[] {
    return this.#conversation.messages;
  }

  get threadId(): string {
    return this.#conversation.agent.threadId;
  }

  get isRunning(): boolean {
    return this.#conversation.isRunning;
  }

  /** Whether the backend has said its last word. */
  get isDone(): boolean {
    return this.messages.at(-1)?.id.startsWith("last-") ?? false;
  }

  send(text: string): Promise<unknown> {
    return this.#conversation.send(text);
  }

  /** A moment at which the page may die, or others have their turn. */
  async boundary(name: string): Promise<void> {
    if (this.isDead) return;
    this.#world.reached(this, name);
    await this.#hanging;
    for (let turn = this.#world.chance.below(3); turn > 0; turn -= 1) await undefined;
    if (this.#world.chance.below(40) === 0) this.#world.clock.tick(250);
  }

  refuse(names: readonly string[]): Promise<void> {
    return this.#world.refuse(this, names);
  }

  responsive(): Promise<void> | undefined {
    return this.#hanging;
  }

  /** The page does nothing for a time. */
  hang(milliseconds: number): void {
    const hanging = this.#world.clock.wait(milliseconds).then(() => {
      if (this.#hanging === hanging) this.#hanging = undefined;
    });
    this.#hanging = hanging;
  }

  /** Resolves when nothing runs any more, or the page is dead. */
  async idle(): Promise<void> {
    await Promise.race([this.kept.ready, this.died]);
    while (this.isRunning && !this.isDead) {
      const ended = new Promise((resolve) => {
        for (const type of ["ag-ui-run-finalized", "another thread"]) {
          this.#events.addEventListener(type, resolve, { once: true });
        }
      });
      await Promise.race([ended, this.died]);
    }
  }

  /** Nothing of it goes on. */
  die(): void {
    if (this.isDead) return;
    this.isDead = true;
    this.store.close();
    this.#world.tabs.died(this.number);
    this.#end();
  }

  #begun(threadId: string): Conversation {
    const [world, page] = [this.#world, this];
    const approver = personOf(world, this);
    return new Conversation(
      {
        url: "",
        headers: {},
        origin: originWith({ kind: "agent", depth: 0 }, { approver }),
        maxRounds: 50,
        limits: DEFAULT_LIMITS,
        openCalls: "answer",
        registry: this.#tools,
        manager: this.#manager,
        emit: (type: string, given: object) => {
          const isKept = type === "ag-ui-run-started" && world.backend.keepsRuns;
          const detail = isKept ? { ...given, isResumable: true } : given;
          if (!this.isDead) this.#events.dispatchEvent(new CustomEvent(type, { detail }));
        },
        get log() {
          return page.#keeper?.log;
        },
        admit: () => this.#keeper?.admit(),
        ready: async () => {},
        arriving: () => undefined,
      } as unknown as ConversationHost,
      new PlannedAgent(world, this, threadId),
    );
  }

  #access(): ThreadAccess {
    const [world, page] = [this.#world, this];
    return {
      events: this.#events,
      get threadId() {
        return page.threadId;
      },
      wantedId: "t",
      get messages() {
        return page.messages;
      },
      get state() {
        return page.#conversation.agent.state;
      },
      get interrupts() {
        return page.#conversation.agent.pendingInterrupts;
      },
      get isRunning() {
        return page.isRunning;
      },
      get hasOpenCalls() {
        return page.#conversation.hasOpenCalls;
      },
      offersCalls: false,
      offer: () => {},
      manager: this.#manager,
      toolOf: (name) => this.#tools.get(name),
      show: (threadId) => {
        this.#conversation.abandon();
        this.#conversation = this.#begun(threadId);
        this.#events.dispatchEvent(new Event("another thread"));
      },
      restore: (threadId, contents) => {
        const conversation = this.#conversation;
        conversation.agent.threadId = threadId;
        if (contents) {
          conversation.restore(contents.messages, contents.state, contents.interrupts);
        }
      },
      recover: (restore) => this.#conversation.recover(restore),
      takeUp: async (run, ofRun, ofThread) => {
        world.tally.add("a run was taken up");
        await this.boundary("a run is taken up");
        return this.#conversation.takeUp(run, ofRun, ofThread);
      },
      stopKept: (runId) => this.#conversation.stopKept(runId),
      leave: () => this.#conversation.leave(),
      keep: (next) => {
        if (this.#keeper) throw new Error("The threads are kept already.");
        this.#keeper = next;
        return () => {
          if (this.#keeper === next) this.#keeper = undefined;
        };
      },
    };
  }
}
