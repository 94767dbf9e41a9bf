import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Renders its host every second, while something in it counts down. */
export class EverySecond implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #isNeeded: () => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, isNeeded: () => boolean) {
    this.#host = host;
    this.#isNeeded = isNeeded;
    host.addController(this);
  }

  hostConnected(): void {
    this.hostUpdated();
  }

  hostUpdated(): void {
    if (this.#timer !== undefined || !this.#isNeeded()) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#host.requestUpdate();
    }, 1_000);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
