import type { ReactiveController, ReactiveControllerHost } from "lit";

/**
 * Does work when no pointer is pressed. A press takes the focus from a field; if the field's error appeared at once,
 * the button below it would move away under the pointer, and the press would hit nothing.
 */
export class AfterPress implements ReactiveController {
  #isPressed = false;
  #work: (() => void)[] = [];

  constructor(host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener("pointerdown", this.#press, true);
    document.addEventListener("pointerup", this.#release, true);
    document.addEventListener("pointercancel", this.#release, true);
  }

  hostDisconnected(): void {
    document.removeEventListener("pointerdown", this.#press, true);
    document.removeEventListener("pointerup", this.#release, true);
    document.removeEventListener("pointercancel", this.#release, true);
    this.#isPressed = false;
    this.#work = [];
  }

  /** Does something now, or after the click of the press that is under way. */
  do(work: () => void): void {
    if (this.#isPressed) this.#work.push(work);
    else work();
  }

  readonly #press = (): void => {
    this.#isPressed = true;
  };

  readonly #release = (): void => {
    this.#isPressed = false;
    // The click follows.
    setTimeout(() => {
      for (const work of this.#work.splice(0)) work();
    });
  };
}
