import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Renders a component again whenever a store raises `change`, as long as the component is in the page. */
export class StoreFollower implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #store: EventTarget;
  readonly #changed = () => this.#host.requestUpdate();

  constructor(host: ReactiveControllerHost, store: EventTarget) {
    this.#host = host;
    this.#store = store;
    host.addController(this);
  }

  hostConnected(): void {
    this.#store.addEventListener("change", this.#changed);
  }

  hostDisconnected(): void {
    this.#store.removeEventListener("change", this.#changed);
  }
}
