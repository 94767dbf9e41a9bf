import type { KeptThreads } from "ag-ui-lit/durable";
import { toolCallsOf } from "ag-ui-lit/views";
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { placeOf, type Scene, type View } from "./scenes.js";

type AgentElement = HTMLElementTagNameMap["ag-ui-agent"];

/**
 * Shows the scene that the address names: its agent, and its tools, which are registered as long as it is shown.
 */
export class SceneController implements ReactiveController {
  scene: Scene;
  view: View;
  /** Why the scene's tools can't be had. */
  problem: string | undefined;
  /** True while a message waits for the scene's tools. */
  isWaiting = false;
  /** True once the scene's tools are registered, or can't be had. */
  isOpen = false;
  /** The threads of the scene's agent, where they are kept. */
  threads: KeptThreads | undefined;

  readonly #host: ReactiveControllerHost;
  readonly #agent: AgentElement;
  #shown = new AbortController();
  /** Settles when the scene's tools are registered, or can't be had. Never rejects. */
  #opened: Promise<void> = Promise.resolve();
  #begin: () => void = () => {};
  /** The number of the conversation: what an earlier one still waits for is not sent. */
  #conversation = 0;

  constructor(host: ReactiveControllerHost, agent: AgentElement) {
    this.#host = host;
    this.#agent = agent;
    ({ scene: this.scene, view: this.view } = placeOf(location));
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener("hashchange", this.#follow);
    for (const type of [
      "ag-ui-run-started",
      "ag-ui-run-finalized",
      "ag-ui-history-changed",
    ] as const)
      this.#agent.addEventListener(type, this.#changed);
    toolCallsOf(this.#agent).addEventListener("change", this.#changed);
    this.#opened = this.#show();
  }

  hostDisconnected(): void {
    removeEventListener("hashchange", this.#follow);
    this.#shown.abort();
    void this.#closeThreads();
  }

  /** True if there is nothing to leave behind by a new conversation. */
  get isNew(): boolean {
    return this.#agent.messages.length === 0 && !this.#agent.isRunning && !this.isWaiting;
  }

  /** Sends a message, once the agent can have the scene's tools: it reads them when a run starts. */
  async send(content: Parameters<AgentElement["sendMessage"]>[0]): Promise<void> {
    if (this.#agent.isRunning || this.isWaiting) return;
    const conversation = this.#conversation;
    this.isWaiting = true;
    this.#host.requestUpdate();
    await this.#opened;
    if (conversation !== this.#conversation) return;
    this.isWaiting = false;
    this.#host.requestUpdate();
    await this.#agent.sendMessage(content);
  }

  /** Begins a new conversation, and has the scene's beginning again. */
  reset(): void {
    this.#conversation += 1;
    this.isWaiting = false;
    this.#agent.abort();
    // Where threads are kept, the one before stays in their list.
    if (this.threads) this.#opened = this.#create(this.threads);
    else this.#agent.threadId = crypto.randomUUID();
    this.#begin();
    this.#host.requestUpdate();
  }

  readonly #changed = () => this.#host.requestUpdate();

  readonly #follow = () => {
    const { scene, view } = placeOf(location);
    this.view = view;
    this.#host.requestUpdate();
    if (scene === this.scene) return;
    this.scene = scene;
    this.#begin = () => {};
    this.#opened = this.#change();
  };

  /** Leaves the scene before, whose threads keep what it has come to, and shows the next one. */
  async #change(): Promise<void> {
    this.#shown.abort();
    this.isOpen = false;
    this.isWaiting = false;
    this.#conversation += 1;
    const conversation = this.#conversation;
    if (this.threads) {
      this.#agent.abort();
      await this.#closeThreads();
      // Meanwhile another scene may have been chosen.
      if (conversation !== this.#conversation) return;
    }
    this.reset();
    await this.#show();
  }

  /** Opens a new thread. What is written before it is there waits for it. */
  async #create(threads: KeptThreads): Promise<void> {
    this.isOpen = false;
    await threads.create();
    if (threads !== this.threads) return;
    this.isOpen = true;
    this.#host.requestUpdate();
  }

  async #closeThreads(): Promise<void> {
    const { threads } = this;
    this.threads = undefined;
    await threads?.close();
    threads?.store.close();
  }

  async #show(): Promise<void> {
    this.#shown.abort();
    this.#shown = new AbortController();
    const { signal } = this.#shown;
    this.problem = undefined;
    this.isOpen = false;
    // At once: nothing asked from now on goes to the agent of another scene.
    Object.assign(this.#agent, { agent: undefined, url: "agent", protocol: "ag-ui" });
    try {
      const open = await this.scene.load();
      // Another scene may be shown by now.
      signal.throwIfAborted();
      const begin = await open({
        agent: this.#agent,
        signal,
        keep: (threads) => {
          this.threads = threads;
          this.#host.requestUpdate();
          threads.addEventListener("thread-opened", this.#changed);
        },
      });
      if (signal.aborted) return;
      this.#begin = begin;
      begin();
    } catch (error) {
      if (signal.aborted) return;
      console.error("A tool could not be registered:", error);
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.isOpen = true;
    this.#host.requestUpdate();
  }
}
