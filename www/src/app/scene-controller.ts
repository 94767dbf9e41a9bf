import type { ReactiveController, ReactiveControllerHost } from "lit";
import { type Scene, sceneOf } from "./scenes.js";

type AgentElement = HTMLElementTagNameMap["ag-ui-agent"];

/** The agent of the scenes that have none of their own. */
const PAGE_AGENT = { url: "agent", protocol: "ag-ui" } as const;

/**
 * Shows the scene that the address names: who answers in it, and its tools, which are registered as long as it is shown.
 */
export class SceneController implements ReactiveController {
  scene: Scene = sceneOf(location);
  /** Why the scene's tools can't be had. */
  problem: string | undefined;
  /** Settles when the scene's tools are registered, or can't be had. Never rejects. */
  opened: Promise<void> = Promise.resolve();

  readonly #host: ReactiveControllerHost;
  readonly #agent: AgentElement;
  readonly #changed: () => void;
  #shown = new AbortController();

  /** @param changed is called when another scene is shown. */
  constructor(host: ReactiveControllerHost, agent: AgentElement, changed: () => void) {
    this.#host = host;
    this.#agent = agent;
    this.#changed = changed;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener("hashchange", this.#follow);
    this.opened = this.#show();
  }

  hostDisconnected(): void {
    removeEventListener("hashchange", this.#follow);
    this.#shown.abort();
  }

  /** Has the scene's agent answer, by the protocol that is chosen. At once: nothing asked from now on goes to another. */
  connect(): void {
    const { url, protocol } = this.scene.endpoint?.() ?? PAGE_AGENT;
    this.#agent.agent = this.scene.answers?.agent();
    this.#agent.url = url;
    this.#agent.protocol = protocol;
  }

  readonly #follow = () => {
    const scene = sceneOf(location);
    if (scene === this.scene) return;
    this.scene = scene;
    this.opened = this.#show();
    this.#changed();
  };

  async #show(): Promise<void> {
    this.#shown.abort();
    this.#shown = new AbortController();
    const { signal } = this.#shown;
    this.problem = undefined;
    this.connect();
    try {
      await this.scene.open({ agent: this.#agent, signal });
    } catch (error) {
      if (signal.aborted) return;
      console.error("A tool could not be registered:", error);
      this.problem = error instanceof Error ? error.message : String(error);
      this.#host.requestUpdate();
    }
  }
}
