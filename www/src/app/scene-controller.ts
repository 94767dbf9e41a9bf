import type { ReactiveController, ReactiveControllerHost } from "lit";
import { type Scene, sceneOf } from "./scenes.js";

/** Shows the scene that the address names, and keeps its tools registered: those of the one before leave as its own come. */
export class SceneController implements ReactiveController {
  scene: Scene = sceneOf(location);
  /** Why the scene's tools can't be had. */
  problem: string | undefined;

  readonly #host: ReactiveControllerHost;
  readonly #changed: () => void;
  #shown = new AbortController();

  /** @param changed is called when another scene is shown. */
  constructor(host: ReactiveControllerHost, changed: () => void) {
    this.#host = host;
    this.#changed = changed;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener("hashchange", this.#follow);
    void this.#show();
  }

  hostDisconnected(): void {
    removeEventListener("hashchange", this.#follow);
    this.#shown.abort();
  }

  readonly #follow = () => {
    const scene = sceneOf(location);
    if (scene === this.scene) return;
    this.scene = scene;
    void this.#show();
    this.#changed();
  };

  async #show(): Promise<void> {
    this.#shown.abort();
    this.#shown = new AbortController();
    const { signal } = this.#shown;
    this.problem = undefined;
    try {
      await this.scene.register({ signal });
    } catch (error) {
      if (signal.aborted) return;
      console.error("A tool could not be registered:", error);
      this.problem = error instanceof Error ? error.message : String(error);
      this.#host.requestUpdate();
    }
  }
}
