import type { LitElement, ReactiveController } from "lit";

/** Moves the focus from the button of a removed file to that of the next one, or to the text field. */
export class RemovedFileFocus implements ReactiveController {
  readonly #host: LitElement;
  /** The element that has the focus before an update. */
  #focused: Element | null = null;
  #removed: number | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  /** To be called before a file is removed, with its position. */
  removing(index: number): void {
    this.#removed = index;
  }

  hostUpdate(): void {
    this.#focused = this.#host.shadowRoot?.activeElement ?? null;
  }

  hostUpdated(): void {
    const host = this.#host;
    const focused = this.#focused;
    this.#focused = null;
    if (!focused || focused.isConnected || host.shadowRoot?.activeElement) return;
    const next = host.shadowRoot?.querySelectorAll<HTMLElement>(".remove")[this.#removed ?? -1];
    (next ?? host).focus();
  }
}
